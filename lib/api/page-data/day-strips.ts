import { DAY_MS } from 'assay-verify/duration'
import { dayStrip, STRIP_DAYS, type StripDay } from '../../core/history/day-strip'
import { listServerKeys } from '../../store/catalog/profiles'
import { listIntervals } from '../../store/evidence/intervals'
import type { Context } from '../context'

/** The last ninety days of servers, by id, for the strips of lists. A server without any observation has no entry. */
export async function dayStrips(serverIds: readonly string[], { db, now }: Context): Promise<Map<string, StripDay[]>> {
  const keys = await listServerKeys(db, [...new Set(serverIds)])
  if (keys.size === 0) return new Map()
  const since = new Date(now.getTime() - STRIP_DAYS * DAY_MS)
  const intervals = await listIntervals(db, [...keys.values()], since)
  return new Map(
    [...keys].flatMap(([id, key]) => {
      const own = intervals.get(key)
      return own === undefined ? [] : [[id, dayStrip(own, now)]]
    }),
  )
}
