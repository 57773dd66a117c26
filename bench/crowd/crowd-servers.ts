import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import type { Interval } from 'assay-verify/history/interval'
import { type ScoreFacts, scoreFactsFrom } from 'assay-verify/score/score'
import type { ProbeReason } from 'assay-verify/state/observation'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'

const PROBED_EVERY_MS = 15 * MINUTE_MS
const RECHECKED_AFTER_MS = 20_000

/** What one kind of tool is like, and who uses it. */
interface Kind {
  /** What probes find while it works. */
  probed: ProbeReason
  /** Honest networks that use it: all of them, or the first so many. */
  users: number
  /** Whether calls work at a moment, in hours since the start. */
  works(hour: number): boolean
  /** Whether probes see it fail. */
  isVisible: boolean
  /** Hours since the start from which it exists. */
  since: number
}

const always = () => true
const MANY = Number.POSITIVE_INFINITY
/** Day and hour at which outages begin that probes cannot see: at odd minutes, one just before midnight. */
export const HIDDEN_OUTAGES = [33, 36, 39, 42, 45, 48, 51, 54, 57].map((day, n) => day * 24 + ((n * 7.37 + 2.9) % 24))
const HIDDEN_HOURS = 6
/** When a server behind a sign-in appears. */
export const APPEARS = 40 * 24 + 7.4

/** The tools that every strategy attacks, each on a server of its own. */
export const KINDS = {
  /** Used by many, with an outage now and then that probes see. */
  busy: { probed: 'answered', users: MANY, works: (hour) => hour % 210 < 207, isVisible: true, since: 0 },
  /** Used by many, with outages that probes do not see. */
  hidden: {
    probed: 'answered',
    users: MANY,
    works: (hour) => !HIDDEN_OUTAGES.some((from) => hour >= from && hour < from + HIDDEN_HOURS),
    isVisible: false,
    since: 0,
  },
  /** Used by two. */
  niche: { probed: 'answered', users: 2, works: always, isVisible: true, since: 0 },
  /** Used by nobody honest. */
  alone: { probed: 'answered', users: 0, works: always, isVisible: true, since: 0 },
  /** Behind a sign-in, used by many: where trust is earned. */
  signIn: { probed: 'credentials_required', users: MANY, works: always, isVisible: true, since: 0 },
  /** The same, appearing later. */
  newSignIn: { probed: 'credentials_required', users: MANY, works: always, isVisible: true, since: APPEARS },
  /** Behind a sign-in, used by five, for whom no call works. */
  brokenSignIn: { probed: 'credentials_required', users: 5, works: () => false, isVisible: false, since: 0 },
  /** Behind a sign-in, used by nobody honest. */
  aloneSignIn: { probed: 'credentials_required', users: 0, works: always, isVisible: true, since: 0 },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as KindName[]

/** A server as the product's probes see it. */
export class ProbedServer {
  serverState: ServerState | null = null
  #intervals = new Map<number, Interval>()
  #nextAt: number
  readonly #kind: Kind
  readonly #startAt: number

  constructor(name: KindName, startAt: number) {
    this.#kind = KINDS[name]
    this.#startAt = startAt
    this.#nextAt = startAt + this.#kind.since * HOUR_MS
  }

  /** Makes the probes that are due. */
  probeUntil(now: number): void {
    for (; this.#nextAt <= now; ) {
      const works = this.#kind.works((this.#nextAt - this.#startAt) / HOUR_MS) || !this.#kind.isVisible
      const observation = {
        observedAt: new Date(this.#nextAt),
        reason: works ? this.#kind.probed : ('timed_out' as const),
        latencyMs: works ? 300 : null,
        httpStatus: null,
        vantage: 'bench',
      }
      const before = this.serverState
      const { serverState, intervals } = updateServerState(before, observation)
      this.serverState = serverState
      for (const interval of intervals) this.#intervals.set(interval.from.getTime(), interval)
      this.#nextAt += needsRecheck(before, serverState) ? RECHECKED_AFTER_MS : PROBED_EVERY_MS
    }
  }

  scoreFacts(now: Date): ScoreFacts {
    return scoreFactsFrom(this.serverState, this.intervals(), now)
  }

  intervals(): Interval[] {
    return [...this.#intervals.values()]
  }
}
