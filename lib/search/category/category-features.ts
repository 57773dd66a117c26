import { splitIdentifier } from 'assay-verify/text/words'
import type { CategorySubject } from '../../core/catalog/categorizer'
import { CATEGORIES, type CategorySlug } from '../../core/catalog/taxonomy'
import { termsOf, termsOfName } from '../index/terms'
import categoryTerms from './category-terms.json' with { type: 'json' }

type LearnedSlug = Exclude<CategorySlug, 'other'>

/** The possible categories of a subject, in the order of the columns of the learned weights. */
export const LEARNED_SLUGS: readonly LearnedSlug[] = CATEGORIES.flatMap(({ slug }) => (slug === 'other' ? [] : [slug]))

/** The longest phrase searched for, and the longest run of terms in the vocabulary. */
const MAX_PHRASE = 4
const MAX_RUN = 2

// Weight of a term by its position: a name is chosen with more care than the tenth sentence of a description.
const FIELD_WEIGHTS = { name: 2, opening: 1, rest: 0.5, tag: 0.7, toolName: 0.6, toolDescription: 0.25 }
// A server's words count less than the tool's own, or every tool of a wide server would get one category.
const SERVER_SHARE = 0.4
const REPEAT_SHARE = 0.2
const OPENING_LENGTH = 160
const DESCRIPTION_LENGTH = 2000
const TOOL_DESCRIPTION_LENGTH = 200
const MOST_TOOLS = 60
const MOST_TAGS = 10
const TAG_LENGTH = 60
// Some catalogs give these to every server.
const EMPTY_TAGS = new Set(['mcp', 'api', 'web', 'search', 'server', 'tool', 'tools', 'ai', 'llm', 'remote'])
const WORDS_SCALE = 3
const SCORES_SCALE = 0.7
const RARITY_STEP = 0.01

/** Hashes of the runs of one to `MAX_PHRASE` terms found in a subject, each with the weight of its positions. */
export interface Findings {
  runs: ReadonlyMap<number, number>
  /** The same for the short runs, a term in several positions counting a little more. */
  words: ReadonlyMap<number, number>
}

/**
 * The index of each feature: words first, then a score per category from the hand-made terms, then one from the
 * thesaurus.
 */
export interface FeatureTable {
  /** Hash of a run -> its index and inverse document frequency. */
  words: ReadonlyMap<number, { at: number; rarity: number }>
  /** Hash of a phrase of the thesaurus -> the categories it is evidence for. */
  phrases: ReadonlyMap<number, { slugs: readonly number[]; rarity: number }>
}

export interface FeatureVector {
  at: Uint32Array
  value: Float32Array
}

const HASH_BASIS = 2166136261

/** A hash of 32 bits of a run of terms, with a sign; two runs with one hash are treated as the same. */
export function hashOf(run: string): number {
  return finished(hashedOn(HASH_BASIS, run))
}

/** FNV-1a of what `hash` is of, followed by this text. */
function hashedOn(hash: number, text: string): number {
  let on = hash
  for (let at = 0; at < text.length; at++) on = Math.imul(on ^ text.charCodeAt(at), 16777619)
  return on
}

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return mixed ^ (mixed >>> 13)
}

/** Every run of a subject's texts. Its label is not included. */
export function findingsOf(subject: CategorySubject): Findings {
  const runs = new Map<number, number>()
  const words = new Map<number, number>()
  for (const { terms, weight } of fieldsOf(subject)) {
    for (const [run, size] of runsOf(terms)) {
      runs.set(run, Math.max(runs.get(run) ?? 0, weight))
      if (size > MAX_RUN) continue
      const before = words.get(run)
      words.set(run, before === undefined ? weight : Math.max(before, weight) + REPEAT_SHARE * weight)
    }
  }
  return { runs, words }
}

/** The terms of each text of a subject, and what a run of terms counts there. */
export function fieldsOf(subject: CategorySubject): { terms: readonly string[]; weight: number }[] {
  const { name, opening, rest, tag, toolName, toolDescription } = FIELD_WEIGHTS
  const [ownOpening, ownRest] = halves(subject.description)
  const [serverOpening, serverRest] = halves(subject.serverDescription)
  const tags = subject.tags.slice(0, MOST_TAGS).filter((text) => !EMPTY_TAGS.has(text.toLowerCase()))
  const tools = subject.tools?.slice(0, MOST_TOOLS) ?? []
  const isTool = subject.serverTitle !== ''
  const tagShare = isTool ? SERVER_SHARE : 1
  return [
    { terms: termsOf(`${splitIdentifier(subject.name)}\n${subject.title ?? ''}`), weight: name },
    { terms: termsOf(ownOpening), weight: opening },
    { terms: termsOf(ownRest), weight: rest },
    { terms: tags.flatMap((text) => termsOf(text.slice(0, TAG_LENGTH))), weight: tag * tagShare },
    { terms: tools.flatMap((tool) => termsOfName(tool.name)), weight: toolName },
    {
      terms: tools.flatMap((tool) => termsOf(tool.description.slice(0, TOOL_DESCRIPTION_LENGTH))),
      weight: toolDescription,
    },
    { terms: termsOfName(subject.serverTitle), weight: name * SERVER_SHARE },
    { terms: termsOf(serverOpening), weight: opening * SERVER_SHARE },
    { terms: termsOf(serverRest), weight: rest * SERVER_SHARE },
  ]
}

function halves(text: string): [string, string] {
  const space = text.indexOf(' ', OPENING_LENGTH)
  const cut = space === -1 || space > OPENING_LENGTH + 60 ? OPENING_LENGTH : space
  return [text.slice(0, cut), text.slice(cut, DESCRIPTION_LENGTH)]
}

/**
 * The hash of each run, and how many terms it has. A term repeated in a field counts once there, so each run is given
 * once.
 */
function runsOf(terms: readonly string[]): Map<number, number> {
  const sizes = new Map<number, number>()
  for (let at = 0; at < terms.length; at++) {
    let hash = HASH_BASIS
    for (let size = 1; size <= MAX_PHRASE && at + size <= terms.length; size++) {
      hash = hashedOn(size === 1 ? hash : hashedOn(hash, ' '), terms[at + size - 1] ?? '')
      sizes.set(finished(hash), size)
    }
  }
  return sizes
}

/**
 * Words and phrases of each category. Plurals and capitals do not matter; a phrase has at most three words. Chosen by
 * hand; how much each category's terms say is learned. `other` has none.
 */
const CATEGORY_TERMS: Readonly<Record<LearnedSlug, readonly string[]>> = categoryTerms
/** By the hash of the phrase. */
const HAND_TERMS: ReadonlyMap<number, readonly number[]> = compileHandTerms()

function compileHandTerms(): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const [column, slug] of LEARNED_SLUGS.entries()) {
    for (const phrase of CATEGORY_TERMS[slug]) {
      const run = termsOf(phrase).join(' ')
      const columns = found.get(hashOf(run)) ?? []
      if (run !== '' && !columns.includes(column)) found.set(hashOf(run), [...columns, column])
    }
  }
  return found
}

/**
 * The score of each category from the hand-made terms, from 0 up; a term of several categories is divided among them.
 */
export function handScores(found: Findings): Float32Array {
  const scores = new Float32Array(LEARNED_SLUGS.length)
  for (const [run, weight] of found.runs) {
    const columns = HAND_TERMS.get(run)
    if (columns === undefined) continue
    for (const column of columns) scores[column] = (scores[column] ?? 0) + weight / columns.length
  }
  return scores
}

/** The score of each category from the thesaurus, from 0 up; rare phrases count more. */
export function thesaurusScores(found: Findings, phrases: FeatureTable['phrases']): Float32Array {
  const scores = new Float32Array(LEARNED_SLUGS.length)
  for (const [run, weight] of found.runs) {
    const phrase = phrases.get(run)
    if (phrase === undefined) continue
    const { slugs, rarity } = phrase
    for (const column of slugs) scores[column] = (scores[column] ?? 0) + (weight * rarity) / slugs.length
  }
  return scores
}

/** The features of a subject as the model takes them; empty when it contains nothing known. */
export function featuresOf(found: Findings, table: FeatureTable): FeatureVector {
  const at: number[] = []
  const value: number[] = []
  for (const [run, weight] of found.words) {
    const word = table.words.get(run)
    if (word === undefined) continue
    at.push(word.at)
    value.push(weight * word.rarity)
  }
  const length = Math.sqrt(value.reduce((sum, one) => sum + one * one, 0)) || 1
  const values = value.map((one) => (one / length) * WORDS_SCALE)
  const scores = [...handScores(found), ...thesaurusScores(found, table.phrases)]
  for (const [place, score] of scores.entries()) {
    if (score === 0) continue
    at.push(table.words.size + place)
    values.push(Math.sqrt(score) * SCORES_SCALE)
  }
  return { at: Uint32Array.from(at), value: Float32Array.from(values) }
}

/** A phrase's rarity as a byte and back, in steps of a hundredth. */
export const rarityByte = (rarity: number): number => Math.min(255, Math.round(rarity / RARITY_STEP))
export const rarityOf = (byte: number): number => byte * RARITY_STEP
