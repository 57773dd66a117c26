import { personalDataRule } from './personal-data'

/**
 * Most characters of a caller's text that an error repeats. The beginning of a longer one may be personal where the
 * whole does not look it.
 */
const MOST_REPEATED = 40
/** Controls, invisible formatting such as direction overrides, lone surrogates, and separators of lines. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Shorter numbers identify nobody, though as the name of a tool the privacy rules refuse them. */
const SHORT_NUMBER = /^[+-]?\d{1,6}(?:\.\d{1,6})?(?:e[+-]?\d{1,3})?$/i
/** More digits than that may be part of a telephone number or of a card, which the rules find in whole texts only. */
const MOST_DIGITS = 6

/**
 * A caller's text as an error may repeat it: without control characters. Undefined where it may not be repeated,
 * because it has more than 40 characters or looks like personal data, a secret or a payload (`personalDataRule`).
 */
export function repeatable(text: string): string | undefined {
  if (text.length > MOST_REPEATED) return undefined
  const visible = text.replace(INVISIBLE, '')
  if (visible.replace(/\D/g, '').length > MOST_DIGITS) return undefined
  return SHORT_NUMBER.test(visible) || personalDataRule(visible) === null ? visible : undefined
}
