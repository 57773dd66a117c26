/**
 * How often a probe is wrong. A probe of a server that is up fails now and then (local connectivity, a lost packet, a
 * restart), and a moment that makes one probe fail tends to make the next fail: so a failure counts for less the sooner
 * it follows another.
 */

/**
 * Chance that a probe of a server that is up fails, when the previous one was answered: 1-3 % is observed from a single
 * vantage.
 */
export const FAIL_GIVEN_UP = 0.02

/** The same for a probe right after one that failed: one in ten such disturbances lasts until the next, 20 s later. */
export const FAIL_AGAIN_GIVEN_UP = 0.1

/** This long after a failure, in ms, its disturbance is over. */
export const SPOILED_MS = 300_000

/** Up to this long after a failure, in ms, the next probe is within the same disturbance. */
const SAME_SPELL_MS = 60_000

/**
 * Chance that a probe of a server that is down is answered nevertheless (a cache, one of several machines), and again
 * right after that.
 */
const ANSWER_GIVEN_DOWN = 0.02
const ANSWER_AGAIN_GIVEN_DOWN = 0.2

/**
 * `down` is confirmed when a server that is up would fail these probes with a smaller probability than this. `known`:
 * at a probe every five minutes, less than one false `down` a year; that is the first failure and four rechecks, or
 * three failures at the usual interval. `neverAnswered`: the first failure and one more, because a false `down` of a
 * server that was never up misleads nobody.
 */
export const CONFIRMED_BELOW = { known: 1e-5, neverAnswered: 1e-2 } as const

/**
 * The chance (0-1) that a probe of a server that is up fails, so long (ms) after the failure before it; null: the
 * previous probe was answered. Between the two limits it falls so that two failures never count for less than they
 * would without one between them.
 */
export function failChance(sinceFailureMs: number | null): number {
  if (sinceFailureMs === null || sinceFailureMs >= SPOILED_MS) return FAIL_GIVEN_UP
  if (sinceFailureMs <= SAME_SPELL_MS) return FAIL_AGAIN_GIVEN_UP
  const share = Math.log(sinceFailureMs / SAME_SPELL_MS) / Math.log(SPOILED_MS / SAME_SPELL_MS)
  return FAIL_AGAIN_GIVEN_UP * (FAIL_GIVEN_UP / FAIL_AGAIN_GIVEN_UP) ** share
}

/** The chance (0-1) that a probe of a server that is down is answered; `again`: the previous probe was answered too. */
export function answerChance(again: boolean): number {
  return again ? ANSWER_AGAIN_GIVEN_DOWN : ANSWER_GIVEN_DOWN
}

/**
 * The least chance of either state before a probe (Cromwell's rule): a short history is little evidence about what has
 * not happened yet.
 */
const LEAST_CHANCE = 0.0005

/**
 * Probability (0-1) of being up after a probe, by Bayes' rule from the probability before it. `ifUp`, `ifDown`: chance
 * of the observed outcome in either state.
 */
export function upGivenProbe(up: number, ifUp: number, ifDown: number): number {
  const before = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, up))
  return (before * ifUp) / (before * ifUp + (1 - before) * ifDown)
}
