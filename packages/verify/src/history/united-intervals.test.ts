import { expect, test } from 'vitest'
import { MINUTE_MS } from '../duration.ts'
import { type TargetInterval, unitedIntervals } from './united-intervals.ts'

const START = new Date('2026-03-01T12:00:00Z').getTime()

type Given = readonly [targetNo: number, state: TargetInterval['state'], fromMinute: number, toMinute: number]

function united(...given: readonly Given[]): string[] {
  const at = (minute: number) => new Date(START + minute * MINUTE_MS)
  const intervals = given.map(([targetNo, state, from, to]) => ({ targetNo, state, from: at(from), to: at(to) }))
  const minuteOf = (instant: Date) => (instant.getTime() - START) / MINUTE_MS
  return unitedIntervals(intervals).map(({ state, from, to }) => `${state} ${minuteOf(from)}-${minuteOf(to)}`)
}

test('a server is up while any of its endpoints is', () => {
  expect(united([0, 'up', 0, 60], [0, 'down', 60, 90], [1, 'up', 10, 100])).toEqual(['up 0-100'])
})

test('between two probes of the endpoint that works, the failures of another are no outage', () => {
  expect(united([0, 'up', 0, 30], [0, 'down', 30, 59], [1, 'up', 0, 45])).toEqual(['up 0-45'])
})

test('a server is down from when the last of its endpoints is', () => {
  const both: Given[] = [
    [0, 'up', 0, 30],
    [0, 'down', 30, 90],
    [1, 'up', 0, 45],
    [1, 'down', 45, 75],
  ]
  expect(united(...both)).toEqual(['up 0-45', 'down 45-90'])
})

test('an endpoint that was last seen two hours before hides no outage of another', () => {
  expect(united([0, 'down', 0, 300], [1, 'up', 0, 60])).toEqual(['up 0-60', 'down 180-300'])
})

test('maintenance is kept as it is', () => {
  expect(united([0, 'up', 0, 30], [1, 'down', 0, 30], [0, 'maintenance', 5, 10])).toEqual([
    'up 0-30',
    'maintenance 5-10',
  ])
})
