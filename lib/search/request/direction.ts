import { termsOf } from '../index/terms'
import words from './words.json' with { type: 'json' }

/** What something is turned from and into: one term each, stemmed. */
export interface Direction {
  from: string
  to: string
}

const NOUN = "([\\p{L}\\p{N}][\\p{L}\\p{N}.+#'-]{0,30})"
const ARTICLES = '(?:(?:a|an|the|my|this|these|our|its|some|valid|plain|clean)\\s){0,2}'
// X to Y, X -> Y, X into Y, X2Y.
const FORWARD = new RegExp(
  `${NOUN}(?:\\s(?:file|files|format|document|documents|page|image|images|string|text|data|code|source|export|coordinates?|recordings?))?\\s?(?:\\s(?:to|into|as|nach|zu|vers)\\s|->|→|=>)\\s?${ARTICLES}${NOUN}`,
  'giu',
)
// Y from X.
const BACKWARD = new RegExp(`${NOUN}\\s(?:from|out of|aus|von|depuis)\\s${ARTICLES}${NOUN}`, 'giu')
const JOINED = /(?<![\p{L}\p{N}])(\p{L}{2,12})2(\p{L}{2,12})(?![\p{L}\p{N}])/giu

// The words between the nouns: without them, which is often, no noun is looked for.
const FORWARD_NEEDS = /\s(?:to|into|as|nach|zu|vers)\s|->|→|=>/iu
const BACKWARD_NEEDS = /\s(?:from|out of|aus|von|depuis)\s/iu

/** Words before "to" that are no source of a conversion. */
const NOT_SOURCES = new Set(words.notSources)

/** The directions a text may mean, in order; most texts have none. */
export function directionsIn(text: string): Direction[] {
  const short = text.slice(0, 400)
  const found: Direction[] = []
  const add = (from: string | undefined, to: string | undefined) => {
    if (from === undefined || to === undefined || NOT_SOURCES.has(from.toLowerCase())) return
    const [source, target] = [termsOf(from).at(-1), termsOf(to)[0]]
    if (source !== undefined && target !== undefined && source !== target) found.push({ from: source, to: target })
  }
  if (FORWARD_NEEDS.test(short)) for (const [, from, to] of short.matchAll(FORWARD)) add(from, to)
  if (short.includes('2')) for (const [, from, to] of short.matchAll(JOINED)) add(from, to)
  if (BACKWARD_NEEDS.test(short)) for (const [, to, from] of short.matchAll(BACKWARD)) add(from, to)
  return found.slice(0, 4)
}
