import type { SearchResult } from '../../contract/shapes/candidates'
import { CONFIDENT_AT } from '../../search/route/fit'

/**
 * The unsafe ones of the results of a search where nothing else fits; empty: something else does, or nothing that fits
 * is unsafe. A result fits that was asked for by its name, or that `route` could choose by its fit.
 */
export function unsafeFits<Result extends Pick<SearchResult, 'reasons' | 'match' | 'relevance'>>(
  results: readonly Result[],
): Result[] {
  const fitting = results.filter(({ match, relevance }) => match === 'exact' || relevance >= CONFIDENT_AT)
  return fitting.every(({ match, reasons }) => match === 'text' && reasons[0]?.code === 'unsafe_text') ? fitting : []
}
