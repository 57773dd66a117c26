import { readdirSync, readFileSync } from 'node:fs'
import { PROBE_REASONS } from 'assay-verify/state/observation'
import { expect, test } from 'vitest'
import { ERRORS } from '../lib/contract/errors'
import { SENTENCE_FILES, WORDS_PAGE, wordsPage } from './words'

const rows = wordsPage()
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| where'))
  .map((line) => line.slice(2, -2).split(' | '))

test('docs/words.md is what `npm run words` writes', () => {
  expect(readFileSync(WORDS_PAGE, 'utf8')).toBe(wordsPage())
})

test('every file of sentences is in it', () => {
  const files = readdirSync('app/_ui/words').flatMap((name) => /^(.+-sentences)\.ts$/.exec(name)?.[1] ?? [])
  expect(Object.keys(SENTENCE_FILES).sort()).toEqual(files.sort())
})

test('the words of states are those that people read', () => {
  const said = rows.map(([, , text]) => text)
  const words = [
    'Working',
    'Unstable',
    'Sign-in required',
    'Payment required',
    'Not checked',
    'Not decided yet',
    'Down',
  ]
  expect(said).toEqual(expect.arrayContaining(words))
  for (const { text } of Object.values(PROBE_REASONS)) expect(said).toContain(text)
})

test('every row has a place, a case and a text, and no text names a value of the interface or of the program', () => {
  expect(rows.length).toBeGreaterThan(120)
  for (const row of rows) {
    expect(row, row.join(' | ')).toHaveLength(3)
    for (const part of row) expect(part, row.join(' | ')).toMatch(/\S/)
    expect(row[2]).not.toMatch(/undefined|NaN|\[object|\bhealthy\b|\bdegraded\b/)
    for (const code of Object.keys(ERRORS)) expect(row[2]).not.toContain(`${code}_`)
  }
})
