import { DAY_MS } from 'assay-verify/duration'
import { type Interval, tallyIntervals } from 'assay-verify/history/interval'

/** Days that a strip shows. */
export const STRIP_DAYS = 90
/** From this share of its observed time on a day counts as `down`: 72 minutes of a whole day. */
const DOWN_DAY_SHARE = 0.05

/**
 * A day of a server: `up`: no outage; `partial`: down for less than a twentieth of the observed time; `unobserved`:
 * nothing is known of it.
 */
export const DAY_STATES = ['up', 'partial', 'down', 'unobserved'] as const
export type DayState = (typeof DAY_STATES)[number]

/**
 * One UTC day of a strip. Milliseconds observed up and down; time not observed, in maintenance or in a monitoring gap
 * is in neither.
 */
export interface StripDay {
  /** As in 2026-11-20. */
  date: string
  state: DayState
  upMs: number
  downMs: number
}

/** The last `days` UTC days, oldest first, the last being that of `now`, from intervals in any order. */
export function dayStrip(intervals: readonly Interval[], now: Date, days = STRIP_DAYS): StripDay[] {
  const today = Math.floor(now.getTime() / DAY_MS)
  return Array.from({ length: days }, (_, at) => {
    const startAt = (today - days + 1 + at) * DAY_MS
    const { upMs, downMs } = tallyIntervals(intervals, startAt, Math.min(startAt + DAY_MS, now.getTime()))
    return { date: new Date(startAt).toISOString().slice(0, 10), state: stateOf(upMs, downMs), upMs, downMs }
  })
}

function stateOf(upMs: number, downMs: number): DayState {
  const observedMs = upMs + downMs
  if (observedMs === 0) return 'unobserved'
  if (downMs === 0) return 'up'
  return downMs / observedMs < DOWN_DAY_SHARE ? 'partial' : 'down'
}
