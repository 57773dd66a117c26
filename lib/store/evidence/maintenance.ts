import { and, eq, lte } from 'drizzle-orm'
import { isUnderMaintenance, type Maintenance, maintenanceOf } from '../../core/history/maintenance'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { noteChangedRatings } from '../ratings/ratings'
import { intervals } from './evidence-schema'
import { recordIntervals } from './intervals'

/** The longest window, in days: a server that is away for longer is down, whatever was announced. */
export const LONGEST_MAINTENANCE_DAYS = 30
const DAY_MS = 86_400_000

/** A maintenance window that cannot be set; the message is for whoever asked for it. */
export class MaintenanceRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MaintenanceRefused'
  }
}

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
  if (window !== null) refuseInvalid(window, now)
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ from: servers.maintenanceFrom, to: servers.maintenanceTo })
      .from(servers)
      .where(eq(servers.key, serverKey))
      .for('no key update')
    if (row === undefined) return
    const previous = maintenanceOf(row.from, row.to)
    const next = window === null ? null : { from: beginOf(window, previous, now), to: window.to }
    if (next !== null) refuseTooLong(next)
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

/** When a window that is set now begins: not in the past, unless it continues the running one. */
function beginOf(window: Maintenance, previous: Maintenance | null, now: Date): Date {
  if (window.from > now) return window.from
  return previous !== null && isUnderMaintenance(previous, now) ? previous.from : now
}

function refuseInvalid({ from, to }: Maintenance, now: Date): void {
  if (!(from < to)) throw new MaintenanceRefused('A maintenance window ends after it begins.')
  if (to <= now) throw new MaintenanceRefused('A maintenance window is announced before it is over.')
  refuseTooLong({ from, to })
}

/** Of a window that continues a running one the whole length counts: otherwise it could be extended for ever. */
function refuseTooLong({ from, to }: Maintenance): void {
  if (to.getTime() - from.getTime() > LONGEST_MAINTENANCE_DAYS * DAY_MS)
    throw new MaintenanceRefused(`A maintenance window lasts ${LONGEST_MAINTENANCE_DAYS} days at most.`)
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
