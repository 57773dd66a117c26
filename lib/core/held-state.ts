import type { ChainCounts } from './chain'
import { HOUR_MS } from './duration'

/** What a server is held to be: a state stands until enough looks contradict it. */
export type HeldState = 'up' | 'down'

/** The newest informative looks that say the same. Where they contradict what stands, they wait for confirmation. */
export interface LookRun {
  state: HeldState
  looks: number
  firstAt: number
}

/** The stretch of time a state has been seen for, in epoch milliseconds. */
export interface HeldStretch {
  state: HeldState
  fromAt: number
  toAt: number
}

/** Looks that must agree before a state stands or falls: one is never enough, either way. */
export const CONFIRM_LOOKS = 2

/** How far apart, in ms, looks must be to confirm each other: what fails in one moment fails twice in it. */
export const CONFIRM_AFTER_MS = 10_000

/** Below even odds it is more likely down than up. */
const EVEN_ODDS = 0.5

export function nextRun(run: LookRun | null, state: HeldState, at: number): LookRun {
  return run?.state === state ? { ...run, looks: run.looks + 1 } : { state, looks: 1, firstAt: at }
}

/**
 * The stretch that stands after the look that made `run`. It grows up to a look that agrees, and up to the first that does not: a state
 * holds until the next look. Further looks that contradict leave it as it is, until `CONFIRM_LOOKS` of them lie `CONFIRM_AFTER_MS`
 * apart and the probability `up` has turned too; then a new stretch stands, from the first of them on. null: nothing stands yet.
 */
export function nextStretch(held: HeldStretch | null, run: LookRun, up: number, at: number): HeldStretch | null {
  const holdsOn = held !== null && (run.state === held.state || run.looks === 1)
  if (holdsOn) return { ...held, toAt: at }
  const turned = run.state === 'up' ? up > EVEN_ODDS : up < EVEN_ODDS
  const confirmed = turned && run.looks >= CONFIRM_LOOKS && at - run.firstAt >= CONFIRM_AFTER_MS
  return confirmed ? { state: run.state, fromAt: run.firstAt, toAt: at } : held
}

/** The counts with what the step from `before` to `after` settled: its time, and its turn. A state first seen is no turn. */
export function countStretch(counts: ChainCounts, before: HeldStretch | null, after: HeldStretch | null): ChainCounts {
  if (after === null || after === before) return counts
  const turns = before !== null && before.state !== after.state ? 1 : 0
  const hours = (after.toAt - (before?.state === after.state ? before.toAt : after.fromAt)) / HOUR_MS
  return after.state === 'up'
    ? { ...counts, upHours: counts.upHours + hours, repairs: counts.repairs + turns }
    : { ...counts, downHours: counts.downHours + hours, failures: counts.failures + turns }
}
