import { expect, test } from 'vitest'
import type { IntervalState } from '../history/interval.ts'
import { outageSlots } from './outage-slots.ts'

const MIDNIGHT = Date.UTC(2026, 10, 1)
const hours = (n: number) => new Date(MIDNIGHT + n * 3_600_000)
const span = (state: IntervalState, from: number, to: number) => ({ state, from: hours(from), to: hours(to) })
const slots = (...intervals: ReturnType<typeof span>[]) =>
  outageSlots(intervals, hours(0).getTime(), hours(48).getTime())

test('quarters of a day in which it was down at all', () => {
  expect(slots()).toBe(0)
  expect(slots(span('up', 0, 48))).toBe(0)
  expect(slots(span('down', 1, 2), span('down', 3, 4))).toBe(1)
  expect(slots(span('down', 5.9, 6.1))).toBe(2)
  expect(slots(span('down', 6, 12))).toBe(1)
  expect(slots(span('down', 0, 48))).toBe(8)
})

test('nothing outside of the window, in monitoring gaps or in maintenance', () => {
  expect(slots(span('down', -10, 0), span('down', 48, 60))).toBe(0)
  expect(slots(span('down', -10, 60))).toBe(8)
  expect(slots(span('down', 1, 20), span('maintenance', 0, 12))).toBe(2)
  expect(slots(span('down', 1, 5), span('void', 0, 4))).toBe(1)
})
