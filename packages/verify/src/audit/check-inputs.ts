import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import type { LeafOf } from '../leaves/leaf.ts'
import { formulaNamed } from '../score/formula-versions.ts'
import { scoreFrom } from '../score/score.ts'
import { EVIDENCE_WINDOW_HOURS, SCORE_WINDOW_HOURS, type ScoreFacts } from '../score/score-facts.ts'
import { factsFromInputs } from '../score/score-inputs.ts'
import { type Finding, finding } from './finding.ts'
import { type Bounds, boundsOf, type TlogInterval } from './interval-bounds.ts'
import type { TlogFacts } from './tlog-facts.ts'

/** A score as it was shown or attested, with what it was computed from. */
export interface RatedInputs {
  /** The leaf that names it; null: it is what the service shows now. */
  leaf: number | null
  /** Of the server or tool. */
  id: string
  score: number
  grade: string
  formula: string
  inputs: unknown
  /** When it was attested, or read; epoch ms. */
  at: number
  /** Leaves from this number on may not have been known when it was computed; those from `unknownFrom` on were not. */
  sureBefore: number
  unknownFrom: number
}

/**
 * Whether a score follows from its inputs, and the inputs from the logged intervals. `compared`: both could be
 * compared.
 */
export function checkRated(rated: RatedInputs, facts: TlogFacts): { findings: Finding[]; compared: boolean } {
  const { leaf, id, inputs } = rated
  const formula = formulaNamed(rated.formula)
  if (formula === undefined) return { findings: [], compared: false }
  const read = factsFromInputs(inputs, [formula])
  if (read === undefined)
    return {
      findings: [finding('score', leaf, id, 'Its inputs are not what a score is computed from.')],
      compared: true,
    }
  const { score, grade } = scoreFrom(read.facts, read.tool, formula)
  const same = score === rated.score && grade === rated.grade
  const text = `Its inputs give ${score} ${grade}, not ${rated.score} ${rated.grade}.`
  const wrong = same ? [] : [finding('score', leaf, id, text)]
  const serverId = facts.findServer(id)
  const intervals = serverId === undefined ? [] : facts.intervalsOf(serverId)
  const windows = WINDOWS.filter(({ up }) => !formula.withoutFacts.includes(up))
  const contradictions = windows.flatMap((window) => contradictionsOf(rated, read.facts, window, intervals, facts))
  return { findings: [...wrong, ...contradictions], compared: true }
}

/** The windows of the inputs that follow from intervals. */
const WINDOWS = [
  { hours: SCORE_WINDOW_HOURS, up: 'upHours30d', down: 'downHours30d', slots: 'outageSlots30d' },
  { hours: EVIDENCE_WINDOW_HOURS, up: 'upHours90d', down: 'downHours90d', slots: 'outageSlots90d' },
] as const
type InputWindow = (typeof WINDOWS)[number]

/** Rounding of hours to three decimals, and a second of clocks. */
const SLACK_MS = 5000
/** Readings of what was known that are tried at most. */
const MOST_READINGS = 64

/** Which leaves were known: all before `sureBefore`, those from `unknownFrom` on not, of the ones between the first. */
type Known = Pick<RatedInputs, 'sureBefore' | 'unknownFrom'>

/**
 * What contradicts all intervals that may have been known; none where one reading of them agrees: what was shown was
 * computed when the last of them were not yet known, or when they were.
 */
function faultsOfReadings(
  intervals: readonly TlogInterval[],
  { sureBefore, unknownFrom }: Known,
  faultsOf: (read: readonly TlogInterval[]) => string[],
): string[] {
  const known = intervals.filter(({ leaf }) => leaf < unknownFrom)
  const optional = known.filter(({ leaf }) => leaf >= sureBefore).length
  const faults = faultsOf(known)
  for (let left = 1; left <= Math.min(optional, MOST_READINGS) && faults.length > 0; left += 1) {
    if (faultsOf(known.slice(0, known.length - left)).length === 0) return []
  }
  return faults
}

function contradictionsOf(
  rated: RatedInputs,
  given: ScoreFacts,
  of: InputWindow,
  intervals: readonly TlogInterval[],
  { gaps }: TlogFacts,
): Finding[] {
  const { leaf, id, at } = rated
  const asOf = given.asOf === null ? at : Date.parse(given.asOf)
  const windowMs = of.hours * HOUR_MS
  const window = { earliestFrom: asOf - windowMs, latestFrom: at - windowMs, to: at }
  // An interval reaches to the newest probe of its target; with several, that of another may be newer.
  const targets = new Set(intervals.filter(({ state }) => state !== 'maintenance').map(({ target }) => target))
  const mostTo = targets.size > 1 ? at : Math.min(at, asOf + SLACK_MS)
  const faults = faultsOfReadings(intervals, rated, (read) => {
    const { mostUpMs } = boundsOf(read, gaps, { ...window, to: mostTo })
    return faultsOf(given, of, { ...boundsOf(read, gaps, window), mostUpMs })
  })
  return faults.length === 0 ? [] : [finding('inputs', leaf, id, faults.join(' '))]
}

function faultsOf(given: ScoreFacts, of: InputWindow, bounds: Bounds): string[] {
  const hours = (ms: number) => `${(ms / HOUR_MS).toFixed(3)} h`
  const [up, down, slots] = [given[of.up] * HOUR_MS, given[of.down] * HOUR_MS, given[of.slots]]
  const [upWords, downWords] = [`Up ${hours(up)}`, `Down ${hours(down)}`].map(
    (words) => `${words} of ${of.hours / 24} days`,
  )
  const faults = [
    up > bounds.mostUpMs + SLACK_MS && `${upWords}; the log allows ${hours(bounds.mostUpMs)} at most.`,
    down < bounds.leastDownMs - SLACK_MS && `${downWords}; the log has ${hours(bounds.leastDownMs)} at least.`,
    down > bounds.mostDownMs + SLACK_MS && `${downWords}; the log allows ${hours(bounds.mostDownMs)} at most.`,
    slots < bounds.leastSlots && `Down in ${slots} quarters of a day; the log has ${bounds.leastSlots} at least.`,
    slots > bounds.mostSlots + 1 && `Down in ${slots} quarters of a day; the log has ${bounds.mostSlots} at most.`,
  ]
  return faults.filter((fault) => fault !== false)
}

/** The inputs that an attested score's leaf names, checked with what the log says up to it. */
export function ratedOfLeaf(
  { id, score, grade, formula, asOf, at }: LeafOf<'score'>,
  leaf: number,
  inputs: unknown,
  facts: TlogFacts,
): RatedInputs {
  const computedAt = Date.parse(asOf ?? at)
  const sureBefore = facts.surelyBefore(computedAt - MINUTE_MS)
  return { leaf, id, score, grade, formula, inputs, at: Date.parse(at), sureBefore, unknownFrom: leaf }
}

/** Days of a history as it is shown, in seconds. */
export interface ShownHistory {
  serverId: string
  days: readonly { date: string; upSeconds: number; downSeconds: number }[]
  /** Time of the answer, epoch ms, and how much later it may be. */
  asOf: number
  asOfSlackMs: number
}

/** Whether the days of a history agree with the logged intervals. */
export function checkHistory(shown: ShownHistory, facts: TlogFacts, known: Known): Finding[] {
  const { serverId, days } = shown
  const faults = faultsOfReadings(facts.intervalsOf(serverId), known, (read) =>
    days.flatMap((day) => dayFaults(day, read, facts, shown)),
  )
  return faults.slice(0, 5).map((fault) => finding('history', null, serverId, fault))
}

function dayFaults(
  { date, upSeconds, downSeconds }: ShownHistory['days'][number],
  read: readonly TlogInterval[],
  { gaps }: TlogFacts,
  { asOf, asOfSlackMs }: ShownHistory,
): string[] {
  const from = Date.parse(`${date}T00:00:00.000Z`)
  if (Number.isNaN(from)) return [`${date} is no day.`]
  const end = from + DAY_MS
  const window = (to: number) => ({ earliestFrom: from, latestFrom: from, to: Math.min(end, to) })
  const late = boundsOf(read, gaps, window(asOf + asOfSlackMs))
  const early = boundsOf(read, gaps, window(asOf))
  const [up, down] = [upSeconds * 1000, downSeconds * 1000]
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
  const faults = [
    up > late.mostUpMs + 1500 && `${date}: up ${seconds(up)}; the log allows ${seconds(late.mostUpMs)} at most.`,
    down < early.leastDownMs - 1500 &&
      `${date}: down ${seconds(down)}; the log has ${seconds(early.leastDownMs)} at least.`,
    down > late.mostDownMs + 1500 &&
      `${date}: down ${seconds(down)}; the log allows ${seconds(late.mostDownMs)} at most.`,
  ]
  return faults.filter((fault) => fault !== false)
}
