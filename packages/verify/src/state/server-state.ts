import { HOUR_MS } from '../duration.ts'
import { upAfterSilence } from '../forecast/forecast.ts'
import { noteSeen } from '../forecast/outage-history.ts'
import type { Interval } from '../history/interval.ts'
import { CONFIRM_AFTER_MS, type ConfirmedInterval, nextConfirmedInterval, nextStreak } from './confirmed-state.ts'
import { addLatency, isSlow } from './latency-summary.ts'
import {
  boundedObservation,
  inOrderOfEffect,
  isReachable,
  type Observation,
  OFFERS_NO_TOOLS,
  outcomeOf,
  type ProbeReason,
} from './observation.ts'
import { noteAccess } from './observed-access.ts'
import { answerChance, failChance, upGivenProbe } from './probe-noise.ts'
import { completeServerState, MODEL, NOTHING_SEEN, type ServerState } from './server-state-fields.ts'
import { failsOften, nextTransientFailures } from './transient-failures.ts'

export { completeServerState, MODEL, type ServerState }

interface StateUpdate {
  serverState: ServerState
  /** Rows to write over those with the same `from`: the interval that grew, or the new one. Empty: nothing to write. */
  intervals: Interval[]
}

/**
 * Longest silence, in hours, that a state is kept across: twice the slowest planned probe interval, so that one missed
 * run makes no gap.
 */
export const MAX_GAP_HOURS = 2

/**
 * A probe this soon, in ms, after another is a recheck: the runner waits 20 s, a probe may take 20 s, and a host that
 * runs jobs by the minute adds that.
 */
export const QUICK_WITHIN_MS = 150_000

/** Rechecks in a row, at most: as many as `down` needs, and one to spare. */
export const MOST_QUICK_PROBES = 5

/** After so long, in ms, without a probe a server may have gone to sleep: twice the usual quarter of an hour. */
const IDLE_AFTER_MS = 30 * 60_000

/** Flapping is counted by the day: beginnings of outages are kept that long, in ms. */
export const FLAP_WINDOW_MS = 24 * HOUR_MS

/** Flapping: this many outages began within the window. */
export const FLAPPING_DOWNS = 3

/** Beginnings of outages kept: more than the flapping rule needs, few enough for a row. */
const DOWNS_KEPT = 8

/**
 * The state after one more probe. A late probe (not newer than the newest informative one) and one without a date
 * change nothing; an `inconclusive` one is only noted with its reason. A contradiction takes effect once further probes
 * settle it (`nextConfirmedInterval` has the rule) and dates from the first. After a silence of more than
 * `MAX_GAP_HOURS` the state is unknown again, until two probes agree; the time in between counts for no state. What was
 * learnt (rates, latency, access) survives the gap. Method: the forward step of a hidden Markov model of two states in
 * continuous time (Rabiner 1989, section III.A), with the error rates of probes from `probe-noise`.
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
  // No more than this is stated of the past: the log refuses a stretch that began earlier.
  const stated = { ...streak, firstAt: Math.max(streak.firstAt, at - MAX_GAP_HOURS * HOUR_MS) }
  const interval = nextConfirmedInterval(before.interval, stated, everAnswered(before), at)
  const transientFailures =
    before.liveness === 'up'
      ? nextTransientFailures(before.transientFailures, before.streak, streak)
      : before.transientFailures
  const serverState: ServerState = {
    ...noteAttempt(before, observation.reason, at),
    ...noteAnswer(before, observation, at),
    ...noteListing(before, observation.reason, at),
    ...noteAccess(before, observation.reason, at),
    up: upAfterProbe(before, answered, at, hours),
    history:
      interval === null ? before.history : noteSeen(before.history, interval.state, interval.fromAt, interval.toAt),
    liveness: interval?.state ?? 'unknown',
    livenessSinceAt: interval?.fromAt ?? null,
    downSinceAt: nextDownSince(before, interval),
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
    downsAt: nextDowns(before, interval),
    interval,
  }
  const wrote = interval !== null && interval !== before.interval
  return {
    serverState,
    intervals: wrote ? [{ from: new Date(interval.fromAt), to: new Date(interval.toAt), state: interval.state }] : [],
  }
}

/**
 * The state after several probes, passed in any order. Of probes of one instant the most favourable for the server
 * counts: where two vantages probe at once and one is answered, the server is up. The intervals are those of all steps;
 * of two with the same `from`, the later one is valid.
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
 * Whether the runner should probe again within 30 s: the newest probe began or continued something undecided (the first
 * of all or after a gap, a failure, an answer in an outage, a first sign of another access). False after
 * `MOST_QUICK_PROBES` rechecks even when they settled nothing, so a caller may loop on it; and false where the server
 * asked to slow down.
 */
export function needsRecheck(before: ServerState | null, after: ServerState): boolean {
  const at = after.lastInformativeAt
  if (at === null || after.probes === (before?.probes ?? 0) || !isUndecided(after)) return false
  if (after.lastInformativeReason !== null && outcomeOf(after.lastInformativeReason) === 'throttled') return false
  return after.quickProbes < MOST_QUICK_PROBES
}

/**
 * Whether the newest probe left something undecided: nothing is confirmed yet, it contradicts the confirmed state, or
 * it showed another access.
 */
function isUndecided(serverState: ServerState): boolean {
  const accessTurned =
    serverState.unconfirmedAccess !== null && serverState.unconfirmedAccess.firstAt === serverState.lastInformativeAt
  return serverState.liveness === 'unknown' || serverState.streak?.state !== serverState.liveness || accessTurned
}

/** Whether it answered, refused or throttled a probe at least once. */
export function everAnswered({ access, streak, history }: ServerState): boolean {
  return access !== null || streak?.state === 'up' || history.state === 'up' || history.upHours > 0
}

function upAfterProbe(before: ServerState, answered: boolean, at: number, hours: number): number {
  const prior = upAfterSilence(before, hours)
  const { streak } = before
  const again = streak !== null && (streak.state === 'up') === answered
  const sinceMs = again ? at - streak.lastAt : null
  // Two probes of the same moment count as one.
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

/** A probe that was refused, throttled or failed read no list. */
function noteListing({ withoutTools = null }: ServerState, reason: ProbeReason, at: number) {
  if (OFFERS_NO_TOOLS.has(reason)) return { withoutTools: { reason, at, probes: (withoutTools?.probes ?? 0) + 1 } }
  return withoutTools !== null && outcomeOf(reason) === 'ok' ? { withoutTools: null } : {}
}

/** Only `ok` shows the server's own latency: a refusal may come from what is in front of it. */
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

function nextDownSince({ downSinceAt }: ServerState, interval: ConfirmedInterval | null): number | null {
  if (interval === null) return downSinceAt
  return interval.state === 'down' ? (downSinceAt ?? interval.fromAt) : null
}

/** A failure is no answer: the last answer decides. */
function nextThrottledSince({ throttledSinceAt }: ServerState, reason: ProbeReason, at: number): number | null {
  const outcome = outcomeOf(reason)
  if (outcome === 'throttled') return throttledSinceAt ?? at
  return isReachable(outcome) === true ? null : throttledSinceAt
}

function nextDowns(before: ServerState, interval: ConfirmedInterval | null): number[] {
  if (before.liveness !== 'up' || interval?.state !== 'down') return before.downsAt
  return [...before.downsAt.filter((at) => at > interval.fromAt - FLAP_WINDOW_MS), interval.fromAt].slice(-DOWNS_KEPT)
}
