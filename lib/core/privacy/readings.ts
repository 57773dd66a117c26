import { withShortMarkRuns } from 'assay-verify/text/visible-text'

// Invisible characters that can split a name; tag characters encode ASCII and are decoded first.
const TAG_CHARACTER = /[\u{e0020}-\u{e007e}]/gu
const INVISIBLE = /(?![\n\t\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu
const FOLDED: readonly [RegExp, string][] = [
  [/\p{Pd}|\u2212/gu, '-'],
  [/[\u3002\u06d4]/g, '.'],
  [/(?![\n\r\t])\s/g, ' '],
  [/[\u2018\u2019]/g, "'"],
  [/[\u201c\u201d\u201e]/g, '"'],
]

const PERCENT_RUN = /(?:%[0-9a-f]{2})+/gi
const ESCAPED_UNIT = /\\u\{([0-9a-f]{1,6})\}|\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?/gi
const QUOTED_PRINTABLE = /=([0-9A-F]{2})/g
const NAMED_ENTITY = /&(amp|lt|gt|quot|apos|nbsp|commat|period|colon|sol|lowbar|hyphen|plus|equals|num|lpar|rpar);/gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  colon: ':',
  sol: '/',
  lowbar: '_',
  hyphen: '-',
  plus: '+',
  equals: '=',
  num: '#',
  lpar: '(',
  rpar: ')',
}
const SPELT_AT = /\s?[([{<_\s-](?:at|@|arroba)[)\]}>_\s-]\s?/gi
const SPELT_DOT = /\s?[([{<_\s-](?:dot|punkt|punto)[)\]}>_\s-]\s?/i

/** Escapes are decoded this often at most: `%252540` needs three. */
const MAX_ROUNDS = 6
/** Parts of one text that are tried as base64 or hex. */
const MAX_PARTS = 96
/** Fewer bytes than this cannot contain personal data. */
const MIN_HIDDEN = 6

/** One reading of a text. `hidden`: it was in base64 or hex, so that somebody encoded it. */
export interface Reading {
  text: string
  hidden: boolean
}

/**
 * Every reading of a text, the plainest first: without invisible characters, in compatibility form (NFKC) with ASCII
 * digits, with percent, backslash, HTML and quoted-printable escapes decoded repeatedly, and its parts decoded from
 * base64, base64url and hex, twice over. The work is bounded by the length: at most 96 parts are decoded at each of the
 * two depths.
 */
export function readingsOf(text: string): Reading[] {
  const readings = new Map<string, Reading>()
  for (const plain of unescapedForms(text)) readings.set(plain, { text: plain, hidden: false })
  let outer = [...readings.keys()]
  for (let depth = 0; depth < 2; depth += 1) {
    const inner = outer.flatMap(encodedParts).slice(0, MAX_PARTS).flatMap(unescapedForms)
    outer = inner.filter((found) => !readings.has(found))
    for (const found of outer) readings.set(found, { text: found, hidden: true })
  }
  return [...readings.values()]
}

// Text that no escape, other script or folding can change.
const PLAIN = /^[\w ,;:!?~$|^"'/.-]*$/

function unescapedForms(text: string): string[] {
  if (PLAIN.test(text) && !SPELT_DOT.test(text)) return [text]
  const forms = new Set<string>()
  let form = plainForm(text)
  for (let round = 0; round < MAX_ROUNDS && !forms.has(form); round += 1) {
    forms.add(form)
    form = plainForm(unescaped(form))
  }
  for (const found of [...forms]) {
    forms.add(found.replace(/(?<=[\p{L}\p{N}])\+(?=[\p{L}\p{N}])/gu, ' '))
    forms.add(found.replace(SPELT_AT, '@').replace(new RegExp(SPELT_DOT, 'gi'), '.'))
    forms.add(found.replace(QUOTED_PRINTABLE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))))
  }
  return [...forms]
}

function plainForm(text: string): string {
  const visible = text
    .replace(TAG_CHARACTER, (character) => String.fromCharCode((character.codePointAt(0) ?? 0) - 0xe0000))
    .replace(INVISIBLE, '')
  const folded = withShortMarkRuns(visible).normalize('NFKC').replace(OTHER_DIGIT, asciiDigit)
  return FOLDED.reduce((result, [pattern, by]) => result.replace(pattern, by), folded)
}

/** Digits of every script are in rows of ten, the zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

function unescaped(text: string): string {
  return text
    .replace(PERCENT_RUN, (run) => textOfBytes(bytesOfHex(run.replaceAll('%', ''))) ?? run)
    .replace(ESCAPED_UNIT, (whole, ...found) => characterOf(whole, found.slice(0, 5)))
    .replace(NAMED_ENTITY, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
}

function characterOf(whole: string, [braced, unicode, byte, hexEntity, entity]: (string | undefined)[]): string {
  const hex = braced ?? unicode ?? byte ?? hexEntity
  const code = hex === undefined ? Number(entity) : Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

function encodedParts(text: string): string[] {
  const decoded: string[] = []
  for (const candidate of candidatesOf(text)) {
    if (/^(?:[0-9a-f]{2}){6,}$/i.test(candidate)) decoded.push(...readable(bytesOfHex(candidate)))
    // A prefix without a separator shifts where the groups of four begin.
    for (let skipped = 0; skipped < 4; skipped += 1) decoded.push(...readable(bytesOfBase64(candidate, skipped)))
  }
  return decoded
}

/** Words of the text's segments, and its ends from each of the last slashes on: base64 contains slashes too. */
function candidatesOf(text: string): string[] {
  const segments = text.split('/')
  const found = new Set<string>()
  for (let at = Math.max(0, segments.length - 8); at < segments.length; at += 1) found.add(segments.slice(at).join('/'))
  for (const word of text.split(/[^A-Za-z0-9+_-]+/)) found.add(word)
  for (const word of text.split(/[^A-Za-z0-9]+/)) found.add(word)
  for (const word of text.split(/[^A-Za-z0-9+/]+/)) found.add(word)
  const hexPairs = text.replace(/(?<=[0-9a-f]{2})[ :-](?=[0-9a-f]{2})/gi, '')
  if (hexPairs !== text) for (const word of hexPairs.split(/[^0-9A-Fa-f]+/)) found.add(word)
  return [...found].filter((word) => word.length >= 8).slice(0, MAX_PARTS)
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length >> 1 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const NO_DIGIT = 64
/** The value of each character of either alphabet, by its code. */
const DIGIT_VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).replace('-', '+').replace('_', '/')
  const value = BASE64_DIGITS.indexOf(character)
  return value < 0 ? NO_DIGIT : value
})

/** The bytes, up to the first that cannot be text: most words end after three letters. */
function bytesOfBase64(text: string, from: number): Uint8Array {
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (let at = from; at < text.length && text[at] !== '='; at += 1) {
    const value = DIGIT_VALUES[text.charCodeAt(at)] ?? NO_DIGIT
    if (value === NO_DIGIT) return new Uint8Array()
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (held >> bits) & 0xff
    if (!mayBeText(byte, bytes.length === 0)) return new Uint8Array()
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

/**
 * In UTF-8: no control but line breaks, tabs and the zero beside each letter of UTF-16; no continuation byte at the
 * start.
 */
function mayBeText(byte: number, isFirst: boolean): boolean {
  if (byte < 0x20) return byte === 0 || byte === 9 || byte === 10 || byte === 13
  return byte <= 0xf4 && !(isFirst && byte >= 0x80 && byte <= 0xc1)
}

/** The text that bytes encode, where it has some length: UTF-8, or ASCII with a zero byte beside each letter. */
function readable(bytes: Uint8Array): string[] {
  if (bytes.length < MIN_HIDDEN) return []
  const text = textOfBytes(bytes)?.replaceAll('\u0000', '')
  const isText =
    text !== undefined && text.length >= MIN_HIDDEN && !/(?![\n\r\t])[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u.test(text)
  return isText ? [text] : []
}

// Shared: creating one per call, and throwing on invalid UTF-8, takes most of the time of a text full of broken
// escapes.
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: false })
const REPLACEMENT = '\ufffd'

/** undefined where the bytes are not UTF-8: the decoder then inserted a replacement character. */
function textOfBytes(bytes: Uint8Array): string | undefined {
  const text = UTF_8.decode(bytes)
  return text.includes(REPLACEMENT) && text.split(REPLACEMENT).length - 1 !== replacementsIn(bytes) ? undefined : text
}

function replacementsIn(bytes: Uint8Array): number {
  return bytes.filter((byte, at) => byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd).length
}
