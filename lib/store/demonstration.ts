import { isNotNull } from 'drizzle-orm'
import { servers } from './catalog/catalog-schema'
import type { Database } from './database'
import { demonstration } from './demonstration-schema'

/** The mark of a database that `npm run demo` made. */
export interface Demonstration {
  seed: number
  /** The present of the world when it was made. */
  madeAt: Date
  /** Everything before this instant is there; null: the first simulation has not ended. */
  completeUntil: Date | null
}

/** A database was opened for a use that it is not for. The message is a sentence for the operator. */
export class NotThatDatabase extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotThatDatabase'
  }
}

const ONLY_ROW = 0

/** The mark of this database; undefined: it is a real one. */
export async function findDemonstration(db: Database): Promise<Demonstration | undefined> {
  const { seed, madeAt, completeUntil } = demonstration
  const [row] = await db.select({ seed, madeAt, completeUntil }).from(demonstration).limit(1)
  return row
}

/** Marks an empty database as a demonstration. Throws `NotThatDatabase` where it has servers or is marked already. */
export async function markAsDemonstration(db: Database, seed: number, madeAt: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [server] = await tx.select({ key: servers.key }).from(servers).where(isNotNull(servers.key)).limit(1)
    if (server !== undefined || (await findDemonstration(tx)) !== undefined)
      throw new NotThatDatabase('Only an empty database can become a demonstration.')
    await tx.insert(demonstration).values({ key: ONLY_ROW, seed, madeAt })
  })
}

/** Records through which instant the history is complete. */
export async function recordCompleteUntil(db: Database, completeUntil: Date): Promise<void> {
  await db.update(demonstration).set({ completeUntil })
}

/**
 * Throws `NotThatDatabase` where a demonstration would be served as real (`isExpected` false), or a real database as a
 * demonstration. Answers whether it is one.
 */
export async function requireRightUse(db: Database, isExpected: boolean): Promise<boolean> {
  const isDemonstration = (await findDemonstration(db)) !== undefined
  if (isDemonstration === isExpected) return isDemonstration
  throw new NotThatDatabase(
    isDemonstration
      ? 'This database is a demonstration: its servers and its history are simulated. Serve it with `npm run demo`, or set DATA_DIR or DATABASE_URL to another database.'
      : 'This database is not a demonstration, so it is not served as one. Unset DEMONSTRATION, or set DATA_DIR to a folder that `npm run demo` made.',
  )
}
