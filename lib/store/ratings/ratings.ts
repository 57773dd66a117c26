import type { Grade } from 'assay-verify/score/grade'
import type { ScoreFacts } from 'assay-verify/score/score'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access, Verdict } from 'assay-verify/verdict'
import { and, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import type { SignIn } from '../../core/access/sign-in'
import type { AuthScheme } from '../../core/catalog/catalog'
import { type Maintenance, maintenanceOf } from '../../core/history/maintenance'
import type { Uptime } from '../../core/history/uptime'
import { signIns } from '../access/access-schema'
import { servers, subjects } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { preparedByIds } from '../prepared'
import { coalesced } from './coalesced'

/**
 * The stored rating of one subject. `verdict` is as of the last write; core's `assess` decides whether it still holds.
 */
export interface Rating {
  id: string
  kind: 'server' | 'tool'
  serverKey: number
  removedAt: Date | null
  /** What is known of it apart from its server's evidence; null: nothing. */
  facts: StoredToolFacts | null
  verdict: Verdict
  score: number
  grade: Grade
  declaredAccess: Access
  /** null: its server was never probed. */
  serverState: ServerState | null
  uptime: Uptime | null
  /** The newest maintenance window of its server, past, running or to come; null: none. */
  maintenance: Maintenance | null
  /** null or left out: its source does not say. */
  declaredAuth?: AuthScheme | null
  /** How to sign in at its server, the newest reading first; null or left out: not known. */
  signIns?: SignIn[] | null
  /** What the score was computed from, apart from `facts`; null: its server was never probed. Left out: not read. */
  scoreFacts?: ScoreFacts | null
}

export interface RatingReader {
  /** The rating of the subject with exactly this id. Concurrent reads share one statement. */
  findRating(id: string): Promise<Rating | undefined>
  /**
   * The rating that this process read last, however long ago, for the time in which the database cannot be asked;
   * undefined: it has none.
   */
  heldRating(id: string): Rating | undefined
}

/** Ratings that a reader holds, some 2 kB each: enough for what a host without a replica was asked lately. */
const MOST_HELD = 5000

export function openRatingReader(db: Database): RatingReader {
  const held = new Map<string, Rating>()
  const findRating = coalesced(async (ids: string[]) => {
    const rows = await listRatings(db, ids)
    return new Map(rows.map(({ from, to, ...row }) => [row.id, { ...row, maintenance: maintenanceOf(from, to) }]))
  })
  const hold = (id: string, rating: Rating | undefined) => {
    held.delete(id)
    if (rating !== undefined) held.set(id, rating)
    const [oldest] = held.size > MOST_HELD ? held.keys() : []
    if (oldest !== undefined) held.delete(oldest)
  }
  return {
    findRating: async (id) => {
      const rating = await findRating(id)
      hold(id, rating)
      return rating
    },
    heldRating: (id) => held.get(id),
  }
}

/** What a rating has of its server. */
export const OF_SERVER = {
  declaredAccess: servers.declaredAccess,
  serverState: serverStates.serverState,
  uptime: serverStates.uptime,
  from: servers.maintenanceFrom,
  to: servers.maintenanceTo,
  declaredAuth: servers.declaredAuth,
  signIns: signIns.signIns,
  scoreFacts: serverStates.scoreFacts,
}

/** The columns of a rating. */
export const RATING = {
  id: subjects.id,
  kind: subjects.kind,
  serverKey: subjects.serverKey,
  removedAt: subjects.removedAt,
  facts: subjects.facts,
  verdict: subjects.verdict,
  score: subjects.score,
  grade: subjects.grade,
  ...OF_SERVER,
}

const listRatings = preparedByIds((db, ids) =>
  db
    .select(RATING)
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .leftJoin(signIns, eq(signIns.serverKey, subjects.serverKey))
    .where(inArray(subjects.id, ids))
    .prepare(`find_ratings_${ids.length}`),
)

/** Everything a subject's verdict and score are computed from. */
export type RatingBasis = Pick<Rating, 'id' | 'kind' | 'removedAt' | 'facts' | 'declaredAccess' | 'serverState'> & {
  /** null: its server was never probed. */
  scoreFacts: ScoreFacts | null
}

/** The basis of a rating, read in one statement; undefined for an id that is not known. */
export async function findRatingBasis(db: Database, id: string): Promise<RatingBasis | undefined> {
  const [row] = await db
    .select({
      id: subjects.id,
      kind: subjects.kind,
      removedAt: subjects.removedAt,
      facts: subjects.facts,
      declaredAccess: servers.declaredAccess,
      serverState: serverStates.serverState,
      scoreFacts: serverStates.scoreFacts,
    })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .where(eq(subjects.id, id))
  return row
}

export type SubjectRating = Awaited<ReturnType<typeof listRatingsOfServers>>[number]

/** Stored ratings of these servers and of all their tools. */
export async function listRatingsOfServers(tx: Database, serverKeys: readonly number[]) {
  const { id, kind, serverKey, removedAt, facts, verdict, score, grade } = subjects
  // By the key of the joined table, as Postgres would read all servers for what only the other side is asked for.
  return tx
    .select({ id, kind, serverKey, removedAt, facts, declaredAccess: servers.declaredAccess, verdict, score, grade })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, serverKey))
    .where(inArray(servers.key, [...serverKeys]))
}

/** Keys of the servers that these subjects are or belong to, each once and in order; unknown ids are left out. */
export async function listServerKeysOf(tx: Database, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { serverKey, id } = subjects
  const rows = await tx
    .selectDistinct({ serverKey })
    .from(subjects)
    .where(inArray(id, [...ids]))
    .orderBy(serverKey)
  return rows.map((row) => row.serverKey)
}

/** Writes changed ratings, in one statement. */
export async function recordRatings(
  tx: Database,
  changes: readonly { id: string; verdict: Verdict; score: number; grade: Grade }[],
): Promise<void> {
  if (changes.length === 0) return
  const given = changes.map(({ id, verdict, score, grade }) => ({ id, verdict, score, grade }))
  await tx.execute(sql`
    UPDATE subjects SET verdict = given.verdict, score = given.score, grade = given.grade, rating_changed_at = clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given(id text, verdict verdict, score float8, grade grade)
    WHERE subjects.id = given.id`)
}

/** Has replicas read these servers again, after a change that no probe made. */
export async function noteChangedRatings(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length === 0) return
  await tx
    .update(serverStates)
    .set({ changedAt: sql`now()` })
    .where(inArray(serverStates.serverKey, [...serverKeys]))
  // The rows of probed servers are left as they are: each change of one writes all its columns anew.
  await tx
    .update(servers)
    .set({ changedAt: sql`now()` })
    .where(
      and(
        inArray(servers.key, [...serverKeys]),
        notExists(tx.select().from(serverStates).where(eq(serverStates.serverKey, servers.key))),
      ),
    )
}

/** Has deltas of the feed name these subjects, after a change of facts that decides their recommendation. */
export async function noteChangedFacts(tx: Database, ids: readonly string[]): Promise<void> {
  await tx
    .update(subjects)
    .set({ ratingChangedAt: sql`clock_timestamp()` })
    .where(inArray(subjects.id, [...ids]))
}

/** Keys of servers whose evidence is too old for their stored verdict. */
export async function listStaleServerKeys(db: Database, limit: number, now: Date): Promise<number[]> {
  const rows = await db
    .select({ key: serverStates.serverKey })
    .from(serverStates)
    .where(and(lt(serverStates.staleAfter, now), ne(serverStates.verdict, 'unknown')))
    .orderBy(serverStates.serverKey)
    .limit(limit)
  return rows.map((row) => row.key)
}
