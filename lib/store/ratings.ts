import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Belief } from '../core/belief'
import type { Grade } from '../core/grade'
import type { ScoreFacts } from '../core/score'
import type { Uptime } from '../core/uptime'
import type { Access, Verdict } from '../core/verdict'
import { coalesced } from './coalesced'
import type { Database } from './database'
import { serverStates, servers, subjects } from './schema'

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
  const statement = db
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
    .where(sql`${subjects.id} = ANY(${sql.placeholder('ids')})`)
    .prepare('find_ratings')
  const findRating = coalesced(async (ids: string[]) => {
    const rows: Rating[] = await statement.execute({ ids })
    return new Map(rows.map((row) => [row.id, row]))
  })
  return { findRating }
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
