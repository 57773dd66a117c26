import { CURRENT, type Formula } from './formula-versions.ts'
import { type Grade, gradeOf } from './grade.ts'
import { rounded } from './rounded.ts'
import { ADJUSTMENTS, withPoints } from './score-adjustments.ts'
import { COMPONENTS, within01 } from './score-components.ts'
import { EMPTY_SCORE_FACTS, type ScoreFacts, scoreFactsFrom, soundFacts } from './score-facts.ts'
import type { ScoredToolFacts } from './tool-facts.ts'

export { EMPTY_SCORE_FACTS, type ScoreFacts, scoreFactsFrom }

/** Version of the formula that scores are computed with. */
export const FORMULA = CURRENT.name

/** Hours observed before a score carries a grade: a quarter of a day. */
export const RATED_AFTER_HOURS = 6

export interface ScoreComponent {
  name: string
  /** Its share of the mean, among those that apply; 0 for an adjustment, whose points are added separately. */
  weight: number
  /** 0-1, best 1, 6 decimals; null where it does not apply: then it is left out, never counted as zero. */
  value: number | null
  /** What it adds to the score, 4 decimals. The points of all components add up to the score before rounding. */
  points: number
  reason: string
}

export interface ScoreResult {
  /** 0-100, one decimal; with no evidence the low bound of the prior. */
  score: number
  grade: Grade
  /** Whether there is enough evidence for a grade. */
  rated: boolean
  formula: string
  components: ScoreComponent[]
}

/** One row of the published formula: a part of the mean by its weight, or an adjustment by the most points it moves. */
export interface FormulaRow {
  name: string
  kind: 'mean' | 'adjustment'
  weight: number
  mostPoints: number | null
  description: string
  constants: Readonly<Record<string, number>>
}

/** A formula as data, derived from the rows that compute it. */
export function tableOf(formula: Formula): readonly FormulaRow[] {
  return [
    ...COMPONENTS.map(({ name, weight, description, constants }) => {
      const words = { description: description(formula), constants: constants(formula) }
      return { name, kind: 'mean' as const, weight, mostPoints: null, ...words }
    }),
    ...ADJUSTMENTS.map(({ name, most, description, constants }) => {
      const words = { description: description(formula), constants: constants(formula) }
      return { name, kind: 'adjustment' as const, weight: 0, mostPoints: most, ...words }
    }),
  ]
}

export const FORMULA_TABLE = tableOf(CURRENT)

/**
 * The score of a server, or of one of its tools, from its facts alone: the weighted mean of the components that apply,
 * times 100, plus the adjustments, each time bounded by 0-100. Values are rounded to 6 decimals and points to 4 when
 * computed, so the published points add up to the score. More time down, more slots with an outage, slower answers,
 * more failed calls and more breaking changes never raise it. Credits, keys and claims are no part of it. Facts that
 * are missing or not numbers count as not observed.
 */
export function scoreFrom(
  given: Partial<ScoreFacts>,
  tool: ScoredToolFacts | null,
  formula: Formula = CURRENT,
): ScoreResult {
  const facts = soundFacts(given)
  const assessed = COMPONENTS.map((rule) => ({ rule, value: rule.value(facts, tool, formula) }))
  const totalWeight = assessed.reduce((sum, { rule, value }) => sum + (value === null ? 0 : rule.weight), 0)
  const components: ScoreComponent[] = assessed.map(({ rule, value: exact }) => {
    const value = exact === null ? null : rounded(within01(exact), 6)
    const points = value === null ? 0 : rounded((rule.weight * value * 100) / totalWeight, 4)
    return { name: rule.name, weight: rule.weight, value, points, reason: rule.reason(facts, tool, formula) }
  })
  for (const rule of ADJUSTMENTS) {
    const reached = sumOfPoints(components)
    const found = rule.assess(facts, tool, formula)
    const points = found === null ? 0 : rounded(withPoints(reached, found.points, formula) - reached, 4)
    const value = found === null ? null : rounded(within01(found.value), 6)
    components.push({ name: rule.name, weight: 0, value, points, reason: rule.reason(facts, tool, formula) })
  }
  const score = roundedScore(components)
  const rated = facts.upHours30d + facts.downHours30d >= RATED_AFTER_HOURS
  return { score, grade: gradeOf(score, rated), rated, formula: formula.name, components }
}

/**
 * The sum of the points to one decimal, computed in integers, so that a half rounds the same in every order of
 * addition.
 */
function roundedScore(components: readonly ScoreComponent[]): number {
  const tenThousandths = Math.round(sumOfPoints(components) * 1e4)
  return Math.min(100, Math.max(0, Math.round(tenThousandths / 1e3) / 10))
}

function sumOfPoints(components: readonly ScoreComponent[]): number {
  return components.reduce((sum, { points }) => sum + points, 0)
}
