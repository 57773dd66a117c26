import { type ChainCounts, chainRates, fade, longRunUp, NO_COUNTS, upAfter, upGivenLook } from './chain'
import { HOUR_MS } from './duration'
import {
  CONFIRM_AFTER_MS,
  countStretch,
  type HeldState,
  type HeldStretch,
  type LookRun,
  nextRun,
  nextStretch,
} from './held-state'
import type { Interval } from './interval'
import { addLatency, type LatencySummary, NO_LATENCY } from './latency-summary'
import { isReachable, type LookReason, type Observation, outcomeOf } from './observation'
import type { Access } from './verdict'

export type ObservedAccess = Exclude<Access, 'unknown'>

/**
 * All that is remembered of a server between two looks; the next step needs nothing else.
 * JSON-serialisable. A name that ends in `At` is an instant in epoch milliseconds.
 */
export interface Belief {
  model: 'chain-1'
  /** Probability (0-1) that it was up right after the newest informative look. */
  up: number
  counts: ChainCounts
  /** `unknown` until two looks agreed, and again after a gap: what nobody watched is not vouched for. */
  standing: 'unknown' | HeldState
  standingSinceAt: number | null
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
  /** How it was last seen to be reached; null while it only failed or throttled. */
  access: ObservedAccess | null
  /** A first answer that contradicts `access` and waits for a second. */
  accessDoubt: { access: ObservedAccess; firstAt: number } | null
  latency: LatencySummary
  /** Looks while it stood up, fading by look, and the failures among them that did not become an outage. */
  blips: { looks: number; failures: number }
  /** Beginnings of its outages within 24 hours of the newest, oldest first, at most `DOWNS_KEPT`. */
  downsAt: number[]
  /** The stretch of time that `standing` has been seen for; null while that is unknown. */
  interval: HeldStretch | null
}

export interface BeliefStep {
  belief: Belief
  /** Rows to write over those with the same `from`: the stretch that grew, or the one that began. Empty: nothing to write. */
  intervals: Interval[]
}

/** Longest silence, in hours, that a state is held across: twice the slowest look planned, so that one missed run tears no hole. */
export const MAX_GAP_HOURS = 2

/** A look this soon, in ms, after one that decided nothing was the second look; the runner waits about 20 s, at most 30. */
export const SECOND_LOOK_WITHIN_MS = 60_000

/** Share of the blip counts kept a look: a memory of 50 looks, half a day at one each quarter of an hour. */
export const BLIPS_KEPT_PER_LOOK = 0.98

/** Outages are frequent or not by the day: its beginnings are remembered that long, in ms. */
export const FLAP_WINDOW_MS = 24 * HOUR_MS

/** Outage beginnings remembered: more than the flapping rule asks for, few enough for a row. */
export const DOWNS_KEPT = 8

const NOTHING_SEEN: Belief = {
  model: 'chain-1',
  up: longRunUp(chainRates(NO_COUNTS)),
  counts: NO_COUNTS,
  standing: 'unknown',
  standingSinceAt: null,
  run: null,
  looks: 0,
  firstInformativeAt: null,
  lastInformativeAt: null,
  lastLookAt: null,
  lastReason: null,
  lastInformativeReason: null,
  lastFailureReason: null,
  lastOkAt: null,
  access: null,
  accessDoubt: null,
  latency: NO_LATENCY,
  blips: { looks: 0, failures: 0 },
  downsAt: [],
  interval: null,
}

/**
 * What is believed after one more look. A late look (older than the newest informative one) and one without a date change
 * nothing; `could_not_look` only leaves its reason. A contradiction is believed once a second look agrees with it (`nextStretch` has the
 * rule) and dates from the first. After a silence of more than `MAX_GAP_HOURS` the state is unknown again, until two looks agree:
 * the time in between belongs to nobody. What was learnt (rates, latency, access) outlives the gap.
 */
export function updateBelief(previous: Belief | null, observation: Observation): BeliefStep {
  const known = previous ?? NOTHING_SEEN
  const at = observation.observedAt.getTime()
  const answered = isReachable(outcomeOf(observation.reason))
  if (Number.isNaN(at) || at < (known.lastInformativeAt ?? at)) return { belief: known, intervals: [] }
  if (answered === null) return { belief: noteAttempt(known, observation.reason, at), intervals: [] }

  const hours = (at - (known.lastInformativeAt ?? at)) / HOUR_MS
  const before = hours > MAX_GAP_HOURS ? forgetState(known) : known
  const up = upGivenLook(upAfter(before.up, chainRates(before.counts), hours), answered)
  const run = nextRun(before.run, answered ? 'up' : 'down', at)
  const held = nextStretch(before.interval, run, up, at)
  const belief: Belief = {
    ...noteAttempt(before, observation.reason, at),
    ...noteAnswer(before, observation, at),
    ...noteAccess(before, observation.reason, at),
    up,
    counts: countStretch(fade(before.counts, hours), before.interval, held),
    standing: held?.state ?? 'unknown',
    standingSinceAt: held?.fromAt ?? null,
    run,
    looks: before.looks + 1,
    firstInformativeAt: before.firstInformativeAt ?? at,
    lastInformativeAt: at,
    lastInformativeReason: observation.reason,
    lastFailureReason: answered ? before.lastFailureReason : observation.reason,
    blips: nextBlips(before, run),
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
 * Whether the runner should look again within 30 s, in the same run: the newest look began something one look cannot decide (the
 * first of all or after a gap, a first failure, a first answer in an outage, a first sign of another access). False after a
 * second look even when that decided nothing, so a caller may loop on it; and false where the server asked us to slow down.
 */
export function needsSecondLook(before: Belief | null, after: Belief): boolean {
  const at = after.lastInformativeAt
  if (at === null || after.looks === (before?.looks ?? 0) || !isUndecided(after)) return false
  if (after.lastInformativeReason !== null && outcomeOf(after.lastInformativeReason) === 'throttled') return false
  const previousAt = before?.lastInformativeAt ?? null
  if (before === null || previousAt === null || !isUndecided(before)) return true
  return at - previousAt > SECOND_LOOK_WITHIN_MS
}

/** Whether the newest look left a question open: nothing stands yet, it contradicts what stands, or it was let in differently. */
function isUndecided(belief: Belief): boolean {
  const accessTurned = belief.accessDoubt !== null && belief.accessDoubt.firstAt === belief.lastInformativeAt
  return belief.standing === 'unknown' || belief.run?.state !== belief.standing || accessTurned
}

function forgetState(belief: Belief): Belief {
  return { ...belief, standing: 'unknown', standingSinceAt: null, run: null, accessDoubt: null, interval: null }
}

function noteAttempt(belief: Belief, reason: LookReason, at: number): Belief {
  return at < (belief.lastLookAt ?? at) ? belief : { ...belief, lastLookAt: at, lastReason: reason }
}

/** Only `ok` shows the tool's own latency: a refusal is the door's. */
function noteAnswer(before: Belief, observation: Observation, at: number): Pick<Belief, 'lastOkAt' | 'latency'> {
  if (outcomeOf(observation.reason) !== 'ok') return { lastOkAt: before.lastOkAt, latency: before.latency }
  return { lastOkAt: at, latency: addLatency(before.latency, observation.latencyMs, at) }
}

/** Another access than the one known is believed at its second sign: a single 403 may be a firewall's mood. */
function noteAccess(before: Belief, reason: LookReason, at: number): Pick<Belief, 'access' | 'accessDoubt'> {
  const { access, accessDoubt } = before
  const seen = accessSeen(reason)
  if (seen === null) return { access, accessDoubt }
  if (access === null || access === seen) return { access: seen, accessDoubt: null }
  if (accessDoubt?.access !== seen) return { access, accessDoubt: { access: seen, firstAt: at } }
  return at - accessDoubt.firstAt >= CONFIRM_AFTER_MS ? { access: seen, accessDoubt: null } : { access, accessDoubt }
}

function accessSeen(reason: LookReason): ObservedAccess | null {
  if (reason === 'payment_required') return 'paid'
  const outcome = outcomeOf(reason)
  if (outcome === 'auth_required') return 'auth'
  return outcome === 'ok' ? 'open' : null
}

/** A failure is a blip once an answer follows it with no outage in between; until then it counts for nothing. */
function nextBlips(before: Belief, run: LookRun): Belief['blips'] {
  if (before.standing !== 'up' || run.state === 'down') return before.blips
  const failures = before.run?.state === 'down' ? before.run.looks : 0
  const kept = BLIPS_KEPT_PER_LOOK ** (failures + 1)
  return { looks: before.blips.looks * kept + failures + 1, failures: before.blips.failures * kept + failures }
}

function nextDowns(before: Belief, held: HeldStretch | null): number[] {
  if (before.standing !== 'up' || held?.state !== 'down') return before.downsAt
  return [...before.downsAt.filter((at) => at > held.fromAt - FLAP_WINDOW_MS), held.fromAt].slice(-DOWNS_KEPT)
}
