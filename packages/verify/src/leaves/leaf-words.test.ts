import { expect, test } from 'vitest'
import { type Leaf, leafWords, subjectIdOf } from './leaf.ts'

const at = '2026-11-23T06:00:00.000Z'
const CASES: [Leaf, string][] = [
  [{ v: 1, kind: 'verdict', at, id: 'a/b', from: 'healthy', to: 'down' }, 'Verdict changed from Working to Down.'],
  [{ v: 1, kind: 'verdict', at, id: 'a/b', from: null, to: 'down' }, 'Verdict when it was first logged: Down.'],
  [
    { v: 1, kind: 'interval', at, id: 'a/b', target: 0, state: 'down', previous: { state: 'up', from: at, to: at } },
    'Stopped answering.',
  ],
  [
    {
      v: 1,
      kind: 'breakage',
      at,
      id: 'a/b',
      breakage: 'down',
      key: '1',
      event: 'opened',
      severity: 'major',
      evidence: `sha256:${'0'.repeat(64)}`,
    },
    'Breakage opened: down.',
  ],
]

test.each(CASES)('%j', (leaf, words) => {
  expect(leafWords(leaf)).toContain(words)
  expect(subjectIdOf(leaf)).toBe('a/b')
})

test('a place without connectivity is no server', () => {
  const leaf: Leaf = { v: 1, kind: 'interval', at, id: 'vantage:here', target: 0, state: 'void', previous: null }
  expect(leafWords(leaf)).toBe('No connectivity at here.')
  expect(subjectIdOf(leaf)).toBeNull()
})
