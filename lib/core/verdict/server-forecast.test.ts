import { at, HOURS, outage, probe, watch } from 'assay-verify/state/test-observations'
import { expect, test } from 'vitest'
import { expectedBack, forecastOf } from './server-forecast'

const down = watch([probe(0), probe(20), ...outage(900)]).serverState
const now = at(1000)

test('what is down is expected back at the first horizon at which it is likelier up than not', () => {
  const next = forecastOf(down, now).horizons.find(({ up }) => up > 0.5)
  if (next === undefined) throw new Error('the forecast of a short outage has it up within a day')
  expect(expectedBack(down, null, now)).toEqual({ at: at(960 + next.hours * HOURS), probability: next.up })
  expect(expectedBack(down, null, at(1010))).toEqual({ at: at(960 + next.hours * HOURS), probability: next.up })
})

test('a running maintenance says when, one that is over or to come does not', () => {
  const window = (from: number, to: number) => ({ from: at(from), to: at(to) })
  expect(expectedBack(down, window(900, 5000), now)).toEqual({ at: at(5000), probability: null })
  for (const other of [window(0, 900), window(2000, 5000)])
    expect(expectedBack(down, other, now)).toEqual(expectedBack(down, null, now))
})

test('what fails for weeks is not expected back', () => {
  const weeks = watch([probe(0), ...Array.from({ length: 60 * 24 }, (_, n) => probe((n + 1) * HOURS, 'dns_failed'))])
  const later = at(60 * 24 * HOURS)
  expect(forecastOf(weeks.serverState, later).horizons.every(({ up }) => up < 0.5)).toBe(true)
  expect(expectedBack(weeks.serverState, null, later)).toBeNull()
})
