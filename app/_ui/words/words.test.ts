import { describe, expect, test } from 'vitest'
import { ADVICE, FACTS, HEADLINES, LAST_CHECKS, OUTLOOKS } from './answer-sentences'
import { EVENTS, NO_REPLACEMENT, REPLACEMENTS } from './event-sentences'
import { FIGURES } from './figure-sentences'
import { exampleOf, type Sentence } from './sentence'
import { CHANGED_TOOLS, UNSAFE } from './unsafe-sentences'

const PAGES = { HEADLINES, FACTS, LAST_CHECKS, OUTLOOKS, ADVICE, FIGURES, UNSAFE, CHANGED_TOOLS }
const TABLES = { ...PAGES, EVENTS, REPLACEMENTS, NO_REPLACEMENT }
const all = Object.entries(TABLES).flatMap(([table, rows]) =>
  Object.entries(rows as unknown as Record<string, Sentence<unknown>>).map(
    ([name, row]) => [`${table}.${name}`, row] as const,
  ),
)

test.each(all)('%s has a case and an example', (_, row) => {
  expect(row.when).toMatch(/^[A-Z].*\.$/)
  expect(exampleOf(row)).toMatch(/\S/)
  expect(exampleOf(row)).not.toMatch(/undefined|NaN|null/)
})

describe('sentences', () => {
  test('of a headline differ', () => {
    const texts = Object.values(HEADLINES).map((row) => exampleOf(row as Sentence<unknown>))
    expect(new Set(texts).size).toBe(texts.length)
  })
})
