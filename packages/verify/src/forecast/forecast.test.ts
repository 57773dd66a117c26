import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyProbes, at, HOURS, outage, probe, probes, watch } from '../state/test-observations.ts'
import { FIRST_UP, forecastFrom } from './forecast.ts'
import { FORECAST_WEIGHTS } from './forecast-model.ts'

const ups = (forecast: ReturnType<typeof forecastFrom>) => forecast.horizons.map(({ up }) => up)

describe('the forecast', () => {
  it('without evidence is the population, at every horizon', () => {
    const unseen = forecastFrom(null, at(0))
    expect(unseen).toMatchObject({ trend: 'steady', method: FORECAST_WEIGHTS.version, asOf: null })
    for (const up of ups(unseen)) expect(Math.abs(up - FIRST_UP)).toBeLessThan(0.05)
    const notSeen = watch([probe(0, 'not_probeable')]).serverState
    expect(forecastFrom(notSeen, at(99 * HOURS))).toEqual(unseen)
  })

  it('of a server just seen up falls a little and is steady', () => {
    const forecast = forecastFrom(watch([probe(0), probe(20)]).serverState, at(20))
    const [hour = 0, quarter = 0, day = 0] = ups(forecast)
    expect(forecast).toMatchObject({ trend: 'steady', asOf: at(20) })
    expect(day).toBeGreaterThan(0.99)
    expect(hour).toBeGreaterThanOrEqual(quarter)
    expect(quarter).toBeGreaterThan(day)
  })

  it('of an outage rises, more slowly the longer it has lasted', () => {
    const good = probes(0, 96)
    const fresh = forecastFrom(watch([...good, ...outage(96 * 900)]).serverState, at(96 * 900 + 80))
    const lasting = watch([...good, ...probes(96 * 900, 400, 'timed_out')]).serverState
    expect(fresh.trend).toBe('improving')
    const [, , freshDay = 0] = ups(fresh)
    const [, , oldDay = 1] = ups(forecastFrom(lasting, at(496 * 900)))
    expect(oldDay).toBeLessThan(freshDay / 4)
  })

  it('of a server that was never seen up is low', () => {
    const [, , day = 1] = ups(forecastFrom(watch(outage(0, 2)).serverState, at(20)))
    expect(day).toBeLessThan(0.4)
  })

  it('falls a little with one unconfirmed failure, and only that', () => {
    const good = watch(probes(0, 960)).serverState
    const doubted = watch([probe(960 * 900, 'timed_out')], good).serverState
    const [hour = 0] = ups(forecastFrom(doubted, at(960 * 900)))
    expect(hour).toBeLessThan(ups(forecastFrom(good, at(960 * 900)))[0] ?? 0)
    expect(hour).toBeGreaterThan(0.95)
  })

  it('of an unstable server that is up falls', () => {
    const shaky = Array.from({ length: 60 }, (_, index) => [
      ...probes(index * 7200, 4),
      ...probes(index * 7200 + 3600, 4, 'timed_out'),
    ]).flat()
    const { serverState } = watch([...shaky, probe(60 * 7200), probe(60 * 7200 + 20)])
    expect(forecastFrom(serverState, at(60 * 7200 + 20)).trend).toBe('worsening')
  })

  it('returns to the long-run share as time passes', () => {
    const { serverState } = watch([...probes(0, 96), ...outage(96 * 900)])
    const seenAt = 96 * 900 + 80
    const [now = 0] = ups(forecastFrom(serverState, at(seenAt)))
    const [monthLater = 0] = ups(forecastFrom(serverState, at(seenAt + 720 * HOURS)))
    const [inTheEnd = 0] = ups(forecastFrom(serverState, at(seenAt + 1e6 * HOURS)))
    expect(Math.abs(monthLater - inTheEnd)).toBeLessThan(Math.abs(now - inTheEnd) / 10)
  })

  it('is a probability whatever was seen and whenever it is computed', () => {
    fc.assert(
      fc.property(anyProbes(), fc.integer({ min: -1e9, max: 1e10 }), (observations, seconds) => {
        const forecast = forecastFrom(watch(observations).serverState, at(seconds))
        for (const up of ups(forecast)) {
          expect(up).toBeGreaterThanOrEqual(0.0001)
          expect(up).toBeLessThanOrEqual(0.9999)
        }
      }),
    )
  })
})
