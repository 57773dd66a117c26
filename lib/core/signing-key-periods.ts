import { ATTESTATION_LIFETIME_SECONDS } from 'assay-verify/attestation'
import { MINUTE_MS } from 'assay-verify/duration'

// How long public keys stay in the key set. Everything follows from two promises: a process signs with a key for at
// most USE_MS after it last confirmed in the database that the key is in use, and an attestation expires a lifetime
// after that at the latest.

const LIFETIME_MS = ATTESTATION_LIFETIME_SECONDS * 1000

/**
 * Attestations that a process makes later than this after it last confirmed its key expire as if they had been made
 * then.
 */
export const USE_MS = 10 * MINUTE_MS

/** Differences between the clocks of processes and of verifiers. */
export const CLOCK_SLACK_MS = 5 * MINUTE_MS

/** A new key is published this long before it signs: twice as long as key sets may be cached. */
export const PUBLISHED_AHEAD_MS = 10 * MINUTE_MS

/** When no attestation by a key is valid any more that was last confirmed to be in use at `confirmedAt`. */
export function neededUntil(confirmedAt: Date): Date {
  return new Date(confirmedAt.getTime() + USE_MS + LIFETIME_MS + CLOCK_SLACK_MS)
}

/** What a process that confirms the use of a key at `now` writes, so that it need not write again within `USE_MS`. */
export function announcedUntil(now: Date): Date {
  return neededUntil(new Date(now.getTime() + USE_MS))
}

/**
 * `exp` of an attestation, in seconds since 1970: a lifetime after `now`, or after the end of the use that was last
 * confirmed.
 */
export function expiryOf(now: Date, confirmedAt: Date): number {
  const latest = Math.min(now.getTime(), confirmedAt.getTime() + USE_MS)
  return Math.floor(latest / 1000) + ATTESTATION_LIFETIME_SECONDS
}
