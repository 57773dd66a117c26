import { personalDataRule } from './personal-data'

/** Most characters of a caller's text that an error repeats. */
const MOST_REPEATED = 40
/** Longer text is read only so far: whatever it holds, no more than its beginning would be repeated. */
const MOST_READ = 200
/** Controls, invisible formatting such as direction overrides, lone surrogates, and separators of lines. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Shorter numbers identify nobody, though as the name of a tool the privacy rules refuse them. */
const SHORT_NUMBER = /^[+-]?[\d.,e+-]{1,9}$/i
/** More digits than that may be part of a telephone number or of a card, which the rules find in whole texts only. */
const MOST_DIGITS = 6

/**
 * A caller's text as an error may repeat it: without control characters, at most 40 characters, an ellipsis for the rest. Undefined where it may not be
 * repeated, because it looks like personal data, a secret or a payload (`personalDataRule`).
 */
export function repeatable(text: string): string | undefined {
  const read = text.slice(0, MOST_READ).replace(INVISIBLE, '')
  const beginning = [...read].slice(0, MOST_REPEATED).join('')
  if ([read, beginning].some(maybePersonal)) return undefined
  return beginning.length === read.length && text.length <= MOST_READ ? read : `${beginning}…`
}

function maybePersonal(text: string): boolean {
  if (text.replace(/\D/g, '').length > MOST_DIGITS) return true
  return !SHORT_NUMBER.test(text) && personalDataRule(text) !== null
}
