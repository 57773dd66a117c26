import type { Belief } from './belief'
import { HOUR_MS } from './duration'
import { type Grade, gradeOf } from './grade'
import { type Interval, tallyIntervals } from './interval'
import type { ToolFacts } from './judgement'
import { LEAST_LATENCY_SAMPLES, latencyQuantile } from './latency-summary'
import { COMPONENTS, RATED_AFTER_HOURS, SCORE_WINDOW_HOURS, type ScoreFacts, within01 } from './score-components'

export type { ScoreFacts }

/** Version of everything here and in `score-components.ts`: a change that moves any score is a new formula. */
export const FORMULA = 'assay-1'

/** The most that outcomes of real use move a score, in points, either way: reports can be forged, looks are ours. */
export const USAGE_POINTS = 10

/** Success of real calls that moves nothing, and that which costs all the points: callers err too, so some failures are theirs. */
export const USAGE_NEUTRAL = 0.9
export const USAGE_WORST = 0.5

export const EMPTY_SCORE_FACTS: Readonly<ScoreFacts> = {
  asOf: null,
  upHours30d: 0,
  downHours30d: 0,
  outages30d: 0,
  latencyP50Ms: null,
  latencyP95Ms: null,
  looks: 0,
  usage: null,
}

export interface ScoreComponent {
  name: string
  /** Its share of the mean, among those that apply; 0 for an adjustment, whose points stand by themselves. */
  weight: number
  /** 0-1, best 1; null where it does not apply: then it is left out, never counted as zero. */
  value: number | null
  /** What it adds to the score, not rounded. The points of all components add up to the score before rounding. */
  points: number
  reason: string
}

export interface ScoreResult {
  /** 0-100, one decimal; with no evidence the low bound of the prior. */
  score: number
  grade: Grade
  /** Whether there is evidence enough for a grade. */
  rated: boolean
  formula: typeof FORMULA
  components: ScoreComponent[]
}

/** The facts of a server at `now`; `intervals` need only reach back 30 days, in any order. */
export function scoreFactsFrom(belief: Belief | null, intervals: readonly Interval[], now: Date): ScoreFacts {
  const { upMs, downMs, outages } = tallyIntervals(
    intervals,
    now.getTime() - SCORE_WINDOW_HOURS * HOUR_MS,
    now.getTime(),
  )
  const asOfAt = belief?.lastInformativeAt ?? null
  return {
    asOf: asOfAt === null ? null : new Date(asOfAt).toISOString(),
    upHours30d: hours(upMs),
    downHours30d: hours(downMs),
    outages30d: outages,
    latencyP50Ms: upMs > 0 ? latencyMs(belief, 0.5) : null,
    latencyP95Ms: upMs > 0 ? latencyMs(belief, 0.95) : null,
    looks: belief?.looks ?? 0,
    usage: null,
  }
}

/**
 * The score of a server, or of one of its tools, from its facts alone: the weighted mean of the components that apply, times 100, plus the
 * bounded adjustment by real use. Never rises with more down time or more outages. Credits, keys and claims are no part of it.
 */
export function scoreFrom(facts: ScoreFacts, tool: ToolFacts | null): ScoreResult {
  const judged = COMPONENTS.map((rule) => ({ rule, value: rule.value(facts, tool) }))
  const totalWeight = judged.reduce((sum, { rule, value }) => sum + (value === null ? 0 : rule.weight), 0)
  const components: ScoreComponent[] = judged.map(({ rule, value }) => ({
    name: rule.name,
    weight: rule.weight,
    value,
    points: value === null ? 0 : (rule.weight * value * 100) / totalWeight,
    reason: rule.reason(facts, tool),
  }))
  components.push(usageComponent(facts, sumOfPoints(components)))
  const score = Math.round(sumOfPoints(components) * 10) / 10
  const rated = facts.upHours30d + facts.downHours30d >= RATED_AFTER_HOURS
  return { score, grade: gradeOf(score, rated), rated, formula: FORMULA, components }
}

/** Moves the score by -10 (half the calls fail, or more) to +10 (none fails), by less the less the reports are believed; within 0-100. */
function usageComponent({ usage }: ScoreFacts, measured: number): ScoreComponent {
  const none = { name: 'usage', weight: 0, value: null, points: 0, reason: 'No outcomes of real use; left out.' }
  if (usage === null) return none
  const value = within01(usage.successRate)
  const span = value < USAGE_NEUTRAL ? USAGE_NEUTRAL - USAGE_WORST : 1 - USAGE_NEUTRAL
  const pull = Math.max(-1, (value - USAGE_NEUTRAL) / span) * USAGE_POINTS * within01(usage.weight)
  const points = Math.min(100, Math.max(0, measured + pull)) - measured
  const success = `${(value * 100).toFixed(1)} % of real calls succeed, by ${usage.reporters} reporters`
  return {
    ...none,
    value,
    points,
    reason: `${success}; ${USAGE_NEUTRAL * 100} % moves nothing, and at most ${USAGE_POINTS} points move.`,
  }
}

function hours(ms: number): number {
  return Math.round((ms / HOUR_MS) * 1e3) / 1e3
}

function latencyMs(belief: Belief | null, share: number): number | null {
  if (belief === null || belief.latency.samples < LEAST_LATENCY_SAMPLES) return null
  const quantile = latencyQuantile(belief.latency, share)
  return quantile === null ? null : Math.round(quantile)
}

function sumOfPoints(components: readonly ScoreComponent[]): number {
  return components.reduce((sum, { points }) => sum + points, 0)
}
