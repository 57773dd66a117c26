import type { CategorySubject } from '../../core/catalog/categorizer'
import { slugsOfLabel } from '../../core/catalog/category-hints'
import type { CategorySlug } from '../../core/catalog/taxonomy'
import { featuresOf, findingsOf } from './category-features'
import type { CategoryWeights } from './category-weights'

// A catalog's label adds this to the log odds: it is one piece of evidence, and about the server rather than the tool.
// A wide label adds less to each category it covers.
const LABEL_BONUS = 4
const LEAST_PROBABILITY = 0.185
const SECOND_SHARE = 0.5
const LEAST_SECOND_PROBABILITY = 0.2

/** How a description says that a server shows or tests the protocol itself. */
const IS_FOR_TESTS =
  /\bexercises? all (?:of )?(?:the )?features of (?:the )?(?:MCP|Model Context Protocol)\b|\btest server for (?:builders of )?MCP clients\b|\b(?:test|demo) implementation of an? (?:MCP|Model Context Protocol) server\b/i

interface CategoryLikelihood {
  slug: CategorySlug
  /** 0..1; over all categories they add up to 1. */
  probability: number
}

/**
 * Every category but `other` with its probability, the likelier first; empty when the subject contains nothing known.
 * Multinomial logistic regression over words and the scores of the hand-made terms and the thesaurus; a label is added
 * to the log odds. Ties go to the earlier category.
 */
export function rankCategories(subject: CategorySubject, weights: CategoryWeights): CategoryLikelihood[] {
  const { at, value } = featuresOf(findingsOf(subject), weights.table)
  const label = subject.categoryHint === null ? [] : slugsOfLabel(subject.categoryHint)
  if (at.length === 0 && label.length === 0) return []
  const columns = weights.slugs.length
  const bonus = LABEL_BONUS - Math.log(Math.max(1, label.length))
  const odds = weights.slugs.map((slug, column) => (weights.bias[column] ?? 0) + (label.includes(slug) ? bonus : 0))
  for (let feature = 0; feature < at.length; feature++) {
    const row = at[feature] ?? 0
    const share = (value[feature] ?? 0) * (weights.scales[row] ?? 0)
    for (let column = 0; column < columns; column++) {
      odds[column] = (odds[column] ?? 0) + share * (weights.matrix[row * columns + column] ?? 0)
    }
  }
  const most = Math.max(...odds)
  const powers = odds.map((one) => Math.exp(one - most))
  const total = powers.reduce((sum, one) => sum + one, 0)
  return weights.slugs
    .map((slug, column) => ({ slug, probability: (powers[column] ?? 0) / total }))
    .sort((a, b) => b.probability - a.probability)
}

/**
 * The categories of a subject, by its own words, its server's words and the catalog's label: one or two slugs, the
 * likelier first. Only `other` when there is no evidence for any category. What a server for tests of MCP clients
 * offers is for tests, whatever its examples look like: one that says so is `code`, with all of its tools.
 * Deterministic.
 */
export function categorize(subject: CategorySubject, weights: CategoryWeights): CategorySlug[] {
  if (IS_FOR_TESTS.test(subject.serverTitle === '' ? subject.description : subject.serverDescription)) return ['code']
  const [first, second] = rankCategories(subject, weights)
  if (first === undefined || first.probability < LEAST_PROBABILITY) return ['other']
  const alsoFits =
    second !== undefined && second.probability >= Math.max(LEAST_SECOND_PROBABILITY, first.probability * SECOND_SHARE)
  return alsoFits ? [first.slug, second.slug] : [first.slug]
}
