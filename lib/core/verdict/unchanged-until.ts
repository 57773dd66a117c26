import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { FLAP_WINDOW_MS, type ServerState } from 'assay-verify/state/server-state'
import { STALE_AFTER_HOURS } from './assessment'
import { OK_COUNTS_HOURS } from './endpoint-findings'
import { nonEndpointsUnchangedUntil } from './non-endpoint-findings'

/**
 * The first instant after `now`, epoch milliseconds, at which the assessment (`assess`) or the forecast (`forecastOf`)
 * of this server, or of a tool of it of which nothing else is known, may differ from that at `now`; all instants before
 * it have the same. null where no such instant is known: the server is down, throttled, without fresh evidence, or its
 * evidence is newer than `now`.
 */
export function unchangedUntil(serverState: ServerState, now: Date): number | null {
  const { liveness, lastInformativeAt, lastOkAt, downsAt } = serverState
  const at = now.getTime()
  if (liveness !== 'up' || lastInformativeAt === null || lastOkAt === null || at < lastInformativeAt) return null
  const staleAfter = lastInformativeAt + STALE_AFTER_HOURS * HOUR_MS
  const okCountsTo = lastOkAt + OK_COUNTS_HOURS * HOUR_MS
  if (at > staleAfter || at > okCountsTo) return null
  // Probabilities count the whole minutes since the newest probe; the other limits still hold at their very instant.
  const nextMinute = lastInformativeAt + (Math.floor((at - lastInformativeAt) / MINUTE_MS) + 1) * MINUTE_MS
  const flappingEnds = downsAt.map((downAt) => downAt + FLAP_WINDOW_MS).filter((end) => end >= at)
  const checksEnd = nonEndpointsUnchangedUntil(serverState.targets, now)
  return Math.min(nextMinute, Math.min(staleAfter, okCountsTo, checksEnd, ...flappingEnds) + 1)
}
