/**
 * The characters of our own typefaces: Basic Latin, Latin-1, Latin Extended-A and some symbols. On pages strangers'
 * text in other scripts is shown in the reader's typefaces.
 */
export const TYPEFACE_CHARACTERS = [range(0x20, 0x7f), range(0xa0, 0x180), '‐‑‒–—‘’‚“”„†•…‹›€™−→←↑↓≤≥≈×✓✗'].join('')

const CHARACTERS = new Set(TYPEFACE_CHARACTERS)
/** From this share of its characters on a name is recognised without the others. */
const RECOGNISED_SHARE = 0.6

/**
 * A name in our own typefaces, for a picture, which has no others: without characters that they lack, as emoji.
 * Undefined where too little of it would be left, as of a name in Chinese.
 */
export function nameInTypeface(name: string, maxLength: number): string | undefined {
  const letters = [...name.normalize('NFC')].filter((letter) => !/\p{Extended_Pictographic}|\p{M}/u.test(letter))
  const known = letters.filter((letter) => CHARACTERS.has(letter))
  const text = known.join('').replaceAll(/\s+/g, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(text) || known.length / letters.length < RECOGNISED_SHARE) return undefined
  const short = [...text]
  return short.length <= maxLength
    ? text
    : `${short
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, at) => from + at))
}
