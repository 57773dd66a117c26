import { visibleText } from '../core/text/visible-text'
import { wordsOf } from '../core/text/words'
import type { Context } from './context'
import type { Ranked } from './finder'

/** What is less likely than one in twenty to fit is no result but noise. */
export const LEAST_RELEVANCE = 0.05

/**
 * What the index finds for a caller's text, likeliest to fit first; a text without any word finds
 * nothing, and nothing under `LEAST_RELEVANCE` is found. Relevance comes rounded
 * to what is shown, so that a reader can check what was decided from it.
 */
export async function findByWords(
  text: string,
  limit: number,
  { finder }: Pick<Context, 'finder'>,
): Promise<readonly Ranked[]> {
  const readable = visibleText(text, 2 * text.length)
  if (wordsOf(readable).length === 0) return []
  const found = await finder.find(readable, limit)
  return found
    .map(({ id, relevance }) => ({ id, relevance: shownProbability(relevance) }))
    .filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
}

/** Three decimals: more would pretend to a precision no ranking has. */
export function shownProbability(probability: number): number {
  return Math.round(probability * 1000) / 1000
}
