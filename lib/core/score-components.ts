import { betaQuantile } from './beta-quantile'
import type { ToolFacts } from './judgement'

/** How far back a score looks, in hours: 30 days. */
export const SCORE_WINDOW_HOURS = 720

/**
 * All a score is computed from, JSON-serialisable and rounded when made, so that a stranger who reads them recomputes the very score.
 * What was not observed is absent: 0 hours, or null.
 */
export interface ScoreFacts {
  /** Newest evidence, ISO 8601; null when there is none. */
  asOf: string | null
  /** Hours seen up and seen down within the last 30 days, 3 decimals. */
  upHours30d: number
  downHours30d: number
  /** Outages that reach into the last 30 days. */
  outages30d: number
  /** Latency of its answers, whole ms, newer ones weighing more; null below `LEAST_LATENCY_SAMPLES` of them, or when it was never up in the window. */
  latencyP50Ms: number | null
  latencyP95Ms: number | null
  /** Informative looks ever. */
  looks: number
  /** Outcomes of real use: share of successes (0-1), how many reported, and how far they are believed (0-1); null: none. */
  usage: null | { successRate: number; reporters: number; weight: number }
}

/**
 * The availability believed before a look, as a Beta distribution: 84 % reachable, worth five hours of watching. Of 16,305 remote
 * servers probed, 58.5 % were open and 25.4 % asked for credentials, so 84 % were there (official MCP registry, September 2026).
 */
export const AVAILABILITY_PRIOR = { up: 4.2, down: 0.8 } as const

/** Availability counts at the bound it exceeds with 95 % credibility: to be good is not enough, it has to be shown. */
export const CREDIBLE_BOUND = 0.05

/** Looks nearer than this, in hours, say the same thing twice: an hour watched counts as one independent trial. */
export const CORRELATION_HOURS = 1

/** Full marks up to 500 ms, where most remote handshakes lie (450-800 ms); none from 10 s, where clients have given up. */
export const LATENCY_BEST_MS = 500
export const LATENCY_WORST_MS = 10_000

/** Outages in 30 days of up time at which stability has fallen to 1/e. */
export const OUTAGES_SCALE = 4

/** Up time, in hours, that every server is granted when its outages are turned into a rate: the chain's own prior. */
export const STABILITY_PRIOR_HOURS = 60

/** Hours observed before a score carries a grade, and up hours before calm counts as stability: a quarter of a day. */
export const RATED_AFTER_HOURS = 6

/** One row of the formula: what it weighs, what it makes of the facts (0-1, or null where it does not apply), and why. */
export interface ComponentRule {
  name: string
  weight: number
  value(facts: ScoreFacts, tool: ToolFacts | null): number | null
  reason(facts: ScoreFacts, tool: ToolFacts | null): string
}

/** The formula. A rule is a row; a row that answers null is left out of the mean. */
export const COMPONENTS: readonly ComponentRule[] = [
  {
    name: 'availability',
    weight: 70,
    value: ({ upHours30d, downHours30d }) =>
      betaQuantile(
        CREDIBLE_BOUND,
        AVAILABILITY_PRIOR.up + upHours30d / CORRELATION_HOURS,
        AVAILABILITY_PRIOR.down + downHours30d / CORRELATION_HOURS,
      ),
    reason: ({ upHours30d, downHours30d }) =>
      `Seen up for ${upHours30d} and down for ${downHours30d} hours in 30 days; this is the share of up time it exceeds with 95 % credibility.`,
  },
  {
    name: 'latency',
    weight: 15,
    value: ({ latencyP95Ms }) => {
      if (latencyP95Ms === null) return null
      return within01(1 - Math.log(latencyP95Ms / LATENCY_BEST_MS) / Math.log(LATENCY_WORST_MS / LATENCY_BEST_MS))
    },
    reason: ({ latencyP95Ms }) =>
      latencyP95Ms === null
        ? 'Too few timed answers; left out.'
        : `95 % of its answers take ${latencyP95Ms} ms or less; ${LATENCY_BEST_MS} ms is full marks, ${LATENCY_WORST_MS} ms none.`,
  },
  {
    name: 'stability',
    weight: 15,
    value: (facts) =>
      facts.upHours30d < RATED_AFTER_HOURS ? null : Math.exp(-outagesPer30Days(facts) / OUTAGES_SCALE),
    reason: (facts) =>
      facts.upHours30d < RATED_AFTER_HOURS
        ? `Seen up for less than ${RATED_AFTER_HOURS} hours; left out.`
        : `Outages: ${outagesOf(facts)} in ${facts.upHours30d} hours of up time, a rate of ${outagesPer30Days(facts).toFixed(1)} in 30 days.`,
  },
  {
    // Heavy enough that a tool nobody can call any more is an F whatever its server did: at most 25 points, 35 with usage.
    name: 'listing',
    weight: 300,
    value: (_, tool) => (tool === null || tool.removedAt === null ? null : 0),
    reason: (_, tool) => {
      if (tool === null) return 'A server, not one of its tools; left out.'
      return tool.removedAt === null ? 'Its server lists it, as it should; left out.' : 'Its server no longer lists it.'
    },
  },
]

/** Per up time, not per observed time: otherwise a longer outage would look like a rarer one. */
function outagesPer30Days(facts: ScoreFacts): number {
  return (outagesOf(facts) * SCORE_WINDOW_HOURS) / (facts.upHours30d + STABILITY_PRIOR_HOURS)
}

/** Time down is an outage even where none was counted. */
function outagesOf({ outages30d, downHours30d }: ScoreFacts): number {
  return downHours30d > 0 ? Math.max(1, outages30d) : outages30d
}

/** Held within 0 and 1. */
export function within01(value: number): number {
  return Math.min(1, Math.max(0, value))
}
