import { DAY_MS } from 'assay-verify/duration'
import { GRADES } from 'assay-verify/score/grade'
import { ACCESS_KINDS, RECOMMENDATIONS, VERDICTS } from 'assay-verify/verdict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asksAnything,
  bothPolicies,
  DRIFT_LEVELS,
  driftLevel,
  gradesFrom,
  meetsPolicy,
  type RegistryPolicy,
} from './policy'

const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
const NOW = { verdict: 'healthy', recommendation: 'proceed_with_caution' } as const
const FACTS = { grade: 'B', drift: 'additive', access: 'open', ...NOW, asOf: daysAgo(1) } as const

function anySet<Kind>(kinds: readonly Kind[]) {
  const named = fc.subarray([...kinds], { minLength: 1 }).map((some) => new Set(some))
  return fc.option(named, { nil: undefined })
}
const anyPolicy: fc.Arbitrary<RegistryPolicy> = fc.record({
  minGrade: fc.option(fc.constantFrom(...GRADES), { nil: undefined }),
  maxDrift: fc.option(fc.constantFrom(...DRIFT_LEVELS), { nil: undefined }),
  access: anySet(ACCESS_KINDS),
  verdict: anySet(VERDICTS),
  recommendation: anySet(RECOMMENDATIONS),
  maxAgeDays: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
})
const anyFacts = fc.record({
  grade: fc.constantFrom(...GRADES),
  drift: fc.constantFrom(...DRIFT_LEVELS),
  access: fc.constantFrom(...ACCESS_KINDS),
  verdict: fc.constantFrom(...VERDICTS),
  recommendation: fc.constantFrom(...RECOMMENDATIONS),
  asOf: fc.option(fc.integer({ min: -10, max: 10 }).map(daysAgo), { nil: null }),
})

describe('meetsPolicy', () => {
  test.each<[RegistryPolicy, boolean]>([
    [{}, true],
    [{ minGrade: 'B' }, true],
    [{ minGrade: 'A' }, false],
    [{ minGrade: 'unrated' }, true],
    [{ maxDrift: 'additive' }, true],
    [{ maxDrift: 'wording' }, false],
    [{ maxDrift: 'unknown' }, true],
    [{ access: new Set(['open']) }, true],
    [{ access: new Set(['auth', 'paid']) }, false],
    [{ verdict: new Set(['healthy', 'degraded']) }, true],
    [{ verdict: new Set(['unknown']) }, false],
    [{ recommendation: new Set(['proceed_with_caution']) }, true],
    [{ recommendation: new Set(['proceed']) }, false],
    [{ maxAgeDays: 1 }, true],
    [{ maxAgeDays: 0.9 }, false],
  ])('%o: %s', (policy, met) => expect(meetsPolicy(FACTS, policy, now)).toBe(met))

  test('what is not known is outside', () => {
    const unknown = { ...NOW, grade: 'unrated', drift: 'unknown', access: 'unknown', asOf: null } as const
    expect(meetsPolicy(unknown, { minGrade: 'F' }, now)).toBe(false)
    expect(meetsPolicy(unknown, { maxDrift: 'safety' }, now)).toBe(false)
    expect(meetsPolicy(unknown, { access: new Set(['open', 'auth', 'paid']) }, now)).toBe(false)
    expect(meetsPolicy(unknown, { maxAgeDays: 3650 }, now)).toBe(false)
    const taking = { minGrade: 'unrated', maxDrift: 'unknown', access: new Set(ACCESS_KINDS) } as const
    expect(meetsPolicy(unknown, taking, now)).toBe(true)
  })

  test('evidence dated far ahead by a wrong clock is not fresh', () => {
    expect(meetsPolicy({ ...FACTS, asOf: daysAgo(-30) }, { maxAgeDays: 2 }, now)).toBe(false)
  })
})

test('both policies are met exactly where each is', () => {
  fc.assert(
    fc.property(anyPolicy, anyPolicy, anyFacts, (a, b, facts) => {
      const each = meetsPolicy(facts, a, now) && meetsPolicy(facts, b, now)
      expect(meetsPolicy(facts, bothPolicies(a, b), now)).toBe(each)
    }),
  )
})

test('the grades of a policy are those that meet it', () => {
  for (const least of GRADES) {
    const taken = GRADES.filter((grade) => meetsPolicy({ ...FACTS, grade }, { minGrade: least }, now))
    expect(gradesFrom(least)).toEqual(taken)
  }
})

test('drift is the worst change, none without one, and unknown where nothing was listed', () => {
  expect([
    driftLevel('safety', true),
    driftLevel('wording', false),
    driftLevel(null, true),
    driftLevel(null, false),
  ]).toEqual(['safety', 'wording', 'none', 'unknown'])
  expect(DRIFT_LEVELS).toEqual(['none', 'wording', 'additive', 'breaking', 'safety', 'unknown'])
})

test('a policy without any part asks nothing', () => {
  expect(asksAnything({})).toBe(false)
  expect(asksAnything({ minGrade: undefined, access: undefined })).toBe(false)
  expect(asksAnything({ minGrade: 'unrated' })).toBe(true)
})
