import { expect, test } from 'vitest'
import { type CutListing, decideCutListing, keysIn, keysText } from './cut-listing'
import { CONFIRMS_AFTER_MS } from './unconfirmed-listing'

const NOW = new Date('2026-11-01T12:00:00Z')
const before = (names: string, msAgo = CONFIRMS_AFTER_MS) => ({
  keys: keysIn(keysText([...names])),
  at: new Date(NOW.getTime() - msAgo),
})

interface Case {
  listed: string
  known: string
  isUp?: boolean
  previous: CutListing['previous']
}

test.each<[string, Case, string, string, boolean]>([
  ['the first one changes nothing', { listed: 'abc', known: 'xy', previous: null }, '', '', false],
  ['what both hold is added', { listed: 'abc', known: '', previous: before('bcd') }, 'bc', '', true],
  ['what neither holds is retired', { listed: 'ab', known: 'abcx', previous: before('abc') }, '', 'x', true],
  ['names that are new each time: none is added', { listed: 'abc', known: '', previous: before('def') }, '', '', true],
  [
    'names that are new each time: existing tools are retired',
    { listed: 'ab', known: 'xy', previous: before('cd') },
    '',
    'xy',
    true,
  ],
  ['what only one of them holds stays', { listed: 'ax', known: 'xy', previous: before('ay') }, 'a', '', true],
  ['the same again', { listed: 'abc', known: 'abc', previous: before('abc') }, '', '', true],
  [
    'too soon after the previous one, which stays',
    { listed: 'ab', known: 'x', previous: before('ab', CONFIRMS_AFTER_MS - 1) },
    '',
    '',
    false,
  ],
  [
    'a long time after the previous one',
    { listed: 'ab', known: 'x', previous: before('ab', 100 * CONFIRMS_AFTER_MS) },
    'ab',
    'x',
    true,
  ],
  ['of a server that is recovering', { listed: 'ab', known: 'x', previous: before('ab'), isUp: false }, '', '', false],
])('%s', (_, { listed, known, isUp = true, previous }, add, retire, isCompared) => {
  const decision = decideCutListing({ listed: [...listed], known: [...known], isUp, previous }, NOW)
  expect([[...decision.add].join(''), [...decision.retire].join(''), decision.isCompared]).toEqual([
    add,
    retire,
    isCompared,
  ])
})

test('the text of a listing is bounded by the number of its names, whatever their length', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `${'n'.repeat(250)}${index}`)
  const text = keysText(names)
  expect(text.length).toBe(22_000)
  expect(keysIn(text).size).toBe(2_000)
  expect(keysIn('').size).toBe(0)
})
