import { HOUR_MS } from '../duration.ts'
import type { LatencyHistogram } from '../history/latency-histogram.ts'
import { dayOfHour } from './network-votes.ts'
import { type HourOfOutcomes, isTrusted, type ReporterOutcomes, type ScoredUsage, scoredUsage } from './usage.ts'

/** What reporters with keys observed recently, by network, on the day on which most networks reported. */
export interface RecentUse {
  /** Networks with enough calls to count. */
  networks: number
  /** Those that saw at least the share which counts. */
  agreeing: number
  /** Networks whose trusted reporters saw at least the share which counts. */
  trusted: number
  /**
   * The lower median of all networks' shares, 0-1, 3 decimals, so most of them saw at least this; null: no networks.
   */
  share: number | null
  /** Until when trusted reporters of at least three networks saw it, ISO 8601, whole hours; null: fewer did. */
  until: string | null
}

/** All that is kept of the outcomes of a tool. JSON-serialisable. */
export interface UsageSummary extends ScoredUsage {
  model: typeof USAGE_MODEL
  asOf: string
  /** Share of calls that failed in transport, within 6 hours; an answer, whatever its content, is no failure. */
  failing: RecentUse
  /** Share of calls that succeeded, within 24 hours. */
  succeeding: RecentUse
}

/** Version of a stored summary. Summaries of other versions are not read; they are made again within the hour. */
export const USAGE_MODEL = 'usage-2' as const

/**
 * Hours within which failures of real use are evidence that it fails now, and within which successes are evidence that
 * it works.
 */
export const FAILING_HOURS = 6
export const SUCCEEDING_HOURS = 24

/**
 * Networks that must see the same more than see otherwise: one person may have two, and one network may have a broken
 * connection.
 */
export const LEAST_NETWORKS = 3

/**
 * A network sees it fail where at least this share of its calls fail, newer ones weighing more, and work where this
 * share of its calls succeeds.
 */
export const FAILING_SHARE = 0.5
export const SUCCEEDING_SHARE = 0.8

/**
 * The summary at `now` of these outcomes, one entry per reporter, and of the histograms of their latencies; null when
 * nothing within the window is evidence about the tool.
 */
export function summarizeUsage(
  reports: readonly ReporterOutcomes[],
  now: Date,
  latencies: readonly LatencyHistogram[] = [],
): UsageSummary | null {
  const scored = scoredUsage(reports, now, latencies)
  if (scored === null) return null
  return {
    model: USAGE_MODEL,
    asOf: now.toISOString(),
    ...scored,
    failing: recentUse(reports, FAILING, now),
    succeeding: recentUse(reports, SUCCEEDING, now),
  }
}

/**
 * What is read off recent outcomes. `leastCalls`: those a network must have made to count. `keptAnHour`: what a call
 * still weighs beside those of the next hour; where it is asked how a tool is now, little: a plain share of six hours
 * finds an outage after three.
 */
interface Question {
  windowHours: number
  leastShare: number
  leastCalls: number
  keptAnHour: number
  count: (hour: HourOfOutcomes) => { of: number; are: number }
}

const FAILING: Question = {
  windowHours: FAILING_HOURS,
  leastShare: FAILING_SHARE,
  leastCalls: 3,
  keptAnHour: 0.25,
  count: ({ successes, transportFailures, callerFailures }) => ({
    of: successes + transportFailures + callerFailures,
    are: transportFailures,
  }),
}

const SUCCEEDING: Question = {
  windowHours: SUCCEEDING_HOURS,
  leastShare: SUCCEEDING_SHARE,
  leastCalls: 5,
  keptAnHour: 1,
  count: ({ successes, transportFailures, otherFailures }) => ({
    of: successes + transportFailures + otherFailures,
    are: successes,
  }),
}

/**
 * Whether it is seen to fail now: trusted reporters of at least three networks, and of all networks that called it
 * within 6 hours three more than not, got no answer to half of their newest calls or more. This makes a verdict
 * `degraded`, never `down`: only probes decide that.
 */
export function usageShowsFailure(usage: UsageSummary | null, now: Date): boolean {
  return usage !== null && holds(usage.failing, FAILING, now)
}

/**
 * Whether it is seen to work: trusted reporters of at least three networks, and of all networks that called it within
 * 24 hours three more than not, had success in four of five calls. Untrusted reporters never verify.
 */
export function usageVerifies(usage: UsageSummary | null, now: Date): boolean {
  return usage !== null && holds(usage.succeeding, SUCCEEDING, now)
}

/**
 * What is read off the window, by the networks of one day: of the day on which most networks reported, and of equals
 * the newest. Networks of two days cannot be linked, so those of two days are never counted together: otherwise two
 * networks would be four across midnight. A reporter's calls of both days count for its network of the day that is
 * read.
 */
function recentUse(reports: readonly ReporterOutcomes[], question: Question, now: Date): RecentUse {
  const nowHour = Math.floor(now.getTime() / HOUR_MS)
  const days = new Map<number, Map<number, NetworkHours>>()
  for (const { reporter, hours, networks } of reports) {
    const recent = hours.filter(({ hour }) => hour > nowHour - question.windowHours)
    for (const day of new Set(recent.map(({ hour }) => dayOfHour(hour)))) {
      const network = networks.get(day)
      if (network === undefined) continue
      const ofDay = days.get(day) ?? new Map<number, NetworkHours>()
      const { all, trusted } = ofDay.get(network) ?? { all: [], trusted: [] }
      ofDay.set(network, {
        all: [...all, ...recent],
        trusted: isTrusted(reporter, now) ? [...trusted, ...recent] : trusted,
      })
      days.set(day, ofDay)
    }
  }
  const newestFirst = [...days].sort(([a], [b]) => b - a)
  const read = newestFirst.map(([, networks]) => summaryOfDay([...networks.values()], question))
  const most = Math.max(0, ...read.map(({ networks }) => networks))
  return read.find(({ networks }) => networks === most) ?? summaryOfDay([], question)
}

/** What was sent from one network: by all its reporters, and by those that are trusted. */
interface NetworkHours {
  all: readonly HourOfOutcomes[]
  trusted: readonly HourOfOutcomes[]
}

function summaryOfDay(networks: readonly NetworkHours[], question: Question): RecentUse {
  const agrees = ({ share }: { share: number }) => share >= question.leastShare
  const seen = networks.flatMap(({ all }) => seenBy(all, question))
  const trusted = networks.flatMap((network) => seenBy(network.trusted, question)).filter(agrees)
  const shares = seen.map(({ share }) => share).sort((a, b) => a - b)
  const median = shares[Math.ceil(shares.length / 2) - 1]
  const newest = trusted.map(({ hour }) => hour).sort((a, b) => b - a)[LEAST_NETWORKS - 1]
  return {
    networks: seen.length,
    agreeing: seen.filter(agrees).length,
    trusted: trusted.length,
    share: median === undefined ? null : Math.round(median * 1e3) / 1e3,
    until: newest === undefined ? null : new Date((newest + 1) * HOUR_MS).toISOString(),
  }
}

/** The share that one network saw, and the newest hour in which it called; empty where it made too few calls. */
function seenBy(hours: readonly HourOfOutcomes[], question: Question): { share: number; hour: number }[] {
  const counted = hours.map((entry) => ({ hour: entry.hour, ...question.count(entry) })).filter(({ of }) => of > 0)
  if (counted.reduce((sum, { of }) => sum + of, 0) < question.leastCalls) return []
  const newest = Math.max(...counted.map(({ hour }) => hour))
  let [of, are] = [0, 0]
  for (const entry of counted) {
    const weight = question.keptAnHour ** (newest - entry.hour)
    of += weight * entry.of
    are += weight * entry.are
  }
  return [{ share: are / of, hour: newest }]
}

/**
 * Whether trusted reporters of at least three networks agree, and of all networks three more than do not: so most
 * agree, also when any two of them are left out. Networks without trusted reporters count beside three with them, so
 * that a few trusted ones are not outvoted by two hostile networks.
 */
function holds({ networks, agreeing, trusted, share, until }: RecentUse, question: Question, now: Date): boolean {
  if (!(trusted >= LEAST_NETWORKS && 2 * agreeing - networks >= LEAST_NETWORKS)) return false
  if (share === null || until === null || share < question.leastShare) return false
  return now.getTime() - Date.parse(until) <= question.windowHours * HOUR_MS
}
