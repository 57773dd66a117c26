import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { SignIn } from '../../core/access/sign-in'
import type { Place, ProbedTarget } from '../../core/catalog/probe-target'
import type { TargetState } from '../../core/evidence/combined-state'
import { RECHECK_WAITS_SECONDS } from '../../core/evidence/vantages'
import { signIns } from '../access/access-schema'
import { servers } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import { probeTargets, targetStates } from './evidence-schema'

export type Network = Place['network']

/** Identifies a target. */
export interface TargetKey {
  serverKey: number
  targetNo: number
}

/** A target that is due for a probe and claimed until the lease ends. */
export interface ClaimedTarget extends TargetKey {
  serverId: string
  target: ProbedTarget
  /** Its server is the operator's own: it may be probed at allowed origins. */
  own: boolean
  generation: string | null
  etag: string | null
  lastModified: string | null
  version: string | null
  listingValidUntil: Date | null
  /** How to sign in at the endpoints of its server; null: not known. */
  signIns?: SignIn[] | null
  /** null: it was never probed. */
  state: TargetState | null
  dueAt: Date
  /** The probe is a recheck. */
  isRecheck: boolean
}

/** How far into the queue a claim reads to spread over hosts, so that one large gateway does not fill it. */
const QUEUE_HEAD = 2000
/** The same of targets that were never probed: hosts that have enough of them under way are left out already. */
const FIRST_HEAD = 500

/** Makes the endpoints of servers due now, whatever was planned, because they have just started. */
export async function makeDue(db: Database, serverIds: readonly string[], now: Date): Promise<void> {
  const keys = db
    .select({ key: servers.key })
    .from(servers)
    .where(inArray(servers.id, [...serverIds]))
  await db
    .update(probeTargets)
    .set({ dueAt: now })
    .where(and(inArray(probeTargets.serverKey, keys), eq(probeTargets.evidence, 'endpoint')))
}

export interface Claim {
  /** Unique to the claimer: it completes and releases its claims under this name. */
  leaseId: string
  leaseSeconds: number
  limit: number
  /** How many of these may be rechecks: where thousands fail at once, regular probes still have their share. */
  mostRechecks: number
  perHost: number
  /**
   * Hosts with enough probes in progress: none of their targets is claimed, and they do not hide others in the queue.
   */
  busyHosts: readonly string[]
  networks: readonly Network[]
  /** Names of the probers that the claimer has. */
  probers: readonly string[]
  /** The claimer's vantage, and whether there are others: a recheck goes to another vantage first. */
  vantage: string
  otherVantages: boolean
}

/**
 * Claims due targets: rechecks first, within their share, then in turns those that wait longest and those that were
 * never probed, of which the greatest priority goes first: it moves no other probe. Chance decides whose turn comes
 * first, as most claims of a busy process are of one. Two claimers never get the same one; an expired claim is claimed
 * again.
 */
export async function claimDueTargets(db: Database, claim: Claim, now: Date): Promise<ClaimedTarget[]> {
  if (claim.networks.length === 0 || claim.probers.length === 0) return []
  const leaseUntil = new Date(now.getTime() + claim.leaseSeconds * 1000)
  const at = now.toISOString()
  const othersFirstUntil = new Date(now.getTime() - RECHECK_WAITS_SECONDS * 1000).toISOString()
  const isOurs = claim.otherVantages
    ? sql`(network = 'local' OR seen_from IS DISTINCT FROM ${claim.vantage} OR due_at <= ${othersFirstUntil})`
    : sql`true`
  const isElsewhere = claim.busyHosts.length === 0 ? sql`true` : sql`host NOT IN ${[...claim.busyHosts]}`
  // A claim that lasts longer than any was made by a clock that was ahead.
  const aheadFrom = new Date(now.getTime() + 2 * claim.leaseSeconds * 1000).toISOString()
  const isFree = sql`due_at <= ${at} AND (lease_until IS NULL OR lease_until <= ${at} OR lease_until > ${aheadFrom}) AND network IN ${[...claim.networks]} AND prober IN ${[...claim.probers]} AND ${isElsewhere}`
  const rows = await rowsOf<ClaimedRow>(
    db,
    sql`WITH head AS (
      (SELECT server_key, target_no, host, due_at, 0 AS priority, 'recheck' AS kind FROM probe_targets WHERE is_recheck AND ${isFree} AND ${isOurs} ORDER BY due_at LIMIT ${QUEUE_HEAD})
      UNION ALL
      (SELECT server_key, target_no, host, due_at, 0, 'regular' FROM probe_targets WHERE NOT is_recheck AND seen_from IS NOT NULL AND ${isFree} ORDER BY due_at LIMIT ${QUEUE_HEAD})
      UNION ALL
      (SELECT server_key, target_no, host, due_at, priority, 'first' FROM probe_targets WHERE NOT is_recheck AND seen_from IS NULL AND ${isFree}
        ORDER BY priority DESC, due_at, server_key LIMIT ${FIRST_HEAD})
    ), turns AS (
      SELECT *, row_number() OVER (PARTITION BY host, kind ORDER BY priority DESC, due_at, server_key) AS turn FROM head
    ), spread AS (
      SELECT *, row_number() OVER (PARTITION BY host ORDER BY turn, kind DESC) AS nth FROM turns
    ), placed AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY priority DESC, due_at, server_key) AS place FROM spread WHERE nth <= ${claim.perHost}
    ), chosen AS (
      SELECT server_key, target_no FROM placed WHERE kind <> 'recheck' OR place <= ${claim.mostRechecks}
      ORDER BY kind = 'recheck' DESC, place, random() LIMIT ${claim.limit}
    ), locked AS (
      SELECT server_key, target_no FROM probe_targets JOIN chosen USING (server_key, target_no)
      WHERE ${isFree} FOR UPDATE OF probe_targets SKIP LOCKED
    )
    UPDATE probe_targets SET lease_until = ${leaseUntil.toISOString()}, lease_id = ${claim.leaseId}
    FROM locked WHERE probe_targets.server_key = locked.server_key AND probe_targets.target_no = locked.target_no
    RETURNING probe_targets.server_key AS "serverKey", probe_targets.target_no AS "targetNo"`,
  )
  return rows.length === 0 ? [] : listClaimed(db, rows)
}

type ClaimedRow = { serverKey: number; targetNo: number }

async function listClaimed(db: Database, claimed: readonly ClaimedRow[]): Promise<ClaimedTarget[]> {
  const keys = claimed.map(({ serverKey }) => serverKey)
  const isClaimed = new Set(claimed.map(({ serverKey, targetNo }) => `${serverKey} ${targetNo}`))
  const rows = await db
    .select({
      target: probeTargets,
      serverId: servers.id,
      own: servers.own,
      state: targetStates.state,
      signIns: signIns.signIns,
    })
    .from(probeTargets)
    .innerJoin(servers, eq(servers.key, probeTargets.serverKey))
    .leftJoin(signIns, eq(signIns.serverKey, probeTargets.serverKey))
    .leftJoin(
      targetStates,
      and(eq(targetStates.serverKey, probeTargets.serverKey), eq(targetStates.targetNo, probeTargets.targetNo)),
    )
    .where(inArray(probeTargets.serverKey, keys))
  return rows.flatMap(({ target, serverId, own, state, signIns: known }) => {
    const { serverKey, targetNo, generation, etag, lastModified, version, listingValidUntil, dueAt, isRecheck } = target
    if (!isClaimed.has(`${serverKey} ${targetNo}`)) return []
    const { prober, evidence, kind, url, network, host } = target
    const probed = { prober, evidence, kind, url, network, host }
    const remembered = { generation, etag, lastModified, version, listingValidUntil, state: state ?? null }
    return [{ serverKey, targetNo, serverId, own, target: probed, ...remembered, signIns: known, dueAt, isRecheck }]
  })
}

const REMEMBERED = ['generation', 'etag', 'lastModified', 'version', 'listingValidUntil'] as const

/** A claim that was carried out, and what the next probe of the target needs. */
export interface CompletedClaim extends TargetKey {
  dueAt: Date
  isRecheck: boolean
  /** null: nothing was sent. */
  vantage: string | null
  /** When the result was recorded; left out: none was. */
  probedAt?: Date
  /** Left out: what is stored stays. */
  memory?: undefined | Pick<ClaimedTarget, (typeof REMEMBERED)[number]>
}

/**
 * Ends claims that were carried out; each target is due again at its own time. Claims that another took over meanwhile
 * are left to it.
 */
export async function completeClaims(tx: Database, leaseId: string, entries: readonly CompletedClaim[]): Promise<void> {
  const rows = entries.map(({ memory, ...entry }) => ({ ...entry, ...memory, remembers: memory !== undefined }))
  const remembered = REMEMBERED.map((name) => {
    const column = sql.identifier(probeTargets[name].name)
    return sql`${column} = CASE WHEN given.remembers THEN given.${sql.identifier(name)} ELSE probe_targets.${column} END`
  })
  await tx.execute(sql`
    UPDATE probe_targets SET due_at = given."dueAt", is_recheck = given."isRecheck", seen_from = coalesce(given.vantage, probe_targets.seen_from),
      first_probed_at = coalesce(probe_targets.first_probed_at, given."probedAt"), lease_until = NULL, lease_id = NULL,
      ${sql.join(remembered, sql`, `)}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given("serverKey" integer, "targetNo" smallint, "dueAt" timestamptz,
      "isRecheck" boolean, vantage text, "probedAt" timestamptz, remembers boolean, generation text, etag text, "lastModified" text, version text,
      "listingValidUntil" timestamptz)
    WHERE probe_targets.server_key = given."serverKey" AND probe_targets.target_no = given."targetNo" AND probe_targets.lease_id = ${leaseId}`)
}

/** Extends the claims of a lease that are not carried out yet. */
export async function renewClaims(db: Database, leaseId: string, leaseSeconds: number, now: Date): Promise<void> {
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000)
  await db.update(probeTargets).set({ leaseUntil }).where(isHeldBy(leaseId, now))
}

/** Releases every claim of a lease that was not carried out; the servers are due as before. */
export async function releaseClaims(db: Database, leaseId: string, now: Date): Promise<void> {
  await db.update(probeTargets).set({ leaseUntil: null, leaseId: null }).where(isHeldBy(leaseId, now))
}

/** What was claimed was due, and stays so until its claim is carried out: the index of what is due finds it. */
function isHeldBy(leaseId: string, now: Date): SQL | undefined {
  return and(eq(probeTargets.leaseId, leaseId), lte(probeTargets.dueAt, now))
}
