/** Where a part of a text begins and ends. */
export interface Span {
  start: number
  end: number
}

// A stop, a blank line, or a line that begins an item or a heading. A single line break is a wrapped line.
const SENTENCE_END = /[.!?]+["')\]»”]*(?=\s)|[。！？]+[」』”）]*|\n[ \t]*(?=\n|[-*•#>]|\d{1,3}[.)])/gu

/** A longer sentence is read in parts of so many characters, which overlap by a quarter. */
const MOST_CHARS = 400
const STEP_CHARS = 300

/** The sentences of a text in order; of a long one, parts of at most 400 characters that overlap. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  const add = (end: number) => {
    for (; end - start > MOST_CHARS; start += STEP_CHARS) spans.push({ start, end: start + MOST_CHARS })
    if (end > start) spans.push({ start, end })
    start = end
  }
  for (const { index, 0: mark } of text.matchAll(SENTENCE_END)) add(index + mark.length)
  add(text.length)
  return spans
}
