import { needsRecheck } from '../core/state/server-state'
import { LONGEST_RETRY_AFTER_SECONDS } from '../probers/http/retry-after'
import type { ProbeResult } from '../probers/probe'
import type { LatestDue } from '../store/evidence/schedule'
import type { FinishedProbe, Reassessment } from './finished-probe'

/** The claims under which a run probes, and how soon their servers are probed again. */
export interface ProbeLease {
  leaseId: string
  /** Usual time between two probes of a server. */
  intervalSeconds: number
  /** Time until a probe that settles what the one before left undecided. */
  recheckSeconds: number
}

/** When a server is due again, and whether that probe is to settle what this one left undecided. */
export interface NextProbe {
  serverKey: number
  dueAt: Date
  isRecheck: boolean
}

/** The latest times for which a probe now could plan the next one: due times beyond them were written by a clock that was ahead. */
export function latestDueAt({ intervalSeconds }: Pick<ProbeLease, 'intervalSeconds'>, now: Date): LatestDue {
  const usualSeconds = intervalSeconds * (1 + JITTER)
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return { usual: after(usualSeconds), longest: after(Math.max(usualSeconds, LONGEST_RETRY_AFTER_SECONDS)) }
}

/** Any process may make a recheck, also one at another vantage: it waits in the same queue. */
export function nextProbeOf(
  { serverKey, before, after }: Reassessment,
  { probe, isDueAtOnce }: FinishedProbe,
  lease: ProbeLease,
  now: Date,
): NextProbe {
  const isRecheck = needsRecheck(before.serverState, after.serverState)
  const pauseMs = isRecheck ? lease.recheckSeconds * 1000 : usualPauseMs(lease, probe)
  return { serverKey, dueAt: new Date(now.getTime() + (isDueAtOnce ? 0 : pauseMs)), isRecheck }
}

/** Of the interval, in either direction. */
const JITTER = 0.1

/** One interval, up to a tenth shorter or longer so that servers do not stay in step, and at least what the server asked for. */
function usualPauseMs({ intervalSeconds }: ProbeLease, { retryAfterMs }: ProbeResult): number {
  const jitteredMs = intervalSeconds * 1000 * (1 - JITTER + Math.random() * 2 * JITTER)
  return Math.max(jitteredMs, retryAfterMs ?? 0)
}
