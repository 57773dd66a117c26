import { HOUR_MS } from '../duration'
import { type Interval, tallyIntervals } from '../history/interval'
import { LEAST_LATENCY_SAMPLES, latencyQuantile } from '../state/latency-summary'
import type { ServerState } from '../state/server-state'
import { OUTAGE_SLOTS, outageSlots } from './outage-slots'

/** How far back a score looks, in hours: 30 days. */
export const SCORE_WINDOW_HOURS = 720

/**
 * All of a server that a score is computed from, JSON-serialisable and rounded when made, so that a stranger who reads them recomputes the very
 * score. What was not observed is absent: 0 hours, or null.
 */
export interface ScoreFacts {
  /** Newest evidence, ISO 8601; null when there is none. */
  asOf: string | null
  /** Hours seen up and seen down within the last 30 days, 3 decimals. */
  upHours30d: number
  downHours30d: number
  /** Outages that reach into the last 30 days. */
  outages30d: number
  /** Quarters of a day (UTC) within the last 30 days in which it was seen down, 0-121. */
  outageSlots30d: number
  /** Latency of its answers, whole ms, newer ones weighing more; null below `LEAST_LATENCY_SAMPLES` of them, or when it was not watched in the window. */
  latencyP50Ms: number | null
  latencyP95Ms: number | null
  /** Informative looks ever. */
  looks: number
}

export const EMPTY_SCORE_FACTS: Readonly<ScoreFacts> = {
  asOf: null,
  upHours30d: 0,
  downHours30d: 0,
  outages30d: 0,
  outageSlots30d: 0,
  latencyP50Ms: null,
  latencyP95Ms: null,
  looks: 0,
}

/** The facts of a server at `now`; `intervals` need only reach back 30 days, in any order. */
export function scoreFactsFrom(serverState: ServerState | null, intervals: readonly Interval[], now: Date): ScoreFacts {
  const [fromAt, toAt] = [now.getTime() - SCORE_WINDOW_HOURS * HOUR_MS, now.getTime()]
  const { upMs, downMs, outages } = tallyIntervals(intervals, fromAt, toAt)
  const asOfAt = serverState?.lastInformativeAt ?? null
  const watched = upMs + downMs > 0
  return {
    asOf: asOfAt === null ? null : new Date(asOfAt).toISOString(),
    upHours30d: hours(upMs),
    downHours30d: hours(downMs),
    outages30d: outages,
    outageSlots30d: downMs > 0 ? outageSlots(intervals, fromAt, toAt) : 0,
    latencyP50Ms: watched ? latencyMs(serverState, 0.5) : null,
    latencyP95Ms: watched ? latencyMs(serverState, 0.95) : null,
    looks: serverState?.probes ?? 0,
  }
}

/**
 * The facts as the formula reads them, whatever they are: what is missing (facts of an older version) or no number is as if not observed, hours and
 * counts lie within the window, and time down is an outage even where none was counted.
 */
export function soundFacts(given: Partial<ScoreFacts>): ScoreFacts {
  const facts = { ...EMPTY_SCORE_FACTS, ...given }
  const upHours30d = within(facts.upHours30d, SCORE_WINDOW_HOURS)
  const downHours30d = within(facts.downHours30d, SCORE_WINDOW_HOURS)
  const leastOutages = downHours30d > 0 ? 1 : 0
  return {
    asOf: facts.asOf,
    upHours30d,
    downHours30d,
    outages30d: Math.max(leastOutages, within(facts.outages30d, Number.MAX_SAFE_INTEGER)),
    outageSlots30d: Math.max(leastOutages, within(facts.outageSlots30d, OUTAGE_SLOTS)),
    latencyP50Ms: Number.isFinite(facts.latencyP50Ms) ? facts.latencyP50Ms : null,
    latencyP95Ms: Number.isFinite(facts.latencyP95Ms) ? facts.latencyP95Ms : null,
    looks: within(facts.looks, Number.MAX_SAFE_INTEGER),
  }
}

function within(value: number, most: number): number {
  return value > 0 ? Math.min(most, value) : 0
}

function hours(ms: number): number {
  return Math.round((ms / HOUR_MS) * 1e3) / 1e3
}

function latencyMs(serverState: ServerState | null, share: number): number | null {
  if (serverState === null || serverState.latency.samples < LEAST_LATENCY_SAMPLES) return null
  const quantile = latencyQuantile(serverState.latency, share)
  return quantile === null ? null : Math.round(quantile)
}
