import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Interval } from '../history/interval.ts'
import { anyProbes, at, HOURS, probe, probes, watch } from '../state/test-observations.ts'
import { EMPTY_SCORE_FACTS, FORMULA_TABLE, type ScoreFacts, scoreFactsFrom, scoreFrom } from './score.ts'
import { anyScoreFacts } from './test-score-facts.ts'
import type { ScoredToolFacts } from './tool-facts.ts'

const votes = fc.record({
  reporters: fc.nat(50),
  networks: fc.nat(50),
  weight: fc.double({ min: 0, max: 50, noNaN: true }),
  mean: fc.double({ min: -2, max: 2, noNaN: true }),
})
const latency = fc.option(fc.record({ calls: fc.nat(), p50: fc.nat(600_000), p95: fc.nat(600_000) }))
const anyTool: fc.Arbitrary<ScoredToolFacts | null> = fc.option(
  fc.record({
    removedAt: fc.constantFrom(null, at(0), new Date('2026-11-20T11:00:00Z')),
    usage: fc.option(fc.record({ calls: fc.nat(), trusted: votes, untrusted: votes, latencyMs: latency })),
    breakingChangesAt: fc.array(fc.constantFrom('2026-11-19T00:00:00.000Z', '2026-11-01T00:00:00.000Z'), {
      maxLength: 3,
    }),
  }),
)
const moreHours = fc.double({ min: 0, max: 720, noNaN: true })

describe('whatever the facts', () => {
  it('does not depend on credits, keys, claims or money', () => {
    const paid = { credits: 1e9, keys: 40, tier: 'gold', claimed: true, sponsor: 'them', verifiedOwner: true }
    fc.assert(
      fc.property(anyScoreFacts, anyTool, (some, known) => {
        const richer = known === null ? null : { ...known, ...paid }
        expect(scoreFrom({ ...some, ...paid }, richer)).toEqual(scoreFrom(some, known))
      }),
    )
    expect(FORMULA_TABLE.map(({ name }) => name)).toEqual([
      'availability',
      'latency',
      'stability',
      'listing',
      'schema',
      'usage',
    ])
  })

  it('the points of the components add up to the score, within 0 and 100', () => {
    fc.assert(
      fc.property(anyScoreFacts, anyTool, (some, known) => {
        const { score, components } = scoreFrom(some, known)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        const sum = components.reduce((total, { points }) => total + points, 0)
        expect(Math.abs(score - sum)).toBeLessThanOrEqual(0.05 + 1e-9)
        for (const { value } of components) expect(value === null || (value >= 0 && value <= 1)).toBe(true)
      }),
    )
  })

  it('can be recomputed from the published facts and components', () => {
    fc.assert(
      fc.property(anyScoreFacts, anyTool, (some, known) => {
        const { score, components } = scoreFrom(some, known)
        expect(scoreFrom(JSON.parse(JSON.stringify(some)) as ScoreFacts, known)).toEqual(scoreFrom(some, known))
        const applying = components.filter(({ value, weight }) => value !== null && weight > 0)
        const weights = applying.reduce((sum, { weight }) => sum + weight, 0)
        const mean = applying.reduce((sum, { weight, value }) => sum + (weight * (value ?? 0)) / weights, 0) * 100
        const beside = components.reduce((sum, { weight, points }) => sum + (weight === 0 ? points : 0), 0)
        expect(Math.abs(mean + beside - score)).toBeLessThanOrEqual(0.0505)
      }),
    )
  })

  it('facts that are missing or not numbers count as not observed', () => {
    const anyNumber = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1))
    const names = Object.keys(EMPTY_SCORE_FACTS).filter((name) => name !== 'asOf')
    const broken = fc.dictionary(fc.constantFrom(...names), fc.oneof(anyNumber, fc.constant(undefined)))
    fc.assert(
      fc.property(broken, anyTool, (some, known) => {
        const { score, components } = scoreFrom(some as Partial<ScoreFacts>, known)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        for (const { points } of components) expect(Number.isFinite(points)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('more time down, more outages, slower answers and more breaking changes never raise it', () => {
    fc.assert(
      fc.property(anyScoreFacts, anyTool, moreHours, fc.nat(20), fc.nat(2000), (some, known, hours, slots, ms) => {
        const before = scoreFrom(some, known).score
        const worse = {
          ...some,
          downHours30d: some.downHours30d + hours,
          outages30d: some.outages30d + slots,
          outageSlots30d: some.outageSlots30d + slots,
          latencyP95Ms: some.latencyP95Ms === null ? null : some.latencyP95Ms + ms,
        }
        expect(scoreFrom(worse, known).score).toBeLessThanOrEqual(before)
        const formerly = { downHours90d: some.downHours90d + hours, outageSlots90d: some.outageSlots90d + slots }
        expect(scoreFrom({ ...some, ...formerly }, known).score).toBeLessThanOrEqual(before)
        const shifted = { ...worse, upHours30d: Math.max(0, some.upHours30d - hours) }
        expect(scoreFrom(shifted, known).score).toBeLessThanOrEqual(before)
        if (known === null) return
        const broken = { ...known, breakingChangesAt: [...known.breakingChangesAt, '2026-11-20T00:00:00.000Z'] }
        expect(scoreFrom(some, broken).score).toBeLessThanOrEqual(before)
      }),
      { numRuns: 1000 },
    )
  })

  it('time that turns out to have been down never raises it', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 800 * 60 }), fc.integer({ min: 1, max: 3000 }))
    const anyIntervals = fc.array(fc.tuple(span, fc.constantFrom('up', 'up', 'up', 'down', 'void', 'maintenance')), {
      maxLength: 15,
    })
    const interval = ([from, length]: [number, number], state: string) =>
      ({ from: at(from * 60), to: at((from + length) * 60), state }) as Interval
    const { serverState } = watch(probes(0, 20))
    fc.assert(
      fc.property(anyIntervals, span, fc.integer({ min: 0, max: 12_000 }), (given, down, p95) => {
        const intervals = given.map(([where, state]) => interval(where, state))
        const score = (list: Interval[]) => {
          const found = scoreFactsFrom(serverState, list, at(800 * HOURS))
          return scoreFrom({ ...found, latencyP95Ms: found.latencyP95Ms === null ? null : p95 }, null).score
        }
        expect(score([...intervals, interval(down, 'down')])).toBeLessThanOrEqual(score(intervals))
      }),
      { numRuns: 500 },
    )
  })

  it('a history with failures never scores above the same without', () => {
    const anyHistory = fc.array(fc.tuple(fc.integer({ min: 10, max: 3600 }), fc.boolean()), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(anyHistory, (steps) => {
        let seconds = 0
        const times = steps.map(([step, fails]) => {
          seconds += step
          return { seconds, fails }
        })
        const score = (observations: ReturnType<typeof probe>[]) => {
          const { serverState, stored } = watch(observations)
          return scoreFrom(scoreFactsFrom(serverState, stored, at(seconds)), null).score
        }
        const failing = score(times.map((time) => probe(time.seconds, time.fails ? 'timed_out' : 'answered')))
        expect(failing).toBeLessThanOrEqual(score(times.map((time) => probe(time.seconds))))
      }),
    )
  })

  it('every history gives facts that give a score', () => {
    fc.assert(
      fc.property(anyProbes(), (observations) => {
        const { serverState, stored } = watch(observations)
        const found = scoreFactsFrom(serverState, stored, new Date(serverState.lastProbeAt ?? 0))
        expect(found.upHours30d + found.downHours30d).toBeLessThanOrEqual(720.001)
        expect(found.outageSlots30d).toBeLessThanOrEqual(121)
        expect(scoreFrom(found, null).score).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
