import { expect, test } from 'vitest'
import type { Leaf } from '@/lib/core/log/leaf'
import { leafWords, subjectOf } from './leaf-words'

const at = '2026-11-23T06:00:00.000Z'
const CASES: [Leaf, string][] = [
  [{ v: 1, kind: 'verdict', at, id: 'a/b', from: 'healthy', to: 'down' }, 'The verdict turned from healthy to down.'],
  [{ v: 1, kind: 'verdict', at, id: 'a/b', from: null, to: 'down' }, 'The verdict was down.'],
  [
    { v: 1, kind: 'interval', at, id: 'a/b', target: 0, state: 'down', previous: { state: 'up', from: at, to: at } },
    'At target 0 a time of down began after up.',
  ],
  [
    { v: 1, kind: 'breakage', at, id: 'a/b', breakage: 'down', key: '1', event: 'opened' },
    'A breakage of the kind down was opened.',
  ],
]

test.each(CASES)('%j', (leaf, words) => {
  expect(leafWords(leaf)).toContain(words)
  expect(subjectOf(leaf)).toBe('a/b')
})
