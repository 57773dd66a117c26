import type { ServerStateEntry } from 'assay-decide/bundle'
import { FORECAST_WEIGHTS } from 'assay-verify/forecast/forecast-model'
import type { Observation } from 'assay-verify/state/observation'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { stateEntryOf } from '../../lib/bundle/rules/state-entry'
import { intervalFactor } from '../../lib/core/evidence/probe-interval'
import type { UptimeSeries } from '../evidence/uptime-series'
import { openTruth } from '../evidence/verdict'

const MINUTE_MS = 60_000
/** The default of PROBE_RECHECK_SECONDS. */
const RECHECK_MS = 20_000
/** The chance that a recheck fails too, after a probe of an up server that failed by noise. */
const FAILS_AGAIN = 0.1
/** Up to so much of an interval is added or taken away. */
const JITTER = 0.1

/** What callers see from `from` (milliseconds since 1970) on, until the next. null: nothing speaks against a call. */
export interface PublishedState {
  from: number
  entry: ServerStateEntry | null
}

export interface Probing {
  everyMs: number
  noise: number
  /** From the minute of a bundle until the last caller has it. */
  delayMs: number
  random: () => number
}

/**
 * The states of a recorded service in the bundles of each minute, by the product's own server state, entry and
 * intervals. Of what is not down only that it is not.
 */
export function publishedStates({ samples }: UptimeSeries, probing: Probing): PublishedState[] {
  const { everyMs, noise, delayMs, random } = probing
  const last = samples.at(-1)?.at ?? 0
  const truthAt = openTruth(samples)
  const published: PublishedState[] = []
  let state: ServerState | null = null
  let failedByNoise = false
  for (let at = (samples[0]?.at ?? 0) + random() * everyMs; at <= last; ) {
    const { up, latencyMs } = truthAt(at)
    failedByNoise = up && random() < (failedByNoise ? FAILS_AGAIN : noise)
    const before: ServerState | null = state
    state = updateServerState(before, observationOf(at, up && !failedByNoise, latencyMs)).serverState
    const isRecheck = needsRecheck(before, state)
    if (!isRecheck) failedByNoise = false
    const usualMs = everyMs * intervalFactor('endpoint', state, new Date(at))
    const dueAt = at + (isRecheck ? RECHECK_MS : usualMs * (1 - JITTER + random() * 2 * JITTER))
    const from = Math.ceil(at / MINUTE_MS) * MINUTE_MS + delayMs
    const entry = state.liveness === 'up' ? null : entryOf(state, at, dueAt)
    if (entry !== null || published.at(-1)?.entry) published.push({ from, entry })
    at = dueAt
  }
  return published
}

function observationOf(at: number, up: boolean, latencyMs: number | null): Observation {
  return {
    observedAt: new Date(at),
    reason: up ? 'answered' : 'timed_out',
    latencyMs: up ? latencyMs : null,
    httpStatus: null,
    vantage: 'replay',
  }
}

/** null: it is not down. */
function entryOf(serverState: ServerState, at: number, dueAt: number): ServerStateEntry | null {
  const evidence = {
    serverState,
    declaredAccess: 'open',
    own: null,
    unsafe: null,
    open: [],
    removed: [],
    endpointDueAt: new Date(dueAt),
    otherDueAt: null,
  } as const
  const entry = stateEntryOf(evidence, new Date(at), FORECAST_WEIGHTS)
  return entry?.v === 'down' ? entry : null
}
