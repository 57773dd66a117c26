import { visibleLine } from 'assay-verify/text/visible-text'
import type { Span } from './sentences'

/** Most characters of an excerpt. */
const EXCERPT_CHARS = 200
/** Of a longer sentence, so many characters before the match are kept. */
const CHARS_BEFORE = 60
const SHOWN_OF_RUN = 4
const HIDDEN_RUN = /\p{Default_Ignorable_Code_Point}+/gu

/** A sentence on one line, at most 200 characters of it around the match at `at`; `…` stands for what was left out. */
export function excerptOf(text: string, { start, end }: Span, at: number): string {
  const whole = visibleLine(text.slice(start, end), EXCERPT_CHARS + 1)
  if (whole.length <= EXCERPT_CHARS) return whole
  const from = Math.max(start, at - CHARS_BEFORE)
  if (from === start) return visibleLine(text.slice(start, end), EXCERPT_CHARS)
  // A word that was cut in its middle is left out; text without spaces is not.
  const rest = text.slice(from, end).replace(/^\S{0,20}\s+/, '')
  return `…${visibleLine(rest, EXCERPT_CHARS - 1)}`
}

/** The text with its hidden characters as `[U+200B]`; of a run, the first four and how many follow. */
export function withHiddenWritten(text: string): string {
  return text.replace(HIDDEN_RUN, (run) => {
    const codes = [...run].map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    const more = codes.length - SHOWN_OF_RUN
    return `[${codes.slice(0, SHOWN_OF_RUN).join(' ')}${more > 0 ? ` and ${more} more` : ''}]`
  })
}
