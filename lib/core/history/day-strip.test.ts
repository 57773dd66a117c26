import type { Interval, IntervalState } from 'assay-verify/history/interval'
import { expect, test } from 'vitest'
import { dayStrip } from './day-strip'

const NOW = new Date('2026-11-20T12:00:00Z')
const between = (state: IntervalState, from: string, to: string): Interval => ({
  state,
  from: new Date(from),
  to: new Date(to),
})

test('a day without an outage is up, with a short one partial, with a long one down, and unobserved without evidence', () => {
  const strip = dayStrip(
    [
      between('up', '2026-11-17T00:00:00Z', '2026-11-18T10:00:00Z'),
      between('down', '2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z'),
      between('up', '2026-11-18T11:00:00Z', '2026-11-19T22:00:00Z'),
      between('down', '2026-11-19T22:00:00Z', '2026-11-20T06:00:00Z'),
    ],
    NOW,
    5,
  )
  expect(strip.map(({ date, state }) => [date, state])).toEqual([
    ['2026-11-16', 'unobserved'],
    ['2026-11-17', 'up'],
    ['2026-11-18', 'partial'],
    ['2026-11-19', 'down'],
    ['2026-11-20', 'down'],
  ])
  expect(strip[2]).toMatchObject({ upMs: 23 * 3_600_000, downMs: 3_600_000 })
})

test('time in a monitoring gap and in maintenance is not observed', () => {
  const strip = dayStrip(
    [
      between('down', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z'),
      between('void', '2026-11-19T00:00:00Z', '2026-11-19T12:00:00Z'),
      between('maintenance', '2026-11-19T12:00:00Z', '2026-11-20T00:00:00Z'),
    ],
    NOW,
    2,
  )
  expect(strip.map(({ state }) => state)).toEqual(['unobserved', 'unobserved'])
})

test('a strip has ninety days and ends with the day of now', () => {
  const strip = dayStrip([], NOW)
  expect(strip).toHaveLength(90)
  expect(strip.at(-1)?.date).toBe('2026-11-20')
})
