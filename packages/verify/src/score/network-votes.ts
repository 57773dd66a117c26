import { HOUR_MS } from '../duration.ts'
import type { HourOfOutcomes, ReporterOutcomes } from './usage.ts'

/** The window in which outcomes count, in hours: that of a score. */
export const USAGE_WINDOW_HOURS = 720

/**
 * Age, in days, at which a day's votes count half: a week, so that a repaired tool recovers within the month and a
 * quiet weekend changes nothing.
 */
export const USAGE_HALF_LIFE_DAYS = 7

/**
 * Share of successes that moves nothing, and the one that is a full vote against: callers tolerate one failure in
 * twenty, and leave at one in two.
 */
export const USAGE_NEUTRAL = 0.95
export const USAGE_WORST = 0.5

/** Calls of one day that make half a vote: a network's own rate is shrunk to the neutral one by as many. */
export const CALLS_OF_HALF_A_VOTE = 5

/**
 * Networks whose votes of a day are left out where that weakens the result: what one person can have at the price of
 * two rented machines. Which they were yesterday is not known, since networks of two days cannot be linked.
 */
export const NETWORKS_LEFT_OUT = 2

/** Prior neutral votes of every day of the window: they bound the effect of any two networks (`usagePoints`). */
const NEUTRAL_VOTES_A_DAY = 28

/** Sum of the weights of all days that a window of 720 hours may touch: 10.11. */
const WEIGHT_OF_ALL_DAYS = Array.from({ length: USAGE_WINDOW_HOURS / 24 + 1 }, (_, age) => weightOfDay(age)).reduce(
  (sum, weight) => sum + weight,
)
export const NEUTRAL_VOTES = Math.round(NEUTRAL_VOTES_A_DAY * WEIGHT_OF_ALL_DAYS)

/** Successes and failures of the calls that are evidence about the tool. */
interface Calls {
  successes: number
  failures: number
}

/** A network's vote of one day times its weight, -1 to 1, and its weight, 0 to 1; both less by the age of the day. */
interface WeighedVote {
  vote: number
  weight: number
}

export interface ConfirmedVotes {
  /** The most networks that reported on one day. */
  networks: number
  /** Weight of the votes in the mean; 0 where nothing is confirmed. */
  weight: number
  /** -1 to 1. */
  mean: number
}

/** UTC day of an hour, both counted from 1970. */
export function dayOfHour(hour: number): number {
  return Math.floor(hour / 24)
}

/** Whether an hour is in the window of a score. Hours of a clock that is ahead count as the present one. */
export function isInWindow({ hour }: HourOfOutcomes, now: Date): boolean {
  return now.getTime() / HOUR_MS - hour <= USAGE_WINDOW_HOURS
}

/**
 * The mean of one vote a network and day among neutral votes, as far as it is confirmed: if it is above 0, the least it
 * can become when any two networks of every day are left out, and at least 0; if below, the greatest, and at most 0. So
 * two networks alone move nothing, however many reporters they have, and no vote counts that two networks cast against
 * all others. Reporters whose network is not known have no vote. More failures never raise it: the mean falls with
 * every one, so do its least and its greatest value, and the result is the middle one of those two and 0.
 */
export function confirmedVotes(reports: readonly ReporterOutcomes[], now: Date): ConfirmedVotes {
  const days = votesByDay(reports, now)
  const networks = Math.max(0, ...days.map((votes) => votes.length))
  const least = leastMean(days)
  if (least.mean > 0) return { networks, ...least }
  const greatest = leastMean(days.map((votes) => votes.map(({ vote, weight }) => ({ vote: -vote, weight }))))
  return greatest.mean > 0
    ? { networks, weight: greatest.weight, mean: -greatest.mean }
    : { networks, weight: 0, mean: 0 }
}

/**
 * The least mean with up to two votes of each day left out, by Dinkelbach's method for ratios ("On Nonlinear Fractional
 * Programming", 1967).
 */
function leastMean(days: readonly (readonly WeighedVote[])[]): { mean: number; weight: number } {
  let found = meanOf(days.flat())
  for (;;) {
    const { mean } = found
    const gain = ({ vote, weight }: WeighedVote) => vote - mean * weight
    const kept = days.flatMap((votes) => {
      const order = [...votes].sort((a, b) => gain(b) - gain(a))
      return order.filter((vote, place) => place >= NETWORKS_LEFT_OUT || gain(vote) <= 0)
    })
    const next = meanOf(kept)
    if (!(next.mean < mean)) return found
    found = next
  }
}

function meanOf(votes: readonly WeighedVote[]): { mean: number; weight: number } {
  const weight = votes.reduce((sum, vote) => sum + vote.weight, 0)
  return { mean: votes.reduce((sum, { vote }) => sum + vote, 0) / (NEUTRAL_VOTES + weight), weight }
}

function votesByDay(reports: readonly ReporterOutcomes[], now: Date): WeighedVote[][] {
  const today = dayOfHour(Math.floor(now.getTime() / HOUR_MS))
  const days = new Map<number, Map<number, Calls>>()
  for (const { hours, networks } of reports) {
    for (const entry of hours) {
      const day = dayOfHour(entry.hour)
      const network = networks.get(day)
      if (network === undefined || !isInWindow(entry, now)) continue
      const ofDay = days.get(day) ?? new Map<number, Calls>()
      const calls = ofDay.get(network) ?? { successes: 0, failures: 0 }
      calls.successes += entry.successes
      calls.failures += entry.transportFailures + entry.otherFailures
      ofDay.set(network, calls)
      days.set(day, ofDay)
    }
  }
  return [...days].map(([day, calls]) =>
    [...calls.values()]
      .filter(({ successes, failures }) => successes + failures > 0)
      .map((one) => weighedVote(one, weightOfDay(Math.max(0, today - day)))),
  )
}

function weighedVote({ successes, failures }: Calls, fade: number): WeighedVote {
  const calls = successes + failures
  const weight = (fade * calls) / (calls + CALLS_OF_HALF_A_VOTE)
  return { vote: weight * voteOf(successes / calls), weight }
}

/** -1 to 1. Clipped: a network that sees every call fail counts no more than one that sees every second call fail. */
function voteOf(successRate: number): number {
  const span = successRate < USAGE_NEUTRAL ? USAGE_NEUTRAL - USAGE_WORST : 1 - USAGE_NEUTRAL
  return Math.max(-1, (successRate - USAGE_NEUTRAL) / span)
}

function weightOfDay(age: number): number {
  return 2 ** (-age / USAGE_HALF_LIFE_DAYS)
}
