import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Belief } from '../core/belief'
import type { Grade } from '../core/grade'
import type { ScoreFacts } from '../core/score'
import type { Uptime } from '../core/uptime'
import type { Access, Verdict } from '../core/verdict'
import { coalesced } from './coalesced'
import type { Database } from './database'
import { serverStates } from './evidence-schema'
import { servers, subjects } from './schema'

/** What is stored of one subject's rating. `verdict` is as of the last write; core's `judge` says whether it still holds. */
export interface Rating {
  id: string
  kind: 'server' | 'tool'
  removedAt: Date | null
  verdict: Verdict
  score: number
  grade: Grade
  declaredAccess: Access
  /** null: nobody has looked at its server. */
  belief: Belief | null
  uptime: Uptime | null
}

export interface RatingReader {
  /** The rating of the subject with exactly this id. Reads that are asked for together share one statement. */
  findRating(id: string): Promise<Rating | undefined>
}

export function openRatingReader(db: Database): RatingReader {
  const statements = new Map<number, RatingStatement>()
  const findRating = coalesced(async (ids: string[]) => {
    const size = 2 ** Math.ceil(Math.log2(ids.length))
    const statement = statements.get(size) ?? prepareFor(db, size)
    statements.set(size, statement)
    // Filled up with the first id again: the index looks for each value once.
    const values = Object.fromEntries(Array.from({ length: size }, (_, i) => [`id${i}`, ids[i] ?? ids[0]]))
    const rows: Rating[] = await statement.execute(values)
    return new Map(rows.map((row) => [row.id, row]))
  })
  return { findRating }
}

type RatingStatement = ReturnType<typeof prepareFor>

/**
 * One statement for each power of two of ids. Postgres keeps one plan for a list of known length; for an array it would plan
 * anew at every call, which costs more than the read.
 */
function prepareFor(db: Database, size: number) {
  const ids = Array.from({ length: size }, (_, i) => sql.placeholder(`id${i}`))
  return db
    .select({
      id: subjects.id,
      kind: subjects.kind,
      removedAt: subjects.removedAt,
      verdict: subjects.verdict,
      score: subjects.score,
      grade: subjects.grade,
      declaredAccess: servers.declaredAccess,
      belief: serverStates.belief,
      uptime: serverStates.uptime,
    })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .where(inArray(subjects.id, ids))
    .prepare(`find_ratings_${size}`)
}

/** The facts a subject's stored score was computed from; undefined when nobody has looked at its server. */
export async function findScoreFacts(db: Database, id: string): Promise<ScoreFacts | undefined> {
  const [row] = await db
    .select({ scoreFacts: serverStates.scoreFacts })
    .from(subjects)
    .innerJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .where(eq(subjects.id, id))
  return row?.scoreFacts
}

export interface SubjectRating {
  id: string
  kind: 'server' | 'tool'
  serverKey: number
  removedAt: Date | null
  verdict: Verdict
  score: number
  grade: Grade
}

/** Ratings of these servers and of all their tools, as stored. */
export async function listRatingsOfServers(tx: Database, serverKeys: readonly number[]): Promise<SubjectRating[]> {
  const { id, kind, serverKey, removedAt, verdict, score, grade } = subjects
  return tx
    .select({ id, kind, serverKey, removedAt, verdict, score, grade })
    .from(subjects)
    .where(inArray(serverKey, [...serverKeys]))
}

/** Writes what changed of ratings, in one statement. */
export async function recordRatings(
  tx: Database,
  changes: readonly { id: string; verdict: Verdict; score: number; grade: Grade }[],
): Promise<void> {
  if (changes.length === 0) return
  const given = changes.map(({ id, verdict, score, grade }) => ({ id, verdict, score, grade }))
  await tx.execute(sql`
    UPDATE subjects SET verdict = given.verdict, score = given.score, grade = given.grade
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given(id text, verdict verdict, score float8, grade grade)
    WHERE subjects.id = given.id`)
}

/** Tells replicas that what they hold of these servers is to be read again, for a reason that no look gave. */
export async function noteChangedRatings(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length === 0) return
  await tx
    .update(serverStates)
    .set({ changedAt: sql`now()` })
    .where(inArray(serverStates.serverKey, [...serverKeys]))
}

/** Keys of servers whose evidence is too old for the verdict they still show. */
export async function listStaleServerKeys(db: Database, limit: number, now: Date): Promise<number[]> {
  const rows = await db
    .select({ key: serverStates.serverKey })
    .from(serverStates)
    .where(and(lt(serverStates.staleAfter, now), ne(serverStates.verdict, 'unknown')))
    .orderBy(serverStates.serverKey)
    .limit(limit)
  return rows.map((row) => row.key)
}
