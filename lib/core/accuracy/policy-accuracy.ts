import { DEFAULT_POLICY } from 'assay-decide/policy'
import type { Assessment } from '../verdict/assessment'
import { downUntil } from '../verdict/down-until'

/** The policy whose decisions are counted. */
export const COUNTED_POLICY = DEFAULT_POLICY.version

/**
 * Whether the default policy would have denied a call at this instant because of an outage, after the assessment by
 * then. `dueAt`: when the next check was due.
 */
export function wouldDeny(
  { verdict, asOf, downSince }: Pick<Assessment, 'verdict' | 'asOf' | 'downSince'>,
  dueAt: Date,
  at: Date,
): boolean {
  if (DEFAULT_POLICY.actions.down !== 'deny' || verdict !== 'down' || asOf === null) return false
  return at < downUntil(dueAt, asOf.getTime() - (downSince ?? asOf).getTime())
}

/** Checks by what the default policy would have said a moment before, and by what came. */
export interface PolicyTally {
  deniedAnswered: number
  deniedFailed: number
  allowedAnswered: number
  allowedFailed: number
}

export const NO_CALLS: PolicyTally = { deniedAnswered: 0, deniedFailed: 0, allowedAnswered: 0, allowedFailed: 0 }

/** How often the default policy would have been right. */
export interface PolicyAccuracy extends PolicyTally {
  /** Version of the policy. */
  policy: string
  /** `deniedAnswered` of all that answered, 0-1, 6 decimals; null where none answered. */
  wronglyDeniedShare: number | null
  /** One of so many that answered was denied; null where none was. */
  wronglyDeniedOneIn: number | null
  /** `deniedFailed` of all that failed, 0-1, 4 decimals; null where none failed. */
  failuresDeniedShare: number | null
}

export function policyAccuracy(tally: PolicyTally): PolicyAccuracy {
  const answered = tally.deniedAnswered + tally.allowedAnswered
  return {
    policy: COUNTED_POLICY,
    ...tally,
    wronglyDeniedShare: shareOf(tally.deniedAnswered, answered, 1e6),
    wronglyDeniedOneIn: tally.deniedAnswered === 0 ? null : Math.round(answered / tally.deniedAnswered),
    failuresDeniedShare: shareOf(tally.deniedFailed, tally.deniedFailed + tally.allowedFailed, 1e4),
  }
}

function shareOf(part: number, whole: number, scale: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * scale) / scale
}
