import { eq, inArray, sql } from 'drizzle-orm'
import type { SignIn } from '../../core/access/sign-in'
import type { Place, PlacedTarget, Targeting } from '../../core/catalog/probe-target'
import type { ServerState } from '../../core/state/server-state'
import { RECHECK_WAITS_SECONDS } from '../../core/state/vantages'
import { signIns } from '../access/access-schema'
import { servers } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import { probeSchedule, serverStates } from './evidence-schema'

export type Network = Place['network']

/** A server that is due for a probe and claimed until the lease ends. */
export interface ClaimedServer {
  serverKey: number
  serverId: string
  target: PlacedTarget
  /** The operator's own: it may be probed at allowed origins. */
  own: boolean
  generation: string | null
  serverState: ServerState | null
  /** How to sign in, by endpoint; null: not known. */
  signIns?: SignIn[] | null
  /** The probe is a recheck. */
  isRecheck: boolean
}

/** How far into the queue a claim reads to spread over hosts, so that one large gateway does not fill it. */
const QUEUE_HEAD = 2000

/** Makes servers due now, whatever was planned, because they have just started. */
export async function makeDue(db: Database, serverIds: readonly string[], now: Date): Promise<void> {
  const keys = db
    .select({ key: servers.key })
    .from(servers)
    .where(inArray(servers.id, [...serverIds]))
  await db.update(probeSchedule).set({ dueAt: now }).where(inArray(probeSchedule.serverKey, keys))
}

export interface Claim {
  /** Unique to the claimer: it completes and releases its claims under this name. */
  leaseId: string
  leaseSeconds: number
  limit: number
  /** How many of these may be rechecks: where thousands fail at once, regular probes still have their share. */
  mostRechecks: number
  perHost: number
  /** Hosts with enough probes in progress: none of their servers is claimed, and they do not hide others in the queue. */
  busyHosts: readonly string[]
  networks: readonly Network[]
  /** The claimer's vantage, and whether there are others: a recheck goes to another vantage first. */
  vantage: string
  otherVantages: boolean
  /** What of a server is probed. */
  targetOf: Targeting['targetOf']
}

/** Claims due servers: rechecks first, within their share, then the longest waiting. Two claimers never get the same one; an expired claim is claimed again. */
export async function claimDueServers(db: Database, claim: Claim, now: Date): Promise<ClaimedServer[]> {
  if (claim.networks.length === 0) return []
  const leaseUntil = new Date(now.getTime() + claim.leaseSeconds * 1000)
  const at = now.toISOString()
  const othersFirstUntil = new Date(now.getTime() - RECHECK_WAITS_SECONDS * 1000).toISOString()
  const isOurs = claim.otherVantages
    ? sql`(network = 'local' OR seen_from IS DISTINCT FROM ${claim.vantage} OR due_at <= ${othersFirstUntil})`
    : sql`true`
  const isElsewhere = claim.busyHosts.length === 0 ? sql`true` : sql`host NOT IN ${[...claim.busyHosts]}`
  // A claim that lasts longer than any was made by a clock that was ahead.
  const aheadFrom = new Date(now.getTime() + 2 * claim.leaseSeconds * 1000).toISOString()
  const isFree = sql`due_at <= ${at} AND (lease_until IS NULL OR lease_until <= ${at} OR lease_until > ${aheadFrom}) AND network IN ${[...claim.networks]} AND ${isElsewhere}`
  const rows = await rowsOf<{ server_key: number; is_recheck: boolean }>(
    db,
    sql`WITH head AS (
      (SELECT server_key, host, due_at, is_recheck FROM probe_schedule WHERE is_recheck AND ${isFree} AND ${isOurs} ORDER BY due_at LIMIT ${QUEUE_HEAD})
      UNION ALL
      (SELECT server_key, host, due_at, is_recheck FROM probe_schedule WHERE NOT is_recheck AND ${isFree} ORDER BY due_at LIMIT ${QUEUE_HEAD})
    ), turns AS (
      SELECT *, row_number() OVER (PARTITION BY host, is_recheck ORDER BY due_at, server_key) AS turn FROM head
    ), spread AS (
      SELECT server_key, is_recheck, due_at, row_number() OVER (PARTITION BY host ORDER BY turn, is_recheck DESC) AS nth FROM turns
    ), placed AS (
      SELECT server_key, is_recheck, due_at, row_number() OVER (PARTITION BY is_recheck ORDER BY due_at, server_key) AS place FROM spread WHERE nth <= ${claim.perHost}
    ), locked AS (
      SELECT server_key FROM probe_schedule
      WHERE server_key IN (SELECT server_key FROM placed WHERE NOT is_recheck OR place <= ${claim.mostRechecks} ORDER BY is_recheck DESC, due_at LIMIT ${claim.limit})
        AND ${isFree}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE probe_schedule SET lease_until = ${leaseUntil.toISOString()}, lease_id = ${claim.leaseId}
    FROM locked WHERE probe_schedule.server_key = locked.server_key RETURNING probe_schedule.server_key, is_recheck`,
  )
  return rows.length === 0
    ? []
    : listClaimed(db, new Map(rows.map((row) => [row.server_key, row.is_recheck])), claim.targetOf)
}

async function listClaimed(
  db: Database,
  isRecheckOf: ReadonlyMap<number, boolean>,
  targetOf: Claim['targetOf'],
): Promise<ClaimedServer[]> {
  const rows = await db
    .select({
      serverKey: servers.key,
      serverId: servers.id,
      remotes: servers.remotes,
      packages: servers.packages,
      own: servers.own,
      generation: servers.generation,
      serverState: serverStates.serverState,
      signIns: signIns.signIns,
    })
    .from(servers)
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .leftJoin(signIns, eq(signIns.serverKey, servers.key))
    .where(inArray(servers.key, [...isRecheckOf.keys()]))
  return rows.flatMap(({ remotes, packages, ...row }) => {
    const target = targetOf({ remotes, packages })
    const isRecheck = isRecheckOf.get(row.serverKey) ?? false
    return target === undefined ? [] : [{ ...row, target, isRecheck }]
  })
}

/** Ends claims that were carried out; each server is due again at its own time. Claims that another took over meanwhile are left to it. */
export async function completeClaims(
  tx: Database,
  leaseId: string,
  entries: readonly { serverKey: number; dueAt: Date; isRecheck: boolean; vantage: string }[],
): Promise<void> {
  const rows = entries.map(({ serverKey, dueAt, isRecheck, vantage }) => ({
    server_key: serverKey,
    due_at: dueAt.toISOString(),
    is_recheck: isRecheck,
    seen_from: vantage,
  }))
  await tx.execute(sql`
    UPDATE probe_schedule SET due_at = given.due_at, is_recheck = given.is_recheck, seen_from = given.seen_from, lease_until = NULL, lease_id = NULL
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(server_key integer, due_at timestamptz, is_recheck boolean, seen_from text)
    WHERE probe_schedule.server_key = given.server_key AND probe_schedule.lease_id = ${leaseId}`)
}

/** Extends the claims of a lease that are not carried out yet. */
export async function renewClaims(db: Database, leaseId: string, leaseSeconds: number, now: Date): Promise<void> {
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000)
  await db.update(probeSchedule).set({ leaseUntil }).where(eq(probeSchedule.leaseId, leaseId))
}

/** The latest times for which a probe now could plan the next one. */
export interface LatestDue {
  /** Where the server asked for no pause. */
  usual: Date
  /** Where it asked for the longest that is granted. */
  longest: Date
}

/** Evidence dated more than this ahead was written by a wrong clock. */
const AHEAD_MS = 5 * 60_000

/**
 * Corrects what a clock that was ahead wrote: a server that is due later than any probe now could plan, or later than usual while its newest evidence is dated ahead, is
 * due at some moment until `usual`. Finds nothing in nearly every call. Answers how many servers it corrected.
 */
export async function clampDueTimes(db: Database, { usual, longest }: LatestDue, now: Date): Promise<number> {
  const [at, ahead] = [now.toISOString(), new Date(now.getTime() + AHEAD_MS).toISOString()]
  const rows = await rowsOf<{ server_key: number }>(
    db,
    sql`WITH ahead AS (
        SELECT server_key FROM probe_schedule AS planned
        WHERE due_at > ${usual.toISOString()} AND (
          due_at > ${longest.toISOString()}
          OR EXISTS (SELECT FROM server_states WHERE server_states.server_key = planned.server_key AND as_of > ${ahead})
        )
        ORDER BY server_key FOR UPDATE SKIP LOCKED
      )
      UPDATE probe_schedule SET due_at = ${at}::timestamptz + random() * (${usual.toISOString()}::timestamptz - ${at}::timestamptz)
      FROM ahead WHERE probe_schedule.server_key = ahead.server_key RETURNING probe_schedule.server_key`,
  )
  return rows.length
}

/** Releases every claim of a lease that was not carried out; the servers are due as before. */
export async function releaseClaims(db: Database, leaseId: string): Promise<void> {
  await db.update(probeSchedule).set({ leaseUntil: null, leaseId: null }).where(eq(probeSchedule.leaseId, leaseId))
}

/** How many servers are due and unclaimed. */
export async function countDueServers(db: Database, networks: readonly Network[], now: Date): Promise<number> {
  if (networks.length === 0) return 0
  const [row] = await rowsOf<{ due: number }>(
    db,
    sql`SELECT count(*)::int AS due FROM probe_schedule
      WHERE due_at <= ${now.toISOString()} AND (lease_until IS NULL OR lease_until <= ${now.toISOString()}) AND network IN ${[...networks]}`,
  )
  return row?.due ?? 0
}

/** Servers that are due and unclaimed, and for how many seconds the oldest of them has been due; 0 where none is. */
export interface QueueLag {
  due: number
  oldestSeconds: number
}

export async function readQueueLag(db: Database, now: Date): Promise<QueueLag> {
  const at = now.toISOString()
  const [row] = await rowsOf<QueueLag>(
    db,
    sql`SELECT count(*)::int AS due, coalesce(extract(epoch FROM ${at}::timestamptz - min(due_at)), 0)::float8 AS "oldestSeconds"
      FROM probe_schedule WHERE due_at <= ${at} AND (lease_until IS NULL OR lease_until <= ${at})`,
  )
  return row ?? { due: 0, oldestSeconds: 0 }
}
