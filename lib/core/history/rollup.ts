import { HOUR_MS } from '../duration'
import { type LookReason, OUTCOMES, type Outcome, outcomeOf } from '../state/observation'
import { LATENCY_BINS, type LatencyHistogram, latencyBinOf, mergeHistograms } from './latency-histogram'

/** What is kept of the looks of a stretch of time. Rollups add up. */
export interface Rollup {
  /** Looks by outcome. */
  counts: Readonly<Record<Outcome, number>>
  /** Latencies of the answers among them (outcome `ok`). */
  latency: LatencyHistogram
}

/** A look as roll-ups need it. `latencyMs` is null where nothing answered. */
export interface RolledLook {
  at: Date
  reason: LookReason
  latencyMs: number | null
}

export const HOURS_OF_DAY = 24

export const EMPTY_ROLLUP: Rollup = {
  counts: { ok: 0, auth_required: 0, throttled: 0, failed: 0, could_not_look: 0 },
  latency: [],
}

/** Rolls up these looks, in any order. Only `ok` has a latency of its own: a refusal's is the door's. */
export function rollUp(looks: readonly RolledLook[]): Rollup {
  const counts = { ...EMPTY_ROLLUP.counts }
  const latency: number[] = []
  for (const { reason, latencyMs } of looks) {
    const outcome = outcomeOf(reason)
    counts[outcome] += 1
    if (outcome !== 'ok' || latencyMs === null) continue
    while (latency.length < LATENCY_BINS) latency.push(0)
    const bin = latencyBinOf(latencyMs)
    latency[bin] = (latency[bin] ?? 0) + 1
  }
  return { counts, latency }
}

/** Rolls up the looks of the UTC day that begins at `dayStart`, hour by hour: 24 roll-ups. Looks of other days are left out. */
export function rollUpHours(looks: readonly RolledLook[], dayStart: Date): Rollup[] {
  const byHour: RolledLook[][] = Array.from({ length: HOURS_OF_DAY }, () => [])
  for (const look of looks) byHour[Math.floor((look.at.getTime() - dayStart.getTime()) / HOUR_MS)]?.push(look)
  return byHour.map(rollUp)
}

/** All looks of all of them. */
export function mergeRollups(rollups: readonly Rollup[]): Rollup {
  const counts = { ...EMPTY_ROLLUP.counts }
  for (const rollup of rollups) for (const outcome of OUTCOMES) counts[outcome] += rollup.counts[outcome]
  return { counts, latency: mergeHistograms(rollups.map((rollup) => rollup.latency)) }
}

/** Looks that say something either way: all but `could_not_look`. */
export function informativeLooks({ counts }: Rollup): number {
  return counts.ok + counts.auth_required + counts.throttled + counts.failed
}

/** Share (0-1) of its informative looks that failed. Of looks, not of time: uptime comes from intervals. null: there were none. */
export function failureShare(rollup: Rollup): number | null {
  const looks = informativeLooks(rollup)
  return looks === 0 ? null : rollup.counts.failed / looks
}
