import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaQuantile, logGamma, regularizedBeta } from './beta-quantile.ts'

describe('the beta distribution', () => {
  it.each([
    // a, b, 5 % quantile, distribution at 0.9: scipy.stats.beta
    [4.2, 0.8, 0.5317389401222397, 0.5432321597845106],
    [10.2, 0.8, 0.7734819979658383, 0.2618466628692907],
    [724.2, 0.8, 0.9964224574763879, 2.6503506900051953e-34],
    [4.2, 720.8, 0.0020512226130026097, 1],
    [2, 3, 0.09761146288641434, 0.9963],
    [0.5, 0.5, 0.0061558297024311365, 0.7951672353008665],
    [364.2, 360.8, 0.47181529085068186, 1],
  ])('agrees with scipy for a = %d, b = %d', (a, b, quantile, atNine) => {
    expect(betaQuantile(0.05, a, b)).toBeCloseTo(quantile, 11)
    expect(regularizedBeta(0.9, a, b)).toBeCloseTo(atNine, 11)
  })

  it('has closed forms: I_x(1, b) and I_x(a, 1)', () => {
    expect(regularizedBeta(0.3, 1, 7)).toBeCloseTo(1 - 0.7 ** 7, 13)
    expect(regularizedBeta(0.3, 7, 1)).toBeCloseTo(0.3 ** 7, 13)
    expect([regularizedBeta(0, 2, 2), regularizedBeta(1, 2, 2)]).toEqual([0, 1])
  })

  it('uses a gamma function that is right for factorials and the root of pi', () => {
    expect(logGamma(6)).toBeCloseTo(Math.log(120), 12)
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12)
    expect(logGamma(0.25)).toBeCloseTo(1.2880225246980774, 12)
  })

  it('is inverted, mirrored, rises with a and falls with b', () => {
    const shape = fc.double({ min: 0.5, max: 1000, noNaN: true })
    const chance = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(shape, shape, chance, (a, b, probability) => {
        const x = betaQuantile(probability, a, b)
        expect(regularizedBeta(x, a, b)).toBeCloseTo(probability, 6)
        expect(betaQuantile(1 - probability, b, a)).toBeCloseTo(1 - x, 8)
        expect(betaQuantile(probability, a + 1, b)).toBeGreaterThanOrEqual(x)
        expect(betaQuantile(probability, a, b + 1)).toBeLessThanOrEqual(x)
      }),
    )
  })
})
