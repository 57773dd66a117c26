const LONG_MARK_RUN = /(\p{M}{8})\p{M}+/gu

/**
 * The text with at most 8 combining marks in a row, which is more than any language needs. To be called before
 * `normalize`, which sorts each run in quadratic time.
 */
export function withShortMarkRuns(text: string): string {
  return text.replace(LONG_MARK_RUN, '$1')
}

// Everything invisible: control characters, bidirectional controls, zero-width and tag characters, variation selectors,
// fillers, noncharacters. Exceptions come first: emoji sequences, and joiners between letters of scripts that are spelt
// with them.
const JOINING_LETTER =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]'
const HIDDEN = new RegExp(
  '((?<=\\p{Emoji})[\\ufe0e\\ufe0f](?![\\ufe00-\\ufe0f])' +
    '|(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})' +
    `|(?<=${JOINING_LETTER})[\\u200c\\u200d](?=${JOINING_LETTER}))` +
    '|(?![\\n\\t])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb]',
  'gu',
)
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g
const PLAIN_TEXT = /^[\t\n\x20-\x7e]*$/

/** The first `maxLength` code points; where something was left out, the last of them is `…`. */
function capped(text: string, maxLength: number, isCut = false): string {
  if (!(maxLength >= 1)) return ''
  // Most texts: there are at most as many code points as UTF-16 units.
  if (!isCut && text.length <= maxLength) return text
  let at = 0
  let lastFitting = 0
  for (let count = 0; at < text.length && count < maxLength; count++) {
    lastFitting = at
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
  if (at === text.length && !isCut) return text
  const room = isCut && at === text.length && [...text].length < maxLength ? text : text.slice(0, lastFitting)
  return `${room.replace(/[\u200c\u200d]+$/, '')}…`
}

function stripped(text: string): string {
  if (PLAIN_TEXT.test(text)) return text
  const visible = text.toWellFormed().replace(LINE_BREAK, '\n').replace(HIDDEN, '$1')
  return withShortMarkRuns(withShortMarkRuns(visible).normalize('NFC'))
}

// A hostile text may be megabytes of invisible characters; text beyond this is not read.
const reach = (maxLength: number) => maxLength * 8 + 4096

/**
 * The visible part of a text: well formed, NFC, line breaks as \n, without control characters, bidirectional controls
 * and other invisible characters, at most 8 combining marks in a row, at most `maxLength` code points (a cut ends in
 * `…`). Doing it twice changes nothing.
 */
export function visibleText(text: string, maxLength: number): string {
  const read = text.slice(0, reach(maxLength))
  return capped(stripped(read), maxLength, read.length < text.length)
}

/** `visibleText` on one line: every run of white space is a single space, none at the ends. */
export function visibleLine(text: string, maxLength: number): string {
  const read = text.slice(0, reach(maxLength))
  return capped(stripped(read).replace(/\s+/g, ' ').trim(), maxLength, read.length < text.length)
}

/** Characters of a third-party name within a sentence. */
export const NAME_CHARS = 40

/** A third-party name made safe to quote: one visible line, cut, in quotes it cannot close. */
export function quoted(name: string, chars = NAME_CHARS): string {
  return `“${visibleLine(name, chars).replaceAll(/[“”"]/g, '′')}”`
}
