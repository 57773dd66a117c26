import { describe, expect, test } from 'vitest'
import { corroborateHour, type Testimony } from './corroboration'

const now = new Date('2026-11-20T12:00:00Z')
const old = new Date('2026-09-01T00:00:00Z')
const TRUSTED = { keyedSince: old, corroborated: 100 }
const NEW = { keyedSince: new Date('2026-11-19T00:00:00Z'), corroborated: 0 }

const report = (
  reporterKey: number,
  counts: Partial<Testimony['counts']>,
  reporter: Testimony['reporter'] = NEW,
): Testimony => ({
  reporterKey,
  reporter,
  counts: { hour: 1, successes: 0, transportFailures: 0, callerFailures: 0, otherFailures: 0, ...counts },
})
const agreeing = (testimonies: Testimony[], probe: 'up' | 'down' | null = null) =>
  Object.fromEntries(corroborateHour(testimonies, probe, now))

describe('events of an hour that others observed too', () => {
  test('agree with probes, up to five', () => {
    const reports = [
      report(1, { successes: 3, callerFailures: 1, transportFailures: 9 }),
      report(2, { transportFailures: 4 }),
    ]
    expect(agreeing(reports, 'up')).toEqual({ 1: 4 })
    expect(agreeing(reports, 'down')).toEqual({ 1: 5, 2: 4 })
    expect(agreeing(reports)).toEqual({})
  })

  test('agree with two trusted reporters, and not with one', () => {
    const one = report(7, { successes: 10 }, TRUSTED)
    const other = report(8, { callerFailures: 6, otherFailures: 5 }, TRUSTED)
    expect(agreeing([report(1, { successes: 2 }), one])).toEqual({})
    expect(agreeing([report(1, { successes: 2 }), one, other])).toEqual({ 1: 2 })
  })

  test('are counted without the reporter itself: of two trusted each has only one witness', () => {
    const both = [report(7, { successes: 10 }, TRUSTED), report(8, { successes: 10 }, TRUSTED)]
    expect(agreeing(both)).toEqual({})
    expect(agreeing([...both, report(9, { successes: 10 }, TRUSTED)])).toEqual({ 7: 5, 8: 5, 9: 5 })
  })

  test('have no witness in a reporter that saw as much of the one as of the other', () => {
    const torn = report(8, { successes: 5, transportFailures: 5 }, TRUSTED)
    const others = [report(7, { successes: 10 }, TRUSTED), torn]
    expect(agreeing([report(1, { successes: 2 }), ...others])).toEqual({})
  })

  test('earn nothing when reported without a key', () => {
    expect(agreeing([report(1, { successes: 3 }, { keyedSince: null, corroborated: 0 })], 'up')).toEqual({})
  })
})
