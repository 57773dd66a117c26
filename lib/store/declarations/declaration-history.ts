import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { eq, lt, sql } from 'drizzle-orm'
import type { DeclarationChange } from '../../core/declarations/declaration-changes'
import { worstDrift } from '../../core/drift/drift'
import { CHANGES_PER_TOOL, SAME_CHANGE_HOURS, TOOL_CHANGE_DAYS } from '../../core/retention'
import type { Database } from '../database'
import { instantOf, msOf, type Read, readAlone, readOf } from '../read-together'
import { declarationChanges } from './declarations-schema'

/** Writes changes to the history of their server; the same ones again within a day only increase their count. */
export async function recordDeclarationChanges(
  tx: Database,
  serverKey: number,
  changes: readonly DeclarationChange[],
  now: Date,
): Promise<void> {
  const worst = worstDrift(changes)
  if (worst === null) return
  const [last] = await listDeclarationChanges(tx, serverKey, 1)
  const textOf = (list: readonly DeclarationChange[]) => list.map(({ part, code }) => `${part} ${code}`).join('\n')
  const isRecent = last !== undefined && now.getTime() - last.at.getTime() < SAME_CHANGE_HOURS * HOUR_MS
  // Codes, not texts: a version or a number of each probe within the text would fill the history.
  if (isRecent && worst === 'wording' && textOf(last.changes) === textOf(changes)) {
    await tx
      .update(declarationChanges)
      .set({ times: sql`${declarationChanges.times} + 1` })
      .where(eq(declarationChanges.key, last.key))
    return
  }
  await tx.insert(declarationChanges).values({ serverKey, at: now, class: worst, changes: [...changes] })
  await tx.execute(sql`
    DELETE FROM declaration_changes WHERE key IN (
      SELECT key FROM declaration_changes WHERE server_key = ${serverKey}
      ORDER BY at DESC, key DESC OFFSET ${CHANGES_PER_TOOL})`)
}

type StoredDeclarationChange = Omit<typeof declarationChanges.$inferSelect, 'serverKey'>

/** The changes of what a server declares, newest first. */
export function listDeclarationChanges(
  db: Database,
  serverKey: number,
  limit: number,
): Promise<StoredDeclarationChange[]> {
  return readAlone(db, declarationChangesRead(serverKey, limit))
}

export function declarationChangesRead(serverKey: number, limit: number): Read<StoredDeclarationChange[]> {
  return readOf<Omit<StoredDeclarationChange, 'at'> & { ms: number }, StoredDeclarationChange[]>(
    sql`SELECT key::float8, ${msOf(declarationChanges.at)} AS ms, class, changes, times
      FROM declaration_changes WHERE server_key = ${serverKey} ORDER BY at DESC, key DESC LIMIT ${limit}`,
    (rows) => rows.map(({ ms, ...row }) => ({ ...row, at: instantOf(ms) })),
  )
}

/** Deletes changes older than the time they are kept; answers how many. */
export async function deleteOldDeclarationChanges(db: Database, now: Date): Promise<number> {
  const gone = await db
    .delete(declarationChanges)
    .where(lt(declarationChanges.at, new Date(now.getTime() - TOOL_CHANGE_DAYS * DAY_MS)))
    .returning({ key: declarationChanges.key })
  return gone.length
}
