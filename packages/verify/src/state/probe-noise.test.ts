import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FAIL_AGAIN_GIVEN_UP, FAIL_GIVEN_UP, failChance, SPOILED_MS, upGivenProbe } from './probe-noise.ts'

describe('a failure', () => {
  it('counts for less the sooner it follows another', () => {
    expect(failChance(null)).toBe(FAIL_GIVEN_UP)
    expect(failChance(20_000)).toBe(FAIL_AGAIN_GIVEN_UP)
    expect(failChance(120_000)).toBeCloseTo(0.05, 3)
    expect(failChance(SPOILED_MS)).toBe(FAIL_GIVEN_UP)
  })

  it('between two never makes them count for less', () => {
    const ms = fc.integer({ min: 10_000, max: 2 * SPOILED_MS })
    fc.assert(
      fc.property(ms, ms, (a, b) => {
        expect(failChance(a) * failChance(b)).toBeLessThanOrEqual(failChance(a + b))
      }),
    )
  })
})

describe('a probe', () => {
  it('moves the probability by how much its chances in the two states differ, and never to 0 or 1', () => {
    expect(upGivenProbe(0.5, 0.02, 0.98)).toBeCloseTo(0.02, 12)
    expect(upGivenProbe(0.3, 0.4, 0.4)).toBeCloseTo(0.3, 12)
    expect(upGivenProbe(1, 0.02, 0.98)).toBeLessThan(0.98)
    expect(upGivenProbe(0, 0.98, 0.02)).toBeGreaterThan(0.02)
  })
})
