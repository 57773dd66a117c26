import { HOUR_MS } from '../duration.ts'

/** How fast a server usually answers: a decaying histogram small enough for one row. JSON-serialisable. */
export interface LatencySummary {
  /** Weight of each bin, lowest latency first; a sample weighs 1 and decays. Empty before the first sample. */
  weights: number[]
  /** Number of samples ever, without decay. */
  samples: number
  /** The newest latencies, oldest first, at most `LAST_KEPT`; milliseconds. */
  lastMs: number[]
  /** When the newest sample was taken. */
  sampledAt: number | null
}

export const NO_LATENCY: Readonly<LatencySummary> = { weights: [], samples: 0, lastMs: [], sampledAt: null }

/** Twenty bins half an octave wide span 20 ms to 20.48 s: handshakes take 450-800 ms, their tail reaches 20 s. */
const BINS = 20
const LOWEST_MS = 20
const BINS_PER_OCTAVE = 2

/** Percentiles are computed from this many samples on. */
export const LEAST_LATENCY_SAMPLES = 8

/** One slow answer is chance, two in a row are a state; no rule needs more. */
export const LAST_KEPT = 2

/** Share of a weight left after an hour: a memory of 500 hours, three weeks. */
const KEPT_PER_HOUR = 0.998

/** Below this weight a bin is dropped: half a thousandth of one sample moves no percentile noticeably. */
const FORGOTTEN_WEIGHT = 0.0005

/** The summary with one more sample. A latency that is not a number, or negative, changes nothing. */
export function addLatency(summary: LatencySummary, latencyMs: number | null, at: number): LatencySummary {
  if (latencyMs === null || !Number.isFinite(latencyMs) || latencyMs < 0) return summary
  const hours = summary.sampledAt === null ? 0 : Math.max(0, at - summary.sampledAt) / HOUR_MS
  const kept = KEPT_PER_HOUR ** hours
  const hit = binOf(latencyMs)
  const weights = Array.from({ length: BINS }, (_, bin) =>
    compact((summary.weights[bin] ?? 0) * kept + (bin === hit ? 1 : 0)),
  )
  return {
    weights,
    samples: summary.samples + 1,
    lastMs: [...summary.lastMs, latencyMs].slice(-LAST_KEPT),
    sampledAt: at,
  }
}

/**
 * The latency (ms) that a share (0-1) of the answers stayed below, interpolated on a logarithmic scale within its bin,
 * so right to a fifth or better; 20 means 20 or less, 20,480 means that or more. null: no samples, or all dropped.
 */
export function latencyQuantile(summary: LatencySummary, share: number): number | null {
  const total = summary.weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return null
  let left = Math.min(1, Math.max(0, share)) * total
  let last = 0
  for (const [bin, weight] of summary.weights.entries()) {
    if (weight === 0) continue
    if (left <= weight) return edgeMs(bin + left / weight)
    left -= weight
    last = bin
  }
  return edgeMs(last + 1)
}

/**
 * Slow: an answer that took this many times its usual latency and this many ms more than it; both, so that neither fast
 * nor slow servers are flagged by noise.
 */
export const SLOW_FACTOR = 3
export const SLOW_MARGIN_MS = 2_000

/**
 * Whether a server is slow by its own standard, given whether it was before: it becomes so by its last two answers, and
 * stops being so by two usual ones. The usual latency is known from `LEAST_LATENCY_SAMPLES` on.
 */
export function isSlow(summary: LatencySummary, wasSlow: boolean): boolean {
  const usualMs = latencyQuantile(summary, 0.5)
  if (usualMs === null || summary.lastMs.length < LAST_KEPT || summary.samples < LEAST_LATENCY_SAMPLES) return false
  const limitMs = Math.max(SLOW_FACTOR * usualMs, usualMs + SLOW_MARGIN_MS)
  const over = summary.lastMs.filter((latencyMs) => latencyMs > limitMs).length
  return wasSlow ? over > 0 : over === LAST_KEPT
}

function binOf(latencyMs: number): number {
  if (latencyMs <= LOWEST_MS) return 0
  return Math.min(BINS - 1, Math.floor(Math.log2(latencyMs / LOWEST_MS) * BINS_PER_OCTAVE))
}

function edgeMs(position: number): number {
  return LOWEST_MS * 2 ** (position / BINS_PER_OCTAVE)
}

/** Six significant digits: short in a row, and still finer than the decay by one probe. */
function compact(weight: number): number {
  return weight < FORGOTTEN_WEIGHT ? 0 : Number(weight.toPrecision(6))
}
