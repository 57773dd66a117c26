import { describe, expect, it } from 'vitest'
import type { CategorySubject } from '../../lib/core/catalog/categorizer'
import type { CategorySlug } from '../../lib/core/catalog/taxonomy'
import { categorize } from '../../lib/search/category/categorize'
import { encodeCategoryWeights } from '../../lib/search/category/category-weights'
import { minimize } from '../minimize'
import { crossValidateCategories } from './cross-validate-categories'
import { trainCategories } from './train-categories'

const subject = (name: string): CategorySubject => ({
  name,
  title: null,
  description: '',
  serverTitle: '',
  serverDescription: '',
  categoryHint: null,
  tags: [],
})
const example = (name: string, slugs: CategorySlug[], group = name) => ({ subject: subject(name), slugs, group })
const thesaurus = new Map<CategorySlug, string>([
  ['weather', 'rain | will it rain, umbrella | precipitation | pluie\n'],
])
const examples = Array.from({ length: 60 }, (_, n) => [
  example(`frobnicate ${n}`, ['games'], `g${n}`),
  example(`quuxify ${n}`, ['legal-government', 'food'], `l${n}`),
]).flat()

describe('trainCategories', () => {
  it('learns words that no table contains, and gives the same weights for the same examples', () => {
    const weights = trainCategories(examples, thesaurus)
    expect(categorize(subject('frobnicate it'), weights)[0]).toBe('games')
    expect(encodeCategoryWeights(trainCategories(examples, thesaurus))).toEqual(encodeCategoryWeights(weights))
  })

  it('divides a wide label among the categories it allows, and gives nothing to others', () => {
    const slugs = categorize(subject('quuxify'), trainCategories(examples, thesaurus))
    expect([...slugs].sort()).toEqual(['food', 'legal-government'])
  })
})

describe('crossValidateCategories', () => {
  it('is right on held-out examples similar to others', () => {
    expect(crossValidateCategories(examples, thesaurus)).toEqual({ accuracy: 1, coverage: 1, n: 120, folds: 5 })
  })

  it('learns nothing from a copy of the evaluated example', () => {
    const copies = Array.from({ length: 20 }, () => example('zorp', ['sports'], 'one'))
    const { coverage } = crossValidateCategories([...copies, ...examples], thesaurus)
    expect(coverage).toBe(120 / 140)
  })
})

describe('minimize', () => {
  it('finds the minimum of a quadratic function', () => {
    const wanted = [3, -1, 0.5]
    const found = minimize(3, 50, (point, slope) => {
      let value = 0
      for (const [at, one] of wanted.entries()) {
        const off = (point[at] ?? 0) - one
        slope[at] = 2 * (at + 1) * off
        value += (at + 1) * off * off
      }
      return value
    })
    for (const [at, one] of wanted.entries()) expect(found[at]).toBeCloseTo(one, 4)
  })
})
