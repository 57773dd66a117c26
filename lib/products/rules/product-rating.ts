import type { Grade } from 'assay-verify/score/grade'
import { STATUS_WORDS } from 'assay-verify/text/status-words'
import { RECOMMENDATIONS, type Recommendation, type Status, type Verdict } from 'assay-verify/verdict'
import { nounOf } from './ways/way-identity'
import { type WaySign, wayStateRow } from './ways/way-states'
import { type ProductEntry, type Way, waysOf } from './ways/ways'

/** An entry with its rating. */
export interface RatedEntry extends ProductEntry {
  verdict: Verdict
  grade: Grade
  recommendation: Recommendation
}

/** What is said of a product as a whole. */
export interface ProductRating {
  /** Every way to get it, the one that speaks for it first; empty: no entry names any. */
  ways: readonly Way[]
  /** Id of the entry whose verdict and grade are those of the product: it has the evidence of the first way. */
  ratedBy: string
  /** The way that its grade rests on, by its slug; null: it has no way. */
  gradeOf: string | null
  verdict: Verdict
  status: Status
  score: number
  grade: Grade
  recommendation: Recommendation
  /** A text of one of its entries instructs agents to act against their users. */
  isUnsafe: boolean
  /** What suits its sentence. */
  sign: WaySign
  /** One sentence: whether it works, by which way, and what is wrong with others. No text of a stranger is in it. */
  summary: string
}

/**
 * Rates a product by its entries, at least one, at `now`. Verdict, score and grade are those of one entry:
 * the one with the evidence of the way that speaks for it. Where a text of any entry is unsafe, that is said first and
 * the advice is caution at best.
 */
export function rateProduct(entries: readonly RatedEntry[], now: Date): ProductRating {
  const ways = waysOf(entries, now)
  const [first] = ways
  const isLeading = ({ serverId, isLeader }: RatedEntry) =>
    first === undefined ? isLeader : serverId === first.serverId
  const rated = entries.find(isLeading) ?? entries[0]
  if (rated === undefined) throw new Error('a product without entries')
  const isUnsafe = entries.some((entry) => entry.isUnsafe)
  const { sign, summary } = sentenceOf(ways, rated, isUnsafe)
  const { verdict, status, score, grade, recommendation } = rated
  return {
    ways,
    ratedBy: rated.serverId,
    gradeOf: gradedWay(ways, rated)?.slug ?? null,
    ...{ verdict, status, score, grade },
    recommendation: isUnsafe ? worseOf(recommendation, 'proceed_with_caution') : recommendation,
    isUnsafe,
    sign,
    summary,
  }
}

function worseOf(one: Recommendation, other: Recommendation): Recommendation {
  return RECOMMENDATIONS.indexOf(one) > RECOMMENDATIONS.indexOf(other) ? one : other
}

/** The way that an entry's rating rests on: the first of its targets, as probes know them. */
export function gradedWay(ways: readonly Way[], { serverId, targets }: RatedEntry): Way | undefined {
  const own = ways.filter(({ servers }) => servers.includes(serverId))
  const [leading] = targets
  const isIt = ({ target, name, key }: Way) =>
    leading !== undefined &&
    target === leading.kind &&
    (name === leading.url || key === `${leading.kind} ${leading.url.toLowerCase()}`)
  return own.find(isIt) ?? own[0]
}

const MOST_CLAUSES = 3

function sentenceOf(ways: readonly Way[], rated: RatedEntry, isUnsafe: boolean): { sign: WaySign; summary: string } {
  const [first] = ways
  if (first === undefined) return { sign: isUnsafe ? 'unsafe' : rated.status, summary: withoutWays(rated, isUnsafe) }
  const unsafe = ways.filter(({ state }) => state === 'unsafe')
  const spoken = isUnsafe ? first : (decisiveWay(ways, rated) ?? first)
  const opening = isUnsafe ? unsafeClauses(unsafe) : [clauseOf(spoken, ways, true)]
  const leading = spoken === first && !isUnsafe ? [] : first.state === 'unsafe' ? [] : [clauseOf(first, ways, false)]
  const others = ways.filter((way) => way !== first && way !== spoken && way.state !== 'unsafe')
  const more = others.filter((way) => isWorthSaying(way, first)).map((way) => clauseOf(way, ways, false))
  const clauses = [...new Set([...opening, ...leading, ...more])].slice(0, MOST_CLAUSES)
  const head = isUnsafe ? { word: 'Unsafe', sign: 'unsafe' as const } : headOf(spoken, rated)
  return { sign: head.sign, summary: `${head.word}: ${clauses.join('; ')}` }
}

function withoutWays({ status, isDeleted }: RatedEntry, isUnsafe: boolean): string {
  if (isUnsafe) return 'Unsafe: a text of its entry instructs agents to act against their users'
  if (isDeleted) return 'Removed: its registry no longer lists it'
  return `${STATUS_WORDS[status]}: no address, package or source of it is known`
}

/** The way that decided the verdict where the first one did not: a deprecated package beside an unchecked address. */
function decisiveWay(ways: readonly Way[], { serverId, status }: RatedEntry): Way | undefined {
  const [first] = ways
  if (first === undefined || wayStateRow(first.state).sign === status || first.state === 'changed') return undefined
  return ways.find((way) => way.serverId === serverId && wayStateRow(way.state).sign === status)
}

/** A word that never says more than the verdict does. */
function headOf({ state }: Way, { status }: RatedEntry): { word: string; sign: WaySign } {
  const { word, headline = word, sign } = wayStateRow(state)
  return sign === 'healthy' && status !== 'healthy'
    ? { word: STATUS_WORDS[status], sign: status }
    : { word: headline, sign }
}

/** What is wrong with another way; of a product that does not work also what else there is. */
function isWorthSaying({ state }: Way, first: Way): boolean {
  const { sign, rank } = wayStateRow(state)
  if (sign === 'down' || state === 'deprecated') return true
  return wayStateRow(first.state).rank > 0 && rank <= 2 && state !== 'not_checked' && state !== 'undecided'
}

function unsafeClauses(unsafe: readonly Way[]): string[] {
  const nouns = [...new Set(unsafe.map(nounOf))]
  const what = nouns.length === 0 ? 'one of its listings' : `the ${nouns.join(' and the ')}`
  return [`a text of ${what} instructs agents to act against their users`]
}

/** `isOpening`: it stands at the beginning, where a remote needs no article. */
function clauseOf(way: Way, ways: readonly Way[], isOpening: boolean): string {
  const noun = nounOf(way)
  const isAnother = !isOpening && ways.some((other) => other !== way && nounOf(other) === noun)
  const isBare = isOpening && noun === 'remote' && !UNSEEN.has(way.state)
  const subject = isAnother ? `another ${noun}` : isBare ? noun : `the ${noun}`
  return CLAUSES[way.state](subject, way)
}

const UNSEEN: ReadonlySet<Way['state']> = new Set(['not_checked', 'undecided'])

const startsHere = ({ kind }: Way) => kind === 'package' || kind === 'image'

const CLAUSES: Readonly<Record<Way['state'], (subject: string, way: Way) => string>> = {
  working: (it, way) =>
    startsHere(way) ? `${it} starts` : way.medianMs === null ? `${it} answers` : `${it} answers in ${way.medianMs} ms`,
  changed: (it) => `${it} answers, and calls may fail or be less safe than before`,
  no_tools: (it) => `${it} answers, but offers no tools`,
  unstable: (it) => `${it} does not always answer as it should`,
  sign_in: (it, way) =>
    startsHere(way) ? `${it} starts, and asks for a key` : `${it} answers, and asks for credentials`,
  payment: (it) => `${it} answers, and asks for payment`,
  down: (it, { since }) =>
    since === null ? `${it} does not answer` : `${it} does not answer since ${minuteOf(since)}`,
  undecided: (it) => `one more check of ${it} has to agree`,
  published: (it) => `${it} is published, and nobody here ran it`,
  not_checked: (it) => `no recent result for ${it}`,
  documented: () => 'only its documentation was seen',
  deprecated: (it) => `${it} is deprecated`,
  withdrawn: (it) => `${it} was withdrawn`,
  missing: (it) => `${it} is not in its index`,
  source: () => 'only its source is known',
  removed: () => 'its registry no longer lists it',
  unsafe: (it) => `a text of ${it} instructs agents to act against their users`,
}

/** 2026-11-20 10:43 UTC */
function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
