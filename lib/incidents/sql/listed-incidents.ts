import type { Severity } from 'assay-verify/breakage-kind'
import { BREAKAGE_KINDS, type BreakageKind } from 'assay-verify/breakage-kind'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { IncidentCause } from '../../core/verdict/incident'
import { breakages } from '../../store/breakages/breakages-schema'
import { servers } from '../../store/catalog/catalog-schema'
import { type Database, rowsOf } from '../../store/database'
import { BREAKAGE_FIELDS, type ListedBreakage } from './open-breakages'

/** An incident; the counts of an open one are of what is broken now, those of a past one of all that broke. */
export interface ListedIncident {
  key: number
  cause: IncidentCause
  what: string
  severity: Severity
  openedAt: Date
  lastSeenAt: Date
  /** null: it is open. */
  closedAt: Date | null
  /** The worst first. */
  kinds: BreakageKind[]
  servers: number
  /** Servers that were ever part of it. */
  serversInAll: number
  tools: number
}

/** Which incidents are listed; what is left out does not matter. */
export interface IncidentFilter {
  state?: 'open' | 'past' | undefined
  causes?: readonly IncidentCause[] | undefined
  kind?: BreakageKind | undefined
  severity?: Severity | undefined
  /** Ids of servers, of which one at least is part of it. */
  serverIds?: readonly string[] | undefined
  /** Only with a breakage of this tool or of its server as a whole. */
  toolId?: string | undefined
  /** The slug of a category: of a server that is part of it or of one of its tools. */
  category?: string | undefined
}

interface IncidentRow extends Omit<ListedIncident, 'key' | 'openedAt' | 'lastSeenAt' | 'closedAt' | 'kinds'> {
  key: number | string
  openedMs: number
  seenMs: number
  closedMs: number | null
  kinds: string
}

/**
 * Open incidents, the worst first and of equal ones the newest, then past ones, the last closed first. Counts do not
 * depend on the limit.
 */
export async function listIncidents(
  db: Database,
  filter: IncidentFilter,
  limit: number,
  offset = 0,
): Promise<ListedIncident[]> {
  return readIncidents(db, conditionOf(filter), limit, offset)
}

/** The incident with this key; undefined: there is none, or none of its servers is left. */
export async function findIncident(db: Database, key: number): Promise<ListedIncident | undefined> {
  const [incident] = await readIncidents(db, sql`incident.key = ${key} AND ${conditionOf({})}`, 1, 0)
  return incident
}

/** Part of the incident as it is listed: of an open one what is open, of a past one everything. */
const isCounted = sql`held.incident_key = incident.key AND (held.closed_at IS NULL OR incident.closed_at IS NOT NULL)`

function conditionOf({ state, causes, kind, severity, serverIds, toolId, category }: IncidentFilter): SQL {
  const ofIncident = [
    ...(state === undefined
      ? []
      : [state === 'open' ? sql`incident.closed_at IS NULL` : sql`incident.closed_at IS NOT NULL`]),
    ...(causes === undefined ? [] : [sql`incident.cause IN ${[...causes]}`]),
    ...(severity === undefined ? [] : [sql`incident.severity = ${severity}`]),
  ]
  const ofBreakage = [
    isCounted,
    ...(kind === undefined ? [] : [sql`held.kind = ${kind}`]),
    ...(serverIds === undefined
      ? []
      : [sql`held.server_key IN (SELECT key FROM servers WHERE id IN ${[...serverIds]})`]),
    ...(toolId === undefined ? [] : [sql`(held.tool_id IS NULL OR held.tool_id = ${toolId})`]),
    ...(category === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM subjects WHERE subjects.server_key = held.server_key
            AND (held.tool_id IS NULL OR subjects.id = held.tool_id) AND subjects.categories @> ARRAY[${category}])`,
        ]),
  ]
  // Without a breakage it is an incident of deleted servers.
  return and([...ofIncident, sql`EXISTS (SELECT FROM breakages AS held WHERE ${and(ofBreakage)})`])
}

function and(conditions: readonly SQL[]): SQL {
  return sql.join([...conditions], sql` AND `)
}

async function readIncidents(db: Database, condition: SQL, limit: number, offset: number): Promise<ListedIncident[]> {
  const rows = await rowsOf<IncidentRow>(
    db,
    sql`WITH shown AS (
      SELECT * FROM incidents AS incident WHERE ${condition}
      ORDER BY closed_at DESC, severity DESC, opened_at DESC, key DESC LIMIT ${limit} OFFSET ${offset}
    ), of_server AS (
      SELECT incident.key AS incident_key, held.server_key, max(held.last_seen_at) AS seen,
        string_agg(DISTINCT held.kind::text, ',') AS kinds,
        greatest(coalesce(max(held.tools) FILTER (WHERE held.tool_id IS NULL), 0), count(DISTINCT held.tool_id)) AS tools
      FROM shown AS incident JOIN breakages AS held ON ${isCounted}
      GROUP BY incident.key, held.server_key
    )
    SELECT key, cause, what, severity, ${epochMs(sql`opened_at`)} AS "openedMs", ${epochMs(sql`max(seen)`)} AS "seenMs",
      ${epochMs(sql`closed_at`)} AS "closedMs", string_agg(DISTINCT kinds, ',') AS kinds,
      count(*)::int AS servers,
      (SELECT count(DISTINCT server_key)::int FROM breakages WHERE incident_key = shown.key) AS "serversInAll",
      sum(tools)::int AS tools
    FROM shown JOIN of_server ON incident_key = key
    GROUP BY key, cause, what, severity, opened_at, closed_at
    ORDER BY closed_at DESC, severity DESC, opened_at DESC, key DESC`,
  )
  return rows.map(({ openedMs, seenMs, closedMs, ...row }) => ({
    ...row,
    key: Number(row.key),
    openedAt: new Date(openedMs),
    lastSeenAt: new Date(seenMs),
    closedAt: closedMs === null ? null : new Date(closedMs),
    kinds: BREAKAGE_KINDS.filter((kind) => row.kinds.split(',').includes(kind)),
  }))
}

function epochMs(instant: SQL): SQL {
  return sql`(extract(epoch FROM ${instant}) * 1000)::float8`
}

/**
 * The newest breakages of each of these incidents, at most `each`, newest first; `of`: those that are counted (of an
 * open incident what is open), or also those that ended while it lasts.
 */
export async function listBreakagesOfIncidents(
  db: Database,
  incidentKeys: readonly number[],
  each: number,
  of: 'counted' | 'all' = 'counted',
): Promise<ListedBreakage[]> {
  if (incidentKeys.length === 0) return []
  const isOfIncident = of === 'all' ? sql`held.incident_key = incident.key` : isCounted
  return db
    .select(BREAKAGE_FIELDS)
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(
      sql`${breakages.key} IN (
        SELECT key FROM (
          SELECT held.key, row_number() OVER (
            PARTITION BY held.incident_key ORDER BY held.closed_at IS NULL DESC, held.opened_at DESC, held.key DESC) AS nth
          FROM incidents AS incident JOIN breakages AS held ON ${isOfIncident} WHERE incident.key IN ${[...incidentKeys]}
        ) AS ranked WHERE nth <= ${each})`,
    )
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
}
