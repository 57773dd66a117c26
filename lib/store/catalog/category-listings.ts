import { eq, sql } from 'drizzle-orm'
import type { ToolAnnotations } from '../../core/catalog/catalog'
import type { Grade } from '../../core/score/grade'
import type { StoredToolFacts } from '../../core/score/tool-facts'
import type { ServerState } from '../../core/state/server-state'
import type { Access, Verdict } from '../../core/verdict/verdict'
import { VERDICTS } from '../../core/verdict/verdict'
import { type Database, rowsOf } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { servers, subjects, tools } from './catalog-schema'

export interface CategoryCount {
  slug: string
  tracked: number
  healthy: number
}

/** How many listed subjects each category has and how many of them are healthy. Empty categories are left out. */
export async function countCategories(db: Database): Promise<CategoryCount[]> {
  return rowsOf<CategoryCount>(
    db,
    sql`SELECT slug, count(*)::int AS tracked, (count(*) FILTER (WHERE verdict = 'healthy'))::int AS healthy
      FROM subjects, unnest(categories) AS slug WHERE listed GROUP BY slug`,
  )
}

export async function countCategory(db: Database, slug: string): Promise<{ tracked: number; healthy: number }> {
  const [row] = await rowsOf<{ tracked: number; healthy: number }>(
    db,
    sql`SELECT count(*)::int AS tracked, (count(*) FILTER (WHERE verdict = 'healthy'))::int AS healthy
      FROM subjects WHERE listed AND categories @> ARRAY[${slug}]::text[]`,
  )
  return row ?? { tracked: 0, healthy: 0 }
}

export interface ListedSubject {
  id: string
  kind: 'server' | 'tool'
  name: string
  summary: string
  serverId: string
  serverTitle: string
  score: number
  grade: Grade
  declaredAccess: Access
  removedAt: Date | null
  facts: StoredToolFacts | null
  serverState: ServerState | null
}

const listedColumns = {
  id: subjects.id,
  kind: subjects.kind,
  name: subjects.name,
  summary: subjects.summary,
  serverId: servers.id,
  serverTitle: servers.title,
  score: subjects.score,
  grade: subjects.grade,
  declaredAccess: servers.declaredAccess,
  removedAt: subjects.removedAt,
  facts: subjects.facts,
  serverState: serverStates.serverState,
}

/** One page of a category in the published order: verdict in the order of the enum, then score, then id. */
export async function listCategory(
  db: Database,
  slug: string,
  limit: number,
  offset: number,
): Promise<ListedSubject[]> {
  return db
    .select(listedColumns)
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .where(sql`${subjects.listed} AND ${subjects.categories} @> ARRAY[${slug}]::text[]`)
    .orderBy(sql`${subjects.verdict}, ${subjects.score} DESC, ${subjects.id}`)
    .limit(limit)
    .offset(offset)
}

/** A tool in the list of its server. */
export interface ToolOfServer {
  id: string
  name: string
  summary: string
  annotations: ToolAnnotations | null
  removedAt: Date | null
  facts: StoredToolFacts | null
}

/** The tools of one server in the published order, removed ones last. */
export async function listToolsOfServer(db: Database, serverKey: number, limit: number): Promise<ToolOfServer[]> {
  const { id, name, summary, removedAt, facts } = subjects
  return db
    .select({ id, name, summary, annotations: tools.annotations, removedAt, facts })
    .from(subjects)
    .leftJoin(tools, eq(tools.id, subjects.id))
    .where(sql`${subjects.serverKey} = ${serverKey} AND ${subjects.kind} = 'tool'`)
    .orderBy(sql`${subjects.removedAt} IS NOT NULL, ${subjects.verdict}, ${subjects.score} DESC, ${subjects.id}`)
    .limit(limit)
}

export interface Totals {
  servers: number
  tools: number
  /** Listed subjects by their stored verdict. */
  byVerdict: Record<Verdict, number>
}

export async function countTotals(db: Database): Promise<Totals> {
  const rows = await rowsOf<{ kind: 'server' | 'tool'; verdict: Verdict; listed: boolean; n: number }>(
    db,
    sql`SELECT kind, verdict, listed, count(*)::int AS n FROM subjects WHERE removed_at IS NULL GROUP BY kind, verdict, listed`,
  )
  const sum = (keep: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(keep).reduce((total, row) => total + row.n, 0)
  const byVerdict = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, sum((row) => row.listed && row.verdict === verdict)]),
  )
  return {
    servers: sum((row) => row.kind === 'server'),
    tools: sum((row) => row.kind === 'tool'),
    byVerdict: byVerdict as Record<Verdict, number>,
  }
}
