import { visibleText } from 'assay-verify/text/visible-text'

/** Longest text that the page of results reads; the API reads ten times as many characters. */
export const MOST_CHARACTERS = 1000
/** Links of filters repeat the text: of a longer one they would be most of the page. */
export const MOST_FILTERED_CHARACTERS = 200

/**
 * The text that the address of a search asks for, without what no reader sees; of several the words of all; empty:
 * none. Longer than `MOST_CHARACTERS`: it was too long, and is cut.
 */
export function searchQuery(given: string | string[] | undefined): string {
  return visibleText(Array.isArray(given) ? given.join(' ') : (given ?? ''), MOST_CHARACTERS + 1).trim()
}
