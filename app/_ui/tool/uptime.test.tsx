import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Health } from '@/lib/contract/shapes/health'
import { textShown } from '../test-render'
import { ForecastList } from './forecast'
import { UptimeList } from './uptime'

const now = new Date('2026-11-20T12:00:00Z')
const since = '2026-11-20T09:00:00Z'
type Uptime = Health['uptime']
type Forecast = Health['forecast']

const uptime = (ratio: number | null, from: string | null = since): Uptime => {
  const part = { ratio, observedHours: 12.5 }
  return { '24h': part, '7d': part, '30d': part, '90d': part, since: from } as Uptime
}
const shown = (record: Uptime) => renderToStaticMarkup(<UptimeList uptime={record} now={now} />)

describe('uptime', () => {
  it.each([
    { ratio: null, text: 'not enough data', track: 'hatched', width: undefined },
    { ratio: 0, text: '0.00 %', track: 'bg-down', width: '0%' },
    { ratio: 0.99999, text: '99.99 %', track: 'bg-down', width: '100%' },
    { ratio: 1, text: '100 %', track: 'bg-down', width: '100%' },
  ])('of ratio $ratio shows “$text”', ({ ratio, text, track, width }) => {
    const markup = shown(uptime(ratio))
    expect(textShown(<UptimeList uptime={uptime(ratio)} now={now} />)).toContain(`24 hours ${text} 12.5 hours`)
    expect(markup).toContain(track)
    expect(/<rect width="([^"]*)"/.exec(markup)?.[1]).toBe(width)
  })

  it('shows the time of the first probe, if there was one', () => {
    expect(shown(uptime(1))).toContain(`<time dateTime="${since}">`)
    expect(shown(uptime(null, null))).not.toContain('<time')
    // A package may have been looked up: that is no time observed.
    expect(textShown(<UptimeList uptime={uptime(null, null)} now={now} />)).toContain(
      'No address of it was probed yet.',
    )
  })
})

describe('the forecast', () => {
  const forecast = (more: Partial<Forecast> = {}): Forecast => ({
    horizons: [
      { hours: 1, up: 0.98765 },
      { hours: 24, up: 0.5 },
    ],
    trend: 'steady',
    method: 'm1',
    basis: 'own',
    asOf: since,
    ...more,
  })
  const forecastText = (more?: Partial<Forecast>) => textShown(<ForecastList forecast={forecast(more)} />)

  it('shows the probability of each horizon, cut rather than rounded', () => {
    expect(forecastText()).toContain('in 1 hour 98.7 % in 24 hours 50.0 %')
  })

  it('without evidence of the server itself says so', () => {
    expect(forecastText({ basis: 'population', asOf: null })).not.toBe(forecastText())
    expect(forecastText({ basis: 'population', asOf: null })).not.toContain('Probability of being up.')
  })
})
