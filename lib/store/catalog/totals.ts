import { VERDICTS, type Verdict } from 'assay-verify/verdict'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { IS_ON_PAGES } from '../listings/listing-filter'
import { HAS_NONE_LEFT } from '../listings/listing-order'

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

/** How many of one kind have each state. */
export interface StateCounts {
  healthy: number
  degraded: number
  /** They answer, and are to be avoided: their server is unsafe, or offers no tools. */
  avoid: number
  down: number
  /** They answer and ask for credentials or payment. */
  auth: number
  /** They have a target that is probed, and no verdict from it yet, or none that is fresh. */
  pending: number
  /** Nothing of them can be probed from here. */
  unwatched: number
}

const NO_COUNTS: Readonly<StateCounts> = {
  healthy: 0,
  degraded: 0,
  avoid: 0,
  down: 0,
  auth: 0,
  pending: 0,
  unwatched: 0,
}

/** Servers and tools that exist and are on pages, counted apart, by state as of their last probe. */
export async function countStates(db: Database): Promise<Record<'server' | 'tool', StateCounts>> {
  const rows = await rowsOf<{ kind: 'server' | 'tool'; state: keyof StateCounts; n: number }>(
    db,
    sql`WITH watched AS (
        SELECT servers.key, EXISTS (SELECT FROM probe_targets WHERE server_key = servers.key) AS is_watched,
          coalesce(server_states.state ->> 'liveness' = 'up'
            AND coalesce(server_states.state ->> 'access', declared_access::text) IN ('auth', 'paid'), false) AS asks,
          unsafe OR coalesce(server_states.offers_nothing, false)
            OR EXISTS (SELECT FROM subjects WHERE subjects.id = servers.id AND ${HAS_NONE_LEFT}) AS is_avoided
        FROM servers LEFT JOIN server_states ON server_states.server_key = servers.key WHERE lifecycle <> 'deleted' AND ${IS_ON_PAGES}
      ), counted AS (
        SELECT server_key, kind, verdict, count(*) AS n FROM subjects WHERE removed_at IS NULL GROUP BY server_key, kind, verdict
      )
      SELECT kind, CASE WHEN is_avoided AND verdict IN ('healthy', 'degraded') THEN 'avoid' WHEN verdict <> 'unknown' THEN verdict::text WHEN asks THEN 'auth' WHEN is_watched THEN 'pending' ELSE 'unwatched' END AS state,
        sum(n)::int AS n
      FROM counted JOIN watched ON key = server_key GROUP BY 1, 2`,
  )
  const countsOf = (kind: 'server' | 'tool') => ({
    ...NO_COUNTS,
    ...Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ state, n }) => [state, n])),
  })
  return { server: countsOf('server'), tool: countsOf('tool') }
}
