import { HOUR_MS } from '../duration'
import { type HourOfOutcomes, isTrusted, type ReporterOutcomes, type ScoredUsage, scoredUsage } from './usage'

/** What trusted reporters observed recently. */
export interface RecentUse {
  /** Trusted reporters with enough calls to count. */
  reporters: number
  /** The lower median of their shares, 0-1, 3 decimals, so at least half of them saw at least this; null: no reporters. */
  share: number | null
  /** Until when at least two of them saw it, ISO 8601, whole hours; null: fewer did. */
  until: string | null
}

/** All that is kept of the outcomes of a tool. JSON-serialisable. */
export interface UsageSummary extends ScoredUsage {
  model: 'usage-1'
  asOf: string
  /** Share of calls that failed in transport, within 6 hours; an answer, whatever its content, is no failure. */
  failing: RecentUse
  /** Share of calls that succeeded, within 24 hours. */
  succeeding: RecentUse
}

/** Hours within which failures of real use are evidence that it fails now, and within which successes are evidence that it works. */
export const FAILING_HOURS = 6
export const SUCCEEDING_HOURS = 24

/** Reporters required: one may have a broken connection or a broken client. */
export const LEAST_TRUSTED_REPORTERS = 2

/** Calls required for a reporter to count. */
const LEAST_RECENT_CALLS = 5

/** It fails in use when at least half of the reporters see at least this share of calls fail; it works when they see this share succeed. */
export const FAILING_SHARE = 0.5
export const SUCCEEDING_SHARE = 0.8

/** Corroborated events a reporter can earn with one tool in one hour: otherwise one busy minute would earn all its trust. */
const CORROBORATED_AN_HOUR = 5

/** The summary at `now` of these outcomes, one entry per reporter; null when nothing within the window is evidence about the tool. */
export function summarizeUsage(reports: readonly ReporterOutcomes[], now: Date): UsageSummary | null {
  const scored = scoredUsage(reports, now)
  if (scored === null) return null
  const trusted = reports.filter(({ reporter }) => isTrusted(reporter, now))
  return {
    model: 'usage-1',
    asOf: now.toISOString(),
    ...scored,
    failing: recentUse(trusted, FAILING_HOURS, now, ({ successes, transportFailures, callerFailures }) => ({
      of: successes + transportFailures + callerFailures,
      are: transportFailures,
    })),
    succeeding: recentUse(trusted, SUCCEEDING_HOURS, now, ({ successes, transportFailures, otherFailures }) => ({
      of: successes + transportFailures + otherFailures,
      are: successes,
    })),
  }
}

/**
 * Whether trusted reporters see it fail now: at least two of them within 6 hours, and most of them at least half of their calls, in
 * transport. This makes a verdict `degraded`, never `down`: only probes decide that.
 */
export function usageShowsFailure(usage: UsageSummary | null, now: Date): boolean {
  return usage !== null && holds(usage.failing, FAILING_SHARE, FAILING_HOURS, now)
}

/**
 * Whether trusted reporters see it work: at least two of them within 24 hours, and most of them in four of five calls. Untrusted reporters
 * never verify.
 */
export function usageVerifies(usage: UsageSummary | null, now: Date): boolean {
  return usage !== null && holds(usage.succeeding, SUCCEEDING_SHARE, SUCCEEDING_HOURS, now)
}

/**
 * Other observations of the tool in that hour. `probe`: what the probes of the hour agreed on about its server; null: none, or they
 * disagreed.
 */
interface Witness {
  probe: 'up' | 'down' | null
  /** Trusted reporters, except the one in question, most of whose calls were answered, and most of whose calls failed in transport. */
  trustedAnswered: number
  trustedFailed: number
}

/**
 * How many events of one reporter's hour agree with what others observed: where probes saw it up, or two trusted reporters more saw it
 * answer than fail, those that were answered; the other way round those that failed in transport. Probes take precedence over reporters. 0
 * without observations or a clear majority; at most `CORROBORATED_AN_HOUR`. Two, so that no single reporter makes another trusted.
 */
export function corroboratedEvents(counts: HourOfOutcomes, witness: Witness): number {
  const answeredMore = witness.trustedAnswered - witness.trustedFailed
  const byReporters = Math.abs(answeredMore) < LEAST_TRUSTED_REPORTERS ? null : answeredMore > 0 ? 'up' : 'down'
  const seen = witness.probe ?? byReporters
  if (seen === null) return 0
  const agreeing = seen === 'up' ? counts.successes + counts.callerFailures : counts.transportFailures
  return Math.min(CORROBORATED_AN_HOUR, agreeing)
}

function recentUse(
  trusted: readonly ReporterOutcomes[],
  windowHours: number,
  now: Date,
  count: (hour: HourOfOutcomes) => { of: number; are: number },
): RecentUse {
  const nowHour = Math.floor(now.getTime() / HOUR_MS)
  const counted = trusted.flatMap(({ hours }) => {
    const recent = hours
      .filter(({ hour }) => hour > nowHour - windowHours)
      .map((entry) => ({ ...entry, ...count(entry) }))
    const of = recent.reduce((sum, entry) => sum + entry.of, 0)
    const are = recent.reduce((sum, entry) => sum + entry.are, 0)
    const newest = Math.max(...recent.filter((entry) => entry.of > 0).map(({ hour }) => hour))
    return of < LEAST_RECENT_CALLS ? [] : [{ share: are / of, newest }]
  })
  const shares = counted.map(({ share }) => share).sort((a, b) => a - b)
  const median = shares[Math.ceil(shares.length / 2) - 1]
  const [, second] = counted.map(({ newest }) => newest).sort((a, b) => b - a)
  return {
    reporters: counted.length,
    share: median === undefined ? null : Math.round(median * 1e3) / 1e3,
    until: second === undefined ? null : new Date((second + 1) * HOUR_MS).toISOString(),
  }
}

function holds({ reporters, share, until }: RecentUse, leastShare: number, hours: number, now: Date): boolean {
  if (reporters < LEAST_TRUSTED_REPORTERS || share === null || share < leastShare || until === null) return false
  return now.getTime() - Date.parse(until) <= hours * HOUR_MS
}
