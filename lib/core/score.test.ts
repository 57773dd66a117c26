import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaQuantile } from './beta-quantile'
import { EMPTY_SCORE_FACTS, FORMULA, type ScoreFacts, scoreFactsFrom, scoreFrom } from './score'
import { anyLooks, at, HOURS, look, looks, watch } from './test-looks'

const facts = (some: Partial<ScoreFacts>): ScoreFacts => ({ ...EMPTY_SCORE_FACTS, ...some })
const component = (some: Partial<ScoreFacts>, name: string) =>
  scoreFrom(facts(some), null).components.find((row) => row.name === name)

describe('the facts', () => {
  it('are empty where nothing was seen', () => {
    expect(scoreFactsFrom(null, [], at(0))).toEqual(EMPTY_SCORE_FACTS)
  })

  it('are rounded, of 30 days, and survive JSON', () => {
    const { belief, stored } = watch([...looks(0, 100), ...looks(90_000, 4, 'timed_out'), ...looks(93_600, 20)])
    const found = scoreFactsFrom(belief, stored, at(93_600 + 19 * 900))
    expect(found).toMatchObject({
      asOf: at(93_600 + 19 * 900).toISOString(),
      upHours30d: 29.75,
      downHours30d: 1,
      outages30d: 1,
      looks: 124,
      usage: null,
    })
    expect(found.latencyP50Ms).toBeGreaterThan(300)
    expect(found.latencyP95Ms).toBeLessThan(500)
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
    expect(scoreFactsFrom(belief, stored, at(800 * HOURS))).toMatchObject({
      upHours30d: 0,
      downHours30d: 0,
      outages30d: 0,
      latencyP95Ms: null,
    })
  })

  it('tell a latency from the eighth answer on', () => {
    const of = (count: number) =>
      scoreFactsFrom(watch(looks(0, count)).belief, watch(looks(0, count)).stored, at(count * 900)).latencyP50Ms
    expect(of(7)).toBeNull()
    expect(of(8)).not.toBeNull()
  })
})

describe('the score', () => {
  it('without evidence is the low bound of its prior, unrated', () => {
    const { score, grade, rated, formula } = scoreFrom(EMPTY_SCORE_FACTS, null)
    expect({ score, grade, rated, formula }).toEqual({ score: 53.2, grade: 'unrated', rated: false, formula: FORMULA })
    expect(score).toBe(Math.round(betaQuantile(0.05, 4.2, 0.8) * 1000) / 10)
  })

  it('is earned by being watched', () => {
    const clean = (hours: number) => scoreFrom(facts({ upHours30d: hours, latencyP50Ms: 300, latencyP95Ms: 450 }), null)
    expect(clean(5.999).grade).toBe('unrated')
    expect(clean(6)).toMatchObject({ rated: true, score: 84.1, grade: 'B' })
    expect(clean(720)).toMatchObject({ score: 99.7, grade: 'A' })
  })

  it('is an F for a server that is never there', () => {
    expect(scoreFrom(facts({ downHours30d: 100, outages30d: 1 }), null)).toMatchObject({ score: 1.4, grade: 'F' })
  })

  it('leaves out what does not apply instead of counting it as zero', () => {
    expect(component({}, 'latency')).toMatchObject({ value: null, points: 0 })
    expect(component({}, 'usage')).toMatchObject({ value: null, points: 0, weight: 0 })
    expect(component({ upHours30d: 5 }, 'stability')?.value).toBeNull()
    expect(component({ upHours30d: 6 }, 'stability')?.value).toBe(1)
  })

  it('gives latency full marks to 500 ms and none from 10 s, falling by the logarithm', () => {
    const value = (latencyP95Ms: number) => component({ latencyP95Ms }, 'latency')?.value
    expect([value(0), value(500), value(10_000), value(1e9)]).toEqual([1, 1, 0, 0])
    expect(value(Math.sqrt(500 * 10_000))).toBeCloseTo(0.5, 12)
  })

  it('is at most a quarter for a tool its server no longer lists', () => {
    const best = facts({ upHours30d: 720, latencyP95Ms: 100 })
    expect(scoreFrom(best, { removedAt: null }).score).toBe(scoreFrom(best, null).score)
    expect(scoreFrom(best, { removedAt: at(0) })).toMatchObject({ score: 24.9, grade: 'F' })
  })

  it('is moved by real use by ten points at most, and by what the reports are worth', () => {
    const base = facts({ upHours30d: 100, downHours30d: 20, outages30d: 2, latencyP95Ms: 2000 })
    const used = (successRate: number, weight: number) =>
      scoreFrom({ ...base, usage: { successRate, reporters: 12, weight } }, null).score - scoreFrom(base, null).score
    expect(used(1, 1)).toBeCloseTo(10, 6)
    expect(used(0.9, 1)).toBeCloseTo(0, 6)
    expect(used(0.5, 1)).toBeCloseTo(-10, 6)
    expect(used(0, 1)).toBeCloseTo(-10, 6)
    expect(used(1, 0.5)).toBeCloseTo(5, 6)
    expect(used(1, 0)).toBe(0)
  })

  it('says of every component why, in plain words', () => {
    expect(component({ upHours30d: 700.5, downHours30d: 19.5, outages30d: 3 }, 'stability')?.reason).toBe(
      'Outages: 3 in 700.5 hours of up time, a rate of 2.8 in 30 days.',
    )
    for (const { reason } of scoreFrom(EMPTY_SCORE_FACTS, null).components) expect(reason).toMatch(/^[A-Z0-9].*\.$/)
  })
})

const hours = fc.double({ min: 0, max: 720, noNaN: true }).map((value) => Math.round(value * 1000) / 1000)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const anyFacts: fc.Arbitrary<ScoreFacts> = fc.record({
  asOf: fc.constant(null),
  upHours30d: hours,
  downHours30d: hours,
  outages30d: fc.nat(200),
  latencyP50Ms: fc.option(fc.nat(30_000)),
  latencyP95Ms: fc.option(fc.nat(30_000)),
  looks: fc.nat(10_000),
  usage: fc.option(fc.record({ successRate: share, reporters: fc.nat(50), weight: share })),
})
const anyTool = fc.constantFrom(null, { removedAt: null }, { removedAt: at(0) })

describe('whatever the facts', () => {
  it('the points of the components add up to the score, within 0 and 100', () => {
    fc.assert(
      fc.property(anyFacts, anyTool, (some, tool) => {
        const { score, components } = scoreFrom(some, tool)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        const sum = components.reduce((total, { points }) => total + points, 0)
        expect(score).toBe(Math.round(sum * 10) / 10)
        for (const { value } of components) expect(value === null || (value >= 0 && value <= 1)).toBe(true)
      }),
    )
  })

  it('a stranger who read the published facts and components recomputes it', () => {
    fc.assert(
      fc.property(anyFacts, anyTool, (some, tool) => {
        const { score, components } = scoreFrom(some, tool)
        expect(scoreFrom(JSON.parse(JSON.stringify(some)) as ScoreFacts, tool).score).toBe(score)
        const applying = components.filter(({ value, weight }) => value !== null && weight > 0)
        const weights = applying.reduce((sum, { weight }) => sum + weight, 0)
        const mean = applying.reduce((sum, { weight, value }) => sum + (weight * (value ?? 0)) / weights, 0) * 100
        const usage = components.find(({ name }) => name === 'usage')?.points ?? 0
        expect(Math.abs(mean + usage - score)).toBeLessThanOrEqual(0.05 + 1e-9)
      }),
    )
  })

  it('more down time and more outages never raise it', () => {
    fc.assert(
      fc.property(anyFacts, anyTool, hours, fc.nat(20), (some, tool, moreHours, moreOutages) => {
        const worse = {
          ...some,
          downHours30d: some.downHours30d + moreHours,
          outages30d: some.outages30d + moreOutages,
        }
        expect(scoreFrom(worse, tool).score).toBeLessThanOrEqual(scoreFrom(some, tool).score)
        const shifted = { ...worse, upHours30d: Math.max(0, some.upHours30d - moreHours) }
        if (shifted.upHours30d >= 6)
          expect(scoreFrom(shifted, tool).score).toBeLessThanOrEqual(scoreFrom(some, tool).score)
      }),
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
        const score = (observations: ReturnType<typeof look>[]) => {
          const { belief, stored } = watch(observations)
          return scoreFrom(scoreFactsFrom(belief, stored, at(seconds)), null).score
        }
        const failing = score(times.map((time) => look(time.seconds, time.fails ? 'timed_out' : 'answered')))
        expect(failing).toBeLessThanOrEqual(score(times.map((time) => look(time.seconds))))
      }),
    )
  })

  it('every history gives facts that give a score', () => {
    fc.assert(
      fc.property(anyLooks(), (observations) => {
        const { belief, stored } = watch(observations)
        const found = scoreFactsFrom(belief, stored, new Date(belief.lastLookAt ?? 0))
        expect(found.upHours30d + found.downHours30d).toBeLessThanOrEqual(720.001)
        expect(scoreFrom(found, null).score).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
