import { DAY_MS } from 'assay-verify/duration'
import { dayStrip, STRIP_DAYS, type StripDay } from '../../core/history/day-strip'
import { listIntervalsById } from '../../store/evidence/intervals'
import type { Context } from '../context'

/** The last ninety days of servers, by id, for the strips of lists. A server without any observation has no entry. */
export async function dayStrips(serverIds: readonly string[], { db, now }: Context): Promise<Map<string, StripDay[]>> {
  if (serverIds.length === 0) return new Map()
  const found = await listIntervalsById(db, [...new Set(serverIds)], new Date(now.getTime() - STRIP_DAYS * DAY_MS))
  return new Map([...found].map(([id, own]) => [id, dayStrip(own, now)]))
}
