import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'

/** How many public endpoints are probed regularly, in all and at some hosts. */
export interface EndpointCounts {
  inAll: number
  byHost: ReadonlyMap<string, number>
}

export async function countEndpoints(tx: Database, hosts: readonly string[]): Promise<EndpointCounts> {
  if (hosts.length === 0) return { inAll: 0, byHost: new Map() }
  const rows = await rowsOf<{ host: string | null; n: number }>(
    tx,
    sql`SELECT host, count(*)::int AS n FROM probe_targets WHERE host IN ${[...hosts]} AND evidence = 'endpoint' AND network = 'public' GROUP BY host
      UNION ALL SELECT NULL, greatest(reltuples, 0)::int FROM pg_class WHERE oid = 'probe_targets'::regclass`,
  )
  const byHost = new Map(rows.flatMap(({ host, n }) => (host === null ? [] : [[host, n] as const])))
  return { inAll: rows.find(({ host }) => host === null)?.n ?? 0, byHost }
}
