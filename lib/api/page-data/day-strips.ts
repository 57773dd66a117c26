import { DAY_MS } from 'assay-verify/duration'
import { dayStrip, STRIP_DAYS, type StripDay } from '../../core/history/day-strip'
import { listIntervalsById } from '../../store/evidence/intervals'
import type { Context } from '../context'

/** What a strip of days is made from is read from here on. */
export const stripSince = (now: Date) => new Date(now.getTime() - STRIP_DAYS * DAY_MS)

/** The last ninety days of servers, by id, for the strips of lists. A server without any observation has no entry. */
export async function dayStrips(
  serverIds: readonly string[],
  { reads: { db }, now }: Context,
): Promise<Map<string, StripDay[]>> {
  if (serverIds.length === 0) return new Map()
  const found = await listIntervalsById(db, [...new Set(serverIds)], stripSince(now))
  return new Map([...found].map(([id, own]) => [id, dayStrip(own, now)]))
}
