import { expect, test } from 'vitest'
import { idsWithRoom, MOST_LIVE_TOOLS, MOST_TOOL_ROWS } from './tool-room'
import cases from './tool-room.cases.json' with { type: 'json' }

type Kept = Record<'live' | 'removed' | 'again' | 'back' | 'fresh', number>

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

test.each(cases.toolRoom as [string, Kept, number][])('%s', (_, { live, removed, again, back, fresh }, expected) => {
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
