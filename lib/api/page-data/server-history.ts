import { DAY_MS, HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { outcomeOf, PROBE_REASONS } from 'assay-verify/state/observation'
import type { HistoryAnswer } from '../../contract/history'
import { dayStrip, STRIP_DAYS } from '../../core/history/day-strip'
import { type HourlyRollups, type LatencyPoint, latencySeries } from '../../core/history/latency-series'
import { type Outage, outagesIn } from '../../core/history/outages'
import { type RolledUpObservation, type Rollup, rollUpHours } from '../../core/history/rollup'
import { breakagesOfServerRead, type PastBreakage } from '../../store/breakages/breakages'
import { intervalsRead } from '../../store/evidence/intervals'
import { endpointObservationsRead, hourlyRollupsRead, type RolledUpDay } from '../../store/evidence/rollups'
import { type ResultsOf, readTogether } from '../../store/read-together'
import type { Context } from '../context'

const LATENCY = { '24h': { steps: 24, stepHours: 1 }, '30d': { steps: 120, stepHours: 6 } } as const
const ROLLED_UP_DAYS = 30
/** Read of the history of breakages, to know why outages happened. */
const BREAKAGES_READ = 50
/**
 * Evidence belongs to an outage from this long before its first failure to this long after its end: probes confirm an
 * outage before it is recorded.
 */
const NEAR_MS = 5 * MINUTE_MS

/** What the page of a server draws and lists of its past. */
export interface ServerHistory extends Pick<HistoryAnswer, 'days' | 'latency' | 'outages'> {
  /** The newest, open and closed. */
  breakages: PastBreakage[]
  /** How long the newest answer took, whole ms; null: the newest probe was not answered, or was before yesterday. */
  lastMs: number | null
}

/** From a midnight on, so that an outage that began before has the same length all day. */
const intervalsSince = (now: Date) => (Math.floor(now.getTime() / DAY_MS) - STRIP_DAYS) * DAY_MS
const yesterdayOf = (now: Date) => (Math.floor(now.getTime() / DAY_MS) - 1) * DAY_MS

/** What the past of a server is made from. Days that are not rolled up yet are read from observations. */
export const historyReads = (serverKey: number, now: Date) => ({
  intervals: intervalsRead([serverKey], new Date(intervalsSince(now))),
  rolledUp: hourlyRollupsRead(serverKey, new Date(now.getTime() - ROLLED_UP_DAYS * DAY_MS)),
  observed: endpointObservationsRead(serverKey, new Date(yesterdayOf(now))),
  breakages: breakagesOfServerRead(serverKey, BREAKAGES_READ),
})

/** Days, latency and outages of a server, and its newest breakages. */
export async function serverHistory(serverKey: number, { reads: { db }, now }: Context): Promise<ServerHistory> {
  return historyOf(await readTogether(db, historyReads(serverKey, now)), now)
}

/** The same of what was read. */
export function historyOf(
  { intervals, rolledUp, observed, breakages }: ResultsOf<ReturnType<typeof historyReads>>,
  now: Date,
): ServerHistory {
  const sinceAt = intervalsSince(now)
  const own = intervals[0]?.intervals ?? []
  const notRolledUp = notRolledUpSince(rolledUp, now)
  const observations = observed.filter(({ at }) => at >= notRolledUp)
  const hours = hoursOf(rolledUp, observations, now)
  return {
    days: dayStrip(own, now).map(({ upMs, downMs, ...day }) => ({
      ...day,
      upSeconds: inSeconds(upMs),
      downSeconds: inSeconds(downMs),
    })),
    latency: {
      '24h': seriesOf(hours, now, LATENCY['24h']),
      '30d': seriesOf(hours, now, LATENCY['30d']),
    },
    outages: outagesIn(own, sinceAt, now.getTime()).map((outage) => ({
      from: outage.from.toISOString(),
      to: outage.to?.toISOString() ?? null,
      downSeconds: inSeconds(outage.downMs),
      reason: whyDown(outage, breakages, observations, now),
    })),
    breakages,
    lastMs: newestLatency(observations),
  }
}

function newestLatency(observations: readonly RolledUpObservation[]): number | null {
  const newest = observations.reduce<RolledUpObservation | null>(
    (last, one) => (last === null || one.at > last.at ? one : last),
    null,
  )
  return newest?.latencyMs ?? null
}

/** Midnight, or that of yesterday where yesterday has no roll-up: its job may not have run. */
function notRolledUpSince(days: readonly RolledUpDay[], now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const yesterday = today - DAY_MS
  return new Date(days.some(({ day }) => day.getTime() === yesterday) ? today : yesterday)
}

function hoursOf(days: readonly RolledUpDay[], observations: readonly RolledUpObservation[], now: Date): HourlyRollups {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const fresh = [today - DAY_MS, today].map((at) => ({
    day: new Date(at),
    hours: rollUpHours(observations, new Date(at)),
  }))
  // A day that is rolled up replaces what was read of its observations.
  const all = [...fresh, ...days]
  return new Map(
    all.flatMap(({ day, hours }) => hours.map((hour, at): [number, Rollup] => [day.getTime() / HOUR_MS + at, hour])),
  )
}

function seriesOf(hours: HourlyRollups, now: Date, { steps, stepHours }: { steps: number; stepHours: number }) {
  const points = latencySeries(hours, now, steps, stepHours)
  return { stepHours, points: points.map(({ at, ...point }: LatencyPoint) => ({ ...point, at: at.toISOString() })) }
}

/**
 * What a probe found in an outage: by the evidence of its breakage, else by the observations at hand; null: neither is
 * kept.
 */
function whyDown(
  { from, to }: Outage,
  breakages: readonly PastBreakage[],
  observations: readonly RolledUpObservation[],
  now: Date,
): { code: string; text: string } | null {
  const [fromAt, toAt] = [from.getTime() - NEAR_MS, (to ?? now).getTime() + NEAR_MS]
  const isWithin = (at: number) => at >= fromAt && at <= toAt
  const ofBreakage = breakages
    .filter(({ kind }) => kind === 'down')
    .flatMap(({ evidence }) => evidence)
    .find(({ code, at }) => code in PROBE_REASONS && isWithin(Date.parse(at)))
  if (ofBreakage !== undefined) return { code: ofBreakage.code, text: ofBreakage.text }
  const failure = observations.find(({ at, reason }) => outcomeOf(reason) === 'failed' && isWithin(at.getTime()))
  return failure === undefined ? null : { code: failure.reason, text: PROBE_REASONS[failure.reason].text }
}

function inSeconds(ms: number): number {
  return Math.round(ms / 1000)
}
