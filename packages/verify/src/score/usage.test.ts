import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { dayOfHour } from './network-votes.ts'
import { type ScoreFacts, scoreFrom } from './score.ts'
import { always } from './test-networks.ts'
import { anyScoreFacts } from './test-score-facts.ts'
import { NO_TOOL_FACTS } from './tool-facts.ts'
import {
  countedUse,
  type HourOfOutcomes,
  type Reporter,
  type ReporterOutcomes,
  scoredUsage,
  usagePoints,
} from './usage.ts'

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
  networks: new Map(),
})
/** The same report in every hour of so many days. */
const daily = (report: ReporterOutcomes, days: number): ReporterOutcomes => ({
  ...report,
  hours: Array.from({ length: days }, (_, day) =>
    report.hours.map((one) => ({ ...one, hour: one.hour - day * 24 })),
  ).flat(),
})
const from = (network: number, report: ReporterOutcomes) => ({ ...report, networks: always(network, now) })
/** As many reporters, each in a network of its own. */
const many = (count: number, report: ReporterOutcomes, first = 1000) =>
  Array.from({ length: count }, (_, n) => from(first + n, report))
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

  it('is one vote a network and day, however many events and reporters', () => {
    const good = many(9, daily(reportOf({ successes: 200 }), 30))
    const [bad, worse] = [200, 200_000_000].map((n) => from(1, daily(reportOf({ transportFailures: n }), 30)))
    const crowd = Array.from({ length: 500 }, () => worse as ReporterOutcomes)
    expect(pointsOf([...good, bad as ReporterOutcomes])).toBeGreaterThan(1)
    expect(pointsOf([...good, bad as ReporterOutcomes]) - pointsOf([...good, ...crowd])).toBeLessThan(0.05)
  })

  it('moves nothing at the neutral rate, down where calls fail, up where they do not', () => {
    expect(pointsOf(many(5, reportOf({ successes: 95, transportFailures: 5 })))).toBeCloseTo(0, 6)
    expect(pointsOf(many(30, daily(reportOf({ successes: 10_000 }), 31)))).toBeCloseTo(4.99, 1)
    expect(pointsOf(many(30, daily(reportOf({ transportFailures: 10_000 }), 31)))).toBeCloseTo(-4.99, 1)
    expect(pointsOf(many(30, daily(reportOf({ successes: 5000, otherFailures: 5000 }), 31)))).toBeCloseTo(-4.99, 1)
  })

  it.each([
    ['two networks, with any number of reporters', [1, 2]],
    ['one network', [1]],
    ['no known network', []],
  ])('moves nothing for reporters of %s', (_, networks) => {
    for (const reporter of [TRUSTED, FRESH, KEYLESS])
      for (const counts of [{ successes: 1e6 }, { transportFailures: 1e6 }]) {
        const loud = daily(reportOf(counts, reporter), 31)
        const reports = Array.from({ length: 200 }, (_unused, n) =>
          networks.length === 0 ? loud : from(networks[n % networks.length] ?? 0, loud),
        )
        expect(pointsOf(reports)).toBe(0)
      }
  })

  it('moves by what the third network adds, trusted or not', () => {
    for (const reporter of [TRUSTED, FRESH]) {
      const points = pointsOf(many(3, daily(reportOf({ transportFailures: 1e6 }, reporter), 31)))
      expect(points).toBeLessThan(-0.1)
      expect(points).toBeGreaterThan(-0.5)
    }
  })

  it('does not take the same two networks on different days for four', () => {
    const days = Array.from({ length: 31 }, (_, day) =>
      [1, 2].map((n) => {
        const ofDay = reportOf({ transportFailures: 1e6 }, TRUSTED, day * 24)
        return { ...ofDay, networks: new Map([[dayOfHour(NOW_HOUR - day * 24), day * 100 + n]]) }
      }),
    )
    expect(pointsOf(days.flat())).toBe(0)
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
    const of = (hours: HourOfOutcomes[]) => pointsOf(many(9, { ...reportOf({}), hours }))
    expect(of(better)).toBeGreaterThan(of(worse))
  })

  it('counts for a choice in proportion to trusted reporters', () => {
    expect(countedUse(null)).toBeNull()
    expect(countedUse(scoredUsage(many(9, reportOf({ successes: 50 }, FRESH)), now))).toBeNull()
    expect(countedUse(scoredUsage(many(2, reportOf({ successes: 50 })), now))).toBeNull()
    const nineOfTen = daily(reportOf({ successes: 900, transportFailures: 100 }), 31)
    const assessed = countedUse(scoredUsage(many(30, nineOfTen), now))
    expect(assessed?.successRate).toBeCloseTo(0.9, 2)
    expect(assessed?.weight).toBeCloseTo(0.499, 2)
  })

  it('has the latencies of calls, which move nothing', () => {
    const reports = many(5, reportOf({ successes: 50 }))
    const histogram = Array.from({ length: 30 }, (_, bin) => (bin === 20 ? 90 : bin === 29 ? 10 : 0))
    const usage = scoredUsage(reports, now, [histogram, histogram])
    expect(usage?.latencyMs).toEqual({ calls: 200, p50: 176, p95: 830 })
    expect(usage === null ? null : usagePoints(usage)).toBe(pointsOf(reports))
    expect(scoredUsage(reports, now)?.latencyMs).toBeNull()
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
const anyNetworks = fc.option(fc.nat(8)).map((n) => (n === null ? new Map<number, number>() : always(n, now)))
const anyOf = (reporter: ReporterOutcomes['reporter'][]): fc.Arbitrary<ReporterOutcomes> =>
  fc.record({ reporter: fc.constantFrom(...reporter), hours: anyHours, networks: anyNetworks })
/** A few reports of any kind, and a crowd that agrees. */
const anyReports = fc
  .tuple(
    fc.array(anyOf([TRUSTED, FRESH, KEYLESS]), { maxLength: 12 }),
    fc.nat(60),
    fc.constantFrom(
      daily(reportOf({ successes: 1e6 }), 5),
      daily(reportOf({ transportFailures: 1e6 }), 5),
      daily(reportOf({ successes: 1e6 }, FRESH), 5),
    ),
  )
  .map(([few, size, crowd]) => [...few, ...many(size, crowd)])

describe('the caps, on the score as it is published', () => {
  it('any one reporter moves it by at most 2 points, whatever the others report', () => {
    fc.assert(
      fc.property(anyScoreFacts, anyReports, anyOf([TRUSTED, FRESH, KEYLESS]), (facts, others, one) => {
        expect(Math.abs(tenths(facts, [...others, one]) - tenths(facts, others))).toBeLessThanOrEqual(20)
      }),
      { numRuns: 200 },
    )
  })

  it('any two networks move it by at most 2 points together, whatever others are in them and report', () => {
    const hostile = fc.array(
      fc.record({
        reporter: fc.constantFrom(TRUSTED, FRESH, KEYLESS),
        hours: anyHours,
        networks: fc.constantFrom(0, 1).map((n) => always(n, now)),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(anyScoreFacts, anyReports, hostile, (facts, others, some) => {
        expect(Math.abs(tenths(facts, [...others, ...some]) - tenths(facts, others))).toBeLessThanOrEqual(20)
      }),
      { numRuns: 200 },
    )
  })

  it('and the worst case: two networks turn against the rest, trusted and untrusted alike', () => {
    let most = 0
    for (let others = 0; others <= 40; others += 1) {
      for (const [rest, turned] of [
        [{ successes: 1e9 }, { transportFailures: 1e12 }],
        [{ transportFailures: 1e9 }, { successes: 1e12 }],
      ]) {
        const both = (counts: object, of: (report: ReporterOutcomes) => ReporterOutcomes[]) =>
          [TRUSTED, FRESH].flatMap((reporter) => of(daily(reportOf(counts, reporter), 31)))
        const crowd = both(rest ?? {}, (report) => many(others, report))
        for (const first of [1, 1000]) {
          const hostile = both(turned ?? {}, (report) => many(2, report, first))
          most = Math.max(most, Math.abs(pointsOf([...crowd, ...hostile]) - pointsOf(crowd)))
        }
      }
    }
    expect(most).toBeLessThan(1.88)
    expect(most).toBeGreaterThan(1.7)
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
          const untrusted = [...some, ...many(crowd, daily(loud, 3))]
          const moved = tenths(facts, [...trusted, ...untrusted]) - tenths(facts, trusted)
          expect(Math.abs(moved)).toBeLessThanOrEqual(50)
        },
      ),
      { numRuns: 100 },
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
