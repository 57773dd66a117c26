import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { flagShare, type TextFlag, textFlags } from './text-flags'
import cases from './text-flags.cases.json' with { type: 'json' }

interface Row {
  text: string
  language: string
  flag: TextFlag | null
}

const rowsOf = (name: string): Row[] =>
  readFileSync(new URL(`fixtures/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const HOSTILE = rowsOf('hostile-declarations')
const HARMLESS = rowsOf('harmless-declarations')
/** The rules were written with the odd ones of the first hundred in view; the even ones were read for figures only. */
const OTHER_WORDS = HOSTILE.slice(0, 100)
const LOOKED_AT = OTHER_WORDS.filter((_, at) => at % 2 === 0)
const HELD_OUT = OTHER_WORDS.filter((_, at) => at % 2 === 1)
/**
 * The next sixty are the most obvious forms: the rules of before found 17 of them. Mended with the odd ones in view,
 * they found 23 of the thirty even ones; then all were in view. The last 26 were written after that: 21 were found.
 */
const PLAIN = HOSTILE.slice(100)
const LANGUAGES = ['en', 'de', 'es', 'fr', 'zh', 'ja']
const FOUND: readonly TextFlag[] = ['hidden_characters', 'conceals_from_user', 'sends_data_out']
const shareFound = (rows: readonly Row[]) =>
  rows.filter(({ text, flag }) => flag !== null && textFlags(text).includes(flag)).length / rows.length

/** Characters that are handed to patterns, all together. */
function charactersRead(text: string): number {
  const tried = vi.spyOn(RegExp.prototype, 'test')
  textFlags(text)
  const read = tried.mock.calls.reduce((sum, [given]) => sum + given.length, 0)
  tried.mockRestore()
  return read
}

describe('flags of texts', () => {
  test.each([...(cases.flagged as [string, string[]][]), ['\u200b\u200c'.repeat(4), ['hidden_characters']]])(
    '%j has %j',
    (text, flags) => {
      expect(textFlags(text)).toEqual(flags)
    },
  )

  test.each(cases.withoutFlags)('%j has none', (text) => {
    expect(textFlags(text)).toEqual([])
  })

  test('of one text that is long and hostile cost linear time', () => {
    for (const piece of cases.pieces) {
      const [short, long] = [5_000, 20_000].map((length) => charactersRead(piece.repeat(length).slice(0, length)))
      expect(long, piece).toBeLessThanOrEqual((short ?? 0) * 4.5)
      expect(charactersRead(piece.repeat(200_000)), piece).toBeLessThanOrEqual((short ?? 0) * 4.5)
    }
  })

  test('have a base rate where texts were read', () => {
    expect([flagShare(3, 0), flagShare(1, 3), flagShare(0, 9)]).toEqual([null, 0.3333, 0])
  })
})

describe('texts in other words than the rules', () => {
  test('a hundred hostile ones are found, of each flag and each half four of five', () => {
    expect([OTHER_WORDS.length, LOOKED_AT.length, HELD_OUT.length]).toEqual([100, 50, 50])
    expect(shareFound(HELD_OUT)).toBeGreaterThanOrEqual(0.8)
    for (const flag of FOUND)
      expect(shareFound(OTHER_WORDS.filter((row) => row.flag === flag)), flag).toBeGreaterThanOrEqual(0.8)
    for (const language of LANGUAGES)
      expect(shareFound(OTHER_WORDS.filter((row) => row.language === language)), language).toBeGreaterThanOrEqual(0.8)
  })

  test('86 plain ones are found', () => {
    expect(PLAIN).toHaveLength(86)
    expect(PLAIN.filter(({ text, flag }) => flag !== null && !textFlags(text).includes(flag))).toEqual([])
  })

  test('of 299 harmless ones, about mail, secrets and privacy, the last 99 nearly in the words of attacks, none has one of these flags', () => {
    expect(HARMLESS).toHaveLength(299)
    expect(HARMLESS.filter(({ text }) => textFlags(text).some((flag) => FOUND.includes(flag)))).toEqual([])
  })
})
