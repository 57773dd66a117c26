import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { FEED_VERSION_HOURS } from '../../core/retention'
import { breakages } from '../../store/breakages/breakages-schema'
import { servers, subjects } from '../../store/catalog/catalog-schema'
import { type Database, rowsOf } from '../../store/database'
import { serverStates } from '../../store/evidence/evidence-schema'
import type { FeedServer, FeedSubject } from '../rules/feed-entries'
import { feedVersions } from './feed-schema'

/** Database time in whole seconds since 1970, rounded down. */
export async function databaseSeconds(db: Database): Promise<number> {
  const [row] = await rowsOf<{ at: number }>(db, sql`SELECT floor(extract(epoch FROM clock_timestamp()))::float8 AS at`)
  return row?.at ?? 0
}

/**
 * The next servers after this key with all their subjects, at most `limit`, in the order of keys, from one snapshot.
 */
export async function listFeedServers(
  db: Database,
  afterKey: number,
  limit: number,
): Promise<(FeedServer & { key: number })[]> {
  return db.transaction(
    async (tx) => {
      const states = await listStates(tx, afterKey, limit)
      const known = new Map(states.map((state) => [state.key, { ...state, subjects: [] as FeedSubject[] }]))
      for (const { serverKey, removedMs, ...subject } of await listSubjects(tx, [...known.keys()])) {
        known.get(serverKey)?.subjects.push({ ...subject, removedAt: removedMs === null ? null : new Date(removedMs) })
      }
      return [...known.values()]
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function listStates(tx: Database, afterKey: number, limit: number) {
  const { key, declaredAccess } = servers
  const { serverState, changedAt } = serverStates
  return tx
    .select({ key, declaredAccess, serverState, changedAt: sql<number>`${secondsOf(changedAt)}` })
    .from(servers)
    .leftJoin(serverStates, eq(serverStates.serverKey, key))
    .where(gt(key, afterKey))
    .orderBy(asc(key))
    .limit(limit)
}

interface SubjectRow extends Omit<FeedSubject, 'removedAt'> {
  serverKey: number
  removedMs: number | null
}

/** Hand-written, because the query builder takes twice the time for a hundred thousand rows. */
async function listSubjects(tx: Database, serverKeys: readonly number[]): Promise<SubjectRow[]> {
  const [first, last] = [serverKeys[0], serverKeys.at(-1)]
  if (first === undefined || last === undefined) return []
  return rowsOf<SubjectRow>(
    tx,
    sql`SELECT server_key AS "serverKey", id, kind, listed, (extract(epoch FROM removed_at) * 1000)::float8 AS "removedMs", facts, score, grade,
        ${secondsOf(subjects.wordsChangedAt)} AS "listedChangedAt", ${secondsOf(subjects.ratingChangedAt)} AS "ratingChangedAt"
      FROM subjects WHERE server_key BETWEEN ${first} AND ${last}`,
  )
}

/** Whole seconds since 1970, rounded up; 0 for null. */
function secondsOf(column: typeof subjects.wordsChangedAt | typeof serverStates.changedAt) {
  return sql`coalesce(ceil(extract(epoch FROM ${column})), 0)::float8`
}

/** The fields of an open breakage that the feed contains; `toolId` null: the whole server. */
export type FeedBreakage = Awaited<ReturnType<typeof listFeedBreakages>>[number]

/** Open breakages, newest first. */
export async function listFeedBreakages(db: Database, limit: number) {
  const { key, toolId, kind, severity, openedAt, incidentKey } = breakages
  return db
    .select({ key, serverId: servers.id, toolId, kind, severity, openedAt, incidentKey, isUnsafe: servers.unsafe })
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(isNull(breakages.closedAt))
    .orderBy(desc(openedAt), desc(key))
    .limit(limit)
}

/** A published content of the feed. All processes on one database share the numbers. */
export type FeedVersion = typeof feedVersions.$inferSelect

/** Advisory lock; an arbitrary number. */
const FEED_LOCK = 4_151_547
/**
 * Numbers a content. If the newest version has the same content, answers that version, so that processes that build the
 * same publish the same number. Deletes versions too old to be asked for.
 */
export async function publishFeedVersion(db: Database, found: Omit<FeedVersion, 'key'>): Promise<FeedVersion> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${FEED_LOCK})`)
    const [newest] = await tx.select().from(feedVersions).orderBy(desc(feedVersions.key)).limit(1)
    if (newest?.contentHash === found.contentHash) return newest
    const oldestKept = new Date(found.readAt.getTime() - FEED_VERSION_HOURS * 3_600_000)
    await tx.delete(feedVersions).where(lt(feedVersions.readAt, oldestKept))
    const [made] = await tx.insert(feedVersions).values(found).returning()
    if (made === undefined) throw new Error('a version of the feed was not written')
    return made
  })
}

/** undefined: never published, or deleted since. */
export async function findFeedVersion(db: Database, key: number, hashStart: string): Promise<FeedVersion | undefined> {
  const [row] = await db
    .select()
    .from(feedVersions)
    .where(and(eq(feedVersions.key, key), sql`starts_with(${feedVersions.contentHash}, ${hashStart})`))
  return row
}
