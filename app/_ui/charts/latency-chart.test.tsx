import { expect, it } from 'vitest'
import { textShown } from '../test-render'
import { LatencyChart } from './latency-chart'

it('names the longest outage with the duration that the list of events has', () => {
  const at = (time: string) => `2026-11-20T${time}:00.000Z`
  const points = [{ at: at('00:00'), medianMs: 100, p95Ms: 200 }]
  const outages = [
    { from: at('03:00'), to: at('03:21') },
    { from: at('01:31'), to: at('03:03') },
  ]
  const text = textShown(<LatencyChart points={points} stepHours={12} outages={outages} begins="24 h ago" />)
  expect(text).toContain('down 92 minutes')
})

it('names an outage that began before the time shown with its whole duration', () => {
  const points = [{ at: '2026-11-20T00:00:00.000Z', medianMs: 100, p95Ms: 200 }]
  const outages = [{ from: '2026-11-17T12:00:00.000Z', to: null }]
  const text = textShown(<LatencyChart points={points} stepHours={12} outages={outages} begins="24 h ago" />)
  expect(text).toContain('down 3 days')
})
