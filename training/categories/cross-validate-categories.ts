import { categorize } from '../../lib/search/category/categorize'
import { hashOf } from '../../lib/search/category/category-features'
import { type CategoryExample, type Thesaurus, trainCategories } from './train-categories'

/** An example that is evaluated only by weights trained without its group: copies of one server are a group. */
export interface GroupedExample extends CategoryExample {
  group: string
}

export interface CategoryFigures {
  /** How often the first slug is one of the label's, among those with a slug. */
  accuracy: number
  /** The share with a slug other than `other`. */
  coverage: number
  n: number
  folds: number
}

/** Accuracy on held-out examples: trains once per fold, with each group in one fold. */
export function crossValidateCategories(
  examples: readonly GroupedExample[],
  thesaurus: Thesaurus,
  folds = 5,
): CategoryFigures {
  let covered = 0
  let right = 0
  for (let fold = 0; fold < folds; fold++) {
    const isOut = ({ group }: GroupedExample) => (hashOf(group) >>> 0) % folds === fold
    const weights = trainCategories(
      examples.filter((example) => !isOut(example)),
      thesaurus,
    )
    for (const { subject, slugs } of examples.filter(isOut)) {
      const [first] = categorize(subject, weights)
      if (first === undefined || first === 'other') continue
      covered++
      if (slugs.includes(first)) right++
    }
  }
  return { accuracy: right / covered, coverage: covered / examples.length, n: examples.length, folds }
}
