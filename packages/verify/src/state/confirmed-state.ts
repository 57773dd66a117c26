import { CONFIRMED_BELOW, failChance } from './probe-noise.ts'

/** The confirmed state of a server: it stays until enough probes contradict it. */
export type UpDown = 'up' | 'down'

/**
 * The newest consecutive informative probes that agree. Where they contradict the confirmed state, they wait for
 * confirmation.
 */
export interface Streak {
  state: UpDown
  /** Those that count: probes within `CONFIRM_AFTER_MS` of each other count once. */
  probes: number
  firstAt: number
  /** The newest that counted. */
  lastAt: number
  /** Of failures: the probability (0-1) that a server which is up shows all of them. 1 for answers. */
  chance: number
}

/** The stretch of time a state has been observed for, in epoch milliseconds. */
export interface ConfirmedInterval {
  state: UpDown
  fromAt: number
  toAt: number
}

/** Probes that must agree before a state is confirmed or given up: one is never enough, either way. */
export const CONFIRM_PROBES = 2

/** How far apart, in ms, probes must be to confirm each other: one cause makes all probes of the same moment fail. */
export const CONFIRM_AFTER_MS = 10_000

export function nextStreak(streak: Streak | null, state: UpDown, at: number): Streak {
  if (streak?.state !== state) {
    return { state, probes: 1, firstAt: at, lastAt: at, chance: state === 'down' ? failChance(null) : 1 }
  }
  const sinceMs = at - streak.lastAt
  if (sinceMs < CONFIRM_AFTER_MS) return streak
  const chance = state === 'down' ? streak.chance * failChance(sinceMs) : 1
  return { ...streak, probes: streak.probes + 1, lastAt: at, chance }
}

/**
 * The confirmed interval after the probe that extended the streak `streak`. It grows up to a probe that agrees, and up
 * to the first that does not: a state lasts until the next probe. Contradicting probes leave it unchanged until they
 * settle it (`isSettled`); then a new interval begins with the first of them. null: nothing is confirmed yet.
 * `everAnswered`: whether the server was ever seen up.
 */
export function nextConfirmedInterval(
  interval: ConfirmedInterval | null,
  streak: Streak,
  everAnswered: boolean,
  at: number,
): ConfirmedInterval | null {
  const continues = interval !== null && (streak.state === interval.state || streak.firstAt === at)
  if (continues) return { ...interval, toAt: at }
  return isSettled(streak, everAnswered) ? { state: streak.state, fromAt: streak.firstAt, toAt: at } : interval
}

/**
 * Whether these probes alone settle the state. Up: two that agree. Down: failures that a server which is up would show
 * with a probability of at most `CONFIRMED_BELOW`. The rule is the same for every server, whatever its history, so that
 * a further failure can only ever bring `down` earlier, never later.
 */
function isSettled(streak: Streak, everAnswered: boolean): boolean {
  if (streak.probes < CONFIRM_PROBES) return false
  return (
    streak.state === 'up' || streak.chance <= (everAnswered ? CONFIRMED_BELOW.known : CONFIRMED_BELOW.neverAnswered)
  )
}
