import type { Categorizer } from '../core/catalog/categorizer'
import { categorize } from '../search/categorize'
import { decodeCategoryWeights } from '../search/category-weights'
import { readLearnedFile } from '../store/learned-files'

let opened: Categorizer | undefined

/** The categorizer with the shipped weights, opened once a process. */
export function learnedCategorizer(): Categorizer {
  if (opened !== undefined) return opened
  const weights = decodeCategoryWeights(readLearnedFile('category-weights'))
  opened = (subject) => categorize(subject, weights)
  return opened
}
