/**
 * Counts of latencies in bins a quarter of an octave wide, lowest first. Histograms of any stretches of time add up, so
 * percentiles of any window can be computed from its parts. It may be shorter than `LATENCY_BINS`; missing bins are 0.
 * `LatencySummary` is the other kind, which decays.
 */
export type LatencyHistogram = readonly number[]

/**
 * From 5 ms, a server on the same machine, to 41 s, longer than any probe takes. From 20 ms on every other edge is one
 * of `LatencySummary`'s.
 */
export const LATENCY_BINS = 52
const LOWEST_MS = 5
const BINS_PER_OCTAVE = 4

/**
 * The bin of a latency in ms, 0 to `LATENCY_BINS` - 1; the first takes all that is faster, the last all that is slower.
 */
export function latencyBinOf(latencyMs: number): number {
  if (!(latencyMs > LOWEST_MS)) return 0
  return Math.min(LATENCY_BINS - 1, Math.floor(Math.log2(latencyMs / LOWEST_MS) * BINS_PER_OCTAVE))
}

export function mergeHistograms(histograms: readonly LatencyHistogram[]): LatencyHistogram {
  const length = Math.max(0, ...histograms.map((histogram) => histogram.length))
  return Array.from({ length }, (_, bin) => histograms.reduce((sum, histogram) => sum + (histogram[bin] ?? 0), 0))
}

/**
 * The latency (ms) that a share (0-1) of the samples stayed below, interpolated on a logarithmic scale within its bin,
 * so right to a fifth, usually to a tenth; 5 means 5 or less. null: no samples.
 */
export function histogramQuantile(histogram: LatencyHistogram, share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let left = Math.min(1, Math.max(0, share)) * total
  let reached = 0
  for (const [bin, count] of histogram.entries()) {
    if (count === 0) continue
    if (left <= count) return edgeMs(bin + left / count)
    left -= count
    reached = bin + 1
  }
  return edgeMs(reached)
}

function edgeMs(position: number): number {
  return LOWEST_MS * 2 ** (position / BINS_PER_OCTAVE)
}
