import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyLooks, at, HOURS, look, looks, outage, watch } from '../state/test-looks'
import { FIRST_UP, forecastFrom } from './forecast'
import { FORECAST_WEIGHTS } from './forecast-model'

const ups = (forecast: ReturnType<typeof forecastFrom>) => forecast.horizons.map(({ up }) => up)

describe('the forecast', () => {
  it('without evidence is the population, at every horizon', () => {
    const unseen = forecastFrom(null, at(0))
    expect(unseen).toMatchObject({ trend: 'steady', method: FORECAST_WEIGHTS.version, asOf: null })
    for (const up of ups(unseen)) expect(Math.abs(up - FIRST_UP)).toBeLessThan(0.03)
    const notSeen = watch([look(0, 'not_probeable')]).belief
    expect(forecastFrom(notSeen, at(99 * HOURS))).toEqual(unseen)
  })

  it('of a server just seen up drifts down a little and is steady', () => {
    const forecast = forecastFrom(watch([look(0), look(20)]).belief, at(20))
    const [hour = 0, quarter = 0, day = 0] = ups(forecast)
    expect(forecast).toMatchObject({ trend: 'steady', asOf: at(20) })
    expect(day).toBeGreaterThan(0.99)
    expect(hour).toBeGreaterThan(quarter)
    expect(quarter).toBeGreaterThan(day)
  })

  it('of an outage rises, the slower the longer it has lasted', () => {
    const good = looks(0, 96)
    const fresh = forecastFrom(watch([...good, ...outage(96 * 900)]).belief, at(96 * 900 + 80))
    const lasting = watch([...good, ...looks(96 * 900, 400, 'timed_out')]).belief
    expect(fresh.trend).toBe('improving')
    const [, , freshDay = 0] = ups(fresh)
    const [, , oldDay = 1] = ups(forecastFrom(lasting, at(496 * 900)))
    expect(oldDay).toBeLessThan(freshDay / 4)
  })

  it('of a server that was never seen up does not hope for much', () => {
    const [, , day = 1] = ups(forecastFrom(watch(outage(0, 2)).belief, at(20)))
    expect(day).toBeLessThan(0.3)
  })

  it('falls a little with one failure that nothing has settled yet, and only that', () => {
    const good = watch(looks(0, 960)).belief
    const doubted = watch([look(960 * 900, 'timed_out')], good).belief
    const [hour = 0] = ups(forecastFrom(doubted, at(960 * 900)))
    expect(hour).toBeLessThan(ups(forecastFrom(good, at(960 * 900)))[0] ?? 0)
    expect(hour).toBeGreaterThan(0.95)
  })

  it('of a shaky server that is up worsens', () => {
    const shaky = Array.from({ length: 60 }, (_, index) => [
      ...looks(index * 7200, 4),
      ...looks(index * 7200 + 3600, 4, 'timed_out'),
    ]).flat()
    const { belief } = watch([...shaky, look(60 * 7200), look(60 * 7200 + 20)])
    expect(forecastFrom(belief, at(60 * 7200 + 20)).trend).toBe('worsening')
  })

  it('forgets what it saw as time passes', () => {
    const { belief } = watch([...looks(0, 96), ...outage(96 * 900)])
    const seenAt = 96 * 900 + 80
    const [now = 0] = ups(forecastFrom(belief, at(seenAt)))
    const [monthLater = 0] = ups(forecastFrom(belief, at(seenAt + 720 * HOURS)))
    expect(monthLater).toBeGreaterThan(now)
  })

  it('is a probability whatever was seen and whenever it is asked', () => {
    fc.assert(
      fc.property(anyLooks(), fc.integer({ min: -1e9, max: 1e10 }), (observations, seconds) => {
        const forecast = forecastFrom(watch(observations).belief, at(seconds))
        for (const up of ups(forecast)) {
          expect(up).toBeGreaterThanOrEqual(0.0001)
          expect(up).toBeLessThanOrEqual(0.9999)
        }
      }),
    )
  })
})
