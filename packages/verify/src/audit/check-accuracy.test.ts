import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ACCURACY_WINDOW_DAYS,
  forecastAccuracy,
  reliabilityBinOf,
  tallyForecast,
} from '../accuracy/forecast-accuracy.ts'
import { delayBinOf, verdictAccuracy } from '../accuracy/verdict-figures.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import type { AccuracyDay } from '../leaves/accuracy-days.ts'
import { type AccuracySums, accuracySums } from './accuracy-sums.ts'
import { checkAccuracy, type ShownAccuracy } from './check-accuracy.ts'
import { LoggedAccuracy } from './logged-accuracy.ts'

const START = Date.parse('2026-11-20T00:00:00.000Z')
const SERVERS = 40
const METHOD = 'state-1'
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** What happens between two hours: forecasts that are settled, and outages that are found or taken back. */
interface Hour {
  forecasts: { up: number; wasUp: boolean | null; dueDaysAgo: 0 | 1 }[]
  outages: { seconds: number; isTakenBack: boolean }[]
}

const anyHour = fc.record<Hour>({
  forecasts: fc.array(
    fc.record({
      up: fc.integer({ min: 1, max: 9999 }).map((value) => value / 10_000),
      wasUp: fc.option(fc.boolean(), { nil: null }),
      dueDaysAgo: fc.constantFrom(0 as const, 1 as const),
    }),
    { maxLength: 2 },
  ),
  outages: fc.array(fc.record({ seconds: fc.integer({ min: 1, max: 9000 }), isTakenBack: fc.boolean() }), {
    maxLength: 2,
  }),
})

/** What an hour adds to the counts of its day, and to those of the day before. */
function countedIn({ forecasts, outages }: Hour, at: number): AccuracyDay[] {
  const settled = forecasts.map(({ up, wasUp, dueDaysAgo }) => {
    const row = { method: METHOD, hours: 6, bin: reliabilityBinOf(up), ...tallyForecast(up, true, wasUp) }
    return { day: dayOf(at - dueDaysAgo * DAY_MS), verdicts: [], delays: [], forecasts: [row] }
  })
  const found = outages.map(({ seconds, isTakenBack }) => {
    const down = { verdict: 'down' as const, begun: 1, reversed: Number(isTakenBack), takenBack: Number(isTakenBack) }
    const delay = { bin: delayBinOf(seconds), n: 1 }
    const delays = (['last_answer', 'first_failure'] as const).map((since) => ({ since, ...delay }))
    return { day: dayOf(at), verdicts: [down], delays, forecasts: [] }
  })
  return [...settled, ...found]
}

/** A service that counts, logs every hour, and makes reports. */
class Counting {
  readonly logged = new LoggedAccuracy()
  counted: AccuracyDay[] = []
  now = START
  #from = dayOf(START - ACCURACY_WINDOW_DAYS * DAY_MS)
  #turns = new Map<string, number>()

  pass(hour: Hour): void {
    this.now += HOUR_MS
    this.counted.push(...countedIn(hour, this.now))
    const day = dayOf(this.now)
    this.#turns.set(day, (this.#turns.get(day) ?? 0) + hour.outages.length)
  }

  /** Writes the document of the hour; answers what is found. */
  log(): string[] {
    const days = [...new Set(this.counted.map(({ day }) => day))].filter((day) => day >= this.#from)
    const openFrom = dayOf(this.now - DAY_MS) < this.#from ? this.#from : dayOf(this.now - DAY_MS)
    const given = { from: this.#from, openFrom, days: days.map((day) => ({ day, ...this.sums((one) => one === day) })) }
    this.#from = openFrom
    const hour = new Date(this.now).toISOString()
    this.logged.count(hour, SERVERS)
    return this.logged.take(given, { leaf: 1, hour, at: this.now }).map(({ text }) => text)
  }

  sums(isOf: (day: string) => boolean): AccuracySums {
    return accuracySums(this.counted.filter(({ day }) => isOf(day)))
  }

  report(asOf: number): ShownAccuracy {
    const since = dayOf(asOf - ACCURACY_WINDOW_DAYS * DAY_MS)
    const { verdicts, delays, forecasts } = this.sums((day) => day >= since)
    const { byVerdict, down } = verdictAccuracy(verdicts, delays)
    const { sinceLastAnswer: secondsSinceLastAnswer, sinceFirstFailure: secondsSinceFirstFailure, ...rest } = down
    const shown = { ...rest, secondsSinceLastAnswer, secondsSinceFirstFailure, takenBackWithinMinutes: 20 }
    const accuracy = forecastAccuracy(forecasts.map((row) => [row.bin, row]))
    return {
      asOf: new Date(asOf).toISOString(),
      askedAt: asOf,
      accuracy: {
        ...{ windowDays: ACCURACY_WINDOW_DAYS, sample: { everyMinutes: 1500 } },
        verdicts: { byVerdict, down: shown, reversedWithinMinutes: 60 },
        forecasts: forecasts.length === 0 ? [] : [{ method: METHOD, hours: 6, ...accuracy }],
      },
    }
  }

  found(shown: ShownAccuracy): string[] {
    const turnsOf = (day: string) => this.#turns.get(day) ?? 0
    return [...this.logged.checkDays(turnsOf), ...checkAccuracy(shown, this.logged, turnsOf)].map(({ text }) => text)
  }
}

const QUIET: Hour = { forecasts: [], outages: [] }
const BUSY: Hour = {
  forecasts: [
    { up: 0.93, wasUp: true, dueDaysAgo: 0 },
    { up: 0.97, wasUp: false, dueDaysAgo: 0 },
  ],
  outages: [
    { seconds: 900, isTakenBack: true },
    { seconds: 300, isTakenBack: false },
  ],
}

describe('what a service says of how often it was wrong', () => {
  test('is honest whatever happens: between documents, after them, and over months', () => {
    fc.assert(
      fc.property(fc.array(anyHour, { minLength: 2, maxLength: 60 }), fc.boolean(), (hours, isOld) => {
        const service = new Counting()
        if (isOld) service.counted.push(...countedIn(BUSY, START - 9 * DAY_MS))
        service.log()
        for (const hour of hours) {
          service.pass(hour)
          expect(service.log()).toEqual([])
        }
        expect(service.found(service.report(service.now + 6 * MINUTE_MS))).toEqual([])
        const shown = service.report(service.now + 30 * MINUTE_MS)
        service.pass(QUIET)
        expect(service.log()).toEqual([])
        expect(service.found(shown)).toEqual([])
        service.pass(BUSY)
        expect(service.found(service.report(service.now))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  const busy = (hours: number) => {
    const service = new Counting()
    service.log()
    for (let hour = 0; hour < hours; hour += 1) {
      service.pass(BUSY)
      service.log()
    }
    service.now += 10 * MINUTE_MS
    return service
  }
  /** What is found where a report of a service that counted for three days has another figure at a path. */
  const found = (path: string, value: unknown) => {
    const service = busy(72)
    const shown = structuredClone(service.report(service.now))
    const names = path.split('.')
    const place = names.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, shown as never as Json)
    place[names.at(-1) ?? ''] = value
    return service.found(shown)[0]
  }
  type Json = Record<string, unknown>

  test.each<[string, string, unknown, RegExp]>([
    ['fewer outages taken back', 'verdicts.down.takenBack', 71, /^takenBack of down is 71; the log/],
    ['a smaller share of them', 'verdicts.down.takenBackShare', 0.1, /^takenBackShare is 0.1; it is 0.5/],
    ['quicker outages', 'verdicts.down.secondsSinceLastAnswer', { p50: 2, p90: 3 }, /^p50 sinceLastAnswer is 2/],
    ['more of them in time', 'verdicts.down.knownWithin', [], /^known within 60 s is -1/],
    ['more outages', 'verdicts.down.timed', 900, /^timed is 900; the log allows 144 to/],
    ['better forecasts', 'forecasts.0.scores.brier', 0.01, /brier is 0.01; the log allows 0.4/],
    ['fewer forecasts', 'forecasts', [], /settled is 0; the log allows 144 to/],
    ['a better curve', 'forecasts.0.calibrationError', 0.001, /calibrationError is 0.001; it is 0.52/],
    ['a bin that is right', 'forecasts.0.reliability.0.upShare', 0.5, /upShare of bin 18 is 0.5; the log/],
    ['more skill', 'forecasts.0.skill.againstPersistence.brier', 0.9, /skillBrier is 0.9; it is/],
    ['fewer days', 'windowDays', 2, /^The report is of 2 days, not of 30/],
  ])('is found: %s', (_, path, value, text) => expect(found(`accuracy.${path}`, value)).toMatch(text))

  test('is of now', () => {
    const service = busy(72)
    expect(service.found({ ...service.report(service.now - 2 * DAY_MS), askedAt: service.now })[0]).toMatch(
      /^The report is of 2026-11-21T/,
    )
    expect(service.found({ ...service.report(service.now), asOf: '2027-01-01T00:00:00.000Z' })).not.toEqual([])
  })

  test('counts are never taken back, those of days that are over stay, and days are not left out', () => {
    const service = busy(72)
    service.now += 50 * MINUTE_MS
    service.counted = service.counted.filter(({ delays }) => delays.length === 0)
    expect(service.log()[0]).toMatch(/^Of 2026-11-2\d down begun is 0, and was \d+ in leaf 1\./)
    const day = { verdicts: [], delays: [], forecasts: [] }
    const other = busy(72).logged
    const at = START + 74 * HOUR_MS
    const take = (from: string, openFrom: string, days: AccuracyDay[]) =>
      other.take({ from, openFrom, days }, { leaf: 2, hour: '', at }).map(({ text }) => text)
    expect(take('2026-11-23', '2026-11-23', [])[0]).toMatch(/^It leaves out 2026-11-22/)
    expect(take('2026-11-20', '2026-11-20', [])[0]).toMatch(/^It says that nothing before 2026-11-20 changes/)
    expect(
      take('2026-11-10', '2026-11-23', [
        { day: '2026-11-10', ...day, delays: [{ since: 'last_answer', bin: 1, n: 1 }] },
      ]),
    ).toContain('Of 2026-11-10 delay last_answer 1 n is 1, and was 0.')
  })

  test('no more forecasts are counted of a day than servers have', () => {
    const service = busy(1)
    service.pass({ ...QUIET, forecasts: Array.from({ length: 95 }, () => ({ up: 0.9, wasUp: true, dueDaysAgo: 0 })) })
    service.log()
    expect(service.found(service.report(service.now))[0]).toMatch(/^It has 97 forecasts of 6 h; 90 were possible/)
  })
})
