import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { dayOfHour } from './network-votes.ts'
import { summarizeUsage, usageShowsFailure, usageVerifies } from './recent-use.ts'
import { always } from './test-networks.ts'
import type { HourOfOutcomes, ReporterOutcomes } from './usage.ts'

const now = new Date('2026-11-20T12:30:00Z')
const NOW_HOUR = Math.floor(now.getTime() / HOUR_MS)
const TRUSTED = { keyedSince: new Date('2026-01-01T00:00:00Z'), corroborated: 100 }
const FRESH = { keyedSince: new Date('2026-11-19T00:00:00Z'), corroborated: 100 }

const hour = (some: Partial<HourOfOutcomes>, ago = 0): HourOfOutcomes => ({
  hour: NOW_HOUR - ago,
  successes: 0,
  transportFailures: 0,
  callerFailures: 0,
  otherFailures: 0,
  ...some,
})
/** A report from a network that no other one has, unless it is given. */
const reportOf = (some: Partial<HourOfOutcomes>, ago = 0, reporter = TRUSTED, network?: number): ReporterOutcomes => {
  networks += 1
  return { reporter, hours: [hour(some, ago)], networks: always(network ?? networks, now) }
}
let networks = 100
const fails = (...reports: ReporterOutcomes[]) => usageShowsFailure(summarizeUsage(reports, now), now)
const works = (...reports: ReporterOutcomes[]) => usageVerifies(summarizeUsage(reports, now), now)
const hoursOn = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
const three = (make: () => ReporterOutcomes) => [make(), make(), make()]

describe('failing in use', () => {
  const broken = () => reportOf({ transportFailures: 10 })
  const fine = () => reportOf({ successes: 100 })

  it('takes trusted reporters of three networks that see half their calls fail in transport, more than do not', () => {
    expect(fails()).toBe(false)
    expect(fails(broken(), broken())).toBe(false)
    expect(fails(broken(), broken(), broken())).toBe(true)
    expect(fails(broken(), broken(), reportOf({ successes: 5, transportFailures: 5 }))).toBe(true)
    expect(fails(broken(), broken(), reportOf({ successes: 6, transportFailures: 5 }))).toBe(false)
    expect(fails(broken(), broken(), fine())).toBe(false)
    expect(fails(...three(broken), fine())).toBe(false)
    expect(fails(...three(broken), broken(), fine())).toBe(true)
    expect(fails(...three(broken), ...three(broken), ...three(fine))).toBe(true)
    expect(fails(...three(broken), ...three(broken), ...three(fine), fine())).toBe(false)
  })

  it('counts networks without trusted reporters beside three with them, not instead', () => {
    const untrusted = () => reportOf({ transportFailures: 10 }, 0, FRESH)
    expect(fails(...three(broken), fine(), fine())).toBe(false)
    expect(fails(...three(broken), fine(), fine(), untrusted(), untrusted())).toBe(true)
    expect(fails(broken(), broken(), ...three(untrusted))).toBe(false)
    expect(fails(...three(broken), reportOf({ successes: 9 }, 0, FRESH))).toBe(false)
  })

  it('is not made by two networks, whatever number of reporters they have and however often they move between them', () => {
    const inTwo = Array.from({ length: 500 }, (_, n) => reportOf({ transportFailures: 1e6 }, 0, TRUSTED, n % 2))
    expect(fails(...inTwo)).toBe(false)
    expect(fails(...inTwo, fine())).toBe(false)
    expect(fails(...inTwo, { ...broken(), networks: new Map() })).toBe(false)
  })

  it('is not made by two networks across midnight, when their hashes change', () => {
    const midnight = new Date('2026-11-20T01:30:00Z')
    const lastHour = Math.floor(midnight.getTime() / HOUR_MS)
    const reports = [1, 2, 3, 4].map((network): ReporterOutcomes => {
      const entry = { ...hour({ transportFailures: 50 }), hour: network <= 2 ? lastHour : lastHour - 2 }
      return { reporter: TRUSTED, hours: [entry], networks: new Map([[dayOfHour(entry.hour), network]]) }
    })
    expect(usageShowsFailure(summarizeUsage(reports, midnight), midnight)).toBe(false)
  })

  it('is found by the newest calls, although those before succeeded', () => {
    const broke = (): ReporterOutcomes => ({
      ...reportOf({}),
      hours: [
        hour({ successes: 60 }, 2),
        hour({ successes: 40, transportFailures: 20 }, 1),
        hour({ transportFailures: 20 }),
      ],
    })
    expect(fails(...three(broke))).toBe(true)
    const mended = (): ReporterOutcomes => ({
      ...reportOf({}),
      hours: [hour({ transportFailures: 60 }, 1), hour({ successes: 20 })],
    })
    expect(fails(...three(mended))).toBe(false)
  })

  it('is not reported for untrusted reporters, few calls, old ones, nor for errors other than transport', () => {
    expect(fails(...Array.from({ length: 1000 }, () => reportOf({ transportFailures: 1e6 }, 0, FRESH)))).toBe(false)
    expect(fails(broken(), broken(), reportOf({ transportFailures: 2 }))).toBe(false)
    expect(fails(broken(), broken(), reportOf({ transportFailures: 10 }, 6))).toBe(false)
    expect(fails(...three(() => reportOf({ callerFailures: 1000, otherFailures: 1000 })))).toBe(false)
    expect(fails(...three(() => reportOf({ transportFailures: 10, callerFailures: 11 })))).toBe(false)
  })

  it('ends when too few networks confirm it any more', () => {
    const summary = summarizeUsage(three(broken), now)
    expect(usageShowsFailure(summary, hoursOn(6.5))).toBe(true)
    expect(usageShowsFailure(summary, hoursOn(6.51))).toBe(false)
    expect(usageShowsFailure(null, now)).toBe(false)
  })
})

describe('verified by use', () => {
  // Half past twelve: the day began 12 hours ago.
  const fine = () => reportOf({ successes: 10 }, 10)

  it('takes trusted reporters of three networks within a day that see four calls of five succeed', () => {
    expect(works(fine(), fine())).toBe(false)
    expect(works(...three(fine))).toBe(true)
    expect(works(fine(), fine(), reportOf({ successes: 8, otherFailures: 2 }))).toBe(true)
    expect(works(fine(), fine(), reportOf({ successes: 7, otherFailures: 2 }))).toBe(false)
    expect(works(fine(), fine(), reportOf({ successes: 4 }))).toBe(false)
    expect(works(fine(), fine(), reportOf({ callerFailures: 10 }))).toBe(false)
    expect(works(...three(() => reportOf({ successes: 10 }, 20)))).toBe(true)
    expect(works(...three(() => reportOf({ successes: 10 }, 24)))).toBe(false)
  })

  it('reads calls of yesterday and today of the same reporters together, by the networks of one day', () => {
    const both = () => ({ ...reportOf({}), hours: [hour({ successes: 3 }, 14), hour({ successes: 3 })] })
    expect(works(...three(both))).toBe(true)
    const yesterday = () => reportOf({ successes: 10 }, 14)
    expect(works(yesterday(), yesterday(), fine())).toBe(false)
    expect(works(...three(yesterday), fine())).toBe(true)
    const mended = () => ({ ...reportOf({}), hours: [hour({ otherFailures: 90 }, 14), hour({ successes: 10 })] })
    expect(works(...three(mended))).toBe(false)
  })

  it('never comes from untrusted reporters, nor from two networks', () => {
    const crowd = Array.from({ length: 1000 }, () => reportOf({ successes: 1e6 }, 0, FRESH))
    const inTwo = Array.from({ length: 1000 }, (_, n) => reportOf({ successes: 1e6 }, 0, TRUSTED, n % 2))
    expect(works(...crowd)).toBe(false)
    expect(works(fine(), ...crowd)).toBe(false)
    expect(works(...inTwo)).toBe(false)
  })

  it('ends a day after the third newest of those who saw it', () => {
    const summary = summarizeUsage([fine(), reportOf({ successes: 10 }), reportOf({ successes: 10 })], now)
    expect(usageVerifies(summary, hoursOn(14.5))).toBe(true)
    expect(usageVerifies(summary, hoursOn(14.51))).toBe(false)
  })

  it('and failing exclude each other where all calls are of one hour', () => {
    const count = fc.nat(30)
    const report = fc
      .record({ successes: count, transportFailures: count, otherFailures: count })
      .map((some) => reportOf(some))
    fc.assert(
      fc.property(fc.array(report, { maxLength: 8 }), (reports) => {
        const summary = summarizeUsage(reports, now)
        expect(JSON.parse(JSON.stringify(summary))).toEqual(summary)
        const share = Math.max(summary?.failing.share ?? 0, 0) + Math.max(summary?.succeeding.share ?? 0, 0)
        if (share > 1.3) expect(usageVerifies(summary, now) && usageShowsFailure(summary, now)).toBe(false)
      }),
    )
  })
})
