import { inArray, isNull, sql } from 'drizzle-orm'
import { budgetOf, type PlacedTarget, type Targeting } from '../../core/catalog/probe-target'
import { servers } from '../catalog/catalog-schema'
import { chunksOf } from '../chunks'
import type { Database } from '../database'
import { probeSchedule } from './evidence-schema'

/** `changed`: servers that a source has changed since they were scheduled. `all`: also those scheduled by another list of probers. */
export type SchedulingScope = 'changed' | 'all'

/** Puts at most `limit` servers of the scope into the queue or takes them out; answers how many there were. Repeated, it finds none. */
export async function scheduleServers(
  db: Database,
  { version, targetOf }: Targeting,
  scope: SchedulingScope,
  limit: number,
  now: Date,
): Promise<number> {
  const { key, lifecycle, remotes, packages, targetsBy } = servers
  const isInScope = scope === 'changed' ? isNull(targetsBy) : sql`${targetsBy} IS DISTINCT FROM ${version}`
  // Runs often, and nearly always there is nothing to do.
  if ((await db.select({ key }).from(servers).where(isInScope).limit(1)).length === 0) return 0
  return db.transaction(async (tx) => {
    // Locked in the same order as by a commit of probe results and by an import, so that they never deadlock.
    const rows = await tx
      .select({ key, lifecycle, remotes, packages })
      .from(servers)
      .where(isInScope)
      .orderBy(key)
      .limit(limit)
      .for('no key update')
    const entries = rows.map((row) => ({
      serverKey: row.key,
      target: row.lifecycle === 'deleted' ? undefined : targetOf(row),
    }))
    await replaceSchedule(tx, entries, now)
    const keys = rows.map((row) => row.key)
    if (keys.length > 0) await tx.update(servers).set({ targetsBy: version }).where(inArray(key, keys))
    return keys.length
  })
}

export async function unscheduleServers(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length > 0) await tx.delete(probeSchedule).where(inArray(probeSchedule.serverKey, [...serverKeys]))
}

/** Puts servers into the queue, due now if they are new or moved to another host; takes those without a target out. */
async function replaceSchedule(
  tx: Database,
  entries: readonly { serverKey: number; target: PlacedTarget | undefined }[],
  now: Date,
): Promise<void> {
  await unscheduleServers(
    tx,
    entries.filter((entry) => entry.target === undefined).map((entry) => entry.serverKey),
  )
  const values = entries.flatMap(({ serverKey, target }) =>
    target === undefined ? [] : [{ serverKey, network: target.network, host: budgetOf(target), dueAt: now }],
  )
  for (const chunk of chunksOf(values, 500)) {
    await tx
      .insert(probeSchedule)
      .values(chunk)
      .onConflictDoUpdate({
        target: probeSchedule.serverKey,
        set: {
          network: sql`excluded.network`,
          host: sql`excluded.host`,
          dueAt: sql`CASE WHEN ${probeSchedule.host} = excluded.host THEN ${probeSchedule.dueAt} ELSE excluded.due_at END`,
        },
      })
  }
}
