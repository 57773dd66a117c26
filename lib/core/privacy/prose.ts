/** Tool names with spaces are titles of up to five words. */
const MOST_WORDS = 5
// Words by which people refer to themselves and address each other; titles of tools do not use them.
const TELLTALE =
  /(?<![\p{L}\p{N}])(?:i|i'm|i'd|i've|im|my|me|mine|you|your|you're|he|his|him|she|her|they|their|them|we|our|us|it's|that's|what's|who's|here's|where's|let's|is|am|are|was|were|has|had|please|hello|hi|hey|dear|thanks|can|could|would|should|lives|called|said|mi|soy|mein|meine|ich|bitte|mon|je|suis)(?![\p{L}\p{N}])/iu
// `my_name_is_...`: a sentence whose spaces became dashes or underscores.
const SLUG_SENTENCE =
  /(?:^|[^\p{L}\p{N}])(?:(?:my|his|her|their|our)[_+.-][\p{L}\p{N}]{1,20}[_+.-](?:[\p{L}\p{N}]{1,20}[_+.-])?(?:is|was)|i[_+.-](?:am|live|was|lost))[_+.-][\p{L}\p{N}]/iu
const SENTENCE_MARK = /[.?!;:,](?:\s|$)|["\u00ab\u00bb\u2026]/
const ASKED = /[\p{L}\p{N}]\s?[?!]+$/u
const HONORIFIC = /(?<![\p{L}\p{N}])(?:mr|mrs|ms|dr|prof|herr|frau|mme|sr|sra)\.?\s\p{Lu}/iu
const LINE_BREAK = /[\n\r\t]/
// Scripts written without spaces: this many letters in a row are a sentence, fewer where a full stop ends them.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{20}|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{24}|[\p{Lo}\p{M}]{6}[.。？！?!]$/u

/** Whether a text reads as running text rather than as a name. */
export function readsAsProse(text: string): boolean {
  if (LINE_BREAK.test(text) || UNSPACED.test(text)) return true
  const words = wordsFromFirstSpace(text)
  if (words.length > MOST_WORDS || HONORIFIC.test(text)) return true
  const spoken = words.join(' ')
  if (words.length >= 3 && (TELLTALE.test(spoken) || SENTENCE_MARK.test(spoken))) return true
  return (words.length >= 2 && ASKED.test(spoken)) || SLUG_SENTENCE.test(text)
}

/** From the segment with the first space to the end; none where there is no space. */
function wordsFromFirstSpace(text: string): string[] {
  const space = text.search(/\s/)
  if (space < 0) return []
  return text
    .slice(text.lastIndexOf('/', space) + 1)
    .trim()
    .split(/\s+/)
}
