import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration'
import { corroboratedEvents, summarizeUsage, usageShowsFailure, usageVerifies } from './recent-use'
import type { HourOfOutcomes, ReporterOutcomes } from './usage'

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
const reportOf = (some: Partial<HourOfOutcomes>, ago = 0, reporter = TRUSTED): ReporterOutcomes => ({
  reporter,
  hours: [hour(some, ago)],
})
const fails = (...reports: ReporterOutcomes[]) => usageShowsFailure(summarizeUsage(reports, now), now)
const works = (...reports: ReporterOutcomes[]) => usageVerifies(summarizeUsage(reports, now), now)
const hoursOn = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)

describe('failing in use', () => {
  const broken = reportOf({ transportFailures: 10 })

  it('takes two trusted reporters, most of whom see half their calls fail in transport', () => {
    expect(fails()).toBe(false)
    expect(fails(broken)).toBe(false)
    expect(fails(broken, broken)).toBe(true)
    expect(fails(broken, reportOf({ successes: 5, transportFailures: 5 }))).toBe(true)
    expect(fails(broken, reportOf({ successes: 6, transportFailures: 5 }))).toBe(false)
    expect(fails(broken, broken, reportOf({ successes: 100 }))).toBe(true)
    expect(fails(broken, broken, reportOf({ successes: 100 }), reportOf({ successes: 100 }))).toBe(false)
  })

  it('is not reported for untrusted reporters, few calls, old ones, nor for errors other than transport', () => {
    expect(fails(...Array.from({ length: 1000 }, () => reportOf({ transportFailures: 1e6 }, 0, FRESH)))).toBe(false)
    expect(fails(broken, reportOf({ transportFailures: 4 }))).toBe(false)
    expect(fails(broken, reportOf({ transportFailures: 10 }, 6))).toBe(false)
    expect(fails(broken, reportOf({ callerFailures: 1000, otherFailures: 1000 }))).toBe(false)
    const answered = reportOf({ transportFailures: 10, callerFailures: 11 })
    expect(fails(answered, answered)).toBe(false)
  })

  it('ends when no reporter confirms it any more', () => {
    const summary = summarizeUsage([broken, broken], now)
    expect(usageShowsFailure(summary, hoursOn(6.5))).toBe(true)
    expect(usageShowsFailure(summary, hoursOn(6.51))).toBe(false)
    expect(usageShowsFailure(null, now)).toBe(false)
  })
})

describe('verified by use', () => {
  const fine = reportOf({ successes: 10 }, 20)

  it('takes two trusted reporters within a day, most of whom see four calls of five succeed', () => {
    expect(works(fine)).toBe(false)
    expect(works(fine, fine)).toBe(true)
    expect(works(fine, reportOf({ successes: 8, otherFailures: 2 }))).toBe(true)
    expect(works(fine, reportOf({ successes: 7, otherFailures: 2 }))).toBe(false)
    expect(works(fine, reportOf({ successes: 4 }))).toBe(false)
    expect(works(fine, reportOf({ successes: 10 }, 24))).toBe(false)
    expect(works(fine, reportOf({ callerFailures: 10 }))).toBe(false)
  })

  it('never comes from untrusted reporters', () => {
    const crowd = Array.from({ length: 1000 }, () => reportOf({ successes: 1e6 }, 0, FRESH))
    expect(works(...crowd)).toBe(false)
    expect(works(fine, ...crowd)).toBe(false)
  })

  it('ends a day after the second newest of those who saw it', () => {
    const summary = summarizeUsage([fine, reportOf({ successes: 10 })], now)
    expect(usageVerifies(summary, hoursOn(4.5))).toBe(true)
    expect(usageVerifies(summary, hoursOn(4.51))).toBe(false)
  })

  it('and failing exclude each other', () => {
    const count = fc.nat(30)
    const report = fc
      .record({ successes: count, transportFailures: count, callerFailures: count, otherFailures: count })
      .map((some) => reportOf(some))
    fc.assert(
      fc.property(fc.array(report, { maxLength: 8 }), (reports) => {
        const summary = summarizeUsage(reports, now)
        expect(JSON.parse(JSON.stringify(summary))).toEqual(summary)
        const allBySame = reports.every(({ hours }) => hours.every(({ callerFailures }) => callerFailures === 0))
        if (allBySame) expect(usageVerifies(summary, now) && usageShowsFailure(summary, now)).toBe(false)
      }),
    )
  })
})

describe('corroborated', () => {
  const noWitness = { probe: null, trustedAnswered: 0, trustedFailed: 0 }
  const mixed = hour({ successes: 2, transportFailures: 3, callerFailures: 1, otherFailures: 9 })

  it('are events that agree with probes, or with two trusted reporters more on one side than on the other', () => {
    expect(corroboratedEvents(mixed, noWitness)).toBe(0)
    expect(corroboratedEvents(mixed, { ...noWitness, probe: 'up' })).toBe(3)
    expect(corroboratedEvents(mixed, { ...noWitness, probe: 'down' })).toBe(3)
    expect(corroboratedEvents(mixed, { ...noWitness, trustedAnswered: 1 })).toBe(0)
    expect(corroboratedEvents(mixed, { ...noWitness, trustedAnswered: 2 })).toBe(3)
    expect(corroboratedEvents(mixed, { ...noWitness, trustedAnswered: 2, trustedFailed: 1 })).toBe(0)
    expect(corroboratedEvents(hour({ successes: 3 }), { probe: 'down', trustedAnswered: 9, trustedFailed: 0 })).toBe(0)
  })

  it('are few an hour, however many were sent', () => {
    expect(corroboratedEvents(hour({ successes: 1e6 }), { ...noWitness, probe: 'up' })).toBe(5)
  })
})
