import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addTallies,
  brierOf,
  type ForecastTally,
  forecastAccuracy,
  logLossOf,
  NO_FORECASTS,
  PERSISTENCE_UP,
  PROBABILITY_CLIP,
  RELIABILITY_BINS,
  reliabilityBinOf,
  tallyForecast,
} from './forecast-accuracy.ts'

const anyForecast = fc.record({
  up: fc.integer({ min: 1, max: 9999 }).map((tenThousandths) => tenThousandths / 10_000),
  upBefore: fc.boolean(),
  wasUp: fc.option(fc.boolean(), { nil: null }),
})
type Made = { up: number; upBefore: boolean; wasUp: boolean | null }

const tallied = (made: readonly Made[]) =>
  made.map(({ up, upBefore, wasUp }) => [reliabilityBinOf(up), tallyForecast(up, upBefore, wasUp)] as const)

describe('one forecast', () => {
  it('is scored by its squared distance and by its logarithm', () => {
    expect(brierOf(0.9, true)).toBeCloseTo(0.01)
    expect(brierOf(0.9, false)).toBeCloseTo(0.81)
    expect(logLossOf(0.5, true)).toBeCloseTo(Math.LN2)
    expect(logLossOf(0.9, false)).toBeCloseTo(-Math.log(0.1))
  })

  it('clips the log loss of a forecast that was certain and wrong', () => {
    expect(logLossOf(1, false)).toBeCloseTo(-Math.log(PROBABILITY_CLIP))
    expect(logLossOf(0, true)).toBeCloseTo(-Math.log(PROBABILITY_CLIP))
    expect(logLossOf(1, true)).toBeCloseTo(PROBABILITY_CLIP)
  })

  it('falls into one of twenty bins', () => {
    expect([0, 0.0499, 0.05, 0.5, 0.95, 0.9999, 1].map(reliabilityBinOf)).toEqual([0, 0, 1, 10, 19, 19, 19])
  })

  it('counts a forecast that cannot be settled, and adds it to no sum', () => {
    expect(tallyForecast(0.7, true, null)).toEqual({ ...NO_FORECASTS, unsettled: 1 })
  })

  it('is compared with persistence', () => {
    expect(tallyForecast(0.7, true, false)).toMatchObject({ persistenceBrier: PERSISTENCE_UP.up ** 2 })
    expect(tallyForecast(0.7, false, false)).toMatchObject({ persistenceBrier: PERSISTENCE_UP.down ** 2 })
  })
})

describe('the accuracy of many', () => {
  it('has no figures where nothing was settled', () => {
    const none = forecastAccuracy(tallied([{ up: 0.9, upBefore: true, wasUp: null }]))
    expect(none).toEqual({
      settled: 0,
      unsettled: 1,
      upShare: null,
      scores: null,
      calibrationError: null,
      persistence: null,
      baseRate: null,
      skill: null,
      reliability: [],
    })
  })

  it('has no calibration error for honest forecasts, and the right one for dishonest ones', () => {
    const made = (up: number, ups: number) =>
      Array.from({ length: 10 }, (_, nth) => ({ up, upBefore: true, wasUp: nth < ups }))
    expect(forecastAccuracy(tallied([...made(0.9, 9), ...made(0.3, 3)])).calibrationError).toBe(0)
    expect(forecastAccuracy(tallied([...made(0.9, 5), ...made(0.3, 3)])).calibrationError).toBe(0.2)
  })

  it('is reported beside persistence and the base rate', () => {
    const made = [
      ...Array.from({ length: 8 }, () => ({ up: 0.99, upBefore: true, wasUp: true })),
      ...Array.from({ length: 2 }, () => ({ up: 0.01, upBefore: true, wasUp: false })),
    ]
    const found = forecastAccuracy(tallied(made))
    expect(found).toMatchObject({ settled: 10, upShare: 0.8, scores: { brier: 0.0001 }, baseRate: { brier: 0.16 } })
    expect(found.skill?.againstBaseRate.brier).toBeCloseTo(1 - 0.0001 / 0.16)
    expect(found.skill?.againstPersistence.brier).toBeGreaterThan(0.99)
    expect(found.reliability).toEqual([
      { from: 0, to: 0.05, n: 2, meanForecast: 0.01, upShare: 0 },
      { from: 0.95, to: 1, n: 8, meanForecast: 0.99, upShare: 1 },
    ])
  })

  it('has no skill against a forecaster that made no mistake', () => {
    const always = forecastAccuracy(tallied([{ up: 0.99, upBefore: true, wasUp: true }]))
    expect(always.skill?.againstBaseRate.brier).toBeNull()
  })

  it('keeps every figure in its range, whatever was forecast', () => {
    fc.assert(
      fc.property(fc.array(anyForecast, { minLength: 1, maxLength: 60 }), (made) => {
        const found = forecastAccuracy(tallied(made))
        expect(found.settled + found.unsettled).toBe(made.length)
        for (const scores of [found.scores, found.persistence, found.baseRate]) {
          if (scores === null) continue
          expect(scores.brier).toBeGreaterThanOrEqual(0)
          expect(scores.brier).toBeLessThanOrEqual(1)
          expect(scores.logLoss).toBeGreaterThanOrEqual(0)
          expect(scores.logLoss).toBeLessThanOrEqual(-Math.log(PROBABILITY_CLIP) + 1e-6)
        }
        for (const figure of [found.upShare, found.calibrationError]) {
          if (figure === null) continue
          expect(figure).toBeGreaterThanOrEqual(0)
          expect(figure).toBeLessThanOrEqual(1)
        }
        expect(found.reliability.reduce((sum, { n }) => sum + n, 0)).toBe(found.settled)
        for (const { from, to, meanForecast, upShare } of found.reliability) {
          expect(to - from).toBeCloseTo(1 / RELIABILITY_BINS)
          expect(meanForecast).toBeGreaterThanOrEqual(from)
          expect(meanForecast).toBeLessThanOrEqual(to)
          expect(upShare).toBeGreaterThanOrEqual(0)
          expect(upShare).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('of merged parts is that of the whole', () => {
    fc.assert(
      fc.property(fc.array(anyForecast, { maxLength: 40 }), fc.array(anyForecast, { maxLength: 40 }), (one, other) => {
        const merged = (made: readonly Made[]) =>
          tallied(made).reduce(
            (bins, [bin, tally]) => bins.set(bin, addTallies(bins.get(bin) ?? NO_FORECASTS, tally)),
            new Map<number, ForecastTally>(),
          )
        const together = forecastAccuracy([...merged(one), ...merged(other)])
        const whole = forecastAccuracy(tallied([...one, ...other]))
        expect(together.settled).toBe(whole.settled)
        expect(together.unsettled).toBe(whole.unsettled)
        expect(together.scores?.logLoss ?? 0).toBeCloseTo(whole.scores?.logLoss ?? 0, 4)
        expect(together.calibrationError ?? 0).toBeCloseTo(whole.calibrationError ?? 0, 4)
        expect(together.reliability.map(({ n }) => n)).toEqual(whole.reliability.map(({ n }) => n))
      }),
    )
  })
})
