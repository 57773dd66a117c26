import { expect, test } from 'vitest'
import { plural } from './plural.ts'

test('a word follows its number', () => {
  expect([0, 1, 2, 1.5].map((count) => plural(count, 'tool'))).toEqual(['tools', 'tool', 'tools', 'tools'])
  expect([1, 3].map((count) => plural(count, 'leaf', 'leaves'))).toEqual(['leaf', 'leaves'])
})
