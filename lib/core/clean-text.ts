const LONG_MARK_RUN = /(\p{M}{8})\p{M}+/gu

/**
 * The text with at most 8 combining marks in a row, which is more than any language needs. To be done before `normalize`,
 * which sorts each run in quadratic time.
 */
export function withShortMarkRuns(text: string): string {
  return text.replace(LONG_MARK_RUN, '$1')
}

// Everything that is text and shows nothing: control characters, bidirectional controls, zero-width and tag characters,
// variation selectors, fillers, noncharacters. What must stay is named first: emoji sequences, and joiners between letters
// of scripts that are spelt with them.
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

// A hostile text may be megabytes of nothing; what lies this far behind is not worth its cost.
const reach = (maxLength: number) => maxLength * 8 + 4096

/**
 * A stranger's text, safe to store and to show as text: well formed, NFC, no control characters save line breaks and tabs,
 * nothing invisible or bidirectional, at most 8 combining marks in a row, at most `maxLength` code points (a cut ends in
 * `…`). Markup is kept. `''` for anything but a string. Cleaning twice changes nothing.
 */
export function cleanText(text: unknown, maxLength: number): string {
  if (typeof text !== 'string') return ''
  const read = text.slice(0, reach(maxLength))
  return capped(stripped(read), maxLength, read.length < text.length)
}

/** Like `cleanText`, on one line: every run of white space is a single space, none at the ends. */
export function cleanLine(text: unknown, maxLength: number): string {
  if (typeof text !== 'string') return ''
  const read = text.slice(0, reach(maxLength))
  return capped(stripped(read).replace(/\s+/g, ' ').trim(), maxLength, read.length < text.length)
}

const MARKUP: readonly [RegExp, string][] = [
  [/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' '],
  [/<!--[\s\S]*?-->/g, ' '],
  [/```[\s\S]*?(?:```|$)/g, '\n\n'],
  [/<\/?(?:p|div|h[1-6]|li|ul|ol|table|tr|section|details)\b[^<>]*>/gi, '\n\n'],
  [/<\/?[a-z!][^<>]*>/gi, ' '],
  [/!\[[^\]\n]*\](?:\([^()\n]*\)|\[[^\]\n]*\])?/g, ' '],
  [/\[([^[\]\n]*)\](?:\([^()\n]*\)|\[[^\]\n]*\])/g, '$1'],
  [/^[ \t]*(?:[-*_=][ \t]*){3,}$/gm, '\n'],
  [/^[ \t]*(?:>[ \t]*)+/gm, ''],
  [/^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+/gm, ''],
  [/(\*\*\*|\*\*|__|~~|`)/g, ''],
  [/(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g, ''],
  [/&(?:nbsp|#160);/g, ' '],
  [/&(?:#39|apos);/g, "'"],
  [/&quot;/g, '"'],
  [/&amp;/g, '&'],
]
const HEADING = /^[ \t]*#{1,6}[ \t]+/
// An end of a sentence that is none: e.g. i.e. vs. etc. and single initials.
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|vs|etc|approx|incl|no|inc|ltd|dr|mr|ms|st|fig|cf)|\b\p{L})\.$/iu
const SENTENCE_END = /[.!?](?=\s)|[。！？]/g
// Shorter than this, a sentence is a title or an exclamation, and the next one is what says something.
const LEAST_SENTENCE = 25

function firstSentence(paragraph: string): string {
  for (const end of paragraph.matchAll(SENTENCE_END)) {
    const sentence = paragraph.slice(0, end.index + 1)
    if (sentence.length >= LEAST_SENTENCE && !ABBREVIATION.test(sentence.slice(-12))) return sentence
  }
  return paragraph
}

function atWordEnd(line: string, maxLength: number): string {
  const cut = capped(line, maxLength)
  if (cut === line) return line
  const space = cut.lastIndexOf(' ')
  return space > cut.length * 0.6 ? `${cut.slice(0, space).replace(/[\s,;:.–-]+$/, '')}…` : cut
}

/**
 * What a description says first, as one plain line for a listing: its first sentence without Markdown or HTML, headings
 * only where there is nothing else; at most `maxLength` code points. Only the first 4,000 code points are looked at.
 */
export function oneLine(description: unknown, maxLength = 160): string {
  const plain = MARKUP.reduce((text, [markup, instead]) => text.replace(markup, instead), cleanText(description, 4000))
  const paragraphs = plain.split(/\n[ \t]*\n|\n(?=[ \t]*#)|(?<=^[ \t]*#[^\n]*)\n/m)
  const prose = paragraphs.filter((paragraph) => !HEADING.test(paragraph) && /[\p{L}\p{N}]/u.test(paragraph))
  const chosen = prose[0] ?? paragraphs.find((paragraph) => /[\p{L}\p{N}]/u.test(paragraph)) ?? ''
  return atWordEnd(firstSentence(cleanLine(chosen.replace(HEADING, ''), 4000)), maxLength)
}
