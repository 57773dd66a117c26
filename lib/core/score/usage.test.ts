import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration'
import { type ScoreFacts, scoreFrom } from './score'
import { anyScoreFacts } from './test-score-facts'
import { NO_TOOL_FACTS } from './tool-facts'
import {
  countedUse,
  type HourOfOutcomes,
  type Reporter,
  type ReporterOutcomes,
  scoredUsage,
  usagePoints,
} from './usage'

const now = new Date('2026-11-20T12:30:00Z')
const NOW_HOUR = Math.floor(now.getTime() / HOUR_MS)
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * HOUR_MS)
const TRUSTED = { keyedSince: daysAgo(30), corroborated: 100 }
const FRESH = { keyedSince: daysAgo(29.99), corroborated: 1e6 }
const KEYLESS = { keyedSince: null, corroborated: 1e6 }

const hour = (some: Partial<HourOfOutcomes>, ago = 0): HourOfOutcomes => ({
  hour: NOW_HOUR - ago,
  successes: 0,
  transportFailures: 0,
  callerFailures: 0,
  otherFailures: 0,
  ...some,
})
const reportOf = (some: Partial<HourOfOutcomes>, reporter: Reporter = TRUSTED, ago = 0): ReporterOutcomes => ({
  reporter,
  hours: [hour(some, ago)],
})
const many = (count: number, report: ReporterOutcomes) => Array.from({ length: count }, () => report)
const pointsOf = (reports: readonly ReporterOutcomes[]) => {
  const usage = scoredUsage(reports, now)
  return usage === null ? 0 : usagePoints(usage)
}
const tenths = (facts: ScoreFacts, reports: readonly ReporterOutcomes[], breakingChangesAt: string[] = []) => {
  const tool = { ...NO_TOOL_FACTS, breakingChangesAt, usage: scoredUsage(reports, now) }
  return Math.round(scoreFrom(facts, tool).score * 10)
}

describe('the usage summary', () => {
  it('is empty without reports that are evidence about the tool', () => {
    expect(scoredUsage([], now)).toBeNull()
    expect(scoredUsage([reportOf({ callerFailures: 500 })], now)).toBeNull()
    expect(scoredUsage([reportOf({ successes: 5 }, TRUSTED, 721)], now)).toBeNull()
  })

  it('is one vote per reporter, however many events', () => {
    const calm = [...many(9, reportOf({ successes: 200 })), reportOf({ transportFailures: 200 })]
    const loud = [...many(9, reportOf({ successes: 200 })), reportOf({ transportFailures: 200_000_000 })]
    expect(pointsOf(calm)).toBeGreaterThan(3)
    expect(Math.abs(pointsOf(calm) - pointsOf(loud))).toBeLessThan(0.2)
  })

  it('moves nothing at the neutral rate, down where calls fail, up where they do not', () => {
    expect(pointsOf([reportOf({ successes: 95, transportFailures: 5 })])).toBeCloseTo(0, 6)
    expect(pointsOf(many(5, reportOf({ successes: 10_000 })))).toBeCloseTo(5, 1)
    expect(pointsOf(many(5, reportOf({ transportFailures: 10_000 })))).toBeCloseTo(-5, 1)
    expect(pointsOf(many(5, reportOf({ successes: 5000, otherFailures: 5000 })))).toBeCloseTo(-5, 1)
  })

  it('trusts a reporter from 30 days of its key and 100 corroborated events on, both', () => {
    const trustedOf = (reporter: ReporterOutcomes['reporter']) =>
      scoredUsage([reportOf({ successes: 50 }, reporter)], now)?.trusted.reporters
    expect(trustedOf(TRUSTED)).toBe(1)
    expect(trustedOf(FRESH)).toBe(0)
    expect(trustedOf(KEYLESS)).toBe(0)
    expect(trustedOf({ ...TRUSTED, corroborated: 99 })).toBe(0)
  })

  it('decays by the week: old events weigh less than new ones', () => {
    const better = [hour({ transportFailures: 100 }, 336), hour({ successes: 100 })]
    const worse = [hour({ successes: 100 }, 336), hour({ transportFailures: 100 })]
    expect(pointsOf([{ reporter: TRUSTED, hours: better }])).toBeGreaterThan(
      pointsOf([{ reporter: TRUSTED, hours: worse }]),
    )
  })

  it('counts for a choice in proportion to trusted reporters', () => {
    expect(countedUse(null)).toBeNull()
    expect(countedUse(scoredUsage([reportOf({ successes: 50 }, FRESH)], now))).toBeNull()
    const assessed = countedUse(scoredUsage(many(5, reportOf({ successes: 900, transportFailures: 100 })), now))
    expect(assessed?.successRate).toBeCloseTo(0.9, 2)
    expect(assessed?.weight).toBeCloseTo(0.495, 2)
  })
})

const count = fc.oneof(fc.constant(0), fc.nat(30), fc.constantFrom(1000, 2 ** 31 - 1))
const anyHours = fc.array(
  fc.record({
    hour: fc.integer({ min: NOW_HOUR - 750, max: NOW_HOUR + 2 }),
    successes: count,
    transportFailures: count,
    callerFailures: count,
    otherFailures: count,
  }),
  { maxLength: 6 },
)
const anyOf = (reporter: ReporterOutcomes['reporter'][]): fc.Arbitrary<ReporterOutcomes> =>
  fc.record({ reporter: fc.constantFrom(...reporter), hours: anyHours })
/** A few reports of any kind, and a crowd that agrees. */
const anyReports = fc
  .tuple(
    fc.array(anyOf([TRUSTED, FRESH, KEYLESS]), { maxLength: 12 }),
    fc.nat(60),
    fc.constantFrom(
      reportOf({ successes: 1e6 }),
      reportOf({ transportFailures: 1e6 }),
      reportOf({ successes: 1e6 }, FRESH),
    ),
  )
  .map(([few, size, crowd]) => [...few, ...many(size, crowd)])

describe('the caps, on the score as it is published', () => {
  it('any one reporter moves it by at most 2 points, whatever the others report', () => {
    fc.assert(
      fc.property(anyScoreFacts, anyReports, anyOf([TRUSTED, FRESH, KEYLESS]), (facts, others, one) => {
        expect(Math.abs(tenths(facts, [...others, one]) - tenths(facts, others))).toBeLessThanOrEqual(20)
      }),
      { numRuns: 1000 },
    )
  })

  it('and the worst case: a full vote against the rest, for any number of them', () => {
    const facts = { ...scoreFactsOfMiddle, asOf: null }
    for (let others = 0; others <= 40; others += 1) {
      for (const [rest, one] of [
        [reportOf({ successes: 1e9 }), reportOf({ transportFailures: 1e9 })],
        [reportOf({ transportFailures: 1e9 }), reportOf({ successes: 1e9 })],
      ] as const) {
        const moved = Math.abs(pointsOf([...many(others, rest), one]) - pointsOf(many(others, rest)))
        expect(moved).toBeLessThan(1.71)
        expect(Math.abs(tenths(facts, [...many(others, rest), one]) - tenths(facts, many(others, rest)))).toBeLessThan(
          20,
        )
      }
    }
  })

  it('all untrusted reporters move it by at most 5 points together, a thousand as well as ten', () => {
    fc.assert(
      fc.property(
        anyScoreFacts,
        fc.array(anyOf([TRUSTED]), { maxLength: 12 }),
        fc.array(anyOf([FRESH, KEYLESS, { ...TRUSTED, corroborated: 99 }]), { maxLength: 30 }),
        fc.constantFrom(0, 10, 1000),
        fc.constantFrom(reportOf({ successes: 1e6 }, FRESH), reportOf({ transportFailures: 1e6 }, KEYLESS)),
        (facts, trusted, some, crowd, loud) => {
          const untrusted = [...some, ...many(crowd, loud)]
          const moved = tenths(facts, [...trusted, ...untrusted]) - tenths(facts, trusted)
          expect(Math.abs(moved)).toBeLessThanOrEqual(50)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('all together move it by at most 10 points', () => {
    fc.assert(
      fc.property(anyScoreFacts, anyReports, (facts, reports) => {
        expect(Math.abs(tenths(facts, reports) - tenths(facts, []))).toBeLessThanOrEqual(101)
      }),
    )
  })

  it('more failures never raise it, whoever reports them', () => {
    const anyFailures = fc.record({
      transportFailures: fc.nat(50),
      otherFailures: fc.nat(50),
      callerFailures: fc.nat(50),
    })
    const ago = fc.nat(700)
    fc.assert(
      fc.property(
        anyScoreFacts,
        anyReports,
        anyOf([TRUSTED, FRESH, KEYLESS]),
        anyFailures,
        ago,
        (facts, others, one, failures, age) => {
          const worse = { ...one, hours: [...one.hours, hour(failures, age)] }
          expect(tenths(facts, [...others, worse])).toBeLessThanOrEqual(tenths(facts, [...others, one]))
          expect(pointsOf([...others, worse])).toBeLessThanOrEqual(pointsOf([...others, one]))
        },
      ),
    )
  })

  it('is a number for any counts, and the same after JSON', () => {
    fc.assert(
      fc.property(anyReports, (reports) => {
        const usage = scoredUsage(reports, now)
        expect(Number.isFinite(usage === null ? 0 : usagePoints(usage))).toBe(true)
        expect(JSON.parse(JSON.stringify(usage))).toEqual(usage)
      }),
    )
  })
})

const scoreFactsOfMiddle: ScoreFacts = {
  asOf: null,
  upHours30d: 690,
  downHours30d: 30,
  outages30d: 4,
  outageSlots30d: 7,
  latencyP50Ms: 700,
  latencyP95Ms: 1500,
  looks: 2000,
}
