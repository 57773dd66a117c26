import { expect, test } from 'vitest'
import { MOST_CHARACTERS, searchQuery } from './search-query'

test.each<[unknown, string | string[] | undefined, string]>([
  ['nothing', undefined, ''],
  ['words', ' read a file ', 'read a file'],
  ['a NUL, which no database takes', '\0', ''],
  ['a NUL and other control characters between words', 'read\0 a\u0007 file\u202e', 'read a file'],
  ['several texts', ['read', 'a file'], 'read a file'],
])('of %s', (_, given, query) => {
  expect(searchQuery(given)).toBe(query)
})

test('a text that is too long stays too long, and is not read to its end', () => {
  const query = searchQuery('a'.repeat(8000))
  expect(query.length).toBeGreaterThan(MOST_CHARACTERS)
  expect(query.length).toBeLessThan(MOST_CHARACTERS + 10)
})
