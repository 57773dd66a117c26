import { canonicalJson } from 'assay-verify/canonical-json'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../store/database'
import type { QueuedLeaf } from '../../store/outbox/fact'
import { tlogQueue } from '../../store/outbox/outbox-schema'
import { queueFacts } from '../../store/outbox/queue'
import { isSigned, signatureOf } from '../../store/outbox/queue-key'
import { tlogState } from './tlog-schema'

export type TlogState = typeof tlogState.$inferSelect

const ONLY_ROW = 0

/** The log of this database; undefined: none was opened. */
export async function findTlogState(db: Database): Promise<TlogState | undefined> {
  const [row] = await db.select().from(tlogState).where(eq(tlogState.key, ONLY_ROW))
  return row
}

/** The same, locked until the transaction ends, so that one process at a time numbers leaves. */
export async function findTlogStateForUpdate(tx: Database): Promise<TlogState | undefined> {
  const [row] = await tx.select().from(tlogState).where(eq(tlogState.key, ONLY_ROW)).for('update')
  return row
}

/** Creates the row of a log that is opened in this hour. false: there is one already. */
export async function createTlogState(tx: Database, origin: string, now: Date, hour: Date): Promise<boolean> {
  const made = await tx
    .insert(tlogState)
    .values({
      key: ONLY_ROW,
      origin,
      openedAt: now,
      recording: true,
      size: 0,
      published: 0,
      observationsFrom: hour,
      inputsFrom: hour,
      declaredFrom: 0,
    })
    .onConflictDoNothing()
    .returning({ key: tlogState.key })
  return made.length > 0
}

/** Gives a log another origin, of which nothing has a number yet, so that nobody can know it. */
export async function renameUnpublishedTlog(tx: Database, origin: string): Promise<void> {
  await tx.update(tlogState).set({ origin }).where(eq(tlogState.key, ONLY_ROW))
  const { key, fact, identity, signature } = tlogQueue
  const rows = await tx
    .select({ key, fact, identity, signature })
    .from(tlogQueue)
    .where(sql`${fact} ->> 'kind' = 'log_opened'`)
  for (const row of rows) {
    // One that no process signed is not to be signed here.
    if (!isSigned(canonicalJson(row.fact), row.identity, row.signature)) continue
    const renamed = { ...row.fact, origin } as QueuedLeaf
    const changed = { fact: renamed, signature: signatureOf(canonicalJson(renamed), row.identity) }
    await tx.update(tlogQueue).set(changed).where(eq(key, row.key))
  }
}

/** Changes what is known of the log. */
export async function updateTlogState(db: Database, set: Partial<Omit<TlogState, 'key' | 'origin'>>): Promise<void> {
  await db.update(tlogState).set(set).where(eq(tlogState.key, ONLY_ROW))
}

/**
 * Ends the recording: facts from now on are not queued, and that is the last one that is. Does nothing where there is
 * no log or it has ended.
 */
export async function endRecording(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await findTlogStateForUpdate(tx))?.recording !== true) return false
    await queueFacts(tx, [{ kind: 'recording', at: now.toISOString(), event: 'ended', since: null }], now)
    await updateTlogState(tx, { recording: false, endedAt: now })
    return true
  })
}
