import { HOUR_MS } from 'assay-verify/duration'
import { LATENCY_BINS, type LatencyHistogram, latencyBinOf } from 'assay-verify/history/latency-histogram'
import { type Outcome, outcomeOf, type ProbeReason } from 'assay-verify/state/observation'

/** Counts kept of the probes of a stretch of time. */
export interface Rollup {
  counts: Readonly<Record<Outcome, number>>
  /** Latencies of the answers (outcome `ok`). */
  latency: LatencyHistogram
}

/** A probe as roll-ups need it. `latencyMs` is null without an answer. */
export interface RolledUpObservation {
  at: Date
  reason: ProbeReason
  latencyMs: number | null
}

export const HOURS_OF_DAY = 24

export const EMPTY_ROLLUP: Rollup = {
  counts: { ok: 0, auth_required: 0, throttled: 0, failed: 0, inconclusive: 0 },
  latency: [],
}

/**
 * Rolls up these probes, in any order. Only `ok` has a latency of the server itself: a refusal may come from what is in
 * front of it.
 */
export function rollUp(probes: readonly RolledUpObservation[]): Rollup {
  const counts = { ...EMPTY_ROLLUP.counts }
  const latency: number[] = []
  for (const { reason, latencyMs } of probes) {
    const outcome = outcomeOf(reason)
    counts[outcome] += 1
    if (outcome !== 'ok' || latencyMs === null) continue
    while (latency.length < LATENCY_BINS) latency.push(0)
    const bin = latencyBinOf(latencyMs)
    latency[bin] = (latency[bin] ?? 0) + 1
  }
  return { counts, latency }
}

/**
 * Rolls up the probes of the UTC day that begins at `dayStart`, hour by hour: 24 roll-ups. Probes of other days are
 * left out.
 */
export function rollUpHours(probes: readonly RolledUpObservation[], dayStart: Date): Rollup[] {
  const byHour: RolledUpObservation[][] = Array.from({ length: HOURS_OF_DAY }, () => [])
  for (const probe of probes) byHour[Math.floor((probe.at.getTime() - dayStart.getTime()) / HOUR_MS)]?.push(probe)
  return byHour.map(rollUp)
}
