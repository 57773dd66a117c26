import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { HistoryAnswer } from '@/lib/contract/history'
import { UptimeCard } from './uptime-card'

type Days = HistoryAnswer['days']
const DAYS: Days = [
  { date: '2026-11-21', state: 'down', upSeconds: 43_200, downSeconds: 43_200 },
  { date: '2026-11-22', state: 'up', upSeconds: 43_200, downSeconds: 0 },
]
const noteIn = (markup: string) => /<div class="text-soft text-sm">([^<]*)</.exec(markup)?.[1]?.replace('\u00a0', ' ')

test('the figure beside the bars is the one of the API, which is of whole hours and not of days', () => {
  const markup = renderToStaticMarkup(<UptimeCard days={DAYS} uptime={{ ratio: 0.961744, observedHours: 2160 }} />)
  expect(noteIn(markup)).toBe('96.17 %')
})

test('where the API has no figure for ninety days, the card says of what its figure is', () => {
  const markup = renderToStaticMarkup(<UptimeCard days={DAYS} uptime={{ ratio: null, observedHours: 36 }} />)
  expect(noteIn(markup)).toBe('66.66 % of the time watched')
})
