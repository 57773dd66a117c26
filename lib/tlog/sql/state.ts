import { canonicalJson } from 'assay-verify/canonical-json'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../store/database'
import type { QueuedLeaf } from '../../store/outbox/fact'
import { logQueue } from '../../store/outbox/outbox-schema'
import { queueFacts } from '../../store/outbox/queue'
import { isSigned, signatureOf } from '../../store/outbox/queue-key'
import { logState } from './tlog-schema'

export type LogState = typeof logState.$inferSelect

const ONLY_ROW = 0

/** The log of this database; undefined: none was opened. */
export async function findLogState(db: Database): Promise<LogState | undefined> {
  const [row] = await db.select().from(logState).where(eq(logState.key, ONLY_ROW))
  return row
}

/** The same, locked until the transaction ends, so that one process at a time numbers leaves. */
export async function lockLogState(tx: Database): Promise<LogState | undefined> {
  const [row] = await tx.select().from(logState).where(eq(logState.key, ONLY_ROW)).for('update')
  return row
}

/** Creates the row of a log that is opened in this hour. false: there is one already. */
export async function createLogState(tx: Database, origin: string, now: Date, hour: Date): Promise<boolean> {
  const made = await tx
    .insert(logState)
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
    .returning({ key: logState.key })
  return made.length > 0
}

/** Gives a log another origin, of which nothing has a number yet, so that nobody can know it. */
export async function renameUnpublishedLog(tx: Database, origin: string): Promise<void> {
  await tx.update(logState).set({ origin }).where(eq(logState.key, ONLY_ROW))
  const { key, fact, identity, signature } = logQueue
  const rows = await tx
    .select({ key, fact, identity, signature })
    .from(logQueue)
    .where(sql`${fact} ->> 'kind' = 'log_opened'`)
  for (const row of rows) {
    // One that no process signed is not to be signed here.
    if (!isSigned(canonicalJson(row.fact), row.identity, row.signature)) continue
    const renamed = { ...row.fact, origin } as QueuedLeaf
    const changed = { fact: renamed, signature: signatureOf(canonicalJson(renamed), row.identity) }
    await tx.update(logQueue).set(changed).where(eq(key, row.key))
  }
}

/** Changes what is known of the log. */
export async function updateLogState(db: Database, set: Partial<Omit<LogState, 'key' | 'origin'>>): Promise<void> {
  await db.update(logState).set(set).where(eq(logState.key, ONLY_ROW))
}

/**
 * Ends the recording: facts from now on are not queued, and that is the last one that is. Does nothing where there is
 * no log or it has ended.
 */
export async function endRecording(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await lockLogState(tx))?.recording !== true) return false
    await queueFacts(tx, [{ kind: 'recording', at: now.toISOString(), event: 'ended', since: null }], now)
    await updateLogState(tx, { recording: false, endedAt: now })
    return true
  })
}
