import { HOUR_MS } from '../duration'
import { FIRST_UP, upAfterSilence } from '../forecast/forecast'
import { NO_HISTORY, noteSeen, type OutageHistory } from '../forecast/outage-history'
import type { Interval } from '../history/interval'
import { type Blips, failsOften, NO_BLIPS, nextBlips } from './blips'
import { CONFIRM_AFTER_MS, type HeldState, type HeldStretch, type LookRun, nextRun, nextStretch } from './held-state'
import { addLatency, isSlow, type LatencySummary, NO_LATENCY } from './latency-summary'
import { answerChance, failChance, upGivenLook } from './look-noise'
import {
  boundedObservation,
  inOrderOfEffect,
  isReachable,
  type LookReason,
  type Observation,
  outcomeOf,
} from './observation'
import { type AccessMemory, noteAccess } from './observed-access'

/**
 * All that is remembered of a server between two looks; the next step needs nothing else.
 * JSON-serialisable. A name that ends in `At` is an instant in epoch milliseconds.
 */
export interface Belief extends AccessMemory {
  model: typeof MODEL
  /** Probability (0-1) that it was up right after the newest informative look. */
  up: number
  /** Its outages and up times so far, as far as they stood: what is learnt of its own rates. */
  history: OutageHistory
  /** `unknown` until two looks agreed, and again after a gap: what nobody watched is not vouched for. */
  standing: 'unknown' | HeldState
  standingSinceAt: number | null
  /** First failure of the outage it was last seen in; null from when it is seen up. It outlasts a gap: nobody saw the outage end. */
  downSinceAt: number | null
  run: LookRun | null
  /** Informative looks ever: all but `could_not_look`. */
  looks: number
  firstInformativeAt: number | null
  lastInformativeAt: number | null
  /** Newest look of any kind, and how it ended. */
  lastLookAt: number | null
  lastReason: LookReason | null
  lastInformativeReason: LookReason | null
  lastFailureReason: LookReason | null
  lastOkAt: number | null
  /** Since when each of its answers asked us to slow down; null: the newest did not. */
  throttledSinceAt: number | null
  latency: LatencySummary
  /** Of the first answers after an idle time of ours: a server that sleeps wakes slowly, and that is no sign of trouble. */
  wakingLatency: LatencySummary
  /** Whether its last answers were far slower than usual; see `isSlow`. */
  slow: boolean
  /** How many looks in a row followed in quick succession on one that decided nothing; 0: the newest came at its usual time, or nothing was open. */
  quickLooks: number
  blips: Blips
  /** Whether too many looks fail that do not become an outage; see `failsOften`. */
  failsOften: boolean
  /** Beginnings of its outages within 24 hours of the newest, oldest first, at most `DOWNS_KEPT`. */
  downsAt: number[]
  /** The stretch of time that `standing` has been seen for; null while that is unknown. */
  interval: HeldStretch | null
}

interface BeliefStep {
  belief: Belief
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
export const MOST_QUICK_LOOKS = 5

/** After so long, in ms, without a look a server may have gone to sleep: twice the usual quarter of an hour. */
const IDLE_AFTER_MS = 30 * 60_000

/** Outages are frequent or not by the day: its beginnings are remembered that long, in ms. */
export const FLAP_WINDOW_MS = 24 * HOUR_MS

/** Outage beginnings remembered: more than the flapping rule asks for, few enough for a row. */
const DOWNS_KEPT = 8

/** Names the filter: a belief of another is not read. */
export const MODEL = 'filter-2'

const NOTHING_SEEN: Belief = {
  model: MODEL,
  up: FIRST_UP,
  history: NO_HISTORY,
  standing: 'unknown',
  standingSinceAt: null,
  downSinceAt: null,
  run: null,
  looks: 0,
  firstInformativeAt: null,
  lastInformativeAt: null,
  lastLookAt: null,
  lastReason: null,
  lastInformativeReason: null,
  lastFailureReason: null,
  lastOkAt: null,
  throttledSinceAt: null,
  access: null,
  accessDoubt: null,
  latency: NO_LATENCY,
  wakingLatency: NO_LATENCY,
  slow: false,
  quickLooks: 0,
  blips: NO_BLIPS,
  failsOften: false,
  downsAt: [],
  interval: null,
}

/** A stored belief, complete: rows of older versions lack the newer members. */
export function completeBelief(stored: Belief): Belief {
  const { downSinceAt, throttledSinceAt = null, standing, standingSinceAt } = stored as Partial<Belief> & Belief
  if (downSinceAt !== undefined) return stored
  return { ...stored, downSinceAt: standing === 'down' ? standingSinceAt : null, throttledSinceAt }
}

/**
 * What is believed after one more look. A late look (not newer than the newest informative one) and one without a date change
 * nothing; `could_not_look` only leaves its reason. A contradiction is believed once further looks settle it (`nextStretch` has the
 * rule) and dates from the first. After a silence of more than `MAX_GAP_HOURS` the state is unknown again, until two looks agree:
 * the time in between belongs to nobody. What was learnt (rates, latency, access) outlives the gap. Method: the forward step of a hidden
 * Markov model of two states in continuous time (Rabiner 1989, section III.A), whose looks deceive as `look-noise` has it.
 */
export function updateBelief(previous: Belief | null, given: Observation): BeliefStep {
  const known = previous ?? NOTHING_SEEN
  const observation = boundedObservation(given)
  const at = observation.observedAt.getTime()
  const answered = isReachable(outcomeOf(observation.reason))
  if (Number.isNaN(at) || at < (known.lastInformativeAt ?? at)) return { belief: known, intervals: [] }
  if (answered === null) return { belief: noteAttempt(known, observation.reason, at), intervals: [] }
  if (at === known.lastInformativeAt) return { belief: known, intervals: [] }

  const sinceMs = at - (known.lastInformativeAt ?? at)
  const hours = sinceMs / HOUR_MS
  const before = hours > MAX_GAP_HOURS ? forgetState(known) : known
  const run = nextRun(before.run, answered ? 'up' : 'down', at)
  const held = nextStretch(before.interval, run, everAnswered(before), at)
  const blips = before.standing === 'up' ? nextBlips(before.blips, before.run, run) : before.blips
  const belief: Belief = {
    ...noteAttempt(before, observation.reason, at),
    ...noteAnswer(before, observation, at),
    ...noteAccess(before, observation.reason, at),
    up: upAfterLook(before, answered, at, hours),
    history: held === null ? before.history : noteSeen(before.history, held.state, held.fromAt, held.toAt),
    standing: held?.state ?? 'unknown',
    standingSinceAt: held?.fromAt ?? null,
    downSinceAt: nextDownSince(before, held),
    throttledSinceAt: nextThrottledSince(before, observation.reason, at),
    run,
    looks: before.looks + 1,
    quickLooks: before.looks > 0 && isUndecided(before) && sinceMs <= QUICK_WITHIN_MS ? before.quickLooks + 1 : 0,
    firstInformativeAt: before.firstInformativeAt ?? at,
    lastInformativeAt: at,
    lastInformativeReason: observation.reason,
    lastFailureReason: answered ? before.lastFailureReason : observation.reason,
    blips,
    failsOften: failsOften(blips, before.failsOften),
    downsAt: nextDowns(before, held),
    interval: held,
  }
  const wrote = held !== null && held !== before.interval
  return {
    belief,
    intervals: wrote ? [{ from: new Date(held.fromAt), to: new Date(held.toAt), state: held.state }] : [],
  }
}

/**
 * What is believed after several looks, in whatever order they are handed in. Of looks of one instant one counts, the one that says most for the
 * server: where two places look at once and one is answered, the server is there. The intervals are those of all steps; where two have the
 * same `from`, the later stands.
 */
export function updateBeliefByAll(previous: Belief | null, observations: readonly Observation[]): BeliefStep {
  let belief = previous ?? NOTHING_SEEN
  const intervals: Interval[] = []
  for (const observation of inOrderOfEffect(observations)) {
    const step = updateBelief(belief, observation)
    belief = step.belief
    intervals.push(...step.intervals)
  }
  return { belief, intervals }
}

/**
 * Whether the runner should look again within 30 s: the newest look began or continued something that is not settled (the first of all or
 * after a gap, a failure, an answer in an outage, a first sign of another access). False after `MOST_QUICK_LOOKS` in quick succession
 * even when they settled nothing, so a caller may loop on it; and false where the server asked us to slow down.
 */
export function needsAnotherLook(before: Belief | null, after: Belief): boolean {
  const at = after.lastInformativeAt
  if (at === null || after.looks === (before?.looks ?? 0) || !isUndecided(after)) return false
  if (after.lastInformativeReason !== null && outcomeOf(after.lastInformativeReason) === 'throttled') return false
  return after.quickLooks < MOST_QUICK_LOOKS
}

/** Whether the newest look left a question open: nothing stands yet, it contradicts what stands, or it was let in differently. */
function isUndecided(belief: Belief): boolean {
  const accessTurned = belief.accessDoubt !== null && belief.accessDoubt.firstAt === belief.lastInformativeAt
  return belief.standing === 'unknown' || belief.run?.state !== belief.standing || accessTurned
}

/** It was let in, refused or throttled at least once: it is, or was, a living server. */
export function everAnswered({ access, run, history }: Belief): boolean {
  return access !== null || run?.state === 'up' || history.state === 'up' || history.upHours > 0
}

function upAfterLook(before: Belief, answered: boolean, at: number, hours: number): number {
  const prior = upAfterSilence(before, hours)
  const { run } = before
  const again = run !== null && (run.state === 'up') === answered
  const sinceMs = again ? at - run.lastAt : null
  // What is seen twice in one moment is seen once.
  if (sinceMs !== null && sinceMs < CONFIRM_AFTER_MS) return prior
  if (answered) return upGivenLook(prior, 1 - failChance(null), answerChance(again))
  return upGivenLook(prior, failChance(sinceMs), 1 - answerChance(false))
}

function forgetState(belief: Belief): Belief {
  return { ...belief, standing: 'unknown', standingSinceAt: null, run: null, accessDoubt: null, interval: null }
}

function noteAttempt(belief: Belief, reason: LookReason, at: number): Belief {
  return at < (belief.lastLookAt ?? at) ? belief : { ...belief, lastLookAt: at, lastReason: reason }
}

/** Only `ok` shows the tool's own latency: a refusal is the door's. */
function noteAnswer(
  before: Belief,
  observation: Observation,
  at: number,
): Pick<Belief, 'lastOkAt' | 'latency' | 'wakingLatency' | 'slow'> {
  const { latency, wakingLatency, slow, lastOkAt, lastInformativeAt } = before
  if (outcomeOf(observation.reason) !== 'ok') return { lastOkAt, latency, wakingLatency, slow }
  if (at - (lastInformativeAt ?? at) > IDLE_AFTER_MS) {
    return { lastOkAt: at, latency, wakingLatency: addLatency(wakingLatency, observation.latencyMs, at), slow }
  }
  const after = addLatency(latency, observation.latencyMs, at)
  return { lastOkAt: at, latency: after, wakingLatency, slow: isSlow(after, slow) }
}

function nextDownSince({ downSinceAt }: Belief, held: HeldStretch | null): number | null {
  if (held === null) return downSinceAt
  return held.state === 'down' ? (downSinceAt ?? held.fromAt) : null
}

/** A failure is no answer: what answered last decides. */
function nextThrottledSince({ throttledSinceAt }: Belief, reason: LookReason, at: number): number | null {
  const outcome = outcomeOf(reason)
  if (outcome === 'throttled') return throttledSinceAt ?? at
  return isReachable(outcome) === true ? null : throttledSinceAt
}

function nextDowns(before: Belief, held: HeldStretch | null): number[] {
  if (before.standing !== 'up' || held?.state !== 'down') return before.downsAt
  return [...before.downsAt.filter((at) => at > held.fromAt - FLAP_WINDOW_MS), held.fromAt].slice(-DOWNS_KEPT)
}
