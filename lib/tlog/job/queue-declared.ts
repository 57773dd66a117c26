import type { Database } from '../../store/database'
import { getServerStatesForUpdate } from '../../store/evidence/evidence'
import { recordDeclaredDigestsOf } from '../record-declared-digests'
import { listDeclaringKeys } from '../sql/declared-digests'
import { findTlogState, updateTlogState } from '../sql/state'

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 50

/**
 * Queues what servers declared before the log was opened, some servers at a time; the next run goes on where this one
 * stops. Answers how many servers.
 */
export async function queueDeclared(db: Database, clock: () => Date, signal: AbortSignal): Promise<number> {
  let servers = 0
  while (!signal.aborted) {
    const from = (await findTlogState(db))?.declaredFrom ?? null
    if (from === null) break
    servers += await db.transaction(async (tx) => {
      const keys = await listDeclaringKeys(tx, from, CHUNK)
      // As recording probe results does: what is read is not changed meanwhile.
      if (keys.length > 0) await getServerStatesForUpdate(tx, keys)
      await recordDeclaredDigestsOf(tx, new Map(keys.map((key) => [key, null])), clock())
      await updateTlogState(tx, { declaredFrom: keys.at(-1) ?? null })
      return keys.length
    })
  }
  return servers
}
