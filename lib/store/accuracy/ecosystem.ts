import { ACCURACY_WINDOW_DAYS, forecastAccuracy } from 'assay-verify/accuracy/forecast-accuracy'
import { verdictAccuracy } from 'assay-verify/accuracy/verdict-figures'
import { BREAKAGE_KINDS, type BreakageKind } from 'assay-verify/breakage-kind'
import { HOUR_MS } from 'assay-verify/duration'
import { grouped } from 'assay-verify/grouped'
import type { Transport } from 'assay-verify/target-kind'
import { eq, sql } from 'drizzle-orm'
import {
  type CountedServer,
  type EcosystemFacts,
  openServerCounts,
  type ServerCounts,
} from '../../core/accuracy/ecosystem'
import { COUNTED_POLICY, policyAccuracy } from '../../core/accuracy/policy-accuracy'
import { DRIFT_CLASSES, type DriftClass } from '../../core/drift/types'
import { countTotals } from '../catalog/totals'
import { pagesByKey } from '../chunks'
import { type Database, rowsOf } from '../database'
import { countFlags } from '../declarations/server-texts'
import { countCategories } from '../listings/category-counts'
import { reports } from './accuracy-schema'
import { sumForecastTallies } from './forecast-samples'
import { sumPolicyTallies } from './policy-tallies'
import { sumDetectionDelays, sumVerdictTallies } from './verdict-accuracy'

/** Servers per statement, so that the embedded database's one connection is soon free. */
const CHUNK = 1000

/** Names the form of the stored facts. A new form gets a new name, so that no version reads what another wrote. */
const REPORT = 'ecosystem-4'

/**
 * Counts the whole catalog and the accuracy of verdicts and forecasts, as of `now`. Reads everything, in several
 * statements.
 */
export async function countEcosystem(db: Database, now: Date): Promise<EcosystemFacts> {
  const { tools, byVerdict } = await countTotals(db)
  return {
    tools,
    byVerdict,
    counts: await countServers(db),
    categories: await countCategories(db),
    breakages: await countBreakages(db, now),
    drift: await countDrift(db, now),
    texts: await countFlags(db),
    accuracy: await countAccuracy(db, now),
  }
}

async function countServers(db: Database): Promise<ServerCounts> {
  const { add, counts } = openServerCounts()
  const list = (after: number, size: number) => listCountedServers(db, after, size)
  for await (const page of pagesByKey(0, CHUNK, list, (row) => row.key)) for (const row of page) add(row)
  return counts()
}

async function listCountedServers(
  db: Database,
  afterKey: number,
  limit: number,
): Promise<(CountedServer & { key: number })[]> {
  return rowsOf<CountedServer & { key: number; transports: Transport[] }>(
    db,
    sql`SELECT servers.key, declared_access AS "declaredAccess", protocol_version AS "protocolVersion",
        coalesce((SELECT json_agg(remote -> 'transport') FROM json_array_elements(remotes) AS remote), '[]'::json) AS transports,
        coalesce((SELECT json_agg(package -> 'registry') FROM json_array_elements(packages) AS package), '[]'::json) AS registries,
        coalesce(subjects.verdict, 'unknown') AS verdict,
        CASE state ->> 'liveness' WHEN 'up' THEN true WHEN 'down' THEN false END AS reachable,
        state ->> 'lastFailureReason' AS "failureReason", state ->> 'access' AS "observedAccess",
        (score_facts ->> 'latencyP50Ms')::float8 AS "latencyP50Ms", (score_facts ->> 'latencyP95Ms')::float8 AS "latencyP95Ms"
      FROM servers LEFT JOIN server_states ON server_states.server_key = servers.key LEFT JOIN subjects ON subjects.id = servers.id
      WHERE servers.key > ${afterKey} AND lifecycle <> 'deleted' ORDER BY servers.key LIMIT ${limit}`,
  )
}

async function countBreakages(db: Database, now: Date): Promise<EcosystemFacts['breakages']> {
  const dayAgo = new Date(now.getTime() - 24 * HOUR_MS).toISOString()
  const rows = await rowsOf<{ kind: BreakageKind; open: number; opened: number; closed: number }>(
    db,
    sql`SELECT kind, (count(*) FILTER (WHERE closed_at IS NULL))::int AS open,
        (count(*) FILTER (WHERE opened_at > ${dayAgo}))::int AS opened, (count(*) FILTER (WHERE closed_at > ${dayAgo}))::int AS closed
      FROM breakages WHERE closed_at IS NULL OR opened_at > ${dayAgo} OR closed_at > ${dayAgo} GROUP BY kind`,
  )
  const openOf = (kind: BreakageKind) => rows.find((row) => row.kind === kind)?.open ?? 0
  return {
    open: Object.fromEntries(BREAKAGE_KINDS.map((kind) => [kind, openOf(kind)])) as Record<BreakageKind, number>,
    openedLast24h: rows.reduce((sum, row) => sum + row.opened, 0),
    closedLast24h: rows.reduce((sum, row) => sum + row.closed, 0),
  }
}

async function countDrift(db: Database, now: Date): Promise<EcosystemFacts['drift']> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * HOUR_MS).toISOString()
  const rows = await rowsOf<{ class: DriftClass; week: number; month: number }>(
    db,
    sql`SELECT class, (count(*) FILTER (WHERE at > ${daysAgo(7)}))::int AS week, count(*)::int AS month
      FROM tool_changes WHERE at > ${daysAgo(30)} GROUP BY class`,
  )
  const by = (span: 'week' | 'month') =>
    Object.fromEntries(
      DRIFT_CLASSES.map((name) => [name, rows.find((row) => row.class === name)?.[span] ?? 0]),
    ) as Record<DriftClass, number>
  return { last7d: by('week'), last30d: by('month') }
}

async function countAccuracy(db: Database, now: Date): Promise<EcosystemFacts['accuracy']> {
  const since = new Date(now.getTime() - ACCURACY_WINDOW_DAYS * 24 * HOUR_MS).toISOString().slice(0, 10)
  const tallies = await sumForecastTallies(db, since)
  const sets = grouped(tallies.map((row) => [JSON.stringify([row.method, row.hours]), row]))
  return {
    windowDays: ACCURACY_WINDOW_DAYS,
    verdicts: verdictAccuracy(await sumVerdictTallies(db, since), await sumDetectionDelays(db, since)),
    policy: policyAccuracy(await sumPolicyTallies(db, COUNTED_POLICY, since)),
    forecasts: [...sets.values()].flatMap((rows) => {
      const [first] = rows
      if (first === undefined) return []
      return { method: first.method, hours: first.hours, ...forecastAccuracy(rows.map((row) => [row.bin, row])) }
    }),
  }
}

export type StoredReport = Omit<typeof reports.$inferSelect, 'name'>

/** The newest stored report; undefined before the first. */
export async function findReport(db: Database): Promise<StoredReport | undefined> {
  const [row] = await db
    .select({ facts: reports.facts, builtAt: reports.builtAt })
    .from(reports)
    .where(eq(reports.name, REPORT))
  return row
}

/** Replaces the stored report. */
export async function recordReport(db: Database, facts: EcosystemFacts, builtAt: Date): Promise<void> {
  await db
    .insert(reports)
    .values({ name: REPORT, facts, builtAt })
    .onConflictDoUpdate({ target: reports.name, set: { facts: sql`excluded.facts`, builtAt: sql`excluded.built_at` } })
}
