import { HOUR_MS } from '../duration.ts'
import { histogramQuantile, type LatencyHistogram, mergeHistograms } from '../history/latency-histogram.ts'
import { confirmedVotes, isInWindow, NEUTRAL_VOTES, USAGE_NEUTRAL, USAGE_WORST } from './network-votes.ts'
import { rounded } from './rounded.ts'

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

/**
 * `keyedSince`: since when its key exists; null: it has none. `corroborated`: its events that agreed with other
 * observations.
 */
export interface Reporter {
  keyedSince: Date | null
  corroborated: number
}

export interface ReporterOutcomes {
  reporter: Reporter
  hours: readonly HourOfOutcomes[]
  /**
   * The network it reported from, by UTC day since 1970: numbers that mean something only within their day. A day is
   * absent where it is not known.
   */
  networks: ReadonlyMap<number, number>
}

/**
 * The combined vote of a group of reporters. `networks`: the most they reported from on one day. `weight`: of the votes
 * in the mean, full votes of one network on one day, 3 decimals; 0 where nothing is confirmed. `mean`: one vote a
 * network and day, from -1 (at least half its calls fail) to +1 (none fails), by weight, among neutral votes, and as
 * far as it is confirmed by other networks, 5 decimals.
 */
export interface UsageVotes {
  reporters: number
  networks: number
  weight: number
  mean: number
}

/** What a score takes from real use. */
export interface ScoredUsage {
  /** Calls of 30 days that are evidence about the tool: successes, transport failures, failures without a class. */
  calls: number
  trusted: UsageVotes
  untrusted: UsageVotes
  latencyMs: UsageLatency | null
}

/** How long reported calls took, in whole ms, each right to a fifth; it moves no score. */
export interface UsageLatency {
  /** Calls of 30 days that were reported with a latency. */
  calls: number
  p50: number
  p95: number
}

/** `ScoredUsage` in words, for the API reference. */
export const SCORED_USAGE_TEXT =
  'null where nobody reported. calls: reported calls of 30 days that are evidence about the tool. trusted and untrusted, each: reporters; networks, the most they reported from on one day; weight, of the votes in the mean, 0 where nothing is confirmed by other networks; mean, of one vote a network and day, -1 to 1, among neutral votes. latencyMs: calls that were reported with a latency within 30 days, their median p50 and 95th percentile p95 in whole ms, right to a fifth; null without any; it moves no score.'

/**
 * A reporter is trusted from this age of its key, in days, and from this many corroborated events: both take time,
 * which cannot be bought.
 */
export const TRUSTED_KEY_DAYS = 30
export const TRUSTED_CORROBORATED_EVENTS = 100

/** The most, in points either way, that real use moves a score. */
export const USAGE_POINTS = 10
/** The same for all untrusted reporters together: 5, less a margin for rounding. */
export const UNTRUSTED_POINTS = 4.9
/** Whether a reporter counts as trusted at `now`. */
export function isTrusted({ keyedSince, corroborated }: Reporter, now: Date): boolean {
  if (keyedSince === null || corroborated < TRUSTED_CORROBORATED_EVENTS) return false
  return now.getTime() - keyedSince.getTime() >= TRUSTED_KEY_DAYS * 24 * HOUR_MS
}

/**
 * The summary of real use at `now`, for a score; null when no outcome within the window is evidence about the tool. One
 * entry per reporter; `latencies` are histograms of the window.
 */
export function scoredUsage(
  reports: readonly ReporterOutcomes[],
  now: Date,
  latencies: readonly LatencyHistogram[] = [],
): ScoredUsage | null {
  const counted = reports
    .map((report) => ({ report, calls: callsOf(report, now) }))
    .filter(({ calls }) => calls > 0)
    .map(({ report, calls }) => ({ report, calls, trusted: isTrusted(report.reporter, now) }))
  if (counted.length === 0) return null
  const group = (trusted: boolean) => counted.filter((one) => one.trusted === trusted).map(({ report }) => report)
  return {
    calls: counted.reduce((sum, { calls }) => sum + calls, 0),
    trusted: votesOf(group(true), now),
    untrusted: votesOf(group(false), now),
    latencyMs: usageLatency(mergeHistograms(latencies)),
  }
}

function usageLatency(histogram: LatencyHistogram): UsageLatency | null {
  const [p50, p95] = [histogramQuantile(histogram, 0.5), histogramQuantile(histogram, 0.95)]
  if (p50 === null || p95 === null) return null
  const calls = histogram.reduce((sum, count) => sum + count, 0)
  return { calls, p50: Math.round(p50), p95: Math.round(p95) }
}

/** How many reported calls are known of a tool, whether or not they move its score. 0: none. */
export function countedCalls(usage: Pick<ScoredUsage, 'calls'> | null): number {
  return usage?.calls ?? 0
}

/**
 * Points, -10 to 10, that real use adds to a score. Each group's points are its most times its mean: of one clipped
 * vote a network and day among some neutral votes, which is Huber's robust mean ("Robust Estimation of a Location
 * Parameter", 1964: outliers count as much as the limit and no more), as far as it does not depend on any two networks
 * (`confirmedVotes`).
 *
 * Whoever controls two networks moves a score by less than 2 points. Let a network that reports every day have weight
 * 1, so K = 28 neutral votes. Alone the two move nothing. If others hold W votes and two of theirs become full votes
 * for the other side, the others' mean without its two best votes, (W-2)/(K+W-2), becomes (W-6)/(K+W-2), and at least
 * 0: 4/(K+W-2) at most, for W = 6 an eighth. Two votes that are added change less. Both groups together: (10+4.9)/8 =
 * 1.87 points. The clamps here and the one of the score to 0-100 do not enlarge a difference, and the rest to 2 is more
 * than rounding can add. All untrusted reporters together move a score from 0 to 4.9 points at most.
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

/**
 * The share of calls that trusted reporters see succeed, and the weight of that evidence, both 0-1; null without such
 * reports.
 */
export function countedUse(usage: ScoredUsage | null): { successRate: number; weight: number } | null {
  if (usage === null || !(usage.trusted.weight > 0)) return null
  const { weight, mean } = usage.trusted
  const vote = clamp((mean * (NEUTRAL_VOTES + weight)) / weight, 1)
  const successRate = USAGE_NEUTRAL + vote * (vote < 0 ? USAGE_NEUTRAL - USAGE_WORST : 1 - USAGE_NEUTRAL)
  return { successRate, weight: weight / (weight + NEUTRAL_VOTES) }
}

/** Calls within the window that are evidence about the tool. */
function callsOf({ hours }: ReporterOutcomes, now: Date): number {
  let calls = 0
  for (const entry of hours)
    if (isInWindow(entry, now)) calls += entry.successes + entry.transportFailures + entry.otherFailures
  return calls
}

function votesOf(reports: readonly ReporterOutcomes[], now: Date): UsageVotes {
  const { networks, weight, mean } = confirmedVotes(reports, now)
  return { reporters: reports.length, networks, weight: rounded(weight, 3), mean: rounded(mean, 5) }
}

/** Bounded by -most and most; 0 for NaN. */
function clamp(value: number, most: number): number {
  return Number.isNaN(value) ? 0 : Math.min(most, Math.max(-most, value))
}
