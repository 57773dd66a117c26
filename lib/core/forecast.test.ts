import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastFrom, HORIZON_HOURS } from './forecast'
import { anyLooks, at, HOURS, look, looks, watch } from './test-looks'

const ups = (forecast: ReturnType<typeof forecastFrom>) => forecast.horizons.map(({ up }) => up)

describe('the forecast', () => {
  it('without evidence is the population, at every horizon', () => {
    expect(forecastFrom(null, at(0))).toEqual({
      horizons: HORIZON_HOURS.map((hours) => ({ hours, up: 0.9615 })),
      trend: 'steady',
      method: 'chain-1',
      asOf: null,
    })
    const unseen = watch([look(0, 'not_probeable')]).belief
    expect(forecastFrom(unseen, at(99 * HOURS))).toEqual(forecastFrom(null, at(0)))
  })

  it('of a server just seen up drifts down a little and is steady', () => {
    const forecast = forecastFrom(watch([look(0), look(20)]).belief, at(20))
    expect(ups(forecast)).toEqual([0.9952, 0.9791, 0.9632])
    expect(forecast).toMatchObject({ trend: 'steady', asOf: at(20) })
  })

  it('of an outage rises, the slower the longer it has lasted', () => {
    const fresh = watch([look(0, 'timed_out'), look(20, 'timed_out')]).belief
    const old = watch(looks(0, 400, 'timed_out')).belief
    expect(forecastFrom(fresh, at(20)).trend).toBe('improving')
    const [, , freshDay = 0] = ups(forecastFrom(fresh, at(20)))
    const [, , oldDay = 1] = ups(forecastFrom(old, at(400 * 900)))
    expect(oldDay).toBeLessThan(freshDay / 2)
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
    const { belief } = watch([look(0, 'timed_out'), look(20, 'timed_out')])
    const [hourLater = 0] = ups(forecastFrom(belief, at(20)))
    const [monthLater = 0] = ups(forecastFrom(belief, at(720 * HOURS)))
    expect(hourLater).toBeLessThan(0.2)
    expect(monthLater).toBeGreaterThan(0.9)
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
