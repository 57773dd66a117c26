import type { FeatureVector } from '../../lib/search/category/category-features'
import { minimize } from '../minimize'

/** A labelled case: its features, the categories its label allows, and the expected probability of each. */
export interface FitCase {
  features: FeatureVector
  /** 1 for a category the label allows, 0 for others. */
  allowed: Float64Array
  /** Adds up to 1 over the allowed. */
  expected: Float64Array
}

const RIDGE = 6
const BIAS_RIDGE = 30
/** Weight of `expected` within a wide label, against the model's own distribution. */
const EXPECTED_SHARE = 0.8
const ROUNDS = 30

/**
 * Multinomial logistic regression with a ridge. A label that allows several categories is right when any of them is:
 * the loss is -log of their probabilities' sum, mixed with the cross-entropy to `expected`, so that inside a wide label
 * no category takes everything. Returns `rows` rows of weights, then the bias.
 */
export function fitCategories(cases: readonly FitCase[], rows: number, columns: number): Float64Array {
  const odds = new Float64Array(columns)
  return minimize((rows + 1) * columns, ROUNDS, (point, slope) => {
    let loss = ridge(point, slope, rows * columns)
    for (const one of cases) {
      addOdds(odds, point, one.features, rows)
      loss += lossOf(odds, one)
      addSlope(slope, odds, one.features, rows)
    }
    return loss
  })
}

function ridge(point: Float64Array, slope: Float64Array, biasFrom: number): number {
  let loss = 0
  for (let at = 0; at < point.length; at++) {
    const weight = point[at] ?? 0
    const strength = at < biasFrom ? RIDGE : BIAS_RIDGE
    slope[at] = strength * weight
    loss += 0.5 * strength * weight * weight
  }
  return loss
}

function addOdds(odds: Float64Array, point: Float64Array, { at, value }: FeatureVector, rows: number): void {
  const columns = odds.length
  for (let column = 0; column < columns; column++) odds[column] = point[rows * columns + column] ?? 0
  for (let feature = 0; feature < at.length; feature++) {
    const start = (at[feature] ?? 0) * columns
    const share = value[feature] ?? 0
    for (let column = 0; column < columns; column++) {
      odds[column] = (odds[column] ?? 0) + share * (point[start + column] ?? 0)
    }
  }
}

/** The loss of a case; replaces `odds` by its gradient. */
function lossOf(odds: Float64Array, { allowed, expected }: FitCase): number {
  const most = Math.max(...odds)
  let total = 0
  for (let column = 0; column < odds.length; column++) {
    odds[column] = Math.exp((odds[column] ?? 0) - most)
    total += odds[column] ?? 0
  }
  let right = 1e-12
  for (let column = 0; column < odds.length; column++) {
    odds[column] = (odds[column] ?? 0) / total
    right += (odds[column] ?? 0) * (allowed[column] ?? 0)
  }
  let loss = -(1 - EXPECTED_SHARE) * Math.log(right)
  for (let column = 0; column < odds.length; column++) {
    const probability = odds[column] ?? 0
    const wanted = expected[column] ?? 0
    if (wanted > 0) loss -= EXPECTED_SHARE * wanted * Math.log(probability + 1e-12)
    const shared = ((1 - EXPECTED_SHARE) * probability * (allowed[column] ?? 0)) / right
    odds[column] = probability - shared - EXPECTED_SHARE * wanted
  }
  return loss
}

function addSlope(slope: Float64Array, change: Float64Array, { at, value }: FeatureVector, rows: number): void {
  const columns = change.length
  for (let feature = 0; feature <= at.length; feature++) {
    const isBias = feature === at.length
    const start = (isBias ? rows : (at[feature] ?? 0)) * columns
    const share = isBias ? 1 : (value[feature] ?? 0)
    for (let column = 0; column < columns; column++) {
      slope[start + column] = (slope[start + column] ?? 0) + share * (change[column] ?? 0)
    }
  }
}
