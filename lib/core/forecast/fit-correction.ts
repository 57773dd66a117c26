import { type Correction, FORECAST_FEATURES, type ForecastFeature, sigmoid } from 'assay-verify/forecast/forecast-model'

/** The intercept is pulled only enough to stay finite where nothing ever failed. */
const INTERCEPT_PULL = 1

/** Newton's method: most steps, the longest step on a standardised weight, and the step length that ends it. */
const MOST_STEPS = 30
const LONGEST_STEP = 2
const SHORTEST_STEP = 1e-7

/** A feature that varies less is treated as constant. */
const LEAST_VARIANCE = 1e-12

/** Digits of a published weight. */
const DIGITS = 5

const FEATURES = FORECAST_FEATURES.length
/** The intercept and the features. */
const SIZE = FEATURES + 1
/** Numbers of a row to learn from: what it counts for, its target and its features. */
export const ROW_LENGTH = 2 + FEATURES

/**
 * The correction of one horizon and state: penalised logistic regression by Newton's method. `rows`: what the row
 * counts for, target (0 or 1) and features, one row after the other (`ROW_LENGTH` numbers each); the first feature is
 * also the offset. `pull`: of the features towards 0, in rows. Without rows every weight is 0.
 */
export function fitCorrection(rows: Float64Array, pull: number): Correction {
  const pulls = Array.from({ length: SIZE }, (_, at) => (at === 0 ? INTERCEPT_PULL : pull))
  const { means, deviations } = momentsOf(rows)
  let fitted = new Float64Array(SIZE)
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = newtonStep(rows, pulls, fitted, means, deviations)
    const longest = Math.max(...change.map(Math.abs))
    const scale = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1
    fitted = fitted.map((value, at) => value - scale * (change[at] ?? 0))
    if (longest < SHORTEST_STEP) break
  }
  const slopes = FORECAST_FEATURES.map((_, at) => (fitted[at + 1] ?? 0) / (deviations[at] ?? 1))
  const intercept = slopes.reduce((sum, slope, at) => sum - slope * (means[at] ?? 0), fitted[0] ?? 0)
  const correction: Record<string, number> = { intercept: short(intercept) }
  FORECAST_FEATURES.forEach(({ name }, at) => {
    correction[name] = short(slopes[at] ?? 0)
  })
  return correction as Record<'intercept' | ForecastFeature, number>
}

function momentsOf(rows: Float64Array): { means: number[]; deviations: number[] } {
  const average = (feature: number, of: (value: number) => number) => {
    let [sum, total] = [0, 0]
    for (let row = 0; row < rows.length; row += ROW_LENGTH) {
      const count = rows[row] ?? 0
      sum += count * of(rows[row + 2 + feature] ?? 0)
      total += count
    }
    return sum / Math.max(1, total)
  }
  const means = FORECAST_FEATURES.map((_, feature) => average(feature, (value) => value))
  const squares = means.map((mean, feature) => average(feature, (value) => (value - mean) ** 2))
  // A deviation that is only rounding error is replaced by 1.
  return { means, deviations: squares.map((square) => (square > LEAST_VARIANCE ? Math.sqrt(square) : 1)) }
}

/** The Newton step to subtract from `fitted`: the inverse of the penalised curvature times the gradient. */
function newtonStep(
  rows: Float64Array,
  pulls: readonly number[],
  fitted: Float64Array,
  means: readonly number[],
  deviations: readonly number[],
): number[] {
  const gradient = pulls.map((pull, at) => pull * (fitted[at] ?? 0))
  const curvature = pulls.map((pull, at) => pulls.map((_, other) => (at === other ? pull : 0)))
  const inputs = new Float64Array(SIZE).fill(1)
  for (let row = 0; row < rows.length; row += ROW_LENGTH) {
    const weight = rows[row] ?? 0
    let value = (rows[row + 2] ?? 0) + (fitted[0] ?? 0)
    for (let at = 0; at < FEATURES; at++) {
      const input = ((rows[row + 2 + at] ?? 0) - (means[at] ?? 0)) / (deviations[at] ?? 1)
      inputs[at + 1] = input
      value += input * (fitted[at + 1] ?? 0)
    }
    const up = sigmoid(value)
    const miss = weight * (up - (rows[row + 1] ?? 0))
    const bend = weight * up * (1 - up)
    addOuter(gradient, curvature, inputs, miss, bend)
  }
  return solve(curvature, gradient)
}

/** Adds one row's share to the gradient and the curvature. */
function addOuter(
  gradient: number[],
  curvature: readonly number[][],
  inputs: Float64Array,
  miss: number,
  bend: number,
): void {
  for (let at = 0; at < SIZE; at++) {
    const input = inputs[at] ?? 0
    gradient[at] = (gradient[at] ?? 0) + miss * input
    const line = curvature[at]
    for (let other = 0; line !== undefined && other < SIZE; other++) {
      line[other] = (line[other] ?? 0) + bend * input * (inputs[other] ?? 0)
    }
  }
}

/** Solves a symmetric positive definite system by elimination; such a system needs no pivoting. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0])
  for (const [pivot, line] of lines.entries()) {
    for (const other of lines) {
      const times = other === line ? 0 : (other[pivot] ?? 0) / (line[pivot] ?? 1)
      for (let at = pivot; at <= SIZE; at++) other[at] = (other[at] ?? 0) - times * (line[at] ?? 0)
    }
  }
  return lines.map((line, at) => (line[SIZE] ?? 0) / (line[at] ?? 1))
}

function short(weight: number): number {
  return Number(weight.toPrecision(DIGITS))
}
