import type { CategorySlug } from '../../core/catalog/taxonomy'
import { arrayOf, decodeArrays, encodeArrays } from '../index/arrays'
import { type FeatureTable, LEARNED_SLUGS, rarityOf } from './category-features'

/** The learned weights of the categories. Rows are features (`FeatureTable`), columns the slugs. */
export interface CategoryWeights {
  /** Origin of the weights, for people. */
  meta: Readonly<Record<string, unknown>>
  slugs: readonly CategorySlug[]
  table: FeatureTable
  /** Row by row; a weight is its entry times its row's scale. */
  matrix: Int8Array
  scales: Float32Array
  bias: Float32Array
  arrays: CategoryArrays
}

/** The tables as they are stored: a phrase of several categories has an entry for each. */
export interface CategoryArrays {
  wordHashes: Uint32Array
  wordRarities: Float32Array
  phraseHashes: Uint32Array
  phraseSlugs: Uint8Array
  phraseRarities: Uint8Array
  matrix: Int8Array
  scales: Float32Array
  bias: Float32Array
}

const FORMAT = 'assay-category-weights/1'

/** The weights as one file; `decodeCategoryWeights` is its inverse. */
export function encodeCategoryWeights(weights: CategoryWeights): Uint8Array {
  return encodeArrays(FORMAT, { ...weights.meta, slugs: weights.slugs }, { ...weights.arrays })
}

/**
 * The weights encoded by `encodeCategoryWeights`. Throws on a file of another format, or one trained for other
 * categories.
 */
export function decodeCategoryWeights(bytes: Uint8Array): CategoryWeights {
  const { meta, arrays } = decodeArrays(FORMAT, bytes)
  const facts = typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {}
  if (JSON.stringify(facts.slugs) !== JSON.stringify(LEARNED_SLUGS))
    throw new Error('the category weights were learned for other categories: train them again')
  const { slugs: _slugs, ...rest } = facts
  return categoryWeightsFrom(rest, {
    wordHashes: arrayOf(arrays, 'wordHashes', 'u32'),
    wordRarities: arrayOf(arrays, 'wordRarities', 'f32'),
    phraseHashes: arrayOf(arrays, 'phraseHashes', 'u32'),
    phraseSlugs: arrayOf(arrays, 'phraseSlugs', 'u8'),
    phraseRarities: arrayOf(arrays, 'phraseRarities', 'u8'),
    matrix: arrayOf(arrays, 'matrix', 'i8'),
    scales: arrayOf(arrays, 'scales', 'f32'),
    bias: arrayOf(arrays, 'bias', 'f32'),
  })
}

/** Weights ready for use, with look-up tables. */
export function categoryWeightsFrom(meta: CategoryWeights['meta'], arrays: CategoryArrays): CategoryWeights {
  const { matrix, scales, bias } = arrays
  return { meta, slugs: LEARNED_SLUGS, table: tableFrom(arrays), matrix, scales, bias, arrays }
}

function tableFrom(arrays: CategoryArrays): FeatureTable {
  const words = new Map<number, { at: number; rarity: number }>()
  for (const [at, hash] of arrays.wordHashes.entries())
    words.set(hash | 0, { at, rarity: arrays.wordRarities[at] ?? 0 })
  const phrases = new Map<number, { slugs: number[]; rarity: number }>()
  for (const [entry, hash] of arrays.phraseHashes.entries()) {
    const phrase = phrases.get(hash | 0) ?? { slugs: [], rarity: rarityOf(arrays.phraseRarities[entry] ?? 0) }
    phrase.slugs.push(arrays.phraseSlugs[entry] ?? 0)
    phrases.set(hash | 0, phrase)
  }
  return { words, phrases }
}
