/** The verdict on a subject, best first. This order is the published ranking and the order of the database enum. */
export const VERDICTS = ['healthy', 'degraded', 'unknown', 'down'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The recommendation to an agent by verdict; mapped by name, never by position. */
export const RECOMMENDATION_BY_VERDICT = {
  healthy: 'proceed',
  degraded: 'proceed_with_caution',
  unknown: 'unknown',
  down: 'avoid',
} as const satisfies Record<Verdict, string>
export type Recommendation = (typeof RECOMMENDATION_BY_VERDICT)[Verdict]
/** Every advice that a subject can have, the best first. */
export const RECOMMENDATIONS = VERDICTS.map((verdict) => RECOMMENDATION_BY_VERDICT[verdict])

/** What a listing shows: the verdict, except that a living server which asks for credentials shows `auth`. */
export const STATUSES = [...VERDICTS, 'auth'] as const
export type Status = (typeof STATUSES)[number]

/** What a tool requires: nothing, credentials, payment; `unknown` when it is neither declared nor observed. */
export const ACCESS_KINDS = ['open', 'auth', 'paid', 'unknown'] as const
export type Access = (typeof ACCESS_KINDS)[number]

/** How far the verdict was verified: by outcomes of real use, by our probes, or not at all. */
export const VERIFICATIONS = ['usage', 'probe', 'none'] as const
export type Verification = (typeof VERIFICATIONS)[number]

/** Three independent questions. `reachable` is null without a known state. */
export interface Axes {
  reachable: boolean | null
  access: Access
  verified: Verification
}

/**
 * `auth` is shown only for a server that was found alive and asks for credentials or payment; a dead one is `down`
 * whatever it asks for.
 */
export function listingStatus(verdict: Verdict, axes: Axes): Status {
  const behindSignIn = axes.reachable === true && (axes.access === 'auth' || axes.access === 'paid')
  return verdict === 'unknown' && behindSignIn ? 'auth' : verdict
}
