import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import type { IntervalState } from '../history/interval.ts'
import { MAX_GAP_HOURS } from '../state/server-state.ts'
import { plural } from '../text/plural.ts'
import { VANTAGE_PREFIX } from './vantage-id.ts'

/** Clocks of processes, and the time that a result waits and a transaction takes, in ms. */
export const QUEUE_SLACK_MS = 10 * MINUTE_MS
/**
 * A result that waited longer for the database, in ms, is dropped: the root of its hour is computed ten minutes after
 * the hour.
 */
export const LATEST_RESULT_MS = 9 * MINUTE_MS
/** A maintenance window is stated in the moment in which it begins at the earliest, in ms. */
const STATED_SLACK_MS = MINUTE_MS

/** An interval and when it was queued, epoch ms. */
export interface QueuedInterval {
  /** Of a server, or of a vantage for its monitoring gaps. */
  id: string
  state: IntervalState
  at: number
  /** null: not known, it was logged by a version that did not say. */
  queuedAt: number | null
}

/**
 * Why an interval cannot have been queued in time, as a sentence; undefined: it can. A stretch of up or down begins
 * with the first probe that shows it, at most `MAX_GAP_HOURS` before the one that settles it; maintenance begins when
 * it is stated at the earliest; the end of a monitoring gap may be found late. Not to be asked of those that are logged
 * because the log began, or goes on: they are of before.
 */
export function faultOfQueuedInterval({ id, state, at, queuedAt }: QueuedInterval): string | undefined {
  if (queuedAt === null) return undefined
  if (state === 'maintenance')
    return at < queuedAt - STATED_SLACK_MS
      ? `Its maintenance begins ${ago(queuedAt - at)} before it was stated.`
      : undefined
  if (at > queuedAt + QUEUE_SLACK_MS) return `It begins ${ago(at - queuedAt)} after it was queued.`
  const isGapEnd = id.startsWith(VANTAGE_PREFIX) && state !== 'void'
  const oldest = queuedAt - MAX_GAP_HOURS * HOUR_MS - QUEUE_SLACK_MS
  return at < oldest && !isGapEnd ? `It begins ${ago(queuedAt - at)} before it was queued.` : undefined
}

function ago(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  return ms < 2 * HOUR_MS ? `${minutes} ${plural(minutes, 'minute')}` : `${(ms / HOUR_MS).toFixed(1)} hours`
}
