import { expect, test } from 'vitest'
import { idsWithRoom, MOST_LIVE_TOOLS, MOST_TOOL_ROWS } from './tool-room'

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

test.each([
  ['a few tools of a new server', { live: 0, removed: 0, again: 0, back: 0, fresh: 5 }, 5],
  ['more new ones than a server may have', { live: 0, removed: 0, again: 0, back: 0, fresh: 2_500 }, 2_000],
  ['what is live already, beside new ones', { live: 1_999, removed: 0, again: 1_999, back: 0, fresh: 5 }, 2_000],
  ['what is live already, of a full server', { live: 2_000, removed: 2_000, again: 2_000, back: 0, fresh: 5 }, 2_000],
  ['live beyond the limit, from before there was one', { live: 3_000, removed: 0, again: 10, back: 0, fresh: 5 }, 10],
  ['removed ones that are back', { live: 10, removed: 50, again: 10, back: 50, fresh: 0 }, 60],
  [
    'removed ones that are back where no row is left',
    { live: 1_000, removed: 3_000, again: 1_000, back: 500, fresh: 0 },
    1_500,
  ],
  [
    'removed ones that are back where few places are left',
    { live: 1_990, removed: 50, again: 0, back: 50, fresh: 0 },
    10,
  ],
  ['new ones where no row is left', { live: 1_000, removed: 3_000, again: 0, back: 0, fresh: 5 }, 0],
  ['new ones where two rows are left', { live: 1_000, removed: 2_998, again: 0, back: 0, fresh: 5 }, 2],
])('%s', (_, { live, removed, again, back, fresh }, expected) => {
  const kept = { live: new Set(ids('live', live)), removed: new Set(ids('removed', removed)) }
  const offered = [...ids('live', again), ...ids('removed', back), ...ids('new', fresh)]
  const taken = idsWithRoom(offered, kept)
  expect(taken.size).toBe(expected)
  expect([...taken]).toEqual(offered.filter((id) => taken.has(id)))
})

test('an id that is offered twice takes one place', () => {
  const kept = { live: new Set(ids('live', MOST_LIVE_TOOLS - 2)), removed: new Set<string>() }
  expect([...idsWithRoom(['a', 'a', 'a', 'b', 'c'], kept)]).toEqual(['a', 'b'])
  expect(MOST_TOOL_ROWS).toBeGreaterThan(MOST_LIVE_TOOLS)
})
