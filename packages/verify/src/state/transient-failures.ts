import type { Streak } from './confirmed-state.ts'

/**
 * Probes of a server while it was confirmed up, decaying by probe, and the failures among them that did not become an
 * outage.
 */
export interface TransientFailures {
  probes: number
  failures: number
}

export const NO_TRANSIENT_FAILURES: Readonly<TransientFailures> = { probes: 0, failures: 0 }

/** Share of the counts kept per probe: a memory of 50 probes, half a day at one each quarter of an hour. */
const TRANSIENT_FAILURES_KEPT_PER_PROBE = 0.98

/**
 * Failing often begins above this share of failed probes, because retries help only below one in five, and ends below
 * half of it.
 */
export const FAILING_OFTEN_SHARE = 0.2
export const FAILING_SELDOM_SHARE = 0.1

/** Probes (decaying) a failing share needs: two failures among the first few are no evidence. */
export const LEAST_PROBES_FOR_TRANSIENT_FAILURES = 10

/**
 * The counts after the probe that extended the streak `streak`. A failure is transient once an answer follows it; until
 * then it does not count.
 */
export function nextTransientFailures(
  transientFailures: TransientFailures,
  before: Streak | null,
  streak: Streak,
): TransientFailures {
  if (streak.state === 'down') return transientFailures
  const failures = before?.state === 'down' ? before.probes : 0
  const kept = TRANSIENT_FAILURES_KEPT_PER_PROBE ** (failures + 1)
  return {
    probes: transientFailures.probes * kept + failures + 1,
    failures: transientFailures.failures * kept + failures,
  }
}

/** Whether too many probes fail, given whether they did before. */
export function failsOften(transientFailures: TransientFailures, didBefore: boolean): boolean {
  if (transientFailures.probes < LEAST_PROBES_FOR_TRANSIENT_FAILURES) return false
  return (
    transientFailures.failures / transientFailures.probes > (didBefore ? FAILING_SELDOM_SHARE : FAILING_OFTEN_SHARE)
  )
}
