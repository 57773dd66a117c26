import { HOUR_MS } from '../duration.ts'
import type { UpDown } from '../state/confirmed-state.ts'

/**
 * All that a forecast keeps of a server: a filter, so the next step needs nothing else. JSON-serialisable, about 250
 * bytes. A name that ends in `At` is an instant in epoch milliseconds; null: there was none yet.
 */
export interface OutageHistory {
  /** Its state when last seen; null: never seen. */
  state: UpDown | null
  /** When that state began; for the state found by the first probe, as `FIRST_SEEN_AGE_HOURS` assumes. */
  sinceAt: number | null
  /** The instant up to which it was seen in that state. */
  seenUntilAt: number | null
  /** The instant to which `upHours` and `outages` refer; from there to `seenUntilAt` it was observed without a gap. */
  countedUntilAt: number | null
  /** Hours it was observed up, decaying: at most `MEMORY_HOURS`. */
  upHours: number
  /**
   * Outages that are over, by kind (in the order of `OUTAGE_KINDS`), decaying: an outage is divided among the kinds it
   * may have been.
   */
  outages: readonly number[]
  /** When the last two outages ended, without one that still lasts. */
  lastEndAt: number | null
  previousEndAt: number | null
  /**
   * Outages that are over, decaying within `RECENT_HOURS`, as of `countedUntilAt`. Absent in a history stored before it
   * was counted.
   */
  recentOutages?: number
  /**
   * All hours it was observed, up to `countedUntilAt`, not decaying. Absent in a history stored before they were
   * counted.
   */
  watchedHours?: number
}

/**
 * Outages are heavy-tailed: most are over in minutes, some last for weeks. They are modelled as a mixture of
 * exponentials (a hyper-exponential, Feldmann and Whitt 1998): `meanHours` of an outage of the kind, `share` of all
 * outages of an unknown server. Means are a factor of 5 to 17 apart and shares fall off as in 1,640 real outages; half
 * or double of any one moves the log loss by about 1 % at most.
 */
export const OUTAGE_KINDS = [
  { meanHours: 0.2, share: 0.55 },
  { meanHours: 1, share: 0.3 },
  { meanHours: 8, share: 0.09 },
  { meanHours: 60, share: 0.04 },
  { meanHours: 1000, share: 0.02 },
] as const

/** Hours after which 1/e of a count is left: a month. Half or double changes little. */
export const MEMORY_HOURS = 720

/** Hours after which 1/e of `recentOutages` is left. */
const RECENT_HOURS = 6

/**
 * Assumed age, in hours, of the state found by the first probe: a random instant falls into the middle of a state, and
 * into a long outage rather than a short one. Half or double changes the log loss by less than 1 %.
 */
const FIRST_SEEN_AGE_HOURS = { up: 48, down: 24 } as const satisfies Record<UpDown, number>

/** Digits kept of a stored count, so that a stored state stays small. */
const DIGITS = 6

const SLOWEST_REPAIR = Math.min(...OUTAGE_KINDS.map(({ meanHours }) => 1 / meanHours))

export const NO_HISTORY: Readonly<OutageHistory> = {
  state: null,
  sinceAt: null,
  seenUntilAt: null,
  countedUntilAt: null,
  upHours: 0,
  outages: OUTAGE_KINDS.map(() => 0),
  lastEndAt: null,
  previousEndAt: null,
  recentOutages: 0,
  watchedHours: 0,
}

/**
 * The history after the server was seen in `state` from `fromAt` to `toAt` (epoch ms). A stretch may be passed in
 * pieces or again from its beginning; time already counted is not counted twice. Time between two stretches counts for
 * no state: counts decay over it, an outage that still lasts after it is the same one, and one that is over ended half
 * way. A stretch that ends before the newest, or has no date, changes nothing.
 */
export function noteSeen(history: OutageHistory, state: UpDown, fromAt: number, toAt: number): OutageHistory {
  const { seenUntilAt } = history
  if (!Number.isFinite(fromAt) || !Number.isFinite(toAt) || toAt < fromAt) return history
  if (seenUntilAt === null) {
    const sinceAt = fromAt - FIRST_SEEN_AGE_HOURS[state] * HOUR_MS
    return { ...NO_HISTORY, state, sinceAt, seenUntilAt: toAt, countedUntilAt: fromAt }
  }
  if (toAt < seenUntilAt) return history
  const beginsAt = Math.max(fromAt, seenUntilAt)
  if (state === history.state && beginsAt === seenUntilAt) return { ...history, seenUntilAt: toAt }
  const next = state === history.state ? decayedTo(history, beginsAt) : changedTo(history, state, beginsAt)
  return {
    ...next,
    seenUntilAt: toAt,
    upHours: short(next.upHours),
    outages: next.outages.map(short),
    recentOutages: short(next.recentOutages ?? 0),
    watchedHours: short(next.watchedHours ?? 0),
  }
}

/**
 * The history of a server that is seen in the other state from `at` (epoch ms) on, an instant no earlier than
 * `seenUntilAt`.
 */
export function changedTo(history: OutageHistory, state: UpDown, at: number): OutageHistory {
  const kept = { ...decayedTo(history, at), state, sinceAt: at, seenUntilAt: at }
  if (state === 'down') return kept
  const endedAt = (at + (history.seenUntilAt ?? at)) / 2
  const kinds = kindsOfOutage(kept.outages, hoursBetween(history.sinceAt ?? endedAt, endedAt), true)
  return {
    ...kept,
    outages: kept.outages.map((count, kind) => count + (kinds[kind] ?? 0)),
    recentOutages: (kept.recentOutages ?? 0) + 1,
    lastEndAt: endedAt,
    previousEndAt: history.lastEndAt,
  }
}

/**
 * Hours observed up, outages by kind and recent outages, decayed to `seenUntilAt`, and the hours observed until then;
 * an outage that still lasts is not counted. A history stored without its watched hours was watched for at least
 * `upHours`.
 */
export function countsOf(
  history: OutageHistory,
): Required<Pick<OutageHistory, 'upHours' | 'outages' | 'recentOutages' | 'watchedHours'>> {
  const hours = hoursBetween(history.countedUntilAt ?? 0, history.seenUntilAt ?? 0)
  const left = Math.exp(-hours / MEMORY_HOURS)
  const watchedUp = history.state === 'up' ? MEMORY_HOURS * (1 - left) : 0
  return {
    upHours: history.upHours * left + watchedUp,
    outages: history.outages.map((count) => count * left),
    recentOutages: (history.recentOutages ?? 0) * Math.exp(-hours / RECENT_HOURS),
    watchedHours: (history.watchedHours ?? history.upHours) + hours,
  }
}

/**
 * The probability of each kind (they sum to 1) for an outage of so many `hours`, given the server's counts: Bayes'
 * rule. `over`: it ended then, which one of a kind with mean m does with density exp(-hours/m)/m; otherwise it still
 * lasts, with probability exp(-hours/m).
 */
export function kindsOfOutage(outages: readonly number[], hours: number, over: boolean): number[] {
  const weights = OUTAGE_KINDS.map(({ meanHours, share }, kind) => {
    const repairs = 1 / meanHours
    const seen = (over ? repairs : 1) / Math.exp((repairs - SLOWEST_REPAIR) * Math.max(0, hours))
    return (share + (outages[kind] ?? 0)) * seen
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** Hours from one instant to another; 0 where time runs backwards. */
export function hoursBetween(fromAt: number, toAt: number): number {
  return Math.max(0, toAt - fromAt) / HOUR_MS
}

/**
 * The history with its counts decayed to `at`, an instant no earlier than `seenUntilAt`; nothing was seen in between.
 */
function decayedTo(history: OutageHistory, at: number): OutageHistory {
  const { upHours, outages, recentOutages, watchedHours } = countsOf(history)
  const hours = hoursBetween(history.seenUntilAt ?? at, at)
  const left = Math.exp(-hours / MEMORY_HOURS)
  return {
    ...history,
    countedUntilAt: at,
    upHours: upHours * left,
    outages: outages.map((count) => count * left),
    recentOutages: recentOutages * Math.exp(-hours / RECENT_HOURS),
    watchedHours,
  }
}

function short(count: number): number {
  return Number(count.toPrecision(DIGITS))
}
