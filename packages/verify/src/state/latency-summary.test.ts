import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { addLatency, type LatencySummary, latencyQuantile, NO_LATENCY } from './latency-summary.ts'

const summaryOf = (latencies: readonly number[], everyMs = 900_000): LatencySummary =>
  latencies.reduce(
    (summary: LatencySummary, latencyMs, index) => addLatency(summary, latencyMs, index * everyMs),
    NO_LATENCY,
  )

describe('the latency summary', () => {
  it('has no percentiles before the first sample', () => {
    expect(latencyQuantile(NO_LATENCY, 0.5)).toBeNull()
  })

  it('gives percentiles within a fifth', () => {
    const latencies = Array.from({ length: 1000 }, (_, index) => 100 + ((index * 7919) % 1000))
    const summary = summaryOf(latencies, 1000)
    expect(latencyQuantile(summary, 0.5)).toBeGreaterThan(500)
    expect(latencyQuantile(summary, 0.5)).toBeLessThan(700)
    expect(latencyQuantile(summary, 0.95)).toBeGreaterThan(950)
    expect(latencyQuantile(summary, 0.95)).toBeLessThan(1280)
  })

  it('keeps the last two unchanged, and ignores an invalid latency', () => {
    const summary = summaryOf([100, 200, 300])
    expect(summary.lastMs).toEqual([200, 300])
    for (const nothing of [null, Number.NaN, -1, Number.POSITIVE_INFINITY])
      expect(addLatency(summary, nothing, 1e9)).toBe(summary)
  })

  it('takes a new pace for the usual one after some weeks, not after a day', () => {
    const old = summaryOf(
      Array.from({ length: 24 * 30 }, () => 300),
      HOUR_MS,
    )
    const slower = (hours: number) =>
      Array.from({ length: hours }, (_, hour) => 720 + hour).reduce(
        (summary, hour) => addLatency(summary, 3000, hour * HOUR_MS),
        old,
      )
    expect(latencyQuantile(slower(24), 0.5)).toBeLessThan(400)
    expect(latencyQuantile(slower(24 * 21), 0.5)).toBeGreaterThan(2000)
  })

  it('stays small, finite and ordered whatever is added', () => {
    const anyLatency = fc.oneof(fc.double(), fc.double({ min: 0, max: 30_000, noNaN: true }), fc.constant(null))
    const anySamples = fc.array(fc.tuple(anyLatency, fc.integer({ min: -1e9, max: 1e12 })), { maxLength: 50 })
    fc.assert(
      fc.property(anySamples, (samples) => {
        const summary = samples.reduce(
          (kept: LatencySummary, [latencyMs, at]) => addLatency(kept, latencyMs, at),
          NO_LATENCY,
        )
        const [p50, p95] = [latencyQuantile(summary, 0.5), latencyQuantile(summary, 0.95)]
        if (p50 === null || p95 === null) return
        expect(p50).toBeGreaterThanOrEqual(20)
        expect(p95).toBeGreaterThanOrEqual(p50)
        expect(p95).toBeLessThanOrEqual(20_481)
        expect(JSON.stringify(summary.weights).length).toBeLessThan(250)
      }),
    )
  })
})
