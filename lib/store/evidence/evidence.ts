import { observedDays } from 'assay-verify/score/score-facts'
import {
  type Observation,
  outcomeOf,
  PROBE_REASONS,
  type ProbeReason,
  reasonFromCode,
} from 'assay-verify/state/observation'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access, Verdict } from 'assay-verify/verdict'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { type Maintenance, maintenanceOf } from '../../core/history/maintenance'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { excludedColumns } from '../excluded-columns'
import { type Read, readAlone, readOf } from '../read-together'
import { observations, serverStates } from './evidence-schema'
import { vantageKeys } from './vantages'

/** smallint; a probe times out long before. */
const MAX_STORED_LATENCY_MS = 32_767

export interface ServerStateForUpdate {
  serverKey: number
  declaredAccess: Access
  serverState: ServerState | null
  verdict: Verdict | null
  /** The newest maintenance window, past, running or to come; null: none. */
  maintenance: Maintenance | null
}

/** The state of these servers, locked until the transaction ends, so that two batches cannot both build on it. */
export async function getServerStatesForUpdate(
  tx: Database,
  serverKeys: readonly number[],
): Promise<ServerStateForUpdate[]> {
  const rows = await tx
    .select({
      serverKey: servers.key,
      declaredAccess: servers.declaredAccess,
      serverState: serverStates.serverState,
      verdict: serverStates.verdict,
      from: servers.maintenanceFrom,
      to: servers.maintenanceTo,
    })
    .from(servers)
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .where(inArray(servers.key, [...serverKeys]))
    .orderBy(servers.key)
    .for('no key update', { of: servers })
  return rows.map(({ from, to, ...state }) => ({ ...state, maintenance: maintenanceOf(from, to) }))
}

export async function recordObservations(
  tx: Database,
  probes: readonly { serverKey: number; targetNo?: number; observation: Observation }[],
): Promise<void> {
  if (probes.length === 0) return
  const keys = await vantageKeys(tx, [...new Set(probes.map(({ observation }) => observation.vantage))])
  await tx.insert(observations).values(
    probes.map(({ serverKey, targetNo = 0, observation }) => ({
      serverKey,
      targetNo,
      observedAt: observation.observedAt,
      latencyMs: storedLatency(observation.latencyMs),
      reason: PROBE_REASONS[observation.reason].code,
      httpStatus: observation.httpStatus,
      vantageKey: keys.get(observation.vantage) ?? 0,
    })),
  )
}

function storedLatency(latencyMs: number | null): number | null {
  if (latencyMs === null || !(latencyMs >= 0)) return null
  return Math.min(Math.round(latencyMs), MAX_STORED_LATENCY_MS)
}

export interface ServerStateRecord extends Omit<typeof serverStates.$inferInsert, 'changedAt'> {
  serverState: ServerState
}

const WRITTEN = ['serverState', 'uptime', 'scoreFacts', 'verdict', 'asOf', 'staleAfter'] as const

export async function recordServerStates(tx: Database, records: readonly ServerStateRecord[]): Promise<void> {
  if (records.length === 0) return
  await tx
    .insert(serverStates)
    .values([...records])
    .onConflictDoUpdate({
      target: serverStates.serverKey,
      set: { ...excludedColumns(serverStates, WRITTEN), changedAt: sql`now()` },
    })
  await recordObservedDays(tx, records)
}

/** Written at most once a day for each server. */
async function recordObservedDays(tx: Database, records: readonly ServerStateRecord[]): Promise<void> {
  const keys = sql.param(`{${records.map(({ serverKey }) => serverKey).join()}}`)
  const days = sql.param(`{${records.map(({ scoreFacts }) => observedDays(scoreFacts)).join()}}`)
  await tx.execute(sql`UPDATE ${servers} SET observed_days = given.days
    FROM unnest(${keys}::int[], ${days}::int[]) AS given(key, days)
    WHERE ${servers.key} = given.key AND ${servers.observedDays} <> given.days`)
}

export type StoredServerState = Pick<typeof serverStates.$inferSelect, 'serverState' | 'uptime' | 'scoreFacts'> &
  Pick<typeof servers.$inferSelect, 'declaredAccess'>

/** What the subjects of these servers are rated by; servers that were never probed are left out. */
export async function listServerStates(
  tx: Database,
  serverKeys: readonly number[],
): Promise<Map<number, StoredServerState>> {
  const rows = await tx
    .select({
      serverKey: serverStates.serverKey,
      serverState: serverStates.serverState,
      uptime: serverStates.uptime,
      scoreFacts: serverStates.scoreFacts,
      declaredAccess: servers.declaredAccess,
    })
    .from(serverStates)
    .innerJoin(servers, eq(servers.key, serverStates.serverKey))
    // Of the joined table, as Postgres would read all servers for what only the other side is asked for.
    .where(inArray(servers.key, [...serverKeys]))
  return new Map(rows.map(({ serverKey, ...state }) => [serverKey, state]))
}

/**
 * Keys of servers after `afterKey`, in order; with `quietSince` only of those that were probed and have no evidence
 * since.
 */
export async function listAssessableKeys(
  db: Database,
  afterKey: number,
  limit: number,
  quietSince: Date | null,
): Promise<number[]> {
  const { serverKey, asOf } = serverStates
  const rows =
    quietSince === null
      ? await db
          .select({ key: servers.key })
          .from(servers)
          .where(gt(servers.key, afterKey))
          .orderBy(servers.key)
          .limit(limit)
      : await db
          .select({ key: serverKey })
          .from(serverStates)
          .where(and(gt(serverKey, afterKey), lt(asOf, quietSince)))
          .orderBy(serverKey)
          .limit(limit)
  return rows.map(({ key }) => key)
}

/**
 * Sets these servers' verdicts to unknown, so that they are not found stale again; those that have fresh evidence by
 * now are left.
 */
export async function recordStaleServers(tx: Database, serverKeys: readonly number[], now: Date): Promise<void> {
  await tx
    .update(serverStates)
    .set({ verdict: 'unknown', changedAt: sql`now()` })
    .where(and(inArray(serverStates.serverKey, [...serverKeys]), lt(serverStates.staleAfter, now)))
}

export interface PastObservation {
  /** Of the server's targets. */
  targetNo: number
  at: Date
  reason: ProbeReason
  outcome: ReturnType<typeof outcomeOf>
  latencyMs: number | null
  httpStatus: number | null
}

/** The newest observations of a server, newest first. */
export function listRecentObservations(db: Database, serverKey: number, limit: number): Promise<PastObservation[]> {
  return readAlone(db, recentObservationsRead(serverKey, limit))
}

export function recentObservationsRead(serverKey: number, limit: number): Read<PastObservation[]> {
  type Row = Pick<PastObservation, 'targetNo' | 'latencyMs' | 'httpStatus'> & { seconds: number; code: number }
  return readOf<Row, PastObservation[]>(
    sql`SELECT target_no AS "targetNo", observed_at AS seconds, reason AS code, latency_ms AS "latencyMs", http_status AS "httpStatus"
      FROM observations WHERE server_key = ${serverKey} ORDER BY observed_at DESC LIMIT ${limit}`,
    (rows) =>
      rows.map(({ seconds, code, ...row }) => {
        const reason = reasonFromCode(code)
        return { ...row, at: new Date(seconds * 1000), reason, outcome: outcomeOf(reason) }
      }),
  )
}

/** What 95 % of the answers of servers stay below, by id, whole ms; servers without enough answers are left out. */
export async function listLatencies(db: Database, serverIds: readonly string[]): Promise<Map<string, number>> {
  if (serverIds.length === 0) return new Map()
  const rows = await db
    .select({ id: servers.id, p95Ms: sql<number | null>`(${serverStates.scoreFacts}->>'latencyP95Ms')::float8` })
    .from(serverStates)
    .innerJoin(servers, eq(servers.key, serverStates.serverKey))
    .where(inArray(servers.id, [...serverIds]))
  return new Map(rows.flatMap(({ id, p95Ms }) => (p95Ms === null ? [] : [[id, p95Ms]])))
}
