import { MAX_QUERY_TERMS } from '../index/terms'

/** English terms by the term of a word of another language; none for a word that only joins others. */
export type Translations = ReadonlyMap<string, readonly string[]>

/** From this share of words that are of another language on, a request is. */
const FOREIGN_FROM = 1 / 3

/** A term as it is written, and what it stands for. */
export interface Translated {
  written: string
  term: string
}

/**
 * The terms of a request in another language, at most `MAX_QUERY_TERMS`: each with its translations, beside itself
 * where `isIndexed`; null where the request is in none. `isCommon`: a word that so many tools have is understood
 * without translation.
 */
export function translate(
  written: readonly string[],
  translations: Translations,
  { isIndexed, isCommon }: Record<'isIndexed' | 'isCommon', (term: string) => boolean>,
): Translated[] | null {
  const found = written.map((term) => (isCommon(term) ? undefined : translations.get(term)))
  const foreign = found.filter((one) => one !== undefined)
  if (!foreign.some(({ length }) => length > 0) || foreign.length < FOREIGN_FROM * written.length) return null
  const all = written.flatMap((term, at) => {
    const english = found[at]
    if (english === undefined) return [{ written: term, term }]
    const own = english.length > 0 && isIndexed(term) ? [term] : []
    return [...own, ...english].map((one) => ({ written: term, term: one }))
  })
  return all.slice(0, MAX_QUERY_TERMS)
}
