import { grouped } from 'assay-verify/grouped'
import { EMPTY_SCORE_FACTS, type ScoreFacts } from 'assay-verify/score/score-facts'
import { usageOf } from 'assay-verify/score/tool-facts'
import type { ScoredUsage } from 'assay-verify/score/usage'
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { servers, subjects } from '../../store/catalog/catalog-schema'
import type { Database } from '../../store/database'
import { serverStates } from '../../store/evidence/evidence-schema'

/** What is stored of a server that its scores are computed from, apart from its intervals. */
export interface StoredScoreInputs {
  serverKey: number
  serverId: string
  facts: ScoreFacts
  /** Of the server and its tools; those without reported outcomes are left out. */
  usages: { id: string; usage: ScoredUsage }[]
}

/**
 * Servers after a key that were probed or whose outcomes were reported, in the order of their keys, with two
 * statements.
 */
export async function listScoreInputs(db: Database, afterKey: number, limit: number): Promise<StoredScoreInputs[]> {
  const hasUsage = sql`EXISTS (SELECT FROM ${subjects} WHERE ${subjects.serverKey} = ${servers.key} AND ${subjects.facts} ->> 'usage' IS NOT NULL)`
  const rows = await db
    .select({ serverKey: servers.key, serverId: servers.id, facts: serverStates.scoreFacts })
    .from(servers)
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .where(and(gt(servers.key, afterKey), or(isNotNull(serverStates.serverKey), hasUsage)))
    .orderBy(asc(servers.key))
    .limit(limit)
  if (rows.length === 0) return []
  const keys = rows.map(({ serverKey }) => serverKey)
  const used = await db
    .select({ serverKey: subjects.serverKey, id: subjects.id, facts: subjects.facts })
    .from(subjects)
    .where(and(inArray(subjects.serverKey, keys), sql`${subjects.facts} ->> 'usage' IS NOT NULL`))
  const usagesOf = grouped(
    used.flatMap(({ serverKey, id, facts }) => {
      const usage = usageOf(facts)
      return usage === null ? [] : [[serverKey, { id, usage }] as const]
    }),
  )
  return rows.map(({ facts, ...row }) => ({
    ...row,
    facts: facts ?? EMPTY_SCORE_FACTS,
    usages: usagesOf.get(row.serverKey) ?? [],
  }))
}
