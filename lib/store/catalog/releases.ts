import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '../database'
import { servers } from './catalog-schema'

/** That a version of a package of this server was published then. */
interface Release {
  serverKey: number
  at: Date
}

/** Keeps for each server when its newest version was published; a row that knows a later one is not written. */
export async function recordReleases(tx: Database, releases: readonly Release[]): Promise<void> {
  const { key, lastReleaseAt } = servers
  for (const { serverKey, at } of releases)
    await tx
      .update(servers)
      .set({ lastReleaseAt: at })
      .where(and(eq(key, serverKey), or(isNull(lastReleaseAt), lt(lastReleaseAt, at))))
}
