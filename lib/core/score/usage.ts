import { HOUR_MS } from '../duration'

/** What one reporter sent about one tool in one hour: counts, never calls. `hour`: whole hours since 1970, UTC. */
export interface HourOfOutcomes {
  hour: number
  successes: number
  /** No usable answer: errors of class network, timeout, server, unavailable. */
  transportFailures: number
  /** Caused by the caller or the contract: auth, rate_limit, not_found, schema. The tool was reachable. */
  callerFailures: number
  /** Failures without a class. */
  otherFailures: number
}

/** `keyedSince`: since when its key exists; null: it has none. `corroborated`: its events that agreed with other observations. */
export interface Reporter {
  keyedSince: Date | null
  corroborated: number
}

export interface ReporterOutcomes {
  reporter: Reporter
  hours: readonly HourOfOutcomes[]
}

/**
 * The combined vote of a group of reporters. `weight`: how many full votes it is worth, 0 to `reporters`, 3 decimals. `mean`: of its votes,
 * each from -1 (at least half its calls fail) to +1 (none fails), by their weights and among the group's neutral votes, 5 decimals.
 */
export interface UsageVotes {
  reporters: number
  weight: number
  mean: number
}

/** What a score takes from real use. */
export interface ScoredUsage {
  /** Calls of 30 days that are evidence about the tool: successes, transport failures, failures without a class. */
  calls: number
  trusted: UsageVotes
  untrusted: UsageVotes
}

/** The window in which outcomes count, in hours: that of a score. */
export const USAGE_WINDOW_HOURS = 720

/**
 * Age, in hours, at which an outcome counts half: a week, so that a repaired tool recovers within the month and a quiet weekend changes
 * nothing.
 */
export const USAGE_HALF_LIFE_HOURS = 168

/**
 * Share of successes that moves nothing, and the one that is a full vote against: callers tolerate one failure in twenty, and leave at one
 * in two.
 */
export const USAGE_NEUTRAL = 0.95
export const USAGE_WORST = 0.5

/** Calls that make half a vote: a reporter's own rate is shrunk to the neutral one by as many. */
export const CALLS_OF_HALF_A_VOTE = 20

/**
 * A reporter is trusted from this age of its key, in days, and from this many corroborated events: both take time, which cannot be bought.
 */
export const TRUSTED_KEY_DAYS = 30
export const TRUSTED_CORROBORATED_EVENTS = 100

/** The most, in points either way, that real use moves a score. */
export const USAGE_POINTS = 10
/** The same for all untrusted reporters together: 5, less a margin for rounding. */
export const UNTRUSTED_POINTS = 4.9
/** Prior neutral votes of each group: they bound the effect of one reporter, and give untrusted ones little weight. */
export const TRUSTED_NEUTRAL_VOTES = 5
export const UNTRUSTED_NEUTRAL_VOTES = 20

/** Whether a reporter counts as trusted at `now`. */
export function isTrusted({ keyedSince, corroborated }: Reporter, now: Date): boolean {
  if (keyedSince === null || corroborated < TRUSTED_CORROBORATED_EVENTS) return false
  return now.getTime() - keyedSince.getTime() >= TRUSTED_KEY_DAYS * 24 * HOUR_MS
}

/**
 * The summary of real use at `now`, for a score; null when no outcome within the window is evidence about the tool. One entry per
 * reporter.
 */
export function scoredUsage(reports: readonly ReporterOutcomes[], now: Date): ScoredUsage | null {
  const counted = reports
    .map(({ reporter, hours }) => ({ trusted: isTrusted(reporter, now), ...fadedCounts(hours, now) }))
    .filter(({ calls }) => calls > 0)
  if (counted.length === 0) return null
  return {
    calls: counted.reduce((sum, { calls }) => sum + calls, 0),
    trusted: votesOf(
      counted.filter(({ trusted }) => trusted),
      TRUSTED_NEUTRAL_VOTES,
    ),
    untrusted: votesOf(
      counted.filter(({ trusted }) => !trusted),
      UNTRUSTED_NEUTRAL_VOTES,
    ),
  }
}

/** How many reported calls count for a tool, for both score and verdict. 0: none. */
export function countedCalls(usage: Pick<ScoredUsage, 'calls'> | null): number {
  return usage?.calls ?? 0
}

/**
 * Points, -10 to 10, that real use adds to a score. Each group's points are its most times its mean, `votes / (neutral votes + weight)`: of one
 * clipped vote a reporter, itself shrunk by the number of its calls, among some neutral votes. That is Huber's robust mean ("Robust Estimation of a
 * Location Parameter", 1964: outliers count as much as the limit and no more). A median or a trimmed mean is not used:
 * there a further reporter who sees only failures can raise the result, here more failures never do.
 *
 * One reporter moves a score by less than 2 points. With K neutral votes and the others' votes S of weight W, so |S| <= W, a vote v of weight
 * w, |v| and w at most 1, moves the mean by w(v - S/(K+W))/(K+W+w), at most (K+2W)/((K+W)(K+W+1)), for K = 5 less than 0.17: with
 * x = K+W this means 0.17x² - 1.83x + 5 > 0, and its discriminant is negative. So a trusted one moves its group by 1.7 points and,
 * K being larger, an untrusted one by less than 0.3. The groups do not touch each other, and neither the clamps here nor the one of the score
 * to 0-100 enlarge a difference. All untrusted together move theirs from 0 to 4.9 at most. The rest to 2 and to 5 is more than rounding can add.
 */
export function usagePoints({ trusted, untrusted }: ScoredUsage): number {
  return clamp(trustedPoints(trusted) + untrustedPoints(untrusted), USAGE_POINTS)
}

export function trustedPoints({ mean }: UsageVotes): number {
  return USAGE_POINTS * clamp(mean, 1)
}

export function untrustedPoints({ mean }: UsageVotes): number {
  return UNTRUSTED_POINTS * clamp(mean, 1)
}

/** The share of calls that trusted reporters see succeed, and the weight of that evidence, both 0-1; null without such reports. */
export function countedUse(usage: ScoredUsage | null): { successRate: number; weight: number } | null {
  if (usage === null || !(usage.trusted.weight > 0)) return null
  const { weight, mean } = usage.trusted
  const vote = clamp((mean * (TRUSTED_NEUTRAL_VOTES + weight)) / weight, 1)
  const successRate = USAGE_NEUTRAL + vote * (vote < 0 ? USAGE_NEUTRAL - USAGE_WORST : 1 - USAGE_NEUTRAL)
  return { successRate, weight: weight / (weight + TRUSTED_NEUTRAL_VOTES) }
}

interface FadedCounts {
  /** As reported. */
  calls: number
  /** Decaying with age. */
  successes: number
  failures: number
}

function fadedCounts(hours: readonly HourOfOutcomes[], now: Date): FadedCounts {
  const counts = { calls: 0, successes: 0, failures: 0 }
  for (const entry of hours) {
    const age = Math.max(0, now.getTime() / HOUR_MS - entry.hour)
    if (age > USAGE_WINDOW_HOURS) continue
    const kept = 2 ** (-age / USAGE_HALF_LIFE_HOURS)
    const failures = entry.transportFailures + entry.otherFailures
    counts.calls += entry.successes + failures
    counts.successes += kept * entry.successes
    counts.failures += kept * failures
  }
  return counts
}

function votesOf(reports: readonly FadedCounts[], neutralVotes: number): UsageVotes {
  let [weight, votes] = [0, 0]
  for (const { successes, failures } of reports) {
    const calls = successes + failures
    const own = calls / (calls + CALLS_OF_HALF_A_VOTE)
    weight += own
    votes += own * voteOf(successes / calls)
  }
  return { reporters: reports.length, weight: rounded(weight, 3), mean: rounded(votes / (neutralVotes + weight), 5) }
}

/** -1 to 1. Clipped: a reporter that sees every call fail counts no more than one that sees every second call fail. */
function voteOf(successRate: number): number {
  const span = successRate < USAGE_NEUTRAL ? USAGE_NEUTRAL - USAGE_WORST : 1 - USAGE_NEUTRAL
  return Math.max(-1, (successRate - USAGE_NEUTRAL) / span)
}

/** Bounded by -most and most; 0 for NaN. */
function clamp(value: number, most: number): number {
  return Number.isNaN(value) ? 0 : Math.min(most, Math.max(-most, value))
}

function rounded(value: number, decimals: number): number {
  // Plus 0: JSON has no -0.
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0
}
