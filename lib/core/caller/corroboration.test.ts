import type { Verdict } from 'assay-verify/verdict'
import { describe, expect, test } from 'vitest'
import { corroborateHour, type Testimony } from './corroboration'

const KEYED = { keyedSince: new Date('2026-11-19T00:00:00Z'), corroborated: 0 }

/** Reporter n of network n, unless another one is given. */
const report = (
  reporterKey: number,
  counts: Partial<Testimony['counts']>,
  more: Partial<Testimony> = {},
): Testimony => ({
  reporterKey,
  reporter: KEYED,
  network: reporterKey,
  counts: { hour: 1, successes: 0, transportFailures: 0, callerFailures: 0, otherFailures: 0, ...counts },
  ...more,
})
const agreeing = (testimonies: Testimony[], published: Verdict[], probe: 'up' | 'down' | null = null) =>
  Object.fromEntries(corroborateHour(testimonies, { probe, published }))

const works = (reporterKey: number, more: Partial<Testimony> = {}) => report(reporterKey, { successes: 10 }, more)
const breaks = (reporterKey: number, more: Partial<Testimony> = {}) =>
  report(reporterKey, { transportFailures: 10 }, more)
const three = (of: typeof works) => [of(7), of(8), of(9)]
const ALL_THREE = { 7: 5, 8: 5, 9: 5 }

describe('events of an hour that others observed too', () => {
  test('count where they say more than the verdict published at the time, up to five', () => {
    expect(agreeing(three(works), ['unknown'])).toEqual(ALL_THREE)
    expect(agreeing(three(works), ['down'], 'down')).toEqual(ALL_THREE)
    expect(agreeing(three(breaks), ['healthy'], 'up')).toEqual(ALL_THREE)
    expect(agreeing(three(breaks), ['unknown'])).toEqual(ALL_THREE)
  })

  test.each([
    ['that it works, where that was published', works, ['healthy'], 'up'],
    ['that it works, where that was published for a part of the hour', works, ['unknown', 'healthy'], 'up'],
    ['that it fails, where that was published', breaks, ['down'], 'down'],
    ['that it fails, where that was published for a part of the hour', breaks, ['healthy', 'down'], 'down'],
    ['that it works, where it was published as degraded', works, ['degraded'], 'up'],
    ['that it fails, where it was published as degraded', breaks, ['healthy', 'degraded'], 'up'],
    ['anything where what was published is not known', breaks, [], 'down'],
  ] as [string, typeof works, Verdict[], 'up' | 'down'][])('do not count that say %s', (_, of, published, probe) => {
    expect(agreeing(three(of), published, probe)).toEqual({})
  })

  test('agree with probes where these contradict what was published, and not where it is reachable behind a sign-in', () => {
    expect(agreeing([report(1, { transportFailures: 3, successes: 9 })], ['healthy'], 'down')).toEqual({ 1: 3 })
    expect(agreeing([report(1, { transportFailures: 9, callerFailures: 2 })], ['down'], 'up')).toEqual({ 1: 2 })
    expect(agreeing([works(1)], ['unknown'], 'up')).toEqual({})
    expect(agreeing([works(1)], ['down'], 'down')).toEqual({})
  })

  test('agree with two more other networks than saw the opposite', () => {
    expect(agreeing([works(1), works(2)], ['unknown'])).toEqual({})
    expect(agreeing([works(1), works(2), works(3), breaks(4)], ['unknown'])).toEqual({})
    expect(agreeing([works(1), works(2), works(3), works(4), breaks(5)], ['unknown'])).toEqual({
      1: 5,
      2: 5,
      3: 5,
      4: 5,
    })
  })

  test('are not confirmed by others of the same network, nor by two networks for each other', () => {
    const inTwo = Array.from({ length: 40 }, (_, n) => works(n, { network: n % 2 }))
    expect(agreeing(inTwo, ['unknown'])).toEqual({})
    expect(agreeing([...inTwo, works(50, { network: null })], ['unknown'])).toEqual({})
    expect(agreeing([...inTwo, works(50)], ['unknown'])).toMatchObject({ 0: 5, 50: 5 })
  })

  test('are not confirmed by a network that saw as much of the one as of the other', () => {
    const torn = report(8, { successes: 5, transportFailures: 5 })
    expect(agreeing([report(1, { successes: 2 }), works(7), torn], ['unknown'])).toEqual({ 8: 5 })
  })

  test('earn nothing when reported without a key', () => {
    const keyless = { reporter: { keyedSince: null, corroborated: 0 } }
    expect(agreeing([...three(works), works(1, keyless)], ['unknown'])).toEqual(ALL_THREE)
  })
})
