import { HOUR_MS } from 'assay-verify/duration'
import { type Interval, tallyIntervals } from 'assay-verify/history/interval'

/** The windows uptime is computed for, in hours. */
export const WINDOW_HOURS = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 } as const
type UptimeWindowName = keyof typeof WINDOW_HOURS

/** A window of which less than this share was observed has no ratio. */
const LEAST_OBSERVED_SHARE = 0.1

/** One window. `ratio`: share (0-1, 6 decimals) of the observed time it was up; null where too little was observed. */
interface UptimeWindow {
  ratio: number | null
  /** Hours up and down together, 3 decimals; unobserved, void and maintenance time is not included. */
  observedHours: number
}

/**
 * Uptime of a server, each window ending now. `since` is its first probe, ISO 8601; null before it. JSON-serialisable.
 */
export type Uptime = Record<UptimeWindowName, UptimeWindow> & { since: string | null }

/** Uptime integrated over time from intervals in any order, overlapping or not; never averaged over samples. */
export function uptimeFrom(intervals: readonly Interval[], since: Date | null, now: Date): Uptime {
  const window = (name: UptimeWindowName) => windowOf(intervals, WINDOW_HOURS[name] * HOUR_MS, now.getTime())
  return {
    '24h': window('24h'),
    '7d': window('7d'),
    '30d': window('30d'),
    '90d': window('90d'),
    since: since === null ? null : since.toISOString(),
  }
}

function windowOf(intervals: readonly Interval[], windowMs: number, nowAt: number): UptimeWindow {
  const { upMs, downMs } = tallyIntervals(intervals, nowAt - windowMs, nowAt)
  const observedMs = upMs + downMs
  const enough = observedMs > 0 && observedMs >= windowMs * LEAST_OBSERVED_SHARE
  return {
    ratio: enough ? Math.round((upMs / observedMs) * 1e6) / 1e6 : null,
    observedHours: Math.round((observedMs / HOUR_MS) * 1e3) / 1e3,
  }
}
