import type { Streak } from './confirmed-state'

/** Looks at a server while it stood up, fading by look, and the failures among them that did not become an outage. */
export interface TransientFailures {
  probes: number
  failures: number
}

export const NO_TRANSIENT_FAILURES: Readonly<TransientFailures> = { probes: 0, failures: 0 }

/** Share of the counts kept a look: a memory of 50 looks, half a day at one each quarter of an hour. */
const TRANSIENT_FAILURES_KEPT_PER_PROBE = 0.98

/** Failing often begins above this share of looks that fail, for retries mend less than one in five, and ends below half of it. */
export const FAILING_OFTEN_SHARE = 0.2
export const FAILING_SELDOM_SHARE = 0.1

/** Looks (fading) a failing share needs: two failures among the first few say nothing. */
export const LEAST_PROBES_FOR_TRANSIENT_FAILURES = 10

/** The counts after the look that made `run`. A failure is a blip once an answer follows it; until then it counts for nothing. */
export function nextTransientFailures(
  transientFailures: TransientFailures,
  before: Streak | null,
  run: Streak,
): TransientFailures {
  if (run.state === 'down') return transientFailures
  const failures = before?.state === 'down' ? before.probes : 0
  const kept = TRANSIENT_FAILURES_KEPT_PER_PROBE ** (failures + 1)
  return {
    probes: transientFailures.probes * kept + failures + 1,
    failures: transientFailures.failures * kept + failures,
  }
}

/** Whether too many looks fail, after they did or did not. */
export function failsOften(transientFailures: TransientFailures, didBefore: boolean): boolean {
  if (transientFailures.probes < LEAST_PROBES_FOR_TRANSIENT_FAILURES) return false
  return (
    transientFailures.failures / transientFailures.probes > (didBefore ? FAILING_SELDOM_SHARE : FAILING_OFTEN_SHARE)
  )
}
