import { desc, eq, isNull, sql } from 'drizzle-orm'
import { BREAKAGE_KINDS, type BreakageKind } from '../../core/verdict/breakage'
import type { IncidentCause } from '../../core/verdict/incident'
import type { Severity } from '../../core/verdict/severity'
import { servers } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import type { BreakageEvidence } from './breakages'
import { breakages } from './breakages-schema'

export interface OpenBreakage {
  key: number
  serverKey: number
  serverId: string
  serverTitle: string
  toolId: string | null
  kind: BreakageKind
  severity: Severity
  openedAt: Date
  lastSeenAt: Date
  evidence: BreakageEvidence[]
  incidentKey: number | null
  times: number
  tools: number
}

const FIELDS = {
  key: breakages.key,
  serverKey: breakages.serverKey,
  serverId: servers.id,
  serverTitle: servers.title,
  toolId: breakages.toolId,
  kind: breakages.kind,
  severity: breakages.severity,
  openedAt: breakages.openedAt,
  lastSeenAt: breakages.lastSeenAt,
  evidence: breakages.evidence,
  incidentKey: breakages.incidentKey,
  times: breakages.times,
  tools: breakages.tools,
}

/** Open breakages, newest first. */
export async function listOpenBreakages(db: Database, limit: number): Promise<OpenBreakage[]> {
  return db
    .select(FIELDS)
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(isNull(breakages.closedAt))
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
    .limit(limit)
}

/** An open incident; its counts are of what is broken now. */
export interface OpenIncident {
  key: number
  cause: IncidentCause
  what: string
  severity: Severity
  openedAt: Date
  lastSeenAt: Date
  /** The worst first. */
  kinds: BreakageKind[]
  servers: number
  tools: number
}

interface IncidentRow {
  key: number | string
  cause: IncidentCause
  what: string
  severity: Severity
  opened_ms: number
  seen_ms: number
  kinds: string
  servers: number
  tools: number
}

/** Open incidents, the worst first, of equal ones the newest. Counts do not depend on the limit. */
export async function listOpenIncidents(db: Database, limit: number): Promise<OpenIncident[]> {
  const rows = await rowsOf<IncidentRow>(
    db,
    sql`WITH shown AS (
      SELECT * FROM incidents WHERE closed_at IS NULL
      ORDER BY severity DESC NULLS LAST, opened_at DESC NULLS LAST, key DESC LIMIT ${limit}
    ), of_server AS (
      SELECT incident_key, server_key, max(last_seen_at) AS seen, string_agg(DISTINCT kind::text, ',') AS kinds,
        greatest(coalesce(max(tools) FILTER (WHERE tool_id IS NULL), 0), count(DISTINCT tool_id)) AS tools
      FROM breakages WHERE closed_at IS NULL AND incident_key IN (SELECT key FROM shown)
      GROUP BY incident_key, server_key
    )
    SELECT key, cause, what, severity, (extract(epoch FROM opened_at) * 1000)::float8 AS opened_ms,
      (extract(epoch FROM max(seen)) * 1000)::float8 AS seen_ms, string_agg(DISTINCT kinds, ',') AS kinds,
      count(*)::int AS servers, sum(tools)::int AS tools
    FROM shown JOIN of_server ON incident_key = key
    GROUP BY key, cause, what, severity, opened_at
    ORDER BY severity DESC, opened_at DESC, key DESC`,
  )
  return rows.map(({ opened_ms: opened, seen_ms: seen, kinds, key, ...row }) => ({
    ...row,
    key: Number(key),
    openedAt: new Date(opened),
    lastSeenAt: new Date(seen),
    kinds: BREAKAGE_KINDS.filter((kind) => kinds.split(',').includes(kind)),
  }))
}

/** The newest open breakages of each of these incidents, at most `each`, newest first. */
export async function listBreakagesOfIncidents(
  db: Database,
  incidentKeys: readonly number[],
  each: number,
): Promise<OpenBreakage[]> {
  if (incidentKeys.length === 0) return []
  return db
    .select(FIELDS)
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(
      sql`${breakages.key} IN (
        SELECT key FROM (
          SELECT key, row_number() OVER (PARTITION BY incident_key ORDER BY opened_at DESC, key DESC) AS nth
          FROM breakages WHERE closed_at IS NULL AND incident_key IN ${[...incidentKeys]}
        ) AS ranked WHERE nth <= ${each})`,
    )
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
}

/** The tools that a breakage of a whole server affects, by server, in the order of ids, at most `each` of them. */
export async function listToolIdsOfServers(
  db: Database,
  serverKeys: readonly number[],
  each: number,
): Promise<Map<number, string[]>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await rowsOf<{ server_key: number; id: string }>(
    db,
    sql`SELECT server_key, id FROM (
      SELECT server_key, id, row_number() OVER (PARTITION BY server_key ORDER BY id) AS nth
      FROM subjects WHERE server_key IN ${[...serverKeys]} AND kind = 'tool' AND removed_at IS NULL
    ) AS ranked WHERE nth <= ${each} ORDER BY server_key, nth`,
  )
  const byServer = new Map<number, string[]>()
  for (const { server_key: key, id } of rows) {
    const ids = byServer.get(key) ?? []
    ids.push(id)
    byServer.set(key, ids)
  }
  return byServer
}
