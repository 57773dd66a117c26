import { and, eq, lte } from 'drizzle-orm'
import { isUnderMaintenance, type Maintenance, maintenanceOf } from '../../core/history/maintenance'
import { MaintenanceRefused, refuseInvalidWindow, windowSetNow } from '../../core/history/maintenance-window'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { noteChangedRatings } from '../ratings/ratings'
import { intervals } from './evidence-schema'
import { recordIntervals } from './intervals'

/**
 * Sets a server's maintenance window, replacing the one it has, or removes it (null). Time inside a window counts
 * neither for nor against the server, also after the window was replaced. The past does not change: a window begins at
 * `now` at the earliest, a running one that is replaced or removed ends now, one to come leaves no trace. A new window
 * that replaces a running one continues it. Throws `MaintenanceRefused` for a window that ends before it begins, is
 * over, or lasts more than `LONGEST_MAINTENANCE_DAYS` including the one it continues; does nothing for an unknown
 * server. `isOfFile`: see `setAnnouncedMaintenance`.
 */
export async function setMaintenance(
  db: Database,
  serverKey: number,
  window: Maintenance | null,
  now: Date,
  isOfFile = false,
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
    if (next !== null) await recordIntervals(tx, [{ serverKey, ...next, state: 'maintenance' }], now)
    await tx
      .update(servers)
      .set({ maintenanceFrom: next?.from ?? null, maintenanceTo: next?.to ?? null, maintenanceOfFile: isOfFile })
      .where(eq(servers.key, serverKey))
    await noteChangedRatings(tx, [serverKey])
  })
}

/**
 * Sets the window that the policy file of a server's origin announces, replaces the one it announced before, or
 * withdraws it (null). A window that was announced by other means stays until it is over; one that cannot be set
 * changes nothing.
 */
export async function setAnnouncedMaintenance(
  db: Database,
  serverKey: number,
  window: Maintenance | null,
  now: Date,
): Promise<void> {
  const [row] = await db
    .select({ from: servers.maintenanceFrom, to: servers.maintenanceTo, isOfFile: servers.maintenanceOfFile })
    .from(servers)
    .where(eq(servers.key, serverKey))
  if (row === undefined) return
  const known = maintenanceOf(row.from, row.to)
  const present = known !== null && now < known.to ? known : null
  if (present !== null && !row.isOfFile) return
  if (present === window || (present !== null && window !== null && isSameWindow(present, window, now))) return
  try {
    await setMaintenance(db, serverKey, window, now, true)
  } catch (error) {
    if (!(error instanceof MaintenanceRefused)) throw error
  }
}

/** A running window was cut to begin when it was read, so its beginning may differ. */
function isSameWindow(present: Maintenance, window: Maintenance, now: Date): boolean {
  if (present.to.getTime() !== window.to.getTime()) return false
  const areRunning = isUnderMaintenance(present, now) && isUnderMaintenance(window, now)
  return areRunning || present.from.getTime() === window.from.getTime()
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
