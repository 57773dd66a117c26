import { and, eq, lte } from 'drizzle-orm'
import { isUnderMaintenance, type Maintenance, maintenanceOf } from '../../core/history/maintenance'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { noteChangedRatings } from '../ratings/ratings'
import { intervals } from './evidence-schema'
import { recordIntervals } from './intervals'

/** The longest window, in days: what is away for longer is down, whatever was announced. */
export const LONGEST_MAINTENANCE_DAYS = 30
const DAY_MS = 86_400_000

/** A maintenance window that cannot be set; the message says why, to whoever asked for it. */
export class MaintenanceRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MaintenanceRefused'
  }
}

/**
 * Announces a server's maintenance window in the place of the one it has, or takes that back (null). Time inside it counts neither for nor
 * against, also after the window is forgotten. What is past stays as it was: a window begins at `now` at the earliest, a running one that
 * is replaced or taken back ends now, one to come leaves nothing. A new window over a running one goes on with it. Throws
 * `MaintenanceRefused` for one that ends before it begins, is over, or lasts more than `LONGEST_MAINTENANCE_DAYS`, what it goes on with included; does nothing
 * for a server that does not exist.
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

/** When a window begins that is set now: not in the past, unless it goes on with the one that is running. */
function beginOf(window: Maintenance, previous: Maintenance | null, now: Date): Date {
  if (window.from > now) return window.from
  return previous !== null && isUnderMaintenance(previous, now) ? previous.from : now
}

function refuseInvalid({ from, to }: Maintenance, now: Date): void {
  if (!(from < to)) throw new MaintenanceRefused('A maintenance window ends after it begins.')
  if (to <= now) throw new MaintenanceRefused('A maintenance window is announced before it is over.')
  refuseTooLong({ from, to })
}

/** Of one that goes on with a running one, the whole counts: otherwise a window could be made longer for ever. */
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
  // One that was still to come, or began this very moment, was never there.
  await tx.delete(intervals).where(and(ofWindow, lte(intervals.endedAt, intervals.startedAt)))
}

/** The key of the server with exactly this id. */
export async function findServerKey(db: Database, id: string): Promise<number | undefined> {
  const [row] = await db.select({ key: servers.key }).from(servers).where(eq(servers.id, id))
  return row?.key
}
