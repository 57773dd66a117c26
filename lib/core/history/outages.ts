import { type Interval, observedStretches } from 'assay-verify/history/interval'

/** A confirmed stretch of down. */
export interface Outage {
  /** The first failure. */
  from: Date
  /** When it was seen up again; null: not yet. */
  to: Date | null
  /**
   * Milliseconds it was observed down. Less than from `from` to `to` where monitoring gaps or maintenance lie between.
   */
  downMs: number
}

/**
 * The outages that reach into the time between two instants (epoch milliseconds), clipped to it, newest first. An
 * outage lasts until the server is seen up again.
 */
export function outagesIn(intervals: readonly Interval[], fromAt: number, toAt: number): Outage[] {
  const outages: Outage[] = []
  let last: Outage | undefined
  for (const stretch of observedStretches(intervals, fromAt, toAt)) {
    if (stretch.state === 'up') {
      if (last?.to === null) last.to = new Date(stretch.fromAt)
    } else if (last?.to === null) {
      last.downMs += stretch.toAt - stretch.fromAt
    } else {
      last = { from: new Date(stretch.fromAt), to: null, downMs: stretch.toAt - stretch.fromAt }
      outages.push(last)
    }
  }
  return outages.reverse()
}
