import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../database'
import { noteChangedRatings } from '../ratings/ratings'
import { servers } from './catalog-schema'

/** Where an entry of the catalog comes from. */
export interface SourceOwner {
  source: string
  precedence: number
  /** The operator vouches for its servers: they may be probed at allowed origins. Left out: strangers wrote it. */
  own?: boolean
}

/**
 * Whether a source may change a server: one of the operator's own takes over what others wrote and is changed by no
 * other; otherwise a source of lower precedence does not change what one of higher wrote.
 */
export function mayChange(owner: SourceOwner, server: { own: boolean; precedence: number }): boolean {
  const own = owner.own ?? false
  return own === server.own ? server.precedence <= owner.precedence : own
}

/** `mayChange` as a condition on rows of `servers`. */
export function changeableBy({ own = false, precedence }: SourceOwner): SQL {
  const ofSameKind = sql`(${servers.own} = ${own} AND ${servers.precedence} <= ${precedence})`
  return own ? sql`(${ofSameKind} OR NOT ${servers.own})` : ofSameKind
}

/**
 * Makes imported servers of the operator's ordinary entries: they are no longer probed at allowed origins, and any
 * source may change them. Answers the ids of those that were the operator's; servers that this service runs stay its
 * own.
 */
export async function disownServers(db: Database, ids: readonly string[], source: string): Promise<string[]> {
  if (ids.length === 0) return []
  return db.transaction(async (tx) => {
    const isMarked = and(inArray(servers.id, [...ids]), servers.own, eq(servers.source, source))
    await tx.select({ key: servers.key }).from(servers).where(isMarked).orderBy(asc(servers.key)).for('no key update')
    const rows = await tx
      .update(servers)
      .set({ own: false, contentHash: 'disowned' })
      .where(isMarked)
      .returning({ key: servers.key, id: servers.id })
    await noteChangedRatings(
      tx,
      rows.map(({ key }) => key),
    )
    return rows.map(({ id }) => id).sort()
  })
}
