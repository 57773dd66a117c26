import { histogramQuantile, LATENCY_BINS, latencyBinOf, mergeHistograms } from 'assay-verify/history/latency-histogram'
import { OUTCOMES, PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NotARollup, packHours, unpackHours } from './packed-rollup'
import { type RolledUpObservation, type Rollup, rollUp, rollUpHours } from './rollup'

const DAY = new Date('2026-09-01T00:00:00Z')
const probe = (
  seconds: number,
  reason: ProbeReason = 'answered',
  latencyMs: number | null = 300,
): RolledUpObservation => ({
  at: new Date(DAY.getTime() + seconds * 1000),
  reason,
  latencyMs,
})

const anyProbe = fc
  .tuple(
    fc.integer({ min: 0, max: 86_399 }),
    fc.constantFrom(...(Object.keys(PROBE_REASONS) as ProbeReason[])),
    fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 32_767 })),
  )
  .map(([seconds, reason, latencyMs]) => probe(seconds, reason, latencyMs))

const NO_PROBES = rollUpHours([], DAY)

/** Without bins of 0, which a histogram may contain or leave out. */
const withoutZeros = ({ counts, latency }: Rollup) => ({
  counts,
  latency: [...latency.entries()].filter(([, n]) => n > 0),
})

describe('a roll-up', () => {
  it('counts probes by outcome, and latencies of answers only', () => {
    const rollup = rollUp([
      probe(0),
      probe(1, 'answered_without_tools', 310),
      probe(2, 'credentials_required', 50),
      probe(3, 'rate_limited', 50),
      probe(4, 'timed_out', null),
      probe(5, 'connectivity_lost', null),
      probe(6, 'answered', null),
    ])
    expect(rollup.counts).toEqual({ ok: 3, auth_required: 1, throttled: 1, failed: 1, inconclusive: 1 })
    expect(withoutZeros(rollup).latency).toEqual([[latencyBinOf(300), 2]])
  })

  it('puts each probe into its hour of the day, and none of another day into any', () => {
    const hours = rollUpHours([probe(0), probe(3599), probe(3600), probe(86_399), probe(86_400), probe(-1)], DAY)
    expect(hours.map(({ counts }) => counts.ok)).toEqual([2, 1, ...Array(21).fill(0), 1])
  })
})

describe('a packed roll-up', () => {
  it('unpacks to what was packed', () => {
    const anyLatency = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: LATENCY_BINS })
    const anyCounts = fc.tuple(...OUTCOMES.map(() => fc.integer({ min: 0, max: 1_000_000 })))
    fc.assert(
      fc.property(anyCounts, anyLatency, fc.array(anyProbe, { maxLength: 200 }), (counts, latency, probes) => {
        const rollup = {
          counts: Object.fromEntries(OUTCOMES.map((outcome, i) => [outcome, counts[i]])) as Rollup['counts'],
          latency,
        }
        const hours = [rollup, ...rollUpHours(probes, DAY).slice(1)]
        expect(unpackHours(packHours(hours)).map(withoutZeros)).toEqual(hours.map(withoutZeros))
      }),
    )
  })

  it('is small: a byte for an hour without probes, a handful for one of four', () => {
    const four = rollUp([probe(0), probe(900, 'answered', 320), probe(1800, 'answered', 500), probe(2700)])
    expect(packHours(NO_PROBES)).toHaveLength(24)
    expect(packHours([four, ...NO_PROBES.slice(1)]).length).toBeLessThanOrEqual(6 + 23)
  })

  it('is refused when it is cut or too long', () => {
    const bytes = packHours([rollUp([probe(0), probe(900, 'timed_out', null)]), ...NO_PROBES.slice(1)])
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => unpackHours(bytes.slice(0, length))).toThrow(NotARollup)
    expect(() => unpackHours(Uint8Array.of(...bytes, 0))).toThrow(NotARollup)
    expect(() => unpackHours(Uint8Array.of(0x20, 0xbf))).toThrow(NotARollup)
  })
})

describe('a latency histogram', () => {
  it('has a bin for every latency, in order', () => {
    expect([0, -1, Number.NaN, 5].map(latencyBinOf)).toEqual([0, 0, 0, 0])
    expect(latencyBinOf(1e9)).toBe(LATENCY_BINS - 1)
    expect(latencyBinOf(32_767)).toBeLessThan(LATENCY_BINS)
  })

  it('gives percentiles of any merged window within a fifth', () => {
    expect(histogramQuantile([], 0.5)).toBeNull()
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 6, max: 30_000 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 0, max: 300 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (latencies, cut, share) => {
          const histogramOf = (part: number[]) => rollUp(part.map((ms, i) => probe(i, 'answered', ms))).latency
          const merged = mergeHistograms([histogramOf(latencies.slice(0, cut)), histogramOf(latencies.slice(cut))])
          const sorted = [...latencies].sort((a, b) => a - b)
          const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
          const found = histogramQuantile(merged, share) ?? 0
          expect(found / exact).toBeGreaterThan(1 / 1.2)
          expect(found / exact).toBeLessThan(1.2)
        },
      ),
    )
  })
})
