/**
 * How often a look deceives. A look at a server that is up fails all the same now and then (our line, a lost packet, a restart), and a moment that
 * spoils one look tends to spoil the next: so a failure counts for less the sooner it follows another.
 */

/** Chance that a look at a server that is up fails, when the look before it was answered: 1-3 % is seen from a single vantage. */
export const FAIL_GIVEN_UP = 0.02

/** The same for a look right after one that failed: one in ten moments that spoil a look lasts until the next, 20 s later. */
export const FAIL_AGAIN_GIVEN_UP = 0.1

/** From this long after a failure, in ms, what spoiled it is over. */
export const SPOILED_MS = 300_000

/** Up to this long after a failure, in ms, the next is in the same spell of bad luck. */
const SAME_SPELL_MS = 60_000

/** Chance that a look at a server that is down is answered all the same (a cache, one of several machines), and again right after that. */
const ANSWER_GIVEN_DOWN = 0.02
const ANSWER_AGAIN_GIVEN_DOWN = 0.2

/**
 * `down` stands when a server that is up would fail these looks with a smaller chance than this. `known`: at a look every five minutes, less than
 * one false `down` a year; that is the first failure and four more in quick succession,
 * or three that come at their usual time. `neverAnswered`: the first failure and one more, for
 * who was never seen up has nothing to lose.
 */
export const STANDS_BELOW = { known: 1e-5, neverAnswered: 1e-2 } as const

/**
 * The chance (0-1) that a look at a server that is up fails, so long (ms) after the failure before it; null: the look before was answered.
 * In between it falls so that two failures never count for less than they would without one between them.
 */
export function failChance(sinceFailureMs: number | null): number {
  if (sinceFailureMs === null || sinceFailureMs >= SPOILED_MS) return FAIL_GIVEN_UP
  if (sinceFailureMs <= SAME_SPELL_MS) return FAIL_AGAIN_GIVEN_UP
  const share = Math.log(sinceFailureMs / SAME_SPELL_MS) / Math.log(SPOILED_MS / SAME_SPELL_MS)
  return FAIL_AGAIN_GIVEN_UP * (FAIL_GIVEN_UP / FAIL_AGAIN_GIVEN_UP) ** share
}

/** The chance (0-1) that a look at a server that is down is answered; `again`: the look before was answered too. */
export function answerChance(again: boolean): number {
  return again ? ANSWER_AGAIN_GIVEN_DOWN : ANSWER_GIVEN_DOWN
}

/**
 * The least chance either state has before a look (Cromwell's rule): what was learnt from a short life says little about
 * what has not happened yet.
 */
const LEAST_CHANCE = 0.0005

/**
 * Probability (0-1) of being up after a look, by Bayes' rule from what it was before it. `ifUp`, `ifDown`: chance of what was seen
 * in either state.
 */
export function upGivenProbe(up: number, ifUp: number, ifDown: number): number {
  const before = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, up))
  return (before * ifUp) / (before * ifUp + (1 - before) * ifDown)
}
