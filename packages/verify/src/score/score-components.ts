import { HOUR_MS } from '../duration.ts'
import type { Transport } from '../target-kind.ts'
import { plural } from '../text/plural.ts'
import { betaQuantile } from './beta-quantile.ts'
import { type Formula, type RelativeLatency, type Worths, worthAt } from './formula-versions.ts'
import { OUTAGE_SLOTS, SLOT_HOURS } from './outage-slots.ts'
import { rounded } from './rounded.ts'
import { EVIDENCE_WINDOW_HOURS, SCORE_WINDOW_HOURS, type ScoreFacts } from './score-facts.ts'
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
  description(formula: Formula): string
  /** All numbers in it, by name with unit. */
  constants(formula: Formula): Readonly<Record<string, number>>
  value(facts: ScoreFacts, tool: ScoredToolFacts | null, formula: Formula): number | null
  reason(facts: ScoreFacts, tool: ScoredToolFacts | null, formula: Formula): string
}

/** The rows of the mean. More time down, more slots with an outage and slower answers never raise any of them. */
export const COMPONENTS: readonly ComponentRule[] = [
  {
    name: 'availability',
    weight: 72,
    description: ({ olderShare }) =>
      `The share of time it is up, at the lower bound of what 30 days of watching allow: the 5 % quantile of Beta(prior up + hours up / trial hours, prior down + hours down / trial hours).${olderWords(olderShare)} Its worth lies on straight lines in the logarithm of the share of time down.`,
    constants: ({ availability, olderShare }) => ({
      windowHours: SCORE_WINDOW_HOURS,
      quantile: CREDIBLE_BOUND,
      trialHours: TRIAL_HOURS,
      priorUp: AVAILABILITY_PRIOR.up,
      priorDown: AVAILABILITY_PRIOR.down,
      ...olderConstants(olderShare),
      ...worthConstants(availability),
    }),
    value: (facts, _, formula) => availabilityWorth(availabilityBound(facts, formula), formula),
    reason: (facts, _, formula) => {
      const { upHours30d, downHours30d, looks, asOf } = facts
      const newest = asOf === null ? '' : `, the newest at ${asOf}`
      const bound = (availabilityBound(facts, formula) * 100).toFixed(2)
      const [up, down] = [rounded(facts.upHours90d - upHours30d, 3), rounded(facts.downHours90d - downHours30d, 3)]
      const share = formula.olderShare * 100
      const older =
        share === 0 ? '' : `, and up for ${up} and down for ${down} in the 60 days before, which count ${share} %`
      return `Seen up for ${upHours30d} and down for ${downHours30d} ${plural(downHours30d, 'hour')} in 30 days (${looks} ${plural(looks, 'probe')} of its address in all${newest})${older}: with 95 % credibility it is up at least ${bound} % of the time.`
    },
  },
  {
    name: 'latency',
    weight: 14,
    description: ({ latency }) =>
      `How fast it answers: the time that 95 % of its answers take, ${'bestMs' in latency ? 'by its logarithm between the best and the worst' : 'as a multiple of what is usual for its transport, on straight lines in its logarithm'}, times the share of the watched time it was up. Left out where too few answers were timed.`,
    constants: ({ latency }) =>
      'bestMs' in latency ? { ...latency } : { ...usualConstants(latency), ...worthConstants(latency.worths) },
    value: (facts, _, { latency }) => {
      if (facts.latencyP95Ms === null || watchedHours(facts) === 0) return null
      return within01(latencyWorth(facts.latencyP95Ms, facts.transport, latency)) * upShare(facts)
    },
    reason: (facts, _, { latency }) => {
      const { latencyP50Ms, latencyP95Ms, transport } = facts
      if (latencyP95Ms === null || watchedHours(facts) === 0) return 'Too few timed answers; left out.'
      const half = latencyP50Ms === null ? '' : `, half of them ${latencyP50Ms} ms or less`
      const counted = (upShare(facts) * 100).toFixed(1)
      const standard =
        'bestMs' in latency
          ? `${latency.bestMs} ms is full marks, ${latency.worstMs} ms none`
          : `${usualMsOf(transport, latency)} ms is usual for ${transport ?? 'others'}, and worth ${latencyWorth(latencyP95Ms, transport, latency).toFixed(3)} of 1`
      return `95 % of its answers take ${latencyP95Ms} ms or less${half}; ${standard}, for the ${counted} % of the time it was up.`
    },
  },
  {
    name: 'stability',
    weight: 14,
    description: ({ olderShare }) =>
      `How seldom it breaks: exp(-rate / scale), where the rate is (quarters of a day with an outage + prior outages) * window hours / (hours up + prior up hours).${olderWords(olderShare)}`,
    constants: ({ olderShare }) => ({
      windowHours: SCORE_WINDOW_HOURS,
      slotHours: SLOT_HOURS,
      scale: SLOTS_SCALE,
      priorOutages: STABILITY_PRIOR.outages,
      priorUpHours: STABILITY_PRIOR.upHours,
      ...olderConstants(olderShare),
    }),
    value: (facts, _, formula) => Math.exp(-slotsPer30Days(facts, formula) / SLOTS_SCALE),
    reason: (facts, _, formula) => {
      const { outages30d, outageSlots30d, outageSlots90d } = facts
      const older = formula.olderShare === 0 ? '' : `, and in ${outageSlots90d - outageSlots30d} of the 60 days before`
      const rate = slotsPer30Days(facts, formula).toFixed(1)
      return `Outages: ${outages30d}, in ${outageSlots30d} of ${OUTAGE_SLOTS - 1} quarters of a day${older}; with the prior for an unknown server, a rate of ${rate} in 30 days of up time.`
    },
  },
  {
    // Heavy enough that a tool that cannot be called any more is an F whatever its server did: at most 25 points, 35
    // with usage.
    name: 'listing',
    weight: 300,
    description: () =>
      'Nothing for a tool that its own server has not listed for a day, as of the newest evidence. Left out for all others.',
    constants: () => ({ goneAfterHours: GONE_FROM_LISTING_HOURS }),
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

/** What was seen in 30 days, and in the 60 days before as far as it counts. */
function weighed(of30Days: number, of90Days: number, { olderShare }: Formula): number {
  return of30Days + olderShare * (of90Days - of30Days)
}

function olderWords(olderShare: number): string {
  return olderShare === 0 ? '' : ' What was seen in the 60 days before counts too, as much as the older share of it.'
}

function olderConstants(olderShare: number): Record<string, number> {
  return olderShare === 0 ? {} : { evidenceHours: EVIDENCE_WINDOW_HOURS, olderShare }
}

function worthConstants(worths: Worths): Record<string, number> {
  return Object.fromEntries(worths.map(([at, worth]) => [`worthAt${at}`, worth]))
}

/**
 * The share of time it is up, 0-1, that it exceeds with 95 % credibility. Falls with hours down, rises with hours up.
 */
function availabilityBound(facts: ScoreFacts, formula: Formula): number {
  const { up, down } = AVAILABILITY_PRIOR
  const upHours = weighed(facts.upHours30d, facts.upHours90d, formula)
  const downHours = weighed(facts.downHours30d, facts.downHours90d, formula)
  return betaQuantile(CREDIBLE_BOUND, up + upHours / TRIAL_HOURS, down + downHours / TRIAL_HOURS)
}

/** The worth of a bound, 0-1. */
export function availabilityWorth(bound: number, { availability }: Pick<Formula, 'availability'>): number {
  return worthAt(availability, bound, (from, to) => Math.log((1 - from) / (1 - to)))
}

function latencyWorth(p95Ms: number, transport: Transport | null, latency: Formula['latency']): number {
  if ('bestMs' in latency) return 1 - Math.log(p95Ms / latency.bestMs) / Math.log(latency.worstMs / latency.bestMs)
  return worthAt(latency.worths, p95Ms / usualMsOf(transport, latency), (from, to) => Math.log(to / from))
}

function usualMsOf(transport: Transport | null, { usualMs }: RelativeLatency): number {
  return (transport === null ? undefined : usualMs[transport]) ?? usualMs.other
}

function usualConstants({ usualMs }: RelativeLatency): Record<string, number> {
  return Object.fromEntries(Object.entries(usualMs).map(([transport, ms]) => [`usualMs ${transport}`, ms]))
}

/** Per up time, not per observed time: otherwise a longer outage would look like a rarer one. */
function slotsPer30Days(facts: ScoreFacts, formula: Formula): number {
  const { outages, upHours } = STABILITY_PRIOR
  const slots = weighed(facts.outageSlots30d, facts.outageSlots90d, formula)
  return ((slots + outages) * SCORE_WINDOW_HOURS) / (weighed(facts.upHours30d, facts.upHours90d, formula) + upHours)
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
