import { DAY_MS } from 'assay-verify/duration'
import { EVIDENCE_VALID_FOR_MS } from 'assay-verify/evidence-kind'
import type { Grade } from 'assay-verify/score/grade'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import { and, asc, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { CatalogServer } from '../../core/catalog/catalog'
import type { DriftClass } from '../../core/drift/types'
import type { Uptime } from '../../core/history/uptime'
import { servers, subjects, tools } from '../../store/catalog/catalog-schema'
import { toolChanges } from '../../store/catalog/drift-schema'
import type { Database } from '../../store/database'
import { declarationChanges } from '../../store/declarations/declarations-schema'
import { serverStates } from '../../store/evidence/evidence-schema'
import { gradesFrom, type RegistryPolicy } from '../rules/policy'

/** A server of the registry with everything that its entry and its rating are made of. */
export interface RegistryServer
  extends Pick<
    CatalogServer,
    'id' | 'title' | 'description' | 'repository' | 'version' | 'packages' | 'remotes' | 'declaredAccess'
  > {
  key: number
  /** `deleted`: a source removed it, or an MCP client can no longer call it. */
  status: CatalogServer['lifecycle']
  firstSeenAt: Date
  /** When its catalog entry last changed. */
  updatedAt: Date
  score: number
  grade: Grade
  facts: StoredToolFacts | null
  removedAt: Date | null
  /** Both null: it was never probed. */
  serverState: ServerState | null
  uptime: Uptime | null
  /** Whether it ever listed its tools itself. */
  isListed: boolean
  /** Its worst change since the moment asked for; null: none. */
  worstDrift: DriftClass | null
}

/** Where a list goes on: after this server. `updatedAt` only in the order of changes. */
export interface RegistryPosition {
  key: number
  updatedAt: Date | null
}

export interface RegistryFilter {
  /** A part of a name, title or description, in any case. */
  search?: string | undefined
  /** Only what changed after this moment. */
  updatedSince?: Date | undefined
  includesDeleted: boolean
  /** What a row cannot meet is left out as far as an index knows; whoever asks checks the rest. */
  policy: RegistryPolicy | null
  /** Changes before this moment are no drift. */
  driftSince: Date
}

/**
 * Servers of the registry from a position on, at most `limit`, in an order that stays: by key, or, where only changes
 * are asked for and no policy, by the time of the change, so that one that changes meanwhile comes again and none is
 * missed.
 */
export async function listRegistryServers(
  db: Database,
  filter: RegistryFilter,
  after: RegistryPosition | null,
  limit: number,
  now: Date,
): Promise<RegistryServer[]> {
  const byChange = isByChange(filter)
  return selectFrom(db, filter.driftSince, byChange ? null : after)
    .where(
      and(
        filter.includesDeleted ? isNotNull(servers.registryStatus) : ne(servers.registryStatus, 'deleted'),
        byChange ? afterChange(after) : after === null ? undefined : gt(servers.key, after.key),
        filter.search === undefined ? undefined : containsText(filter.search),
        filter.updatedSince === undefined ? undefined : changedSince(filter.updatedSince, filter.policy, now),
        filter.policy === null || filter.includesDeleted ? undefined : canMeet(filter.policy, now),
      ),
    )
    .orderBy(...(byChange ? [asc(servers.updatedAt), asc(servers.key)] : [asc(servers.key)]))
    .limit(limit)
}

/** Whether a list with this filter is in the order of changes. */
export function isByChange({ updatedSince, policy }: Pick<RegistryFilter, 'updatedSince' | 'policy'>): boolean {
  return updatedSince !== undefined && policy === null
}

/** The server of this name, also a deleted one; undefined: the registry never had it. */
export async function findRegistryServer(
  db: Database,
  name: string,
  driftSince: Date,
): Promise<RegistryServer | undefined> {
  const [row] = await selectFrom(db, driftSince)
    .where(and(eq(servers.registryName, name), isNotNull(servers.registryStatus)))
    .limit(1)
  return row
}

/**
 * The states of servers before a position are left out of the join by name: a plan that merges the two would read them
 * all.
 */
function selectFrom(db: Database, driftSince: Date, after: RegistryPosition | null = null) {
  const isBehind = after === null ? undefined : gt(serverStates.serverKey, after.key)
  return db
    .select({
      key: servers.key,
      id: servers.id,
      title: servers.title,
      description: servers.description,
      repository: servers.repository,
      version: servers.version,
      packages: servers.packages,
      remotes: servers.remotes,
      declaredAccess: servers.declaredAccess,
      status: sql<RegistryServer['status']>`${servers.registryStatus}`,
      firstSeenAt: servers.firstSeenAt,
      updatedAt: servers.updatedAt,
      score: subjects.score,
      grade: subjects.grade,
      facts: subjects.facts,
      removedAt: subjects.removedAt,
      serverState: serverStates.serverState,
      uptime: serverStates.uptime,
      isListed: sql<boolean>`${servers.listedAt} IS NOT NULL`,
      worstDrift: worstDriftSince(driftSince),
    })
    .from(servers)
    .innerJoin(subjects, and(eq(subjects.id, servers.id), eq(subjects.kind, 'server')))
    .leftJoin(serverStates, and(eq(serverStates.serverKey, servers.key), isBehind))
    .$dynamic()
}

/**
 * Classes are ordered in the database as in core, the worst first. A tool that is no longer listed breaks its callers.
 */
function worstDriftSince(since: Date): SQL<DriftClass | null> {
  const at = since.toISOString()
  return sql<DriftClass | null>`(SELECT min(class) FROM (
    SELECT class FROM ${toolChanges} WHERE ${toolChanges.serverKey} = ${servers.key} AND ${toolChanges.at} >= ${at}
    UNION ALL
    SELECT class FROM ${declarationChanges} WHERE ${declarationChanges.serverKey} = ${servers.key} AND ${declarationChanges.at} >= ${at}
    UNION ALL
    SELECT 'breaking'::drift_class FROM ${tools} WHERE ${tools.serverKey} = ${servers.key} AND ${tools.removedAt} >= ${at}
  ) AS changes)`
}

function afterChange(after: RegistryPosition | null): SQL | undefined {
  if (after?.updatedAt == null) return undefined
  return sql`(${servers.updatedAt}, ${servers.key}) > (${after.updatedAt.toISOString()}, ${after.key})`
}

function containsText(text: string): SQL | undefined {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const holds = (column: typeof servers.registryName | typeof servers.title) => sql`${column} ILIKE ${pattern}`
  return or(holds(servers.registryName), holds(servers.title), sql`${servers.description} ILIKE ${pattern}`)
}

/**
 * Under a policy, evidence changes what a reader has too: whatever was probed or rated since, and what has become too
 * old without either. A row too many only says again what is known.
 */
function changedSince(since: Date, policy: RegistryPolicy | null, now: Date): SQL | undefined {
  const changed = gt(servers.updatedAt, since)
  if (policy === null) return changed
  const { maxAgeDays, verdict, recommendation } = policy
  const agesMs = [
    ...(maxAgeDays === undefined ? [] : [maxAgeDays * DAY_MS]),
    ...(verdict === undefined && recommendation === undefined ? [] : EVIDENCE_VALID_FOR_MS),
  ]
  const hasReached = (ageMs: number) => {
    const [from, to] = [since, now].map((moment) => new Date(moment.getTime() - ageMs).toISOString())
    return sql`(${serverStates.asOf} >= ${from} AND ${serverStates.asOf} < ${to})`
  }
  return or(changed, gt(serverStates.changedAt, since), ...agesMs.map(hasReached))
}

function canMeet({ minGrade, maxAgeDays }: RegistryPolicy, now: Date): SQL | undefined {
  const from = new Date(now.getTime() - (maxAgeDays ?? 0) * DAY_MS).toISOString()
  return and(
    minGrade === undefined ? undefined : inArray(subjects.grade, gradesFrom(minGrade)),
    maxAgeDays === undefined ? undefined : sql`${serverStates.asOf} >= ${from}`,
  )
}
