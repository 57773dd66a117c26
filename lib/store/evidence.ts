import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Belief } from '../core/belief'
import type { Interval } from '../core/interval'
import { LOOK_REASONS, type LookReason, type Observation, outcomeOf, reasonFromCode } from '../core/observation'
import type { ScoreFacts } from '../core/score'
import type { Uptime } from '../core/uptime'
import type { Access, Verdict } from '../core/verdict'
import { type Database, rowsOf } from './database'
import { observations, serverStates, vantages } from './evidence-schema'
import { servers } from './schema'

/** smallint; a look is cut off long before. */
const MAX_STORED_LATENCY_MS = 32_767

export interface ServerStanding {
  serverKey: number
  declaredAccess: Access
  belief: Belief | null
  verdict: Verdict | null
}

/** What is believed of these servers now, locked until the transaction ends so that two batches cannot both build on it. */
export async function listStandingsForUpdate(tx: Database, serverKeys: readonly number[]): Promise<ServerStanding[]> {
  return tx
    .select({
      serverKey: servers.key,
      declaredAccess: servers.declaredAccess,
      belief: serverStates.belief,
      verdict: serverStates.verdict,
    })
    .from(servers)
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .where(inArray(servers.key, [...serverKeys]))
    .orderBy(servers.key)
    .for('no key update', { of: servers })
}

export async function recordObservations(
  tx: Database,
  looks: readonly { serverKey: number; observation: Observation }[],
): Promise<void> {
  if (looks.length === 0) return
  const keys = await vantageKeys(tx, [...new Set(looks.map(({ observation }) => observation.vantage))])
  await tx.insert(observations).values(
    looks.map(({ serverKey, observation }) => ({
      serverKey,
      observedAt: observation.observedAt,
      latencyMs:
        observation.latencyMs === null ? null : Math.min(Math.round(observation.latencyMs), MAX_STORED_LATENCY_MS),
      reason: LOOK_REASONS[observation.reason].code,
      httpStatus: observation.httpStatus,
      vantageKey: keys.get(observation.vantage) ?? 0,
    })),
  )
}

async function vantageKeys(tx: Database, names: string[]): Promise<Map<string, number>> {
  const find = async () =>
    new Map((await tx.select().from(vantages).where(inArray(vantages.name, names))).map((row) => [row.name, row.key]))
  const known = await find()
  const missing = names.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  // Only the missing: a refused insert would spend a number of the narrow key all the same.
  await tx
    .insert(vantages)
    .values(missing.map((name) => ({ name })))
    .onConflictDoNothing()
  return find()
}

/** Writes intervals by their start: one that goes on is lengthened or cut, a new one is added. */
export async function recordIntervals(
  tx: Database,
  rows: readonly ({ serverKey: number } & Interval)[],
): Promise<void> {
  if (rows.length === 0) return
  // The last word on a start wins; one statement may not write a row twice.
  const last = new Map(rows.map((row) => [`${row.serverKey}@${row.from.getTime()}`, row]))
  const given = [...last.values()].map(({ serverKey, from, to, state }) => ({
    server_key: serverKey,
    started_at: from.toISOString(),
    ended_at: to.toISOString(),
    state,
  }))
  await tx.execute(sql`
    INSERT INTO intervals (server_key, started_at, ended_at, state)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS g(server_key integer, started_at timestamptz, ended_at timestamptz, state interval_state)
    ON CONFLICT (server_key, started_at) DO UPDATE SET ended_at = excluded.ended_at, state = excluded.state`)
}

/** Intervals of these servers that reach past `since`, by server, oldest first. */
export async function listIntervals(
  tx: Database,
  serverKeys: readonly number[],
  since: Date,
): Promise<Map<number, Interval[]>> {
  const rows = await rowsOf<{ server_key: number; from_ms: number; to_ms: number; state: Interval['state'] }>(
    tx,
    sql`SELECT server_key, (extract(epoch FROM started_at) * 1000)::float8 AS from_ms, (extract(epoch FROM ended_at) * 1000)::float8 AS to_ms, state
      FROM intervals WHERE server_key IN ${[...serverKeys]} AND ended_at >= ${since.toISOString()} ORDER BY server_key, started_at`,
  )
  const byServer = new Map<number, Interval[]>()
  for (const { server_key: key, from_ms: from, to_ms: to, state } of rows) {
    const list = byServer.get(key) ?? []
    list.push({ from: new Date(from), to: new Date(to), state })
    byServer.set(key, list)
  }
  return byServer
}

export interface ServerStateRecord {
  serverKey: number
  belief: Belief
  uptime: Uptime
  scoreFacts: ScoreFacts
  verdict: Verdict
  asOf: Date
  staleAfter: Date
}

export async function recordServerStates(tx: Database, records: readonly ServerStateRecord[]): Promise<void> {
  if (records.length === 0) return
  await tx
    .insert(serverStates)
    .values([...records])
    .onConflictDoUpdate({
      target: serverStates.serverKey,
      set: {
        belief: sql`excluded.belief`,
        uptime: sql`excluded.uptime`,
        scoreFacts: sql`excluded.score_facts`,
        verdict: sql`excluded.verdict`,
        asOf: sql`excluded.as_of`,
        staleAfter: sql`excluded.stale_after`,
        changedAt: sql`now()`,
      },
    })
}

export interface StoredServerState {
  belief: Belief
  scoreFacts: ScoreFacts
  declaredAccess: Access
}

/** What rates the subjects of these servers; a server nobody has looked at is left out. */
export async function listServerStates(
  tx: Database,
  serverKeys: readonly number[],
): Promise<Map<number, StoredServerState>> {
  const rows = await tx
    .select({
      serverKey: serverStates.serverKey,
      belief: serverStates.belief,
      scoreFacts: serverStates.scoreFacts,
      declaredAccess: servers.declaredAccess,
    })
    .from(serverStates)
    .innerJoin(servers, eq(servers.key, serverStates.serverKey))
    .where(inArray(serverStates.serverKey, [...serverKeys]))
  return new Map(rows.map(({ serverKey, ...state }) => [serverKey, state]))
}

/** Writes that these servers' verdicts are no longer known, so that they are not found stale again. */
export async function recordStaleServers(tx: Database, serverKeys: readonly number[]): Promise<void> {
  await tx
    .update(serverStates)
    .set({ verdict: 'unknown', changedAt: sql`now()` })
    .where(inArray(serverStates.serverKey, [...serverKeys]))
}

export interface PastLook {
  at: Date
  reason: LookReason
  outcome: ReturnType<typeof outcomeOf>
  latencyMs: number | null
  httpStatus: number | null
}

/** The newest looks at a server, newest first. */
export async function listRecentLooks(db: Database, serverKey: number, limit: number): Promise<PastLook[]> {
  const rows = await db
    .select()
    .from(observations)
    .where(eq(observations.serverKey, serverKey))
    .orderBy(desc(observations.observedAt))
    .limit(limit)
  return rows.map((row) => {
    const reason = reasonFromCode(row.reason)
    return {
      at: row.observedAt,
      reason,
      outcome: outcomeOf(reason),
      latencyMs: row.latencyMs,
      httpStatus: row.httpStatus,
    }
  })
}
