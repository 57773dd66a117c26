import { expect, test } from 'vitest'
import { measuredRuns, roundTop, shadedParts } from './latency-scale'

test.each([
  [[], 10],
  [[441], 500],
  [[1000], 1000],
  [[1001], 2000],
  [[212], 250],
  [[39_000], 50_000],
  [[...Array.from({ length: 20 }, () => 300), 6000], 1000],
])('the top over %j is %d', (values, top) => {
  expect(roundTop(values)).toBe(top)
})

test('steps without answers part the line', () => {
  const point = (at: string, ms: number | null) => ({ at, medianMs: ms, p95Ms: ms })
  const runs = measuredRuns([
    point('2026-11-20T00:00:00Z', 5),
    point('2026-11-20T01:00:00Z', 6),
    point('2026-11-20T02:00:00Z', null),
    point('2026-11-20T03:00:00Z', 7),
  ])
  expect(runs.map((run) => run.map(({ medianMs }) => medianMs))).toEqual([[5, 6], [7]])
})

test('outages are clipped to the span and stay visible', () => {
  const span = { fromAt: Date.parse('2026-11-20T00:00:00Z'), toAt: Date.parse('2026-11-21T00:00:00Z') }
  const parts = shadedParts(
    [
      { from: '2026-11-20T23:59:00Z', to: null },
      { from: '2026-11-20T06:00:00Z', to: '2026-11-20T12:00:00Z' },
      { from: '2026-11-19T06:00:00Z', to: '2026-11-19T12:00:00Z' },
    ],
    span,
    0.01,
  )
  expect(parts).toEqual([
    { left: 0.99, width: 0.01, seconds: 60 },
    { left: 0.25, width: 0.25, seconds: 21_600 },
  ])
})
