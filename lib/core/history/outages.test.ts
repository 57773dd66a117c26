import type { Interval, IntervalState } from 'assay-verify/history/interval'
import { describe, expect, test } from 'vitest'
import { outagesIn } from './outages'

const MINUTE = 60_000
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20) + minute * MINUTE)
const stretch = (state: IntervalState, from: number, to: number): Interval => ({ state, from: at(from), to: at(to) })
const outages = (intervals: Interval[], from = 0, to = 1000) =>
  outagesIn(intervals, at(from).getTime(), at(to).getTime())

describe('outages', () => {
  test('none without a down time', () => {
    expect(outages([])).toEqual([])
    expect(outages([stretch('up', 0, 100)])).toEqual([])
  })

  test('newest first, each until the server is seen up', () => {
    const found = outages([
      stretch('up', 0, 10),
      stretch('down', 10, 12),
      stretch('up', 12, 50),
      stretch('down', 50, 60),
      stretch('up', 61, 70),
    ])
    expect(found).toEqual([
      { from: at(50), to: at(61), downMs: 10 * MINUTE },
      { from: at(10), to: at(12), downMs: 2 * MINUTE },
    ])
  })

  test('one that is not over has no end', () => {
    expect(outages([stretch('up', 0, 10), stretch('down', 10, 30)])).toEqual([
      { from: at(10), to: null, downMs: 20 * MINUTE },
    ])
  })

  test('a monitoring gap neither ends nor counts', () => {
    const found = outages([stretch('down', 10, 40), stretch('void', 20, 30), stretch('up', 40, 50)])
    expect(found).toEqual([{ from: at(10), to: at(40), downMs: 20 * MINUTE }])
  })

  test('is clipped to the window', () => {
    expect(outages([stretch('down', 10, 40), stretch('up', 40, 50)], 30, 45)).toEqual([
      { from: at(30), to: at(40), downMs: 10 * MINUTE },
    ])
  })
})
