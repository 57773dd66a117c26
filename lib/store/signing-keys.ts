import { asc, sql } from 'drizzle-orm'
import type { Database } from './database'
import { signingKeys } from './schema'

/** The key this database signs with: the one kept, or `made` if there is none yet. Two processes that start at once end with the same. */
export async function keepSigningKey(
  db: Database,
  made: { kid: string; seed: string },
  now: Date,
): Promise<{ kid: string; seed: string }> {
  return db.transaction(async (tx) => {
    const find = () =>
      tx
        .select({ kid: signingKeys.kid, seed: signingKeys.seed })
        .from(signingKeys)
        .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid))
        .limit(1)
    await tx.execute(sql`LOCK TABLE signing_keys IN EXCLUSIVE MODE`)
    const [kept] = await find()
    if (kept !== undefined) return kept
    await tx.insert(signingKeys).values({ ...made, createdAt: now })
    return made
  })
}
