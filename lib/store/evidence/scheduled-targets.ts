import { grouped } from 'assay-verify/grouped'
import { asc, inArray, isNull, sql } from 'drizzle-orm'
import {
  budgetOf,
  targetsOf as declaredTargets,
  type ProbedTarget,
  type Target,
  type Targeting,
} from '../../core/catalog/probe-target'
import { firstProbeDelay, type ProbeBudget } from '../../core/evidence/probe-budget'
import { servers } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import { probeTargets } from './evidence-schema'
import { rankFirstChecks } from './first-checks'
import { planTargets, type ScheduledTarget, type TargetPlan } from './target-plan'

/**
 * `changed`: servers that a source has changed since they were scheduled. `all`: also those scheduled by another list
 * of probers.
 */
export type SchedulingScope = 'changed' | 'all'

/**
 * Gives at most `limit` servers of the scope the targets that they have now; answers how many servers there were.
 * Repeated, it finds none.
 */
export async function scheduleServers(
  db: Database,
  targeting: Targeting,
  scope: SchedulingScope,
  limit: number,
  now: Date,
  budget?: ProbeBudget,
): Promise<number> {
  const { version, targetsOf } = targeting
  const { key, lifecycle, remotes, packages, targetsBy } = servers
  const isInScope = scope === 'changed' ? isNull(targetsBy) : sql`${targetsBy} IS DISTINCT FROM ${version}`
  // Runs often, and nearly always there is nothing to do.
  if ((await db.select({ key }).from(servers).where(isInScope).limit(1)).length === 0) return 0
  return db.transaction(async (tx) => {
    // Locked in the same order as by a commit of probe results and by an import, so that they never deadlock.
    const rows = await tx
      .select({ key, lifecycle, remotes, packages })
      .from(servers)
      .where(isInScope)
      .orderBy(key)
      .limit(limit)
      .for('no key update')
    const keys = rows.map((row) => row.key)
    if (keys.length === 0) return 0
    const wanted = new Map(
      rows.map((row) => {
        const isListed = row.lifecycle !== 'deleted'
        const names = new Set(isListed ? declaredTargets(row).map(nameOf) : [])
        const isLeft = (target: ProbedTarget) =>
          targeting.others?.has(target.prober) === true && names.has(nameOf(target))
        return [row.key, { targets: isListed ? targetsOf(row) : [], isLeft }]
      }),
    )
    await replaceTargets(tx, wanted, now, budget)
    await tx.update(servers).set({ targetsBy: version }).where(inArray(key, keys))
    await rankFirstChecks(tx, keys, now)
    return keys.length
  })
}

/** Takes servers out of the queue; what was observed of their targets is kept with their own state. */
export async function unscheduleServers(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length > 0) await tx.delete(probeTargets).where(inArray(probeTargets.serverKey, [...serverKeys]))
}

interface WantedTargets {
  targets: readonly ProbedTarget[]
  /** Whether a target is another process's, whose settings differ. */
  isLeft: (target: ProbedTarget) => boolean
}

function nameOf({ kind, url }: Target): string {
  return `${kind} ${url}`
}

async function replaceTargets(
  tx: Database,
  wanted: ReadonlyMap<number, WantedTargets>,
  now: Date,
  budget: ProbeBudget | undefined,
): Promise<void> {
  const present = await listTargets(tx, [...wanted.keys()])
  const plans = [...wanted].map(([serverKey, { targets, isLeft }]) =>
    planTargets(serverKey, targets, present.get(serverKey) ?? [], isLeft),
  )
  await deleteTargets(tx, plans)
  const added = plans.flatMap(({ add }) => add)
  const moved = plans.flatMap(({ change }) => change)
  await insertTargets(tx, await firstDue(tx, added, now, budget))
  await updateTargets(tx, moved, now)
}

async function listTargets(tx: Database, serverKeys: readonly number[]): Promise<Map<number, ScheduledTarget[]>> {
  const { serverKey, targetNo, prober, evidence, kind, url, position, network, host } = probeTargets
  const rows = await tx
    .select({ serverKey, targetNo, prober, evidence, kind, url, position, network, host })
    .from(probeTargets)
    .where(inArray(serverKey, [...serverKeys]))
    .orderBy(asc(serverKey), asc(position))
  return grouped(rows.map((row) => [row.serverKey, row]))
}

async function deleteTargets(tx: Database, plans: readonly TargetPlan[]): Promise<void> {
  const gone = plans.flatMap(({ remove }) => remove)
  if (gone.length === 0) return
  await tx.execute(sql`
    DELETE FROM probe_targets USING ${given(gone)}
    WHERE probe_targets.server_key = given."serverKey" AND probe_targets.target_no = given."targetNo"`)
}

function given(targets: readonly (ScheduledTarget & { dueAt?: Date })[]) {
  const rows = targets.map((target) => ({ ...target, host: target.host ?? budgetOf(target) }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given("serverKey" integer, "targetNo" smallint, prober text,
    evidence evidence_kind, kind text, url text, position smallint, network network, host text, "dueAt" timestamptz)`
}

/**
 * New targets are due now; where a host gets more of them than its budget allows, the rest minute by minute after those
 * that already wait.
 */
async function firstDue(
  tx: Database,
  targets: readonly ScheduledTarget[],
  now: Date,
  budget: ProbeBudget | undefined,
): Promise<(ScheduledTarget & { dueAt: Date })[]> {
  if (budget === undefined || targets.length === 0) return targets.map((target) => ({ ...target, dueAt: now }))
  const hosts = [...new Set(targets.map(budgetOf))]
  const rows = await rowsOf<{ host: string; n: number }>(
    tx,
    sql`SELECT host, count(*)::int AS n FROM probe_targets WHERE host IN ${hosts} AND seen_from IS NULL GROUP BY host`,
  )
  const waiting = new Map(rows.map(({ host, n }) => [host, n]))
  return targets.map((target) => {
    const host = budgetOf(target)
    const nth = waiting.get(host) ?? 0
    waiting.set(host, nth + 1)
    const delay = target.network === 'public' ? firstProbeDelay(budget, host, nth) : 0
    return { ...target, dueAt: new Date(now.getTime() + delay * 1000) }
  })
}

async function insertTargets(tx: Database, targets: readonly (ScheduledTarget & { dueAt: Date })[]): Promise<void> {
  if (targets.length === 0) return
  await tx.execute(sql`
    INSERT INTO probe_targets (server_key, target_no, prober, evidence, kind, url, position, network, host, due_at)
    SELECT "serverKey", "targetNo", prober, evidence, kind, url, position, network, host, "dueAt" FROM ${given(targets)}`)
}

/** A target that moved to another host is due now. */
async function updateTargets(tx: Database, targets: readonly ScheduledTarget[], now: Date): Promise<void> {
  if (targets.length === 0) return
  await tx.execute(sql`
    UPDATE probe_targets SET prober = given.prober, evidence = given.evidence, kind = given.kind, url = given.url, position = given.position,
      network = given.network, host = given.host, etag = NULL, last_modified = NULL, listing_valid_until = NULL,
      due_at = CASE WHEN probe_targets.host = given.host THEN probe_targets.due_at ELSE ${now.toISOString()}::timestamptz END
    FROM ${given(targets)} WHERE probe_targets.server_key = given."serverKey" AND probe_targets.target_no = given."targetNo"`)
}
