import { slugsOfLabel } from './category-hints'
import { CATEGORY_TERMS } from './category-terms'
import { CATEGORIES, type CategorySlug } from './taxonomy'
import { splitIdentifier, wordsOf } from './words'

/** What a subject says about itself and where it lives. For a server, its own texts stand in both halves. */
export interface CategorySubject {
  name: string
  title: string | null
  description: string
  serverTitle: string
  serverDescription: string
  /** The catalog's label, or null. */
  categoryHint: string | null
  tags: readonly string[]
}

// How much a word counts by where it stands: a name is chosen with more care than the tenth sentence of a description.
const FIELD_WEIGHTS = {
  name: 2,
  title: 2,
  opening: 1.5,
  rest: 0.6,
  serverTitle: 2,
  serverOpening: 1.2,
  serverRest: 0.5,
  tag: 0.8,
}
const OPENING_LENGTH = 160
const DESCRIPTION_LENGTH = 600
// A word met again says little new.
const REPEAT_SHARE = 0.2
// The most a server's texts may add for one category: where they speak of one thing, and where of many, so that among the
// tools of a wide server the own words decide.
const CONTEXT_CAP = 14
const CONTEXT_CAP_WIDE = 7
const LABEL_BONUS = 8
const LABEL_BONUS_FURTHER = 5
const LEAST_SCORE = 1.5
const SECOND_SHARE = 0.6
const LEAST_SECOND_SCORE = 5
const MAX_PHRASE = 3
// Some catalogs give these to every server.
const EMPTY_TAGS = new Set(['mcp', 'api', 'web', 'search', 'server', 'tool', 'tools', 'ai', 'llm', 'remote'])

interface Weight {
  category: number
  weight: number
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || 'sui'.includes(word.charAt(word.length - 2))) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}

const termWords = (text: string) => wordsOf(text).map(singular)

/** A line of the table: the weight, then the terms. */
function parsedLine(line: string): { weight: number; phrases: string[] } {
  const [weight = '', ...rest] = line.trim().split(' ')
  return { weight: Number(weight), phrases: rest.join(' ').split(',') }
}

/** A phrase says at least what its strongest word says: `calendar event` no less than `calendar`. */
function raisePhrases(terms: ReadonlyMap<string, readonly Weight[]>): Map<string, readonly Weight[]> {
  const raised = new Map<string, readonly Weight[]>()
  for (const [key, weights] of terms) {
    const parts = key.includes(' ') ? key.split(' ').flatMap((word) => terms.get(word) ?? []) : []
    const ofParts = (category: number) => parts.filter((part) => part.category === category).map(({ weight }) => weight)
    raised.set(
      key,
      weights.map(({ category, weight }) => ({ category, weight: Math.max(weight, ...ofParts(category)) })),
    )
  }
  return raised
}

function compileTerms(): { terms: ReadonlyMap<string, readonly Weight[]>; phraseStarts: ReadonlySet<string> } {
  const terms = new Map<string, Weight[]>()
  const phraseStarts = new Set<string>()
  for (const [category, { slug }] of CATEGORIES.entries()) {
    if (slug === 'other') continue
    for (const line of CATEGORY_TERMS[slug].trim().split('\n')) {
      const { weight, phrases } = parsedLine(line)
      for (const words of phrases.map(termWords)) {
        const key = words.join(' ')
        terms.set(key, [...(terms.get(key) ?? []), { category, weight }])
        if (words[0] !== undefined && words.length > 1) phraseStarts.add(words[0])
      }
    }
  }
  return { terms: raisePhrases(terms), phraseStarts }
}

const { terms: TERMS, phraseStarts: PHRASE_STARTS } = compileTerms()

function phraseAt(words: readonly string[], at: number): { key: string; size: number } | undefined {
  const first = words[at] ?? ''
  for (let size = PHRASE_STARTS.has(first) ? MAX_PHRASE : 1; size > 0; size--) {
    const key = size === 1 ? first : words.slice(at, at + size).join(' ')
    if (TERMS.has(key)) return { key, size }
  }
  return undefined
}

/** Adds what a text says to the scores; `seen` holds the terms met in earlier, weightier fields. */
function addText(scores: number[], seen: Set<string>, text: string, fieldWeight: number): void {
  const words = termWords(text)
  for (let at = 0; at < words.length; at++) {
    const found = phraseAt(words, at)
    if (found === undefined) continue
    const share = seen.has(found.key) ? REPEAT_SHARE : 1
    seen.add(found.key)
    for (const { category, weight } of TERMS.get(found.key) ?? []) {
      scores[category] = (scores[category] ?? 0) + weight * fieldWeight * share
    }
    at += found.size - 1
  }
}

function addDescription(scores: number[], seen: Set<string>, text: string, opening: number, rest: number): void {
  const space = text.indexOf(' ', OPENING_LENGTH)
  const cut = space === -1 || space > OPENING_LENGTH + 60 ? OPENING_LENGTH : space
  addText(scores, seen, text.slice(0, cut), opening)
  addText(scores, seen, text.slice(cut, DESCRIPTION_LENGTH), rest)
}

const noScores = () => new Array<number>(CATEGORIES.length).fill(0)

function ownScores(subject: CategorySubject): number[] {
  const scores = noScores()
  const seen = new Set<string>()
  addText(scores, seen, splitIdentifier(subject.name), FIELD_WEIGHTS.name)
  addText(scores, seen, subject.title ?? '', FIELD_WEIGHTS.title)
  addDescription(scores, seen, subject.description, FIELD_WEIGHTS.opening, FIELD_WEIGHTS.rest)
  return scores
}

/** What the server's texts and tags say, scaled down to a most that is lower where they speak of many things. */
function contextScores(subject: CategorySubject): number[] {
  const scores = noScores()
  const seen = new Set<string>()
  if (subject.serverTitle !== subject.title) addText(scores, seen, subject.serverTitle, FIELD_WEIGHTS.serverTitle)
  if (subject.serverDescription !== subject.description) {
    addDescription(scores, seen, subject.serverDescription, FIELD_WEIGHTS.serverOpening, FIELD_WEIGHTS.serverRest)
  }
  for (const tag of subject.tags.slice(0, 10)) {
    if (!EMPTY_TAGS.has(tag.toLowerCase())) addText(scores, seen, tag.slice(0, 60), FIELD_WEIGHTS.tag)
  }
  const [first = 0, second = 0] = [...scores].sort((a, b) => b - a)
  const focus = first === 0 ? 0 : 1 - second / first
  const most = CONTEXT_CAP_WIDE + (CONTEXT_CAP - CONTEXT_CAP_WIDE) * focus
  const scale = Math.min(1, most / Math.max(1, first))
  return scores.map((score) => score * scale)
}

/**
 * The categories a subject belongs to, by its own words, its server's words and the catalog's label: one or two slugs, the
 * likelier first. Only `other` when nothing speaks for any category. Deterministic; ties fall to the earlier category.
 */
export function categorize(subject: CategorySubject): CategorySlug[] {
  const own = ownScores(subject)
  const context = contextScores(subject)
  const label = subject.categoryHint === null ? [] : slugsOfLabel(subject.categoryHint)
  const ranked = CATEGORIES.map(({ slug }, category) => {
    const place = label.indexOf(slug)
    const bonus = place === -1 ? 0 : place === 0 ? LABEL_BONUS : LABEL_BONUS_FURTHER
    return { slug, score: (own[category] ?? 0) + (context[category] ?? 0) + bonus }
  }).sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (first === undefined || first.score < LEAST_SCORE) return ['other']
  const alsoFits = second !== undefined && second.score >= Math.max(LEAST_SECOND_SCORE, first.score * SECOND_SHARE)
  return alsoFits ? [first.slug, second.slug] : [first.slug]
}
