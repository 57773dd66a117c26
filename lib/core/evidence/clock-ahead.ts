import { HOUR_MS } from 'assay-verify/duration'
import { MAX_GAP_HOURS } from 'assay-verify/state/server-state'

/**
 * The state to build on at `now`; null, as for a server that was never probed, where the newest evidence is dated more
 * than `MAX_GAP_HOURS` ahead. Such a state was written by a wrong clock: its verdict is unknown, and as later probes
 * would all be older than it, it would stay so until the clock arrives there.
 */
export function stateOfRightClock<S extends { lastInformativeAt: number | null }>(
  state: S | null,
  now: Date,
): S | null {
  const newestAt = state?.lastInformativeAt ?? null
  return newestAt !== null && newestAt - now.getTime() > MAX_GAP_HOURS * HOUR_MS ? null : state
}
