import { describe, expect, it } from 'vitest'
import type { Health } from '@/lib/contract/shapes/health'
import { textShown } from '../test-render'
import { ForecastTable, UptimeTable } from './observed-figures'

const since = '2026-11-20T09:00:00Z'

const uptime = (ratio: number | null, from: string | null = since) => {
  const part = { ratio, observedHours: 12.5 }
  return { '24h': part, '7d': part, '30d': part, '90d': part, since: from }
}

describe('uptime', () => {
  it.each([
    [null, 'too early'],
    [0, '0.00 %'],
    [0.99999, '99.99 %'],
    [1, '100 %'],
  ])('of ratio %s shows “%s”', (ratio, text) => {
    const shown = textShown(<UptimeTable uptime={uptime(ratio)} />)
    expect(shown).toContain(`24 hours ${text} 12.5`)
    expect(shown).toContain('First check 2026-11-20 09:00 UTC')
  })

  it('before the first check says so', () => {
    expect(textShown(<UptimeTable uptime={uptime(null, null)} />)).toContain('Not checked yet.')
  })
})

describe('the forecast', () => {
  const forecast: Health['forecast'] = {
    horizons: [
      { hours: 1, up: 0.98765 },
      { hours: 24, up: 0.5 },
    ],
    trend: 'steady',
    basis: 'own',
    method: 'm1',
    asOf: since,
  }

  it('shows the probability of each horizon, cut rather than rounded', () => {
    expect(textShown(<ForecastTable forecast={forecast} />)).toContain('1 hour 98.7 % 24 hours 50.0 %')
  })

  it('without a check of the server itself has no number', () => {
    const text = textShown(<ForecastTable forecast={{ ...forecast, basis: 'population', asOf: null }} />)
    expect(text).not.toMatch(/\d/)
  })
})
