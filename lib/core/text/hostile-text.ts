import { visibleLine, visibleText } from 'assay-verify/text/visible-text'

/**
 * Third-party text made safe to store and to show as text: well formed, NFC, no control characters save line breaks and
 * tabs, nothing invisible or bidirectional, at most 8 combining marks in a row, at most `maxLength` code points (a cut
 * ends in `…`). Markup is kept. `''` for anything but a string. Cleaning twice changes nothing.
 */
export function cleanText(text: unknown, maxLength: number): string {
  return typeof text === 'string' ? visibleText(text, maxLength) : ''
}

/** Like `cleanText`, on one line: every run of white space is a single space, none at the ends. */
export function cleanLine(text: unknown, maxLength: number): string {
  return typeof text === 'string' ? visibleLine(text, maxLength) : ''
}

const MARKUP: readonly [RegExp, string][] = [
  [/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' '],
  [/<!--[\s\S]*?-->/g, ' '],
  [/```[\s\S]*?(?:```|$)/g, '\n\n'],
  [/<h[1-6]\b[^<>]*>/gi, '\n\n# '],
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
// A full stop that ends no sentence: e.g. i.e. vs. etc. and single initials.
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|vs|etc|approx|incl|no|inc|ltd|dr|mr|ms|st|fig|cf)|\b\p{L})\.$/iu
const SENTENCE_END = /[.!?](?=\s)|[。！？]/g
// A shorter sentence is a title or an exclamation, and the next one carries the information.
const LEAST_SENTENCE = 25

/**
 * Parts between blank lines; a heading is a part of its own. Line by line, in linear time: a stranger chose the text.
 */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]]
  let isAfterBreak = false
  for (const line of text.split('\n')) {
    const isBlank = /^[ \t]*$/.test(line)
    const isHeading = /^[ \t]*#/.test(line)
    if (isAfterBreak || isHeading) paragraphs.push([])
    if (!isBlank) paragraphs.at(-1)?.push(line)
    isAfterBreak = isBlank || isHeading
  }
  return paragraphs.map((lines) => lines.join('\n'))
}

function firstSentence(paragraph: string): string {
  for (const end of paragraph.matchAll(SENTENCE_END)) {
    const sentence = paragraph.slice(0, end.index + 1)
    if (sentence.length >= LEAST_SENTENCE && !ABBREVIATION.test(sentence.slice(-12))) return sentence
  }
  return paragraph
}

function atWordEnd(line: string, maxLength: number): string {
  const cut = visibleLine(line, maxLength)
  if (cut === line) return line
  const space = cut.lastIndexOf(' ')
  return space > cut.length * 0.6 ? `${cut.slice(0, space).replace(/[\s,;:.–-]+$/, '')}…` : cut
}

/**
 * The beginning of a description, as one plain line for a listing: its first sentence without Markdown or HTML,
 * headings only where there is nothing else; at most `maxLength` code points. Only the first 4,000 code points are
 * read.
 */
export function oneLine(description: unknown, maxLength = 160): string {
  const plain = MARKUP.reduce((text, [markup, instead]) => text.replace(markup, instead), cleanText(description, 4000))
  const paragraphs = paragraphsOf(plain)
  const prose = paragraphs.filter((paragraph) => !HEADING.test(paragraph) && /[\p{L}\p{N}]/u.test(paragraph))
  const chosen = prose[0] ?? paragraphs.find((paragraph) => /[\p{L}\p{N}]/u.test(paragraph)) ?? ''
  return atWordEnd(firstSentence(cleanLine(chosen.replace(HEADING, ''), 4000)), maxLength)
}
