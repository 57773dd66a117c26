import { and, eq, lte } from 'drizzle-orm'
import { type Maintenance, maintenanceOf } from '../../core/history/maintenance'
import { refuseInvalidWindow, windowSetNow } from '../../core/history/maintenance-window'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { noteChangedRatings } from '../ratings/ratings'
import { intervals } from './evidence-schema'
import { recordIntervals } from './intervals'

/**
 * Sets a server's maintenance window, replacing the one it has, or removes it (null). Time inside a window counts neither for nor against the server, also after
 * the window was replaced. The past does not change: a window begins at `now` at the earliest, a running one that is replaced or removed ends now, one to come
 * leaves no trace. A new window that replaces a running one continues it. Throws `MaintenanceRefused` for a window that ends before it begins, is over, or lasts
 * more than `LONGEST_MAINTENANCE_DAYS` including the one it continues; does nothing for an unknown server.
 */
export async function setMaintenance(
  db: Database,
  serverKey: number,
  window: Maintenance | null,
  now: Date,
): Promise<void> {
  if (window !== null) refuseInvalidWindow(window, now)
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ from: servers.maintenanceFrom, to: servers.maintenanceTo })
      .from(servers)
      .where(eq(servers.key, serverKey))
      .for('no key update')
    if (row === undefined) return
    const previous = maintenanceOf(row.from, row.to)
    const next = window === null ? null : windowSetNow(window, previous, now)
    if (previous !== null && now < previous.to && next?.from !== previous.from)
      await endWindow(tx, serverKey, previous.from, now)
    if (next !== null) await recordIntervals(tx, [{ serverKey, ...next, state: 'maintenance' }])
    await tx
      .update(servers)
      .set({ maintenanceFrom: next?.from ?? null, maintenanceTo: next?.to ?? null })
      .where(eq(servers.key, serverKey))
    await noteChangedRatings(tx, [serverKey])
  })
}

async function endWindow(tx: Database, serverKey: number, from: Date, now: Date): Promise<void> {
  const ofWindow = and(
    eq(intervals.serverKey, serverKey),
    eq(intervals.startedAt, from),
    eq(intervals.state, 'maintenance'),
  )
  await tx.update(intervals).set({ endedAt: now }).where(ofWindow)
  // A window that was still to come, or began at this very moment, leaves no interval.
  await tx.delete(intervals).where(and(ofWindow, lte(intervals.endedAt, intervals.startedAt)))
}

/** The key of the server with exactly this id. */
export async function findServerKey(db: Database, id: string): Promise<number | undefined> {
  const [row] = await db.select({ key: servers.key }).from(servers).where(eq(servers.id, id))
  return row?.key
}
