import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { servers } from '../catalog/catalog-schema'
import { repeatWhileFull } from '../chunks'
import type { Database } from '../database'
import { closeBreakages } from './breakages'
import { breakages, incidents } from './breakages-schema'
import { closeIncidents, lockIncidents } from './incidents'

/** Rows of one transaction, so that the embedded database's one connection is soon free. */
const CHUNK = 500

/** Breakages that no probe ends are closed by age: those last seen before these moments. */
export interface BreakageAges {
  schemaBreaking: Date
  toolRemoved: Date
}

/**
 * Closes changes of arguments and removed tools that were last seen before their age, and all breakages of deleted servers. Rows locked by another process are
 * left for the next run. Answers how many.
 */
export async function closeAgedBreakages(db: Database, ages: BreakageAges, now: Date): Promise<number> {
  return repeatWhileFull(CHUNK, () =>
    db.transaction(async (tx) => {
      const serverKeys = await lockServersOfAged(tx, ages)
      // Before the rows: a commit of probe results that reopens one of them takes this lock first, then the row.
      await lockIncidents(tx)
      const rows = await tx
        .select({ key: breakages.key })
        .from(breakages)
        .innerJoin(servers, eq(servers.key, breakages.serverKey))
        .where(and(inArray(breakages.serverKey, serverKeys), isAged(ages)))
        .orderBy(breakages.key)
        .limit(CHUNK)
        .for('update', { of: breakages, skipLocked: true })
      const keys = rows.map((row) => row.key)
      await closeBreakages(tx, keys, now)
      return keys.length
    }),
  )
}

function isAged({ schemaBreaking, toolRemoved }: BreakageAges) {
  return and(
    isNull(breakages.closedAt),
    or(
      and(eq(breakages.kind, 'schema_breaking'), lt(breakages.lastSeenAt, schemaBreaking)),
      and(eq(breakages.kind, 'tool_removed'), lt(breakages.lastSeenAt, toolRemoved)),
      eq(servers.lifecycle, 'deleted'),
    ),
  )
}

/** Locks servers before everything else, as a commit of probe results does: closing changes the facts of tools, which that commit writes too. */
async function lockServersOfAged(tx: Database, ages: BreakageAges): Promise<number[]> {
  const aged = tx
    .select({ key: breakages.serverKey })
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(isAged(ages))
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

/** Closes incidents whose breakages were deleted with their servers, and deletes what closed before `oldestKept`. Answers how many breakages. */
export async function deleteOldBreakages(db: Database, oldestKept: Date, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await lockIncidents(tx)
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
