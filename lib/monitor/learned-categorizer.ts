import type { Categorizer } from '../core/catalog/categorizer'
import { categorize } from '../search/category/categorize'
import { decodeCategoryWeights } from '../search/category/category-weights'
import { readLearnedFile } from '../store/search/learned-files'

let opened: Categorizer | undefined

/** The categorizer with the shipped weights, opened once a process. */
export function learnedCategorizer(): Categorizer {
  if (opened !== undefined) return opened
  const weights = decodeCategoryWeights(readLearnedFile('category-weights'))
  opened = (subject) => categorize(subject, weights)
  return opened
}
