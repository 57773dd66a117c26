import { HOUR_MS } from '../duration'
import { upAfterSilence } from '../forecast/forecast'
import { noteSeen } from '../forecast/outage-history'
import type { Interval } from '../history/interval'
import { CONFIRM_AFTER_MS, type ConfirmedInterval, nextConfirmedInterval, nextStreak } from './confirmed-state'
import { addLatency, isSlow } from './latency-summary'
import {
  boundedObservation,
  inOrderOfEffect,
  isReachable,
  type Observation,
  outcomeOf,
  type ProbeReason,
} from './observation'
import { noteAccess } from './observed-access'
import { answerChance, failChance, upGivenProbe } from './probe-noise'
import { completeBelief, MODEL, NOTHING_SEEN, type ServerState } from './server-state-fields'
import { failsOften, nextTransientFailures } from './transient-failures'

export { completeBelief, MODEL, type ServerState }

interface StateUpdate {
  serverState: ServerState
  /** Rows to write over those with the same `from`: the stretch that grew, or the one that began. Empty: nothing to write. */
  intervals: Interval[]
}

/** Longest silence, in hours, that a state is held across: twice the slowest look planned, so that one missed run tears no hole. */
export const MAX_GAP_HOURS = 2

/**
 * A look this soon, in ms, after another is one of a quick succession: the runner waits 20 s, a look may take 20 s, and a host that runs jobs by
 * the minute adds that.
 */
export const QUICK_WITHIN_MS = 150_000

/** Looks in quick succession after one that decided nothing, at most: as many as `down` asks for, and one to spare. */
export const MOST_QUICK_PROBES = 5

/** After so long, in ms, without a look a server may have gone to sleep: twice the usual quarter of an hour. */
const IDLE_AFTER_MS = 30 * 60_000

/** Outages are frequent or not by the day: its beginnings are remembered that long, in ms. */
export const FLAP_WINDOW_MS = 24 * HOUR_MS

/** Outage beginnings remembered: more than the flapping rule asks for, few enough for a row. */
const DOWNS_KEPT = 8

/**
 * What is believed after one more look. A late look (not newer than the newest informative one) and one without a date change
 * nothing; `could_not_look` only leaves its reason. A contradiction is believed once further looks settle it (`nextStretch` has the
 * rule) and dates from the first. After a silence of more than `MAX_GAP_HOURS` the state is unknown again, until two looks agree:
 * the time in between belongs to nobody. What was learnt (rates, latency, access) outlives the gap. Method: the forward step of a hidden
 * Markov model of two states in continuous time (Rabiner 1989, section III.A), whose looks deceive as `look-noise` has it.
 */
export function updateServerState(previous: ServerState | null, given: Observation): StateUpdate {
  const known = previous ?? NOTHING_SEEN
  const observation = boundedObservation(given)
  const at = observation.observedAt.getTime()
  const answered = isReachable(outcomeOf(observation.reason))
  if (Number.isNaN(at) || at < (known.lastInformativeAt ?? at)) return { serverState: known, intervals: [] }
  if (answered === null) return { serverState: noteAttempt(known, observation.reason, at), intervals: [] }
  if (at === known.lastInformativeAt) return { serverState: known, intervals: [] }

  const sinceMs = at - (known.lastInformativeAt ?? at)
  const hours = sinceMs / HOUR_MS
  const before = hours > MAX_GAP_HOURS ? forgetState(known) : known
  const streak = nextStreak(before.streak, answered ? 'up' : 'down', at)
  const held = nextConfirmedInterval(before.interval, streak, everAnswered(before), at)
  const transientFailures =
    before.liveness === 'up'
      ? nextTransientFailures(before.transientFailures, before.streak, streak)
      : before.transientFailures
  const serverState: ServerState = {
    ...noteAttempt(before, observation.reason, at),
    ...noteAnswer(before, observation, at),
    ...noteAccess(before, observation.reason, at),
    up: upAfterProbe(before, answered, at, hours),
    history: held === null ? before.history : noteSeen(before.history, held.state, held.fromAt, held.toAt),
    liveness: held?.state ?? 'unknown',
    livenessSinceAt: held?.fromAt ?? null,
    downSinceAt: nextDownSince(before, held),
    throttledSinceAt: nextThrottledSince(before, observation.reason, at),
    streak,
    probes: before.probes + 1,
    quickProbes: before.probes > 0 && isUndecided(before) && sinceMs <= QUICK_WITHIN_MS ? before.quickProbes + 1 : 0,
    firstInformativeAt: before.firstInformativeAt ?? at,
    lastInformativeAt: at,
    lastInformativeReason: observation.reason,
    lastFailureReason: answered ? before.lastFailureReason : observation.reason,
    transientFailures,
    failsOften: failsOften(transientFailures, before.failsOften),
    downsAt: nextDowns(before, held),
    interval: held,
  }
  const wrote = held !== null && held !== before.interval
  return {
    serverState,
    intervals: wrote ? [{ from: new Date(held.fromAt), to: new Date(held.toAt), state: held.state }] : [],
  }
}

/**
 * What is believed after several looks, in whatever order they are handed in. Of looks of one instant one counts, the one that says most for the
 * server: where two places look at once and one is answered, the server is there. The intervals are those of all steps; where two have the
 * same `from`, the later stands.
 */
export function foldObservations(previous: ServerState | null, observations: readonly Observation[]): StateUpdate {
  let serverState = previous ?? NOTHING_SEEN
  const intervals: Interval[] = []
  for (const observation of inOrderOfEffect(observations)) {
    const step = updateServerState(serverState, observation)
    serverState = step.serverState
    intervals.push(...step.intervals)
  }
  return { serverState, intervals }
}

/**
 * Whether the runner should look again within 30 s: the newest look began or continued something that is not settled (the first of all or
 * after a gap, a failure, an answer in an outage, a first sign of another access). False after `MOST_QUICK_LOOKS` in quick succession
 * even when they settled nothing, so a caller may loop on it; and false where the server asked us to slow down.
 */
export function needsRecheck(before: ServerState | null, after: ServerState): boolean {
  const at = after.lastInformativeAt
  if (at === null || after.probes === (before?.probes ?? 0) || !isUndecided(after)) return false
  if (after.lastInformativeReason !== null && outcomeOf(after.lastInformativeReason) === 'throttled') return false
  return after.quickProbes < MOST_QUICK_PROBES
}

/** Whether the newest look left a question open: nothing stands yet, it contradicts what stands, or it was let in differently. */
function isUndecided(serverState: ServerState): boolean {
  const accessTurned =
    serverState.unconfirmedAccess !== null && serverState.unconfirmedAccess.firstAt === serverState.lastInformativeAt
  return serverState.liveness === 'unknown' || serverState.streak?.state !== serverState.liveness || accessTurned
}

/** It was let in, refused or throttled at least once: it is, or was, a living server. */
export function everAnswered({ access, streak, history }: ServerState): boolean {
  return access !== null || streak?.state === 'up' || history.state === 'up' || history.upHours > 0
}

function upAfterProbe(before: ServerState, answered: boolean, at: number, hours: number): number {
  const prior = upAfterSilence(before, hours)
  const { streak } = before
  const again = streak !== null && (streak.state === 'up') === answered
  const sinceMs = again ? at - streak.lastAt : null
  // What is seen twice in one moment is seen once.
  if (sinceMs !== null && sinceMs < CONFIRM_AFTER_MS) return prior
  if (answered) return upGivenProbe(prior, 1 - failChance(null), answerChance(again))
  return upGivenProbe(prior, failChance(sinceMs), 1 - answerChance(false))
}

function forgetState(serverState: ServerState): ServerState {
  return {
    ...serverState,
    liveness: 'unknown',
    livenessSinceAt: null,
    streak: null,
    unconfirmedAccess: null,
    interval: null,
  }
}

function noteAttempt(serverState: ServerState, reason: ProbeReason, at: number): ServerState {
  return at < (serverState.lastProbeAt ?? at) ? serverState : { ...serverState, lastProbeAt: at, lastReason: reason }
}

/** Only `ok` shows the tool's own latency: a refusal is the door's. */
function noteAnswer(
  before: ServerState,
  observation: Observation,
  at: number,
): Pick<ServerState, 'lastOkAt' | 'latency' | 'wakingLatency' | 'slow'> {
  const { latency, wakingLatency, slow, lastOkAt, lastInformativeAt } = before
  if (outcomeOf(observation.reason) !== 'ok') return { lastOkAt, latency, wakingLatency, slow }
  if (at - (lastInformativeAt ?? at) > IDLE_AFTER_MS) {
    return { lastOkAt: at, latency, wakingLatency: addLatency(wakingLatency, observation.latencyMs, at), slow }
  }
  const after = addLatency(latency, observation.latencyMs, at)
  return { lastOkAt: at, latency: after, wakingLatency, slow: isSlow(after, slow) }
}

function nextDownSince({ downSinceAt }: ServerState, held: ConfirmedInterval | null): number | null {
  if (held === null) return downSinceAt
  return held.state === 'down' ? (downSinceAt ?? held.fromAt) : null
}

/** A failure is no answer: what answered last decides. */
function nextThrottledSince({ throttledSinceAt }: ServerState, reason: ProbeReason, at: number): number | null {
  const outcome = outcomeOf(reason)
  if (outcome === 'throttled') return throttledSinceAt ?? at
  return isReachable(outcome) === true ? null : throttledSinceAt
}

function nextDowns(before: ServerState, held: ConfirmedInterval | null): number[] {
  if (before.liveness !== 'up' || held?.state !== 'down') return before.downsAt
  return [...before.downsAt.filter((at) => at > held.fromAt - FLAP_WINDOW_MS), held.fromAt].slice(-DOWNS_KEPT)
}
