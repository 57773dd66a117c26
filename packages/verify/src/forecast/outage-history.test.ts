import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SeriesStretches, stretchesBetween, watchedHours } from '../../../../lib/core/forecast/series-stretches'
import { HOUR_MS } from '../duration.ts'
import {
  countsOf,
  kindsOfOutage,
  MEMORY_HOURS,
  NO_HISTORY,
  noteSeen,
  OUTAGE_KINDS,
  type OutageHistory,
} from './outage-history.ts'

const START = Date.UTC(2026, 0, 1)
const at = (hours: number) => START + hours * HOUR_MS
const historyOf = (...stretches: SeriesStretches['stretches']) =>
  stretches.reduce<OutageHistory>((history, [state, from, to]) => noteSeen(history, state, from, to), NO_HISTORY)

const state = fc.constantFrom('up' as const, 'down' as const)
/** Stretches in order, some of length 0, some after an unobserved time, in hours. */
const past = fc
  .array(fc.tuple(state, fc.constantFrom(0, 0, 5), fc.double({ min: 0, max: 2000, noNaN: true })), { maxLength: 12 })
  .map((parts) => {
    let hours = 0
    return parts.map(([one, gap, length]) => {
      const from = at(hours + gap)
      hours += gap + length
      return [one, from, at(hours)] as const
    })
  })

describe('noteSeen', () => {
  it('counts an outage among the kinds it may have been, and the hours up', () => {
    const history = historyOf(['up', at(0), at(10)], ['down', at(10), at(10.2)], ['up', at(10.2), at(20)])
    const { upHours, outages } = countsOf(history)
    expect(upHours).toBeCloseTo(20 - 0.2, 0)
    expect(outages.reduce((sum, count) => sum + count, 0)).toBeCloseTo(1, 1)
    expect(outages[0]).toBeGreaterThan(0.5)
    expect(history).toMatchObject({ state: 'up', sinceAt: at(10.2), lastEndAt: at(10.2), previousEndAt: null })
  })

  it('does not count an outage that still lasts', () => {
    const history = historyOf(['up', at(0), at(10)], ['down', at(10), at(500)])
    expect(countsOf(history).outages).toEqual(OUTAGE_KINDS.map(() => 0))
  })

  it('decays: no hours up exceed the memory', () => {
    expect(countsOf(historyOf(['up', at(0), at(1e6)])).upHours).toBeCloseTo(MEMORY_HOURS, 6)
  })

  it('counts unobserved time for no state, and decays over it', () => {
    const before = historyOf(['up', at(0), at(100)])
    const after = noteSeen(before, 'up', at(100 + MEMORY_HOURS), at(100 + MEMORY_HOURS))
    expect(after.sinceAt).toBe(before.sinceAt)
    expect(countsOf(after).upHours).toBeCloseTo(countsOf(before).upHours / Math.E, 3)
  })

  it('takes an outage that still lasts after a gap for the same one, and ends one that is over half way', () => {
    expect(historyOf(['up', at(-9), at(0)], ['down', at(0), at(1)], ['down', at(5), at(6)]).sinceAt).toBe(at(0))
    expect(historyOf(['up', at(-9), at(0)], ['down', at(0), at(1)], ['up', at(5), at(6)]).lastEndAt).toBe(at(3))
  })

  it('assumes that the state found by the first probe had lasted', () => {
    expect(historyOf(['up', at(0), at(1)]).sinceAt).toBe(at(-48))
    expect(historyOf(['down', at(0), at(1)]).sinceAt).toBe(at(-24))
  })

  it('does not depend on how a stretch is cut, nor on repetition', () => {
    fc.assert(
      fc.property(past, fc.double({ min: 0, max: 1, noNaN: true }), (stretches, share) => {
        const whole = historyOf(...stretches)
        const cut = stretches.reduce<OutageHistory>((history, [one, from, to]) => {
          const middle = from + share * (to - from)
          const first = noteSeen(history, one, from, middle)
          return noteSeen(noteSeen(first, one, middle, to), one, from, to)
        }, NO_HISTORY)
        expect(cut).toEqual(whole)
      }),
    )
  })

  it('ignores time that runs backwards and stretches without a date', () => {
    fc.assert(
      fc.property(past, state, fc.double({ min: 1e-3, max: 1e5, noNaN: true }), (stretches, one, back) => {
        const history = historyOf(...stretches)
        const seenUntilAt = history.seenUntilAt ?? START
        if (history.state !== null)
          expect(noteSeen(history, one, seenUntilAt - back - 1000, seenUntilAt - back)).toBe(history)
        expect(noteSeen(history, one, seenUntilAt + 5, seenUntilAt + 4)).toBe(history)
        expect(noteSeen(history, one, Number.NaN, seenUntilAt)).toBe(history)
        expect(noteSeen(history, one, seenUntilAt, Number.POSITIVE_INFINITY)).toBe(history)
      }),
    )
  })

  it('is never NaN or below 0, and stays small and readable as JSON', () => {
    fc.assert(
      fc.property(past, (stretches) => {
        const history = historyOf(...stretches)
        const { upHours, outages } = countsOf(history)
        for (const count of [upHours, ...outages]) expect(count).toBeGreaterThanOrEqual(0)
        expect(upHours).toBeLessThanOrEqual(MEMORY_HOURS)
        expect(JSON.parse(JSON.stringify(history))).toEqual(history)
        expect(JSON.stringify(history).length).toBeLessThan(330)
      }),
    )
  })
})

describe('kindsOfOutage', () => {
  it.each([true, false])('is a distribution that moves to longer kinds the longer the outage; over: %s', (over) => {
    const mean = (hours: number) =>
      kindsOfOutage(NO_HISTORY.outages, hours, over).reduce(
        (sum, p, kind) => sum + p * (OUTAGE_KINDS[kind]?.meanHours ?? 0),
        0,
      )
    expect(mean(0)).toBeLessThan(mean(1))
    expect(mean(1)).toBeLessThan(mean(24))
    for (const hours of [0, 1, 1e3, 1e9])
      expect(kindsOfOutage(NO_HISTORY.outages, hours, over).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
  })
})

describe('the hours of a series', () => {
  const stretches = stretchesBetween([
    [0, 1, 200],
    [3600, 1, 210],
    [7200, 0, null],
    [9000, 1, 190],
    [14400, 1, 190],
    [14400, 0, null],
  ])

  it('holds a state from its sample to the next', () => {
    expect(stretches).toEqual([
      ['up', 0, 7_200_000],
      ['down', 7_200_000, 9_000_000],
      ['up', 9_000_000, 14_400_000],
      ['down', 14_400_000, 14_400_000],
    ])
    expect(stretchesBetween([])).toEqual([])
  })

  it('assigns an hour in which the state changes to the later one, and uses nothing that comes after', () => {
    const hours = [...watchedHours(stretches)]
    expect(hours.map(({ hour, state: one }) => [hour, one])).toEqual([
      [0, 'up'],
      [1, 'up'],
      [2, 'down'],
      [3, 'up'],
      [4, 'down'],
    ])
    for (const { at: instant, history } of hours) expect(history.seenUntilAt).toBe(instant)
  })

  it('leaves out unobserved hours', () => {
    const hours = [
      ...watchedHours([
        ['up', at(0), at(1.5)],
        ['up', at(3.2), at(5)],
      ]),
    ]
    expect(hours.map(({ hour }) => hour)).toEqual([0, 1, 4, 5])
  })
})
