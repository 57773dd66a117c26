import { describe, expect, it } from 'vitest'
import { at, HOURS, probes, watch } from '../state/test-observations.ts'
import { CURRENT } from './formula-versions.ts'
import { EMPTY_SCORE_FACTS, FORMULA, FORMULA_TABLE, type ScoreFacts, scoreFactsFrom, scoreFrom } from './score.ts'
import { availabilityWorth } from './score-components.ts'
import { NO_TOOL_FACTS, type ScoredToolFacts } from './tool-facts.ts'

const facts = (some: Partial<ScoreFacts>): ScoreFacts => ({ ...EMPTY_SCORE_FACTS, ...some })
const component = (some: Partial<ScoreFacts>, name: string) =>
  scoreFrom(facts(some), null).components.find((row) => row.name === name)
const tool = (some: Partial<ScoredToolFacts>): ScoredToolFacts => ({ ...NO_TOOL_FACTS, ...some })

/**
 * A server with good latency, observed for so many hours, down for so many of them, in outages that touch so many
 * slots.
 */
const watched = (hours: number, downHours: number, slots: number) =>
  scoreFrom(
    facts({
      upHours30d: hours - downHours,
      downHours30d: downHours,
      outages30d: slots,
      outageSlots30d: slots,
      latencyP50Ms: 300,
      latencyP95Ms: 450,
    }),
    null,
  )

describe('the facts', () => {
  it('are empty where nothing was seen', () => {
    expect(scoreFactsFrom(null, [], at(0))).toEqual(EMPTY_SCORE_FACTS)
  })

  it('are rounded, of 30 days, and survive JSON', () => {
    const { serverState, stored } = watch([...probes(0, 100), ...probes(90_000, 4, 'timed_out'), ...probes(93_600, 20)])
    const found = scoreFactsFrom(serverState, stored, at(93_600 + 19 * 900))
    expect(found).toMatchObject({
      asOf: at(93_600 + 19 * 900).toISOString(),
      upHours30d: 29.75,
      downHours30d: 1,
      outages30d: 1,
      outageSlots30d: 1,
      looks: 124,
    })
    expect(found.latencyP50Ms).toBeGreaterThan(300)
    expect(found.latencyP95Ms).toBeLessThan(500)
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
    expect(scoreFactsFrom(serverState, stored, at(800 * HOURS))).toMatchObject({
      upHours30d: 0,
      downHours30d: 0,
      outages30d: 0,
      outageSlots30d: 0,
      latencyP95Ms: null,
    })
  })

  it('include a latency from the eighth answer on', () => {
    const of = (count: number) =>
      scoreFactsFrom(watch(probes(0, count)).serverState, watch(probes(0, count)).stored, at(count * 900)).latencyP50Ms
    expect(of(7)).toBeNull()
    expect(of(8)).not.toBeNull()
  })
})

describe('the score', () => {
  it('without evidence is low, and unrated', () => {
    const { score, grade, rated, formula } = scoreFrom(EMPTY_SCORE_FACTS, null)
    expect({ score, grade, rated, formula }).toEqual({ score: 34.5, grade: 'unrated', rated: false, formula: FORMULA })
  })

  it('is earned by observation: a clean day is a B, a clean week an A', () => {
    const clean = (hours: number) => watched(hours, 0, 0)
    expect(clean(5.999).grade).toBe('unrated')
    expect(clean(6)).toMatchObject({ rated: true, score: 63.1, grade: 'D' })
    expect(clean(24)).toMatchObject({ score: 80.5, grade: 'B' })
    expect(clean(168)).toMatchObject({ score: 94.6, grade: 'A' })
    expect(clean(720)).toMatchObject({ score: 97.3, grade: 'A' })
  })

  it.each([
    [99.9, 1, 94.3, 'A'],
    [99.5, 1, 90.1, 'A'],
    [99, 2, 85.1, 'B'],
    [97, 4, 74.6, 'C'],
    [95, 6, 66.9, 'C'],
    [90, 12, 52.2, 'D'],
    [83.333, 20, 38.6, 'F'],
  ])(
    'over 30 days, with %f per cent up and one outage of %i quarters of a day, is %f, %s',
    (percent, slots, score, grade) => {
      expect(watched(720, 720 * (1 - percent / 100), slots)).toMatchObject({ score, grade })
    },
  )

  it('is lower where the same time down comes in many outages', () => {
    for (const percent of [99.5, 99, 97, 95]) {
      const downHours = 720 * (1 - percent / 100)
      expect(watched(720, downHours, Math.round(downHours)).score).toBeLessThan(
        watched(720, downHours, Math.ceil(downHours / 6)).score,
      )
    }
  })

  it('is zero for a server that is never up', () => {
    expect(watched(100, 100, 17)).toMatchObject({ score: 0, grade: 'F' })
  })

  it('leaves out what does not apply instead of counting it as zero', () => {
    expect(component({}, 'latency')).toMatchObject({ value: null, points: 0 })
    for (const name of ['usage', 'schema'])
      expect(component({}, name)).toMatchObject({ value: null, points: 0, weight: 0 })
    expect(component({}, 'listing')?.value).toBeNull()
    const perfect = { upHours30d: 720 }
    expect(scoreFrom(facts(perfect), tool({})).score).toBe(scoreFrom(facts(perfect), null).score)
  })

  it('rates latency by what is usual for its transport, falling by the logarithm, for the time it was up', () => {
    const value = (latencyP95Ms: number, more: Partial<ScoreFacts> = {}) =>
      component({ upHours30d: 90, latencyP95Ms, ...more }, 'latency')?.value
    expect([value(0), value(100), value(800), value(12_800), value(1e9)]).toEqual([1, 1, 0.89, 0, 0])
    expect(value(3200)).toBeCloseTo(0.445, 6)
    expect(value(560, { transport: 'http-api' })).toBe(0.89)
    expect(value(100, { downHours30d: 10 })).toBe(0.9)
  })

  it('tells good servers apart by latency, and rises with evidence, without an end within 90 days', () => {
    const score = (some: Partial<ScoreFacts>) =>
      scoreFrom(facts({ upHours30d: 720, latencyP95Ms: 300, ...some }), null).score
    const byLatency = [120, 200, 300, 420, 600, 800].map((latencyP95Ms) => score({ latencyP95Ms }))
    expect([...new Set(byLatency)].sort((a, b) => b - a)).toEqual(byLatency)
    const byEvidence = [720, 1200, 1680, 2160].map((upHours90d) => score({ upHours90d }))
    expect([...new Set(byEvidence)].sort((a, b) => a - b)).toEqual(byEvidence)
    expect(score({ upHours90d: 2150, downHours90d: 10, outageSlots90d: 2 })).toBeLessThan(score({ upHours90d: 2160 }))
  })

  it('nears 100 with successful use and never reaches it', () => {
    const best = facts({ upHours30d: 720, upHours90d: 2160, latencyP95Ms: 100 })
    const usedBy = (mean: number) => {
      const votes = { reporters: 9, networks: 9, weight: 9, mean }
      return scoreFrom(best, tool({ usage: { calls: 900, trusted: votes, untrusted: votes, latencyMs: null } })).score
    }
    const scores = [0, 0.1, 0.3, 0.8].map(usedBy)
    expect([...new Set(scores)].sort((a, b) => a - b)).toEqual(scores)
    expect(usedBy(1)).toBeLessThan(100)
    expect(usedBy(-1)).toBeCloseTo(usedBy(0) - 10, 6)
  })

  it('interpolates the worth of availability in the published table', () => {
    const worth = (bound: number) => availabilityWorth(bound, CURRENT)
    for (const [bound, known] of CURRENT.availability) expect(worth(bound)).toBeCloseTo(known, 9)
    expect([worth(0), worth(0.3), worth(1)]).toEqual([0, 0, 1])
    expect(worth(1 - Math.sqrt(0.01 * 0.001))).toBeCloseTo((0.96 + 0.995) / 2, 9)
  })

  it('is at most a quarter for a tool its server has not listed for a day', () => {
    const best = facts({ asOf: at(48 * HOURS).toISOString(), upHours30d: 720, latencyP95Ms: 100 })
    const listed = scoreFrom(best, null).score
    expect(scoreFrom(best, tool({})).score).toBe(listed)
    expect(scoreFrom(best, tool({ removedAt: at(24 * HOURS) }))).toMatchObject({ score: 24.6, grade: 'F' })
    expect(scoreFrom(best, tool({ removedAt: at(24 * HOURS + 1) })).score).toBe(listed)
  })

  it('falls with breaking changes of the schema, which age out', () => {
    const best = facts({ asOf: at(90 * 24 * HOURS).toISOString(), upHours30d: 720, latencyP95Ms: 100 })
    const unchanged = scoreFrom(best, null).score
    const changedOn = (...days: number[]) =>
      scoreFrom(best, tool({ breakingChangesAt: days.map((day) => at(day * 24 * HOURS).toISOString()) })).score
    expect(unchanged - changedOn(90)).toBeCloseTo(10 / 3, 0)
    expect(unchanged - changedOn(45)).toBeCloseTo(10 / 6, 0)
    expect(unchanged - changedOn(90, 90, 90, 90)).toBeCloseTo(10, 6)
    expect(changedOn(0)).toBe(unchanged)
  })

  it('gives a reason for every component', () => {
    expect(
      component({ upHours30d: 700.5, downHours30d: 19.5, outages30d: 3, outageSlots30d: 5 }, 'stability')?.reason,
    ).toBe(
      'Outages: 3, in 5 of 120 quarters of a day, and in 0 of the 60 days before; with the prior for an unknown server, a rate of 5.0 in 30 days of up time.',
    )
    for (const { reason } of scoreFrom(EMPTY_SCORE_FACTS, null).components) expect(reason).toMatch(/^[A-Z0-9].*\.$/)
  })

  it('is published as a table of the rows that compute it', () => {
    const { components } = scoreFrom(EMPTY_SCORE_FACTS, null)
    expect(FORMULA_TABLE.map(({ name, weight }) => [name, weight])).toEqual(
      components.map(({ name, weight }) => [name, weight]),
    )
    expect(JSON.parse(JSON.stringify(FORMULA_TABLE))).toEqual(FORMULA_TABLE)
  })
})
