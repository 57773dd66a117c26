import { HOUR_MS } from 'assay-verify/duration'
import { INTERVAL_STATES, type Interval, type IntervalState, tallyIntervals } from 'assay-verify/history/interval'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uptimeFrom, WINDOW_HOURS } from './uptime'

const NOW = new Date('2026-09-01T00:00:00Z')

/** A stretch, in hours before now. */
const stretch = (state: IntervalState, from: number, to: number): Interval => ({
  state,
  from: new Date(NOW.getTime() - from * HOUR_MS),
  to: new Date(NOW.getTime() - to * HOUR_MS),
})

describe('uptime', () => {
  it('is null without observation', () => {
    const nothing = { ratio: null, observedHours: 0 }
    expect(uptimeFrom([], null, NOW)).toEqual({
      '24h': nothing,
      '7d': nothing,
      '30d': nothing,
      '90d': nothing,
      since: null,
    })
  })

  it('is integrated over time and clipped to each window', () => {
    const uptime = uptimeFrom([stretch('up', 100, 12), stretch('down', 12, 6), stretch('up', 6, 0)], new Date(0), NOW)
    expect(uptime['24h']).toEqual({ ratio: 0.75, observedHours: 24 })
    expect(uptime['7d']).toEqual({ ratio: 0.94, observedHours: 100 })
    expect(uptime['30d']).toEqual({ ratio: 0.94, observedHours: 100 })
    expect(uptime['90d']).toEqual({ ratio: null, observedHours: 100 })
    expect(uptime.since).toBe('1970-01-01T00:00:00.000Z')
    expect(JSON.parse(JSON.stringify(uptime))).toEqual(uptime)
  })

  it('has a ratio from a tenth of the window on', () => {
    expect(uptimeFrom([stretch('up', 16.8, 0)], null, NOW)['7d'].ratio).toBe(1)
    expect(uptimeFrom([stretch('up', 16.7, 0)], null, NOW)['7d'].ratio).toBeNull()
  })

  it('leaves out void, maintenance and unobserved time', () => {
    const day = uptimeFrom(
      [stretch('up', 24, 18), stretch('void', 18, 12), stretch('maintenance', 12, 6), stretch('down', 2, 0)],
      null,
      NOW,
    )
    expect(day['24h']).toEqual({ ratio: 0.75, observedHours: 8 })
  })

  it('lets void and maintenance take time from up and down, and down from up', () => {
    const rows = [stretch('up', 24, 0), stretch('down', 12, 0), stretch('maintenance', 12, 6), stretch('up', 24, 12)]
    expect(uptimeFrom(rows, null, NOW)['24h']).toEqual({ ratio: 0.666667, observedHours: 18 })
  })

  it('ignores the future, intervals without a date and reversed ones', () => {
    const rows = [stretch('up', 24, -5), stretch('down', 2, 3), { ...stretch('down', 2, 1), to: new Date(Number.NaN) }]
    expect(uptimeFrom(rows, null, NOW)['24h']).toEqual({ ratio: 1, observedHours: 24 })
  })

  it('counts no instant twice, whatever the order and overlap', () => {
    const anyStretch = fc
      .tuple(fc.constantFrom(...INTERVAL_STATES), fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 3000 }))
      .map(([state, a, b]) => stretch(state, Math.max(a, b), Math.min(a, b)))
    fc.assert(
      fc.property(fc.array(anyStretch, { maxLength: 20 }), (rows) => {
        const uptime = uptimeFrom(rows, null, NOW)
        const hourly = hourByHour(rows, WINDOW_HOURS['90d'])
        expect(uptime['90d'].observedHours).toBe(hourly.up + hourly.down)
        if (uptime['90d'].ratio !== null)
          expect(uptime['90d'].ratio).toBeCloseTo(hourly.up / (hourly.up + hourly.down), 5)
        expect(uptimeFrom([...rows].reverse(), null, NOW)).toEqual(uptime)
      }),
    )
  })
})

/** The same by brute force: rows are aligned to whole hours, so each hour has one state. */
function hourByHour(rows: readonly Interval[], windowHours: number): { up: number; down: number } {
  const sum = { up: 0, down: 0 }
  for (let hour = 0; hour < windowHours; hour += 1) {
    const middle = NOW.getTime() - (hour + 0.5) * HOUR_MS
    const states = new Set(
      rows.filter(({ from, to }) => from.getTime() < middle && middle < to.getTime()).map(({ state }) => state),
    )
    if (states.has('void') || states.has('maintenance')) continue
    if (states.has('down')) sum.down += 1
    else if (states.has('up')) sum.up += 1
  }
  return sum
}

describe('the tally of outages', () => {
  const outages = (...rows: Interval[]) => tallyIntervals(rows, NOW.getTime() - 720 * HOUR_MS, NOW.getTime()).outages

  it('counts one from going down to being seen up again', () => {
    expect(outages()).toBe(0)
    expect(outages(stretch('down', 10, 9))).toBe(1)
    expect(outages(stretch('down', 10, 9), stretch('down', 9, 8))).toBe(1)
    expect(outages(stretch('down', 10, 9), stretch('down', 5, 4))).toBe(1)
    expect(outages(stretch('down', 10, 9), stretch('maintenance', 9, 6), stretch('down', 6, 4))).toBe(1)
    expect(outages(stretch('down', 10, 9), stretch('up', 9, 5), stretch('down', 5, 4))).toBe(2)
    expect(outages(stretch('down', 1000, 700), stretch('up', 700, 0))).toBe(1)
    expect(outages(stretch('down', 1000, 800))).toBe(0)
  })
})
