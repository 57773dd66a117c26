import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIXED_SEED, propertySeed, SEED_VARIABLE } from './property-seed.mjs'

describe('the seed of property tests', () => {
  it('is fixed, unless another is set', () => {
    expect(propertySeed({})).toBe(FIXED_SEED)
    expect(propertySeed({ [SEED_VARIABLE]: '' })).toBe(FIXED_SEED)
    expect(propertySeed({ [SEED_VARIABLE]: '7' })).toBe(7)
    expect(propertySeed({ [SEED_VARIABLE]: '-2147483648' })).toBe(-2_147_483_648)
  })

  it.each(['x', '1.5', '2147483648', '1e3', ' 7', '0x10'])('is not %j', (given) => {
    expect(() => propertySeed({ [SEED_VARIABLE]: given })).toThrow('must be a whole number of 32 bits, signed')
  })

  it('is the default seed of every property', () => {
    const seed = propertySeed(process.env)
    expect(fc.readConfigureGlobal()).toMatchObject({ seed })
    expect(fc.check(fc.property(fc.nat(), () => true)).seed).toBe(seed)
    expect(fc.sample(fc.nat(), 20)).toEqual(fc.sample(fc.nat(), { numRuns: 20, seed }))
  })
})
