import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { FORECAST_FEATURES, FORECAST_WEIGHTS, type ForecastWeights, outagesOutlook } from './forecast-model.ts'
import { NO_HISTORY, noteSeen, type OutageHistory } from './outage-history.ts'
import { mixedOutlook, upProbability } from './outlook.ts'

const START = Date.UTC(2026, 0, 1)
const at = (hours: number) => START + hours * HOUR_MS

/**
 * A server that is up for `up` hours and down for `down`, `times` times, then `last` hours in the state that follows.
 */
function serverAfter(times: number, up: number, down: number, last: number): OutageHistory {
  let history: OutageHistory = NO_HISTORY
  let hours = 0
  for (let n = 0; n < times; n++) {
    history = noteSeen(history, 'up', at(hours), at(hours + up))
    history = noteSeen(history, 'down', at(hours + up), at(hours + up + down))
    hours += up + down
  }
  return noteSeen(history, 'up', at(hours), at(hours + last))
}

function chance(history: OutageHistory, hours: number, weights?: ForecastWeights): number {
  return upProbability(history, history.state ?? 'up', history.seenUntilAt ?? START, hours, weights)
}

const anyHistory = fc
  .tuple(
    fc.nat(20),
    fc.double({ min: 0, max: 500, noNaN: true }),
    fc.double({ min: 0, max: 3000, noNaN: true }),
    fc.double({ min: 0, max: 20_000, noNaN: true }),
    fc.option(fc.double({ min: 0, max: 20_000, noNaN: true })),
  )
  .map(([times, up, down, last, outage]) => {
    const history = serverAfter(times, up, down, last)
    const seenUntilAt = history.seenUntilAt ?? START
    return outage === null ? history : noteSeen(history, 'down', seenUntilAt, seenUntilAt + outage * HOUR_MS)
  })

describe('upProbability', () => {
  it('equals the state at 0 hours and continues from there without a jump', () => {
    const up = serverAfter(3, 100, 1, 50)
    const down = noteSeen(up, 'down', at(353), at(354))
    expect(chance(up, 0)).toBe(1)
    expect(chance(down, 0)).toBe(0)
    for (const history of [up, down])
      for (const hours of [0.001, 0.9999, 1, 3, 5.9999, 6, 12, 24, 100])
        expect(Math.abs(chance(history, hours * 1.0001) - chance(history, hours))).toBeLessThan(0.001)
  })

  it('is lower for a server that breaks often, and just after a recovery', () => {
    expect(chance(serverAfter(20, 10, 1, 10), 6)).toBeLessThan(chance(serverAfter(1, 220, 1, 10), 6))
    expect(chance(serverAfter(3, 100, 1, 0.2), 6)).toBeLessThan(chance(serverAfter(3, 100, 1, 100), 6))
  })

  it('is lower the longer an outage has lasted', () => {
    const lasting = (hours: number) => noteSeen(serverAfter(2, 200, 1, 200), 'down', at(602), at(602 + hours))
    const chances = [0.1, 1, 10, 100, 1000].map((hours) => chance(lasting(hours), 1))
    expect(chances).toEqual([...chances].sort((a, b) => b - a))
  })

  it('continues from the newest probe: an hour ahead of two hours ago is three hours ahead of none', () => {
    const history = serverAfter(4, 50, 2, 30)
    const seenUntilAt = history.seenUntilAt ?? START
    expect(upProbability(history, 'up', seenUntilAt + 2 * HOUR_MS, 1)).toBeCloseTo(chance(history, 3), 12)
    expect(upProbability(history, 'up', seenUntilAt - HOUR_MS, 1)).toBe(chance(history, 1))
    expect(upProbability(history, 'up', seenUntilAt, -1)).toBe(1)
  })

  it('is defined for a server that was never seen, and for one that has just changed', () => {
    expect(upProbability(NO_HISTORY, 'up', START, 24)).toBeGreaterThan(0.8)
    expect(upProbability(NO_HISTORY, 'down', START, 24)).toBeLessThan(upProbability(NO_HISTORY, 'up', START, 24))
    const up = serverAfter(2, 100, 1, 100)
    expect(upProbability(up, 'down', at(302), 1)).toBeCloseTo(chance(noteSeen(up, 'down', at(302), at(302)), 1), 6)
  })

  it('is never NaN and within 0 and 1, with the shipped weights and with any others', () => {
    const weight = fc.double({ min: -5, max: 5, noNaN: true })
    const correction = fc.record({
      intercept: weight,
      logitOfOutages: weight,
      logHoursInState: weight,
      squareOfLogHoursInState: weight,
      logHoursSincePreviousOutage: weight,
      logHoursWatched: weight,
      logRecentOutages: weight,
    })
    const weights = fc.tuple(correction, correction, correction, correction).map(([a, b, c, d]) => ({
      ...FORECAST_WEIGHTS,
      horizons: [
        { hours: 1, up: a, down: b },
        { hours: 6, up: c, down: d },
      ],
    }))
    const ahead = fc.oneof(fc.constantFrom(0, 1, 6, 24), fc.double({ min: 0, max: 1e5, noNaN: true }))
    fc.assert(
      fc.property(
        anyHistory,
        ahead,
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        weights,
        (history, hours, late, others) => {
          const now = (history.seenUntilAt ?? START) + late * HOUR_MS
          for (const [one, given] of [
            ['up', FORECAST_WEIGHTS],
            ['down', FORECAST_WEIGHTS],
            ['up', others],
            ['down', others],
          ] as const) {
            const p = upProbability(history, one, now, hours, given)
            expect(p).toBeGreaterThanOrEqual(0)
            expect(p).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })

  it('moves in one direction towards the long-run rate from the first horizon on, whatever was seen', () => {
    const ahead = [1, 2, 6, 11, 24, 100, 1e4]
    const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))
    const late = fc.constantFrom(0, 0.3, 20, 2000)
    fc.assert(
      fc.property(anyHistory, share, late, (history, up, hoursLate) => {
        const outlook = mixedOutlook(history, up, (history.seenUntilAt ?? START) + hoursLate * HOUR_MS)
        const longRun = outlook(1e12)
        const distances = ahead.map((hours) => outlook(hours) - longRun)
        const isAbove = (distances[0] ?? 0) > 0
        for (const [index, distance] of distances.entries()) {
          const [size, before] = [distance, distances[index - 1] ?? distance].map((one) => (isAbove ? one : -one))
          expect(size).toBeGreaterThanOrEqual(-1e-9)
          expect(size).toBeLessThanOrEqual((before ?? 0) + 1e-9)
        }
      }),
      { seed: 14, numRuns: 500 },
    )
  })
})

describe('the weights', () => {
  it('have a number for each feature, at rising horizons, and name their training data', () => {
    const names = ['intercept', ...FORECAST_FEATURES.map(({ name }) => name)].sort()
    expect(FORECAST_WEIGHTS.horizons.map(({ hours }) => hours)).toEqual([1, 6, 24])
    for (const { up, down } of FORECAST_WEIGHTS.horizons)
      for (const correction of [up, down]) expect(Object.keys(correction).sort()).toEqual(names)
    expect(FORECAST_WEIGHTS.trainedOn.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(FORECAST_WEIGHTS.version).toBe(`outages-2.${FORECAST_WEIGHTS.trainedOn.sha256.slice(0, 8)}`)
  })

  it('leave the outage model unchanged where they are all 0', () => {
    const nothing = {
      intercept: 0,
      logitOfOutages: 0,
      logHoursInState: 0,
      squareOfLogHoursInState: 0,
      logHoursSincePreviousOutage: 0,
      logHoursWatched: 0,
      logRecentOutages: 0,
    }
    const weights = { ...FORECAST_WEIGHTS, horizons: [{ hours: 6, up: nothing, down: nothing }] }
    const history = serverAfter(5, 20, 3, 10)
    for (const hours of [0.5, 6]) expect(chance(history, hours, weights)).toBeCloseTo(outagesOutlook(history)(hours), 9)
    expect(chance(history, 6, { ...weights, horizons: [] })).toBeCloseTo(outagesOutlook(history)(6), 9)
  })
})
