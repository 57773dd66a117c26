import type { CategorySubject } from '../../lib/core/catalog/categorizer'
import type { CategorySlug } from '../../lib/core/catalog/taxonomy'
import {
  type FeatureTable,
  type Findings,
  featuresOf,
  fieldsOf,
  findingsOf,
  handScores,
  hashOf,
  LEARNED_SLUGS,
  rarityByte,
  thesaurusScores,
} from '../../lib/search/category/category-features'
import {
  type CategoryArrays,
  type CategoryWeights,
  categoryWeightsFrom,
} from '../../lib/search/category/category-weights'
import { readThesaurus } from '../search/thesaurus'
import { type FitCase, fitCategories } from './fit-categories'

/** A subject whose categories are known; its label is not part of the training data (`categoryHint: null`). */
export interface CategoryExample {
  subject: CategorySubject
  /** The categories its label covers: any of them is right. */
  slugs: readonly CategorySlug[]
}

/** The thesaurus: by category, the text of its file. */
export type Thesaurus = ReadonlyMap<CategorySlug, string>

const MOST_WORDS = 3400
const LEAST_EXAMPLES_OF_A_WORD = 3
const MOST_SLUGS_OF_A_PHRASE = 4
const RARITY_SHARE = 0.25
const BYTE_MOST = 127

/**
 * Learns the weights `categorize` uses, from examples and the thesaurus alone, deterministically. Of the thesaurus,
 * phrases are kept that are one term, in another script, or occur in some example.
 */
export function trainCategories(examples: readonly CategoryExample[], thesaurus: Thesaurus): CategoryWeights {
  const found = examples.map(({ subject }) => findingsOf(subject))
  const tables = { ...wordsFrom(found, spellings(examples)), ...phrasesFrom(found, thesaurus) }
  const rows = tables.wordHashes.length + 2 * LEARNED_SLUGS.length
  const blank = { matrix: new Int8Array(), scales: new Float32Array(), bias: new Float32Array() }
  const { table } = categoryWeightsFrom({}, { ...tables, ...blank })
  const cases = examples.map(({ slugs }, at) => caseOf(found[at] ?? findingsOf(NOTHING), slugs, table))
  const weights = fitCategories(cases, rows, LEARNED_SLUGS.length)
  return categoryWeightsFrom({ examples: examples.length }, { ...tables, ...quantized(weights, rows) })
}

const NOTHING: CategorySubject = {
  name: '',
  title: null,
  description: '',
  serverTitle: '',
  serverDescription: '',
  categoryHint: null,
  tags: [],
}

function caseOf(found: Findings, slugs: readonly CategorySlug[], table: FeatureTable): FitCase {
  const allowed = Float64Array.from(LEARNED_SLUGS, (slug) => (slugs.includes(slug) ? 1 : 0))
  const hand = handScores(found)
  const thesaurus = thesaurusScores(found, table.phrases)
  const expected = allowed.map((is, column) => is * (0.1 + (hand[column] ?? 0) + 0.5 * (thesaurus[column] ?? 0)) ** 2)
  const total = expected.reduce((sum, one) => sum + one, 0)
  return { features: featuresOf(found, table), allowed, expected: expected.map((one) => one / total) }
}

function countsOf(found: readonly Iterable<number>[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const runs of found) for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1)
  return counts
}

/** Short runs of the examples as text, by hash: equally frequent ones are taken in the order of their texts. */
function spellings(examples: readonly CategoryExample[]): Map<number, string> {
  const spelled = new Map<number, string>()
  const runs = (terms: readonly string[]) => terms.flatMap((term, at) => [term, `${term} ${terms[at + 1] ?? ''}`])
  for (const { subject } of examples)
    for (const { terms } of fieldsOf(subject)) for (const run of runs(terms)) spelled.set(hashOf(run), run)
  return spelled
}

function wordsFrom(
  found: readonly Findings[],
  spelled: ReadonlyMap<number, string>,
): Pick<CategoryArrays, 'wordHashes' | 'wordRarities'> {
  const kept = [...countsOf(found.map(({ words }) => words.keys()))]
    .filter(([, count]) => count >= LEAST_EXAMPLES_OF_A_WORD)
    .sort(([a, m], [b, n]) => n - m || ((spelled.get(a) ?? '') < (spelled.get(b) ?? '') ? -1 : 1))
    .slice(0, MOST_WORDS)
  const byHash = new Map(kept.map(([run, count]) => [run, Math.log(found.length / count)]))
  return { wordHashes: Uint32Array.from(byHash.keys()), wordRarities: Float32Array.from(byHash.values()) }
}

type Phrases = Pick<CategoryArrays, 'phraseHashes' | 'phraseSlugs' | 'phraseRarities'>

function phrasesFrom(found: readonly Findings[], thesaurus: Thesaurus): Phrases {
  const counts = countsOf(found.map(({ runs }) => runs.keys()))
  const entries: { hash: number; column: number; rarity: number }[] = []
  for (const [run, columns] of columnsOfPhrases(thesaurus)) {
    const count = counts.get(hashOf(run)) ?? 0
    if (columns.size > MOST_SLUGS_OF_A_PHRASE || (count === 0 && !isKeptUnseen(run))) continue
    const rarity = RARITY_SHARE * Math.log(found.length / Math.max(1, count))
    for (const column of columns) entries.push({ hash: hashOf(run), column, rarity })
  }
  return {
    phraseHashes: Uint32Array.from(entries, ({ hash }) => hash),
    phraseSlugs: Uint8Array.from(entries, ({ column }) => column),
    phraseRarities: Uint8Array.from(entries, ({ rarity }) => rarityByte(rarity)),
  }
}

/**
 * Catalogs are in English, so phrases in other scripts seldom occur in them; of phrases in Latin letters only single
 * terms are kept.
 */
function isKeptUnseen(run: string): boolean {
  const terms = run.split(' ').length
  return terms === 1 || (terms <= 3 && !/\p{Script=Latin}/u.test(run))
}

function columnsOfPhrases(thesaurus: Thesaurus): Map<string, Set<number>> {
  const columns = new Map<string, Set<number>>()
  for (const [column, slug] of LEARNED_SLUGS.entries()) {
    for (const { name, says, tools, abroad } of readThesaurus(slug, thesaurus.get(slug) ?? '')) {
      for (const terms of [name, ...says, ...tools, ...abroad]) {
        const run = terms.join(' ')
        if (run !== '') columns.set(run, (columns.get(run) ?? new Set()).add(column))
      }
    }
  }
  return columns
}

function quantized(weights: Float64Array, rows: number): Pick<CategoryArrays, 'matrix' | 'scales' | 'bias'> {
  const columns = LEARNED_SLUGS.length
  const matrix = new Int8Array(rows * columns)
  const scales = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    const own = weights.subarray(row * columns, (row + 1) * columns)
    const scale = Math.max(...own.map(Math.abs)) / BYTE_MOST
    scales[row] = scale
    if (scale > 0)
      matrix.set(
        Int8Array.from(own, (weight) => Math.round(weight / scale)),
        row * columns,
      )
  }
  return { matrix, scales, bias: Float32Array.from(weights.subarray(rows * columns)) }
}
