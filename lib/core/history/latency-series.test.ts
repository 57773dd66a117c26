import { HOUR_MS } from 'assay-verify/duration'
import { describe, expect, test } from 'vitest'
import { latencySeries } from './latency-series'
import { rollUp } from './rollup'

const NOW = new Date('2026-11-20T10:43:00Z')
const hourOf = (at: string) => Date.parse(at) / HOUR_MS
const answers = (...latencies: number[]) =>
  rollUp(latencies.map((latencyMs) => ({ at: NOW, reason: 'answered' as const, latencyMs })))

describe('a series of latencies', () => {
  test('has a point for each step, the last holding the present moment', () => {
    const series = latencySeries(new Map(), NOW, 24, 1)
    expect(series).toHaveLength(24)
    expect(series[0]?.at.toISOString()).toBe('2026-11-19T11:00:00.000Z')
    expect(series.at(-1)).toEqual({ at: new Date('2026-11-20T10:00:00Z'), answers: 0, medianMs: null, p95Ms: null })
  })

  test('merges the hours of a step', () => {
    const hours = new Map([
      [hourOf('2026-11-20T06:00:00Z'), answers(100, 100, 100)],
      [hourOf('2026-11-20T09:00:00Z'), answers(800)],
      [hourOf('2026-11-20T05:00:00Z'), answers(20)],
    ])
    const [before, last] = latencySeries(hours, NOW, 2, 6)
    expect(before?.answers).toBe(1)
    expect(last?.at.toISOString()).toBe('2026-11-20T06:00:00.000Z')
    expect(last?.answers).toBe(4)
    expect(last?.medianMs).toBeGreaterThan(80)
    expect(last?.medianMs).toBeLessThan(125)
    expect(last?.p95Ms).toBeGreaterThan(600)
  })

  test('failures have no latency', () => {
    const failed = rollUp([{ at: NOW, reason: 'timed_out', latencyMs: 9000 }])
    expect(latencySeries(new Map([[hourOf('2026-11-20T10:00:00Z'), failed]]), NOW, 1, 1)[0]?.answers).toBe(0)
  })
})
