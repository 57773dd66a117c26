import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from './words.cases.json' with { type: 'json' }
import { splitIdentifier, wordsOf } from './words.ts'

describe('splitIdentifier', () => {
  it.each(cases.splitIdentifier)('%j -> %j', (identifier, words) => {
    expect(splitIdentifier(identifier)).toBe(words)
  })

  it('loses no letter or digit, and separates by single spaces', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.-]{0,40}$/), (identifier) => {
        const words = splitIdentifier(identifier)
        expect(words.replaceAll(' ', '').toLowerCase()).toBe(identifier.replace(/[_.-]/g, '').toLowerCase())
        expect(words).toBe(words.split(' ').filter(Boolean).join(' '))
      }),
    )
  })
})

describe('wordsOf', () => {
  it.each([...(cases.wordsOf as [string, string[]][]), ['\ud800 lone', ['lone']] as const])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('gives lower-cased words of bounded length without white space, the same in both normal forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const words = wordsOf(text)
        for (const word of words) {
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u)
          expect(word.isWellFormed()).toBe(true)
        }
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')))
      }),
    )
  })

  // Quadratic work on any of these would take minutes.
  it.each([
    ['marks', 'a\u0315\u0300'.repeat(300_000)],
    ['one run of marks', `a${'\u0315\u0300'.repeat(300_000)}`],
    ['CJK', '天'.repeat(500_000)],
    ['apostrophes', "a'".repeat(500_000)],
    ['capitals', 'aA'.repeat(500_000)],
    ['one word', 'a'.repeat(1_000_000)],
  ])('is linear on %s', (_, text) => {
    expect(wordsOf(text).length).toBeGreaterThan(0)
    expect(splitIdentifier(text).length).toBeGreaterThan(0)
  })
})
