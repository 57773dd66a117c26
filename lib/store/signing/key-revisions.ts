import { sql } from 'drizzle-orm'
import type { Database } from '../database'
import { type KEY_REVISIONS, keyRevisions } from '../keys/keys-schema'

type RevisionName = (typeof KEY_REVISIONS)[number]

/** Numbers that differ where keys of the kind were revoked or replaced in between. */
type KeyRevisions = Readonly<Record<RevisionName, number>>

export interface RevisionReader {
  /**
   * Revisions that no change of the last second is missing from: at once where they were read within it, else a
   * promise. Under load nobody waits, since they are read again before they are too old. While the database cannot be
   * read: the last ones.
   */
  current(): KeyRevisions | Promise<KeyRevisions>
  /** Whether the last attempt to read them failed, or takes too long. */
  isFailing(): boolean
}

/** Revisions this old are read again, while calls go on with them. */
const READ_AFTER_MS = 500
/** Calls do not go on with revisions older than this. */
const TRUSTED_MS = 1000
/** A database that takes longer is taken to be out of reach, and calls stop waiting for it. */
const LONGEST_WAIT_MS = 1000

/** Counts a change of keys; part of the transaction that changes them. */
export async function countKeyChange(tx: Database, name: RevisionName): Promise<void> {
  await tx
    .insert(keyRevisions)
    .values({ name, revision: 1 })
    .onConflictDoUpdate({ target: keyRevisions.name, set: { revision: sql`${keyRevisions.revision} + 1` } })
}

/**
 * Reads revisions when they are asked for and never by a timer: a database without callers stays idle, which Neon needs
 * to suspend, and a host that freezes processes between requests finds them right after. `monotonicMs` measures ages.
 */
export function openKeyRevisions(db: Database, monotonicMs: () => number = () => performance.now()): RevisionReader {
  let held: KeyRevisions = { api_keys: 0, signing_keys: 0 }
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let failing = false
  let reading: Promise<void> | undefined
  const read = async () => {
    const beganAt = monotonicMs()
    triedAt = beganAt
    const slow = setTimeout(() => {
      failing = true
    }, LONGEST_WAIT_MS).unref()
    try {
      const rows = await db.select().from(keyRevisions)
      held = { api_keys: 0, signing_keys: 0, ...Object.fromEntries(rows.map(({ name, revision }) => [name, revision])) }
      readAt = beganAt
      failing = false
    } catch {
      failing = true
    } finally {
      clearTimeout(slow)
    }
  }
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  const waited = async () => {
    await Promise.race([readOnce(), pause(LONGEST_WAIT_MS)])
    return held
  }
  return {
    current: () => {
      const at = monotonicMs()
      const mayWait = at - readAt >= TRUSTED_MS && !failing
      if (mayWait) return waited()
      if (at - triedAt >= READ_AFTER_MS) void readOnce()
      return held
    },
    isFailing: () => failing,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
