import { visibleText } from 'assay-verify/text/visible-text'
import { wordsOf } from 'assay-verify/text/words'
import type { Context } from './context'
import type { Ranked } from './finder'

/** Results less likely to fit than one in twenty are noise. */
export const LEAST_RELEVANCE = 0.05
/** More than rounding adds to a probability. */
const ROUNDING = 0.001

/**
 * What the index finds for a caller's text, likeliest to fit first, from `LEAST_RELEVANCE` on; nothing for a text
 * without any word. Relevance is rounded as it is shown, so that a reader can check the decisions that rest on it.
 */
export async function findByWords(
  text: string,
  limit: number,
  { finder }: Pick<Context, 'finder'>,
): Promise<readonly Ranked[]> {
  const readable = visibleText(text, 2 * text.length)
  if (wordsOf(readable).length === 0) return []
  const found = await finder.find(readable, limit, LEAST_RELEVANCE - ROUNDING)
  return found
    .map(({ id, relevance }) => ({ id, relevance: shownProbability(relevance) }))
    .filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
}

/** Three decimals: a ranking has no more precision. */
export function shownProbability(probability: number): number {
  return Math.round(probability * 1000) / 1000
}
