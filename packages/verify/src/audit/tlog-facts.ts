import { contentHash } from '../canonical-json.ts'
import { DAY_MS, HOUR_MS } from '../duration.ts'
import { grouped } from '../grouped.ts'
import type { Interval } from '../history/interval.ts'
import type { AuditedKind, Leaf, LeafOf } from '../leaves/leaf.ts'
import { shorterIds } from '../subject-id.ts'
import type { Verdict } from '../verdict.ts'
import { type Finding, finding } from './finding.ts'
import type { TlogInterval } from './interval-bounds.ts'
import { IntervalChains } from './interval-chains.ts'
import { QueueOrder, queuedAtOf } from './queue-order.ts'
import { nextBreakage, type TlogBreakage } from './tlog-breakages.ts'
import { TlogClearances } from './tlog-clearances.ts'

/** Leaves of earlier versions whose facts were stamped when they were queued. */
const STAMPED = ['verdict', 'score', 'log_opened', 'formula'] as const

/** Of as long ago the evidence of scores is kept, in ms: as long as observations are, and a day. */
const OBSERVATIONS_KEPT_MS = 15 * DAY_MS

/** The newest evidence (epoch ms) of a score of a server or tool. */
export interface ScoredEvidence {
  leaf: number
  id: string
  at: number
}

/** A key of the service as the log has it. */
export interface TlogKey {
  leaf: number
  use: LeafOf<'key'>['use']
  x: string
  event: LeafOf<'key'>['event']
}

/** The newest verdict on a subject as the log has it; `at` in epoch ms, `from` null: not known. */
export interface TlogVerdict {
  leaf: number
  from: Verdict | null
  to: Verdict
  at: number
}

/** The facts of a score that its leaf has. */
export type ScoreLeafFacts = Pick<LeafOf<'score'>, 'id' | 'verdict' | 'score' | 'grade' | 'formula' | 'asOf'>

const digestOfFacts = ({ id, verdict, score, grade, formula, asOf }: ScoreLeafFacts) =>
  contentHash([id, verdict, score, grade, formula, asOf])

/** A moment by which all earlier leaves were queued. */
interface Stamp {
  leaf: number
  at: number
}

/** What the log says so far. Leaves are added in their order; each answers what it contradicts. */
export class TlogFacts {
  /** When the log was opened, epoch ms. */
  openedAt = 0
  readonly keys = new Map<string, TlogKey>()
  readonly breakages = new Map<string, TlogBreakage>()
  readonly clearances = new TlogClearances()
  readonly formulas = new Set<string>()
  /** Hours of observations, oldest first. */
  readonly observations: { leaf: number; facts: LeafOf<'observations'> }[] = []
  /** By hour (epoch ms): newest evidence that scores of this hour name, of as many days as observations are kept. */
  readonly scoredEvidence = new Map<number, ScoredEvidence[]>()
  readonly #scoreFacts = new Map<number, string>()
  readonly #order = new QueueOrder()
  readonly #intervals = new IntervalChains()
  readonly #verdicts = new Map<string, TlogVerdict>()
  /** How many verdicts turned, by day. */
  readonly #turns = new Map<string, number>()
  #stamps: Stamp[] = []
  #opened = false

  add(leaf: Leaf, index: number): Finding[] {
    const found = [...this.#order.take(leaf, index), ...this.#take(leaf, index)]
    const stampedAt = queuedAtOf(leaf) ?? (STAMPED.some((kind) => kind === leaf.kind) ? Date.parse(leaf.at) : null)
    if (stampedAt !== null) this.#stamp({ leaf: index, at: stampedAt })
    const isFirst = leaf.kind === 'log_opened'
    if (isFirst && index === 0) this.openedAt = Date.parse(leaf.at)
    if (isFirst === (index === 0)) return found
    const text = isFirst ? 'The log is opened again.' : 'The first leaf does not open a log.'
    return [...found, finding('bad_leaf', index, null, text)]
  }

  /** Logged monitoring gaps; one whose end is not logged has none. */
  get gaps(): Interval[] {
    return this.#intervals.gaps
  }

  /** Whether the log has what happened between two moments (epoch ms): it was open, and its recording had not ended. */
  wasRecorded(from: number, to: number): boolean {
    return from >= this.openedAt && this.#order.wasRecorded(from, to)
  }

  /** How often verdicts turned on a day (UTC, `2026-11-20`); null: the log does not have all of that day. */
  turnsOf(day: string): number | null {
    const from = Date.parse(day)
    return this.#order.wasRecorded(from, from + DAY_MS) ? (this.#turns.get(day) ?? 0) : null
  }

  /** Whether a leaf has these facts of a score. */
  hasScore(leaf: number, facts: ScoreLeafFacts): boolean {
    return this.#scoreFacts.get(leaf) === digestOfFacts(facts)
  }

  /** Ids of the servers with intervals. */
  serverIds(): string[] {
    return this.#intervals.serverIds()
  }

  intervalsOf(serverId: string): readonly TlogInterval[] {
    return this.#intervals.of(serverId)
  }

  /** The newest verdict on a server or tool; undefined: none is logged. */
  findVerdict(id: string): TlogVerdict | undefined {
    return this.#verdicts.get(id)
  }

  /** Ids of the tools of these servers with a verdict, by server. */
  toolIdsOf(serverIds: ReadonlySet<string>): Map<string, string[]> {
    const tools = [...this.#verdicts.keys()].flatMap((id): [string, string][] => {
      const server = serverIds.has(id) ? undefined : shorterIds(id).find((shorter) => serverIds.has(shorter))
      return server === undefined ? [] : [[server, id]]
    })
    return grouped(tools)
  }

  /** The server that an id of a server or of a tool is of; undefined: none with intervals. */
  findServer(id: string): string | undefined {
    return [id, ...shorterIds(id)].find((candidate) => this.#intervals.has(candidate))
  }

  /** Leaves before this one were queued before the instant (epoch ms) for certain; later ones may have been or not. */
  surelyBefore(at: number): number {
    let sure = 0
    for (const stamp of this.#stamps) if (stamp.at < at) sure = stamp.leaf
    return sure
  }

  /** What is taken from a leaf of each kind that the table of kinds says is audited; it answers what contradicts. */
  readonly #rules: { [Kind in AuditedKind]: (leaf: LeafOf<Kind>, index: number) => Finding[] | undefined } = {
    key: (leaf, index) => this.#takeKey(leaf, index),
    formula: ({ formula }) => void this.formulas.add(formula),
    interval: (leaf, index) => this.#intervals.take(leaf, index, this.#order.isOfBefore(leaf)),
    verdict: (leaf, index) => this.#takeVerdict(leaf, index),
    score: (leaf, index) => void this.#takeScore(leaf, index),
    breakage: (leaf, index) => {
      const known = this.breakages.get(leaf.key)
      this.breakages.set(leaf.key, nextBreakage(known, leaf, index, this.#order.isOfBefore(leaf)))
    },
    observations: (facts, index) => void this.observations.push({ leaf: index, facts }),
    unsafe_texts: (leaf, index) => void this.clearances.take(leaf, index),
  }

  #take(leaf: Leaf, index: number): Finding[] {
    const rules: Partial<Record<Leaf['kind'], (leaf: never, index: number) => Finding[] | undefined>> = this.#rules
    return rules[leaf.kind]?.(leaf as never, index) ?? []
  }

  #takeScore(leaf: LeafOf<'score'>, index: number): void {
    this.#scoreFacts.set(index, digestOfFacts(leaf))
    if (leaf.asOf === null) return
    const at = Date.parse(leaf.asOf)
    const hour = at - (at % HOUR_MS)
    const known = this.scoredEvidence.get(hour)
    if (known !== undefined) {
      known.push({ leaf: index, id: leaf.id, at })
      return
    }
    this.scoredEvidence.set(hour, [{ leaf: index, id: leaf.id, at }])
    for (const earlier of this.scoredEvidence.keys())
      if (earlier < hour - OBSERVATIONS_KEPT_MS) this.scoredEvidence.delete(earlier)
  }

  #takeVerdict(leaf: LeafOf<'verdict'>, index: number): Finding[] {
    const { id, from, to, at } = leaf
    const known = this.#verdicts.get(id)
    this.#verdicts.set(id, { leaf: index, from, to, at: Date.parse(at) })
    const day = at.slice(0, 10)
    this.#turns.set(day, (this.#turns.get(day) ?? 0) + 1)
    if (from === null) {
      // Of an earlier version nothing says whether the recording was interrupted.
      if (this.#order.isOfBefore(leaf) || leaf.queuedAt === undefined) return []
      const text = 'It does not say what the verdict was before, but the recording was not interrupted.'
      return [finding('chain', index, id, text)]
    }
    if (from === (known?.to ?? 'unknown')) return []
    const logged = known === undefined ? 'none is logged' : `leaf ${known.leaf} turned it to ${known.to}`
    return [finding('chain', index, id, `It says that the verdict was ${from} before, but ${logged}.`)]
  }

  #takeKey({ kid, x, use, event }: LeafOf<'key'>, index: number): Finding[] {
    const known = this.keys.get(kid)
    this.keys.set(kid, { leaf: index, use, x, event })
    if (known === undefined || (known.x === x && known.use === use)) return []
    return [finding('chain', index, kid, `It names another key than leaf ${known.leaf} under the same id.`)]
  }

  #stamp(stamp: Stamp): void {
    const last = this.#stamps.at(-1)
    if (last !== undefined && last.at >= stamp.at) return
    // Closer together than a minute they tell no more.
    if (last !== undefined && stamp.at - last.at < 1000 && this.#opened) last.leaf = Math.min(last.leaf, stamp.leaf)
    else this.#stamps.push(stamp)
    this.#opened = true
    if (this.#stamps.length > 200_000) this.#stamps = this.#stamps.filter((_, place) => place % 2 === 0)
  }
}
