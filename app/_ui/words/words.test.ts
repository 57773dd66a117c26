import { readdirSync } from 'node:fs'
import { STATUSES } from 'assay-verify/verdict'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../../lib/contract/errors'
import { statusWord } from '../status'
import { HEADLINES } from './answer-sentences'
import type { Sentence } from './sentence'

/** What a sentence reads in its example. */
function exampleOf<Facts>({ say, example }: Sentence<Facts>): string {
  return say(example)
}

const files = readdirSync(import.meta.dirname).flatMap((name) => /^(.+)-sentences\.ts$/.exec(name)?.[1] ?? [])
const modules = await Promise.all(files.map((name) => import(`./${name}-sentences.ts`)))
const all = modules.flatMap((tables: Record<string, Record<string, Sentence<unknown>>>) =>
  Object.entries(tables).flatMap(([table, rows]) =>
    Object.entries(rows).map(([name, row]) => [`${table}.${name}`, row] as const),
  ),
)

test('every file of sentences is read', () => {
  expect(files.length).toBeGreaterThan(7)
  expect(all.length).toBeGreaterThan(90)
})

test.each(all)('%s has a case and an example, which names no value of the interface or of the program', (_, row) => {
  expect(row.when).toMatch(/^[A-Z].*\.$/)
  expect(exampleOf(row)).toMatch(/\S/)
  expect(exampleOf(row)).not.toMatch(/undefined|NaN|null|\[object|\bhealthy\b|\bdegraded\b/)
  for (const code of Object.keys(ERRORS)) expect(exampleOf(row)).not.toContain(`${code}_`)
})

describe('sentences', () => {
  test('of a headline differ', () => {
    const texts = Object.values(HEADLINES).map((row) => exampleOf(row as Sentence<unknown>))
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('the words of states are those that people read', () => {
    const said = STATUSES.map((status) => statusWord(status))
    expect(said.sort()).toEqual(['Down', 'Not checked', 'Sign-in required', 'Unstable', 'Working'])
    expect(statusWord('auth', 'paid')).toBe('Payment required')
    expect(statusWord('unknown', 'open', [{ code: 'not_enough_evidence' }])).toBe('Not decided yet')
  })
})
