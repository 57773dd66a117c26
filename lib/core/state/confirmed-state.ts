import { failChance, STANDS_BELOW } from './probe-noise'

/** What a server is held to be: a state stands until enough looks contradict it. */
export type UpDown = 'up' | 'down'

/** The newest informative looks that say the same. Where they contradict what stands, they wait for confirmation. */
export interface Streak {
  state: UpDown
  /** Those that count: what fails in one moment fails twice in it. */
  probes: number
  firstAt: number
  /** The newest that counted. */
  lastAt: number
  /** Of failures: the chance (0-1) that a server which is up shows all of them. 1 of answers. */
  chance: number
}

/** The stretch of time a state has been seen for, in epoch milliseconds. */
export interface ConfirmedInterval {
  state: UpDown
  fromAt: number
  toAt: number
}

/** Looks that must agree before a state stands or falls: one is never enough, either way. */
export const CONFIRM_PROBES = 2

/** How far apart, in ms, looks must be to confirm each other: what fails in one moment fails twice in it. */
export const CONFIRM_AFTER_MS = 10_000

export function nextStreak(run: Streak | null, state: UpDown, at: number): Streak {
  if (run?.state !== state) {
    return { state, probes: 1, firstAt: at, lastAt: at, chance: state === 'down' ? failChance(null) : 1 }
  }
  const sinceMs = at - run.lastAt
  if (sinceMs < CONFIRM_AFTER_MS) return run
  const chance = state === 'down' ? run.chance * failChance(sinceMs) : 1
  return { ...run, probes: run.probes + 1, lastAt: at, chance }
}

/**
 * The stretch that stands after the look that made `run`. It grows up to a look that agrees, and up to the first that does not: a state
 * holds until the next look. Further looks that contradict leave it as it is until they settle it (`isSettled`); then a new stretch
 * stands, from the first of them on. null: nothing stands yet. `everAnswered`: whether the server was ever seen up.
 */
export function nextConfirmedInterval(
  held: ConfirmedInterval | null,
  run: Streak,
  everAnswered: boolean,
  at: number,
): ConfirmedInterval | null {
  const holdsOn = held !== null && (run.state === held.state || run.firstAt === at)
  if (holdsOn) return { ...held, toAt: at }
  return isSettled(run, everAnswered) ? { state: run.state, fromAt: run.firstAt, toAt: at } : held
}

/**
 * Whether these looks alone settle the state. Up: two that agree. Down: failures that a server which is up would show with a chance of
 * at most `STANDS_BELOW`. The rule is the same for every server, whatever is known of it: so that a further failure can only ever bring
 * `down` earlier, never later.
 */
function isSettled(run: Streak, everAnswered: boolean): boolean {
  if (run.probes < CONFIRM_PROBES) return false
  return run.state === 'up' || run.chance <= (everAnswered ? STANDS_BELOW.known : STANDS_BELOW.neverAnswered)
}
