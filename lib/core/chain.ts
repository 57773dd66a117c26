/**
 * The two-state chain in continuous time behind model `chain-1`: a server is up or down, breaks at one rate and is
 * repaired at another. The method is the shrunken two-state Markov chain of `baselines.md`, section "Forecast"; the step
 * from looks to a probability is the forward step of a hidden Markov model (Rabiner 1989, section III.A).
 */

/** What the chain has counted of one server. All four fade with time, so they are not whole numbers. */
export interface ChainCounts {
  /** Times it went from up to down. */
  failures: number
  /** Hours it was watched being up. */
  upHours: number
  /** Times it went from down to up. */
  repairs: number
  /** Hours it was watched being down. */
  downHours: number
}

/** Transitions an hour, both over 0. */
export interface ChainRates {
  failuresPerHour: number
  repairsPerHour: number
}

export const NO_COUNTS: Readonly<ChainCounts> = { failures: 0, upHours: 0, repairs: 0, downHours: 0 }

/** What is believed of a server before it is known, as counts: one failure in 200 up hours, one repair in 8 down hours. Fitted on 84 real series. */
export const PRIOR_COUNTS: Readonly<ChainCounts> = { failures: 0.3, upHours: 60, repairs: 0.5, downHours: 4 }

/** Share of the counts left after an hour: a memory of 500 hours, three weeks. Fitted with the prior. */
export const KEPT_PER_HOUR = 0.998

/** Chance that a look at a server that is up fails all the same (our line, a lost packet, a restart): 1-3 % is seen from a single vantage. */
export const FAIL_GIVEN_UP = 0.02

/** Chance that a look at a server that is down is answered all the same (a cache, one of several machines). */
export const ANSWER_GIVEN_DOWN = 0.02

/**
 * The least chance either state has before a look (Cromwell's rule): rates learnt from a short life say little about
 * what has not happened yet. With the two chances above it makes evidence count the same at every server: from whatever
 * certainty, one look alone never turns the belief over, and two in quick succession that agree always do.
 */
export const LEAST_CHANCE = 0.005

/** Rates of a server with these counts, shrunk to the population's by the prior. */
export function chainRates(counts: ChainCounts): ChainRates {
  return {
    failuresPerHour: (PRIOR_COUNTS.failures + counts.failures) / (PRIOR_COUNTS.upHours + counts.upHours),
    repairsPerHour: (PRIOR_COUNTS.repairs + counts.repairs) / (PRIOR_COUNTS.downHours + counts.downHours),
  }
}

/** The share of all time such a server is up, 0-1: where every forecast ends. */
export function longRunUp(rates: ChainRates): number {
  return rates.repairsPerHour / (rates.failuresPerHour + rates.repairsPerHour)
}

/** Probability (0-1) of being up `hours` after it was `up`. Time that runs backwards counts as none. */
export function upAfter(up: number, rates: ChainRates, hours: number): number {
  const end = longRunUp(rates)
  return end + (up - end) * Math.exp(-(rates.failuresPerHour + rates.repairsPerHour) * Math.max(0, hours))
}

/** Probability (0-1) of being up, given what it was before a look and whether the look was answered: Bayes' rule. */
export function upGivenLook(up: number, answered: boolean): number {
  const before = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, up))
  const ifUp = before * (answered ? 1 - FAIL_GIVEN_UP : FAIL_GIVEN_UP)
  const ifDown = (1 - before) * (answered ? ANSWER_GIVEN_DOWN : 1 - ANSWER_GIVEN_DOWN)
  return ifUp / (ifUp + ifDown)
}

/** The counts as they are `hours` later, when nothing was seen in between. */
export function fade(counts: ChainCounts, hours: number): ChainCounts {
  const kept = KEPT_PER_HOUR ** Math.max(0, hours)
  return {
    failures: counts.failures * kept,
    upHours: counts.upHours * kept,
    repairs: counts.repairs * kept,
    downHours: counts.downHours * kept,
  }
}
