import { HOUR_MS } from '../duration.ts'
import { plural } from '../text/plural.ts'
import { betaQuantile } from './beta-quantile.ts'
import { OUTAGE_SLOTS, SLOT_HOURS } from './outage-slots.ts'
import { SCORE_WINDOW_HOURS, type ScoreFacts } from './score-facts.ts'
import type { ScoredToolFacts } from './tool-facts.ts'

/** Availability counts at the bound it exceeds with 95 % credibility, so a high score needs much evidence. */
const CREDIBLE_BOUND = 0.05

/**
 * Hours that count as one independent trial: the median outage lasts 8 hours (one repair in 8 down hours, fitted on 84
 * real series), and probes within it are not independent. With one trial an hour, a single long outage would count as a
 * hundred.
 */
const TRIAL_HOURS = 8

/**
 * The prior of availability, as a Beta distribution worth one trial: 96.15 % up, the long-run share of servers that
 * break once in 200 hours and take 8 to be repaired (the same fit).
 */
const AVAILABILITY_PRIOR = { up: 0.9615, down: 0.0385 } as const

/**
 * Worth of a bound of availability, interpolated linearly between these in the logarithm of the share of time down: for
 * users, 99 % is to 90 % what 99.9 % is to 99 %. Set so that over 30 days 99.5 % up is an A, 99 % a B, 97 % a C, 95 %
 * at the border to D, 90 % a D and 83 % an F.
 */
export const AVAILABILITY_WORTH: readonly (readonly [bound: number, worth: number])[] = [
  [0.5, 0],
  [0.8, 0.45],
  [0.9, 0.65],
  [0.95, 0.8],
  [0.98, 0.91],
  [0.99, 0.96],
  [0.999, 1],
]

/**
 * Full marks up to 500 ms, the range of most remote handshakes (450-800 ms); none from 10 s, when clients have given
 * up.
 */
const LATENCY_BEST_MS = 500
const LATENCY_WORST_MS = 10_000

/** Slots with an outage in 30 days of up time at which stability has fallen to 1/e. */
const SLOTS_SCALE = 8

/** Prior counts when outages are turned into a rate, outages and hours up: one in 200 hours. */
const STABILITY_PRIOR = { outages: 0.3, upHours: 60 } as const

/**
 * Hours a tool may be missing from its server's listing before that counts: a listing may differ from caller to caller,
 * and lack a tool for a while.
 */
const GONE_FROM_LISTING_HOURS = 24

/**
 * One row of the mean: its weight, its value from the facts (0-1, or null where it does not apply: then it is left
 * out), and why.
 */
interface ComponentRule {
  name: string
  weight: number
  /** What it measures, for readers of the formula. */
  description: string
  /** All numbers in it, by name with unit. */
  constants: Readonly<Record<string, number>>
  value(facts: ScoreFacts, tool: ScoredToolFacts | null): number | null
  reason(facts: ScoreFacts, tool: ScoredToolFacts | null): string
}

/** The rows of the mean. More time down, more slots with an outage and slower answers never raise any of them. */
export const COMPONENTS: readonly ComponentRule[] = [
  {
    name: 'availability',
    weight: 72,
    description:
      'The share of time it is up, at the lower bound of what 30 days of watching allow: the 5 % quantile of Beta(prior up + hours up / trial hours, prior down + hours down / trial hours). Its worth lies on straight lines in the logarithm of the share of time down.',
    constants: {
      windowHours: SCORE_WINDOW_HOURS,
      quantile: CREDIBLE_BOUND,
      trialHours: TRIAL_HOURS,
      priorUp: AVAILABILITY_PRIOR.up,
      priorDown: AVAILABILITY_PRIOR.down,
      ...Object.fromEntries(AVAILABILITY_WORTH.map(([bound, worth]) => [`worthAt${bound}`, worth])),
    },
    value: (facts) => availabilityWorth(availabilityBound(facts)),
    reason: (facts) => {
      const { upHours30d, downHours30d, looks, asOf } = facts
      const newest = asOf === null ? '' : `, the newest at ${asOf}`
      const bound = (availabilityBound(facts) * 100).toFixed(2)
      return `Seen up for ${upHours30d} and down for ${downHours30d} ${plural(downHours30d, 'hour')} in 30 days (${looks} ${plural(looks, 'probe')} of its address in all${newest}): with 95 % credibility it is up at least ${bound} % of the time.`
    },
  },
  {
    name: 'latency',
    weight: 14,
    description:
      'How fast it answers: the time that 95 % of its answers take, by its logarithm between the best and the worst, times the share of the watched time it was up. Left out where too few answers were timed.',
    constants: { bestMs: LATENCY_BEST_MS, worstMs: LATENCY_WORST_MS },
    value: (facts) => {
      if (facts.latencyP95Ms === null || watchedHours(facts) === 0) return null
      const lost = Math.log(facts.latencyP95Ms / LATENCY_BEST_MS) / Math.log(LATENCY_WORST_MS / LATENCY_BEST_MS)
      return within01(1 - lost) * upShare(facts)
    },
    reason: (facts) => {
      const { latencyP50Ms, latencyP95Ms } = facts
      if (latencyP95Ms === null || watchedHours(facts) === 0) return 'Too few timed answers; left out.'
      const half = latencyP50Ms === null ? '' : `, half of them ${latencyP50Ms} ms or less`
      const counted = (upShare(facts) * 100).toFixed(1)
      return `95 % of its answers take ${latencyP95Ms} ms or less${half}; ${LATENCY_BEST_MS} ms is full marks, ${LATENCY_WORST_MS} ms none, for the ${counted} % of the time it was up.`
    },
  },
  {
    name: 'stability',
    weight: 14,
    description:
      'How seldom it breaks: exp(-rate / scale), where the rate is (quarters of a day with an outage + prior outages) * window hours / (hours up + prior up hours).',
    constants: {
      windowHours: SCORE_WINDOW_HOURS,
      slotHours: SLOT_HOURS,
      scale: SLOTS_SCALE,
      priorOutages: STABILITY_PRIOR.outages,
      priorUpHours: STABILITY_PRIOR.upHours,
    },
    value: (facts) => Math.exp(-slotsPer30Days(facts) / SLOTS_SCALE),
    reason: (facts) =>
      `Outages: ${facts.outages30d}, in ${facts.outageSlots30d} of ${OUTAGE_SLOTS - 1} quarters of a day; with the prior for an unknown server, a rate of ${slotsPer30Days(facts).toFixed(1)} in 30 days of up time.`,
  },
  {
    // Heavy enough that a tool that cannot be called any more is an F whatever its server did: at most 25 points, 35
    // with usage.
    name: 'listing',
    weight: 300,
    description:
      'Nothing for a tool that its own server has not listed for a day, as of the newest evidence. Left out for all others.',
    constants: { goneAfterHours: GONE_FROM_LISTING_HOURS },
    value: (facts, tool) => (missingHours(facts, tool) >= GONE_FROM_LISTING_HOURS ? 0 : null),
    reason: (facts, tool) => {
      if (tool === null || tool.removedAt === null) return 'Not missing from the listing of its server; left out.'
      const missing = `Its server no longer lists it since ${tool.removedAt.toISOString()}`
      return missingHours(facts, tool) >= GONE_FROM_LISTING_HOURS
        ? `${missing}.`
        : `${missing}, for less than ${GONE_FROM_LISTING_HOURS} hours; left out.`
    },
  },
]

/**
 * The share of time it is up, 0-1, that it exceeds with 95 % credibility. Falls with hours down, rises with hours up.
 */
function availabilityBound({ upHours30d, downHours30d }: ScoreFacts): number {
  const { up, down } = AVAILABILITY_PRIOR
  return betaQuantile(CREDIBLE_BOUND, up + upHours30d / TRIAL_HOURS, down + downHours30d / TRIAL_HOURS)
}

/** The worth of a bound, 0-1, interpolated in `AVAILABILITY_WORTH`. */
export function availabilityWorth(bound: number): number {
  const next = AVAILABILITY_WORTH.findIndex(([known]) => bound < known)
  const [upper, lower] = [AVAILABILITY_WORTH[next], AVAILABILITY_WORTH[next - 1]]
  if (upper === undefined) return 1
  if (lower === undefined) return 0
  const along = Math.log((1 - lower[0]) / (1 - bound)) / Math.log((1 - lower[0]) / (1 - upper[0]))
  return lower[1] + along * (upper[1] - lower[1])
}

/** Per up time, not per observed time: otherwise a longer outage would look like a rarer one. */
function slotsPer30Days({ outageSlots30d, upHours30d }: ScoreFacts): number {
  const { outages, upHours } = STABILITY_PRIOR
  return ((outageSlots30d + outages) * SCORE_WINDOW_HOURS) / (upHours30d + upHours)
}

/** Hours it was missing at the newest evidence; infinity without evidence. */
function missingHours({ asOf }: ScoreFacts, tool: ScoredToolFacts | null): number {
  if (tool === null || tool.removedAt === null) return 0
  return asOf === null ? Number.POSITIVE_INFINITY : (Date.parse(asOf) - tool.removedAt.getTime()) / HOUR_MS
}

function watchedHours({ upHours30d, downHours30d }: ScoreFacts): number {
  return upHours30d + downHours30d
}

function upShare(facts: ScoreFacts): number {
  return facts.upHours30d / watchedHours(facts)
}

/** Bounded by 0 and 1; 0 for NaN. */
export function within01(value: number): number {
  return value > 0 ? Math.min(1, value) : 0
}
