import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import { DAY_MS } from 'assay-verify/duration'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { BREAKAGES } from '../../core/verdict/breakage'
import { servers } from '../catalog/catalog-schema'
import { repeatWhileFull } from '../chunks'
import type { Database } from '../database'
import { closeBreakages } from './breakages'
import { breakages, incidents } from './breakages-schema'
import { closeIncidents, takeIncidentsAdvisoryLock } from './incidents'

/** Rows of one transaction, so that the embedded database's one connection is soon free. */
const CHUNK = 500

/**
 * Closes breakages last seen longer ago than their kind's `closesAfterDays`, and all of servers that are off the
 * catalog. Rows locked by another process are left for the next run. Returns how many.
 */
export async function closeAgedBreakages(db: Database, now: Date): Promise<number> {
  return repeatWhileFull(CHUNK, () =>
    db.transaction(async (tx) => {
      const serverKeys = await getServersOfAgedForUpdate(tx, now)
      // Before the rows: a commit of probe results that reopens one of them takes this lock first, then the row.
      await takeIncidentsAdvisoryLock(tx)
      const rows = await tx
        .select({ key: breakages.key })
        .from(breakages)
        .innerJoin(servers, eq(servers.key, breakages.serverKey))
        .where(and(inArray(breakages.serverKey, serverKeys), isAged(now)))
        .orderBy(breakages.key)
        .limit(CHUNK)
        .for('update', { of: breakages, skipLocked: true })
      const keys = rows.map((row) => row.key)
      await closeBreakages(tx, keys, now)
      return keys.length
    }),
  )
}

function isAged(now: Date) {
  const aged = BREAKAGE_KINDS.flatMap((kind) => {
    const days = BREAKAGES[kind].closesAfterDays
    if (days === null) return []
    return and(eq(breakages.kind, kind), lt(breakages.lastSeenAt, new Date(now.getTime() - days * DAY_MS)))
  })
  return and(isNull(breakages.closedAt), or(...aged, eq(servers.lifecycle, 'deleted')))
}

/**
 * Locked before everything else, as a commit of looks does: what closes changes the facts of tools, which that writes
 * too.
 */
async function getServersOfAgedForUpdate(tx: Database, now: Date): Promise<number[]> {
  const aged = tx
    .select({ key: breakages.serverKey })
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(isAged(now))
    .orderBy(breakages.key)
    .limit(CHUNK)
  const rows = await tx
    .select({ key: servers.key })
    .from(servers)
    .where(inArray(servers.key, aged))
    .orderBy(servers.key)
    .for('no key update', { skipLocked: true })
  return rows.map((row) => row.key)
}

/**
 * Closes incidents whose breakages were deleted with their servers, and deletes what closed before `oldestKept`.
 * Answers how many breakages.
 */
export async function deleteOldBreakages(db: Database, oldestKept: Date, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await takeIncidentsAdvisoryLock(tx)
    const open = await tx.select({ key: incidents.key }).from(incidents).where(isNull(incidents.closedAt))
    await closeIncidents(
      tx,
      open.map((row) => row.key),
      now,
    )
    const gone = await tx
      .delete(breakages)
      .where(lt(breakages.closedAt, oldestKept))
      .returning({ incidentKey: breakages.incidentKey })
    const keys = [...new Set(gone.flatMap(({ incidentKey }) => incidentKey ?? []))]
    if (keys.length > 0) {
      const isEmpty = sql`NOT EXISTS (SELECT FROM breakages WHERE breakages.incident_key = ${incidents.key})`
      await tx.delete(incidents).where(and(inArray(incidents.key, keys), isEmpty))
    }
    return gone.length
  })
}
