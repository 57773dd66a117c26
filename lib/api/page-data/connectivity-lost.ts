import { findConnectivityLost } from '../../store/evidence/monitoring-gaps'
import { within } from '../../store/within'
import type { Context } from '../context'

const CACHED_MS = 5000
/** A page does not wait longer for a line of its frame. */
const ASKED_WITHIN_MS = 500

/**
 * Since when this service itself has no connectivity, for the frame of every page; null: it has, or the database does
 * not say.
 */
export async function connectivityLostSince({ reads: { db }, memo, now, availability }: Context): Promise<Date | null> {
  if (availability.outage !== null) return null
  const asked = memo.recent('connectivity lost', CACHED_MS, now, () => findConnectivityLost(db, now))
  return within(
    asked.catch(() => null),
    ASKED_WITHIN_MS,
    null,
  )
}
