import { expect, test } from 'vitest'
import { argumentNotes } from './argument-notes'

test('required arguments come first, each with what it takes', () => {
  const schema = {
    properties: {
      kind: { type: 'string', enum: ['person', 'company'] },
      limit: { type: 'integer', maximum: 1200 },
      name: { type: 'string' },
      tags: { type: ['array', 'null'] },
      since: { type: 'string', format: 'date-time' },
      deep: { type: 'object' },
      draft: { type: 'boolean' },
      country: { enum: ['at', 'be', 'ch', 'de', 'fr'] },
      only: { const: 'all' },
      odd: true,
      constructor: { type: 'constructor' },
    },
    required: ['name'],
  }
  expect(argumentNotes(schema).map(({ name, isRequired, note }) => [name, isRequired, note])).toEqual([
    ['name', true, ''],
    ['kind', false, 'person or company'],
    ['limit', false, 'up to 1,200'],
    ['tags', false, 'list'],
    ['since', false, 'date'],
    ['deep', false, 'object'],
    ['draft', false, 'yes or no'],
    ['country', false, 'one of 5'],
    ['only', false, 'all'],
    ['odd', false, ''],
    ['constructor', false, ''],
  ])
})

test('what is no schema of an object has none, and a dozen are enough', () => {
  expect(argumentNotes(null)).toEqual([])
  expect(argumentNotes({ type: 'string' })).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`a${at}`, {}]))
  expect(argumentNotes({ properties: many })).toHaveLength(12)
})
