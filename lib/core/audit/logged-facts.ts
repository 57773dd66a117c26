import { contentHash } from '../canonical-json'
import { shorterIds } from '../catalog/subject-id'
import { DAY_MS } from '../duration'
import type { Interval } from '../history/interval'
import type { Leaf, LeafOf } from '../log/leaf'
import { VANTAGE_PREFIX } from '../log/vantage-id'
import type { Verdict } from '../verdict/verdict'
import { type Finding, finding } from './finding'
import { chainOf, type LoggedInterval } from './interval-bounds'

/** Of how long ago intervals are kept while a log is replayed, in days: what histories show, and some more. */
const KEPT_DAYS = 100
/** Intervals whose predecessor is this old may have outlived it: the service keeps them for five years. */
const RETAINED_MS = 4 * 366 * DAY_MS
/** Leaves of facts that are stamped when they are queued. */
const STAMPED = ['verdict', 'score', 'log_opened', 'formula'] as const

/** A key of the service as the log has it. */
export interface LoggedKey {
  leaf: number
  use: LeafOf<'key'>['use']
  x: string
  event: LeafOf<'key'>['event']
}

/** The newest verdict on a subject as the log has it; `at` in epoch ms, `from` null: not known. */
export interface LoggedVerdict {
  leaf: number
  from: Verdict | null
  to: Verdict
  at: number
}

/** The facts of a score that its leaf has. */
export type ScoreLeafFacts = Pick<LeafOf<'score'>, 'id' | 'verdict' | 'score' | 'grade' | 'formula' | 'asOf'>

const digestOfFacts = ({ id, verdict, score, grade, formula, asOf }: ScoreLeafFacts) =>
  contentHash([id, verdict, score, grade, formula, asOf])

/** The latest time that a `Date` can hold. */
const FAR = new Date(8.64e15)

/** A moment by which all earlier leaves were queued. */
interface Stamp {
  leaf: number
  at: number
}

/** What the log says so far. Leaves are added in their order; each answers what it contradicts. */
export class LoggedFacts {
  /** When the log was opened, epoch ms. */
  openedAt = 0
  readonly keys = new Map<string, LoggedKey>()
  readonly breakages = new Map<string, { leaf: number; id: string; kind: string; event: 'opened' | 'closed' }>()
  readonly formulas = new Set<string>()
  /** Hours of observations, oldest first. */
  readonly observations: { leaf: number; facts: LeafOf<'observations'> }[] = []
  readonly #gaps: Interval[] = []
  readonly #openGaps = new Map<string, number>()
  readonly #scoreFacts = new Map<number, string>()
  readonly #intervals = new Map<string, LoggedInterval[]>()
  readonly #newest = new Map<string, LoggedInterval>()
  readonly #verdicts = new Map<string, LoggedVerdict>()
  #stamps: Stamp[] = []
  #opened = false

  add(leaf: Leaf, index: number): Finding[] {
    const found = this.#take(leaf, index)
    if (STAMPED.some((kind) => kind === leaf.kind)) this.#stamp({ leaf: index, at: Date.parse(leaf.at) })
    const isFirst = leaf.kind === 'log_opened'
    if (isFirst && index === 0) this.openedAt = Date.parse(leaf.at)
    if (isFirst === (index === 0)) return found
    const text = isFirst ? 'The log is opened again.' : 'The first leaf does not open a log.'
    return [...found, finding('bad_leaf', index, null, text)]
  }

  /** Logged monitoring gaps; one whose end is not logged has none. */
  get gaps(): Interval[] {
    const open = [...this.#openGaps.values()].map(
      (from): Interval => ({ state: 'void', from: new Date(from), to: FAR }),
    )
    return [...this.#gaps, ...open]
  }

  /** Whether a leaf has these facts of a score. */
  hasScore(leaf: number, facts: ScoreLeafFacts): boolean {
    return this.#scoreFacts.get(leaf) === digestOfFacts(facts)
  }

  /** Ids of the servers with intervals. */
  serverIds(): string[] {
    return [...this.#intervals.keys()]
  }

  intervalsOf(serverId: string): readonly LoggedInterval[] {
    return this.#intervals.get(serverId) ?? []
  }

  /** The newest verdict on a server or tool; undefined: none is logged. */
  findVerdict(id: string): LoggedVerdict | undefined {
    return this.#verdicts.get(id)
  }

  /** Ids of the tools of these servers with a verdict, by server. */
  toolIdsOf(serverIds: ReadonlySet<string>): Map<string, string[]> {
    const tools = new Map<string, string[]>()
    for (const id of this.#verdicts.keys()) {
      const server = serverIds.has(id) ? undefined : shorterIds(id).find((shorter) => serverIds.has(shorter))
      if (server !== undefined) tools.set(server, [...(tools.get(server) ?? []), id])
    }
    return tools
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

  #take(leaf: Leaf, index: number): Finding[] {
    if (leaf.kind === 'interval') return this.#takeInterval(leaf, index)
    if (leaf.kind === 'verdict') return this.#takeVerdict(leaf, index)
    if (leaf.kind === 'key') return this.#takeKey(leaf, index)
    if (leaf.kind === 'formula') this.formulas.add(leaf.formula)
    if (leaf.kind === 'score') this.#scoreFacts.set(index, digestOfFacts(leaf))
    if (leaf.kind === 'observations') this.observations.push({ leaf: index, facts: leaf })
    if (leaf.kind === 'breakage') {
      const { id, breakage: kind, event } = leaf
      this.breakages.set(leaf.key, { leaf: index, id, kind, event })
    }
    return []
  }

  #takeInterval({ id, target, state, at, previous }: LeafOf<'interval'>, index: number): Finding[] {
    const before = previous && { state: previous.state, from: Date.parse(previous.from), to: Date.parse(previous.to) }
    const interval = { leaf: index, target, state, at: Date.parse(at), previous: before }
    if (id.startsWith(VANTAGE_PREFIX)) {
      this.#takeGap(id, interval)
      return []
    }
    const key = `${id} ${chainOf(interval)}`
    const newest = this.#newest.get(key)
    const found = state === 'maintenance' ? [] : contradictions(newest, interval, id)
    if (newest === undefined || newest.at <= interval.at) this.#newest.set(key, interval)
    this.#keep(id, interval)
    return found
  }

  #takeGap(id: string, { state, at, previous }: LoggedInterval): void {
    if (state === 'void') this.#openGaps.set(id, at)
    else if (previous !== null) {
      this.#openGaps.delete(id)
      this.#gaps.push({ state: 'void', from: new Date(previous.from), to: new Date(previous.to) })
    }
  }

  #keep(id: string, interval: LoggedInterval): void {
    const kept = this.#intervals.get(id) ?? []
    this.#intervals.set(id, kept)
    kept.push(interval)
    const oldest = interval.at - KEPT_DAYS * DAY_MS
    // The newest that began before may reach into what is kept.
    const surplus = kept.findIndex((_, place) => (kept[place + 1]?.at ?? Number.POSITIVE_INFINITY) >= oldest)
    if (surplus > 64) kept.splice(0, surplus)
  }

  #takeVerdict({ id, from, to, at }: LeafOf<'verdict'>, index: number): Finding[] {
    const known = this.#verdicts.get(id)
    this.#verdicts.set(id, { leaf: index, from, to, at: Date.parse(at) })
    // null: stated again after the recording was interrupted.
    if (known === undefined || from === null || from === known.to) return []
    const text = `It says that the verdict was ${from} before, but leaf ${known.leaf} turned it to ${known.to}.`
    return [finding('chain', index, id, text)]
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

/** Whether an interval says of the one before what was logged of it. */
function contradictions(newest: LoggedInterval | undefined, interval: LoggedInterval, id: string): Finding[] {
  const { leaf, at, previous } = interval
  if (previous !== null && previous.to > at)
    return [finding('chain', leaf, id, 'It begins before the one before it ended.')]
  // One that begins before what was logged already follows an earlier one: a clock that went back.
  if (newest === undefined || at <= newest.at) return []
  const when = new Date(newest.at).toISOString()
  if (previous === null) {
    if (at - newest.at > RETAINED_MS) return []
    return [
      finding('chain', leaf, id, `Nothing is before it, but leaf ${newest.leaf} has ${newest.state} since ${when}.`),
    ]
  }
  if (previous.from === newest.at && previous.state === newest.state) return []
  const text = `Before it was ${previous.state} since ${new Date(previous.from).toISOString()}, but leaf ${newest.leaf} has ${newest.state} since ${when}.`
  return [finding('chain', leaf, id, text)]
}
