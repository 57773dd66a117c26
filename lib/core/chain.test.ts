import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChainCounts, chainRates, fade, longRunUp, NO_COUNTS, upAfter, upGivenLook } from './chain'

const rates = chainRates(NO_COUNTS)

describe('the chain', () => {
  it('starts from the population: one failure in 200 hours, repaired in 8', () => {
    expect(rates).toEqual({ failuresPerHour: 0.3 / 60, repairsPerHour: 0.5 / 4 })
    expect(longRunUp(rates)).toBeCloseTo(0.125 / 0.13, 12)
  })

  it('is moved by a server of its own kind', () => {
    const shaky = chainRates({ failures: 20, upHours: 100, repairs: 20, downHours: 20 })
    expect(longRunUp(shaky)).toBeLessThan(longRunUp(rates))
    expect(shaky.repairsPerHour).toBeGreaterThan(rates.repairsPerHour)
  })

  it('goes from where it is to its long run, and two short steps are one long one', () => {
    expect(upAfter(1, rates, 0)).toBe(1)
    expect(upAfter(0, rates, 1e6)).toBeCloseTo(longRunUp(rates), 12)
    expect(upAfter(upAfter(0.2, rates, 2), rates, 3)).toBeCloseTo(upAfter(0.2, rates, 5), 12)
    expect(upAfter(0.2, rates, -5)).toBeCloseTo(0.2, 12)
  })

  it('forgets half in about two weeks', () => {
    expect(fade({ failures: 2, upHours: 100, repairs: 2, downHours: 8 }, 346.2).upHours).toBeCloseTo(50, 1)
    expect(fade({ failures: 2, upHours: 100, repairs: 2, downHours: 8 }, -1).upHours).toBe(100)
  })

  it('is turned by two looks that agree from any certainty, and never by one', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (up) => {
        const sure = Math.max(up, 1 - up)
        const up1 = upGivenLook(sure, false)
        expect(upGivenLook(up1, false)).toBeLessThan(0.5)
        expect(upGivenLook(upGivenLook(1 - sure, true), true)).toBeGreaterThan(0.5)
      }),
    )
    expect(upGivenLook(1, false)).toBeGreaterThan(0.5)
    expect(upGivenLook(0, true)).toBeLessThan(0.5)
  })

  it('gives probabilities whatever it counted', () => {
    const amount = fc.double({ min: 0, max: 1e9, noNaN: true })
    const anyCounts: fc.Arbitrary<ChainCounts> = fc.record({
      failures: amount,
      upHours: amount,
      repairs: amount,
      downHours: amount,
    })
    fc.assert(
      fc.property(anyCounts, fc.double({ min: 0, max: 1, noNaN: true }), amount, (counts, up, hours) => {
        const later = upAfter(up, chainRates(fade(counts, hours)), hours)
        expect(later).toBeGreaterThanOrEqual(0)
        expect(later).toBeLessThanOrEqual(1)
      }),
    )
  })
})
