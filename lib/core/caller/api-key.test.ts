import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { API_KEY_RANDOM_BYTES, isWellFormedApiKey, makeApiKey } from './api-key'

const bytes = fc.uint8Array({ minLength: API_KEY_RANDOM_BYTES, maxLength: API_KEY_RANDOM_BYTES })
/** Random enough for a key: short arrays and repeated values are covered by other tests. */
const key = bytes.filter((random) => random.filter((byte) => byte < 248).length >= 32).map(makeApiKey)
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('API keys', () => {
  test('every key that is made is well formed: assay_, 32 letters and digits, 6 of checksum', () => {
    fc.assert(
      fc.property(key, (text) => {
        expect(text).toMatch(/^assay_[0-9A-Za-z]{38}$/)
        expect(isWellFormedApiKey(text)).toBe(true)
      }),
    )
  })

  test('detects a mistyped letter and two swapped ones', () => {
    let slipped = 0
    const changed = fc.tuple(key, fc.nat(37), fc.nat(61))
    fc.assert(
      fc.property(changed, ([text, at, letter]) => {
        const i = 'assay_'.length + at
        const mistyped = text.slice(0, i) + LETTERS[letter] + text.slice(i + 1)
        if (mistyped !== text && isWellFormedApiKey(mistyped)) slipped += 1
        const turned = text.slice(0, i) + (text[i + 1] ?? '') + text[i] + text.slice(i + 2)
        if (turned !== text && isWellFormedApiKey(turned)) slipped += 1
      }),
      { numRuns: 5000 },
    )
    // One in 62^6 would pass by chance.
    expect(slipped).toBe(0)
  })

  test.each([
    ['nothing', ''],
    ['the prefix alone', 'assay_'],
    ['a key that is cut', makeApiKey(new Uint8Array(96)).slice(0, -1)],
    ['a key and a letter', `${makeApiKey(new Uint8Array(96))}0`],
    ['a key and a line break', `${makeApiKey(new Uint8Array(96))}\n`],
    ['a key with another prefix', makeApiKey(new Uint8Array(96)).replace('assay', 'essay')],
    ['a key in capitals', makeApiKey(Uint8Array.from({ length: 96 }, (_, n) => n + 36)).toUpperCase()],
    ['a key in full-width letters', makeApiKey(new Uint8Array(96)).replaceAll('0', '０')],
  ])('%s is not well formed', (_what, text) => {
    expect(isWellFormedApiKey(text)).toBe(false)
  })

  test('every letter is equally likely', () => {
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const counts = new Map<string, number>()
    for (let offset = 0; offset < 256; offset += 1) {
      const secret = makeApiKey(everyByte.map((byte) => (byte + offset) & 255)).slice(6, 38)
      for (const letter of secret) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    const times = [...counts.values()]
    expect(counts.size).toBe(62)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(8)
  })

  test('too few usable bytes are an error, not a weak key', () => {
    expect(() => makeApiKey(new Uint8Array(96).fill(255))).toThrow(RangeError)
    expect(() => makeApiKey(new Uint8Array(31))).toThrow(RangeError)
  })
})
