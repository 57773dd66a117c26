import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { MAX_GAP_HOURS } from 'assay-verify/state/server-state'
import { and, asc, eq, gte, lt, lte, not, sql } from 'drizzle-orm'
import { CONNECTED_VANTAGE_MS } from '../../core/evidence/vantages'
import type { Database } from '../database'
import { queueGapsBegun, queueGapsEnded } from '../outbox/gap-facts'
import { connectivity, monitoringGaps } from './rollup-schema'

/** The result of a connectivity check. */
export interface ConnectivityReport {
  vantage: string
  works: boolean
  askedAt: Date
  /** When connectivity was last observed, by any evidence; null: not known here. */
  workedAt: Date | null
}

/**
 * Records a connectivity check. A gap begins when connectivity was last observed, grows with each failed check, and
 * ends with the first successful one; a process that is killed leaves it open, for the next check to extend or end.
 * Time in which another vantage had connectivity is no gap, nor is time before that: its probes go on. A silence of
 * more than `MAX_GAP_HOURS` before the first failed check was the process's, not the network's.
 */
export async function recordConnectivity(db: Database, report: ConnectivityReport): Promise<void> {
  await db.transaction(async (tx) => {
    await closeWatched(tx, report)
    await (report.works ? recordWorking(tx, report) : recordDown(tx, report))
  })
}

/**
 * Closes the open gap of a vantage at its last known end if another vantage has had connectivity since: what that one
 * observed counts.
 */
async function closeWatched(tx: Database, { vantage, askedAt }: ConnectivityReport): Promise<void> {
  const workedSince = sql`EXISTS (SELECT FROM connectivity WHERE connectivity.vantage <> ${vantage} AND connectivity.worked_at > ${monitoringGaps.endedAt})`
  await queueGapsEnded(
    tx,
    await tx
      .update(monitoringGaps)
      .set({ isOpen: false })
      .where(and(eq(monitoringGaps.vantage, vantage), monitoringGaps.isOpen, workedSince))
      .returning(),
    askedAt,
  )
}

async function recordWorking(tx: Database, { vantage, askedAt }: ConnectivityReport): Promise<void> {
  await tx
    .insert(connectivity)
    .values({ vantage, workedAt: askedAt })
    .onConflictDoUpdate({
      target: connectivity.vantage,
      set: { workedAt: sql`greatest(connectivity.worked_at, excluded.worked_at)` },
    })
  // Another process may have found connectivity lost after this one checked.
  await queueGapsEnded(
    tx,
    await tx
      .update(monitoringGaps)
      .set({ endedAt: askedAt, isOpen: false })
      .where(and(eq(monitoringGaps.vantage, vantage), monitoringGaps.isOpen, lte(monitoringGaps.endedAt, askedAt)))
      .returning(),
    askedAt,
  )
}

async function recordDown(tx: Database, { vantage, askedAt, workedAt }: ConnectivityReport): Promise<void> {
  const vantages = await tx.select().from(connectivity)
  const watching = vantages.some(
    (other) => other.vantage !== vantage && other.workedAt.getTime() > askedAt.getTime() - CONNECTED_VANTAGE_MS,
  )
  const open = and(eq(monitoringGaps.vantage, vantage), monitoringGaps.isOpen)
  if (watching) {
    await queueGapsEnded(tx, await tx.update(monitoringGaps).set({ isOpen: false }).where(open).returning(), askedAt)
    return
  }
  const grown = await tx
    .update(monitoringGaps)
    .set({ endedAt: sql`greatest(${monitoringGaps.endedAt}, ${askedAt.toISOString()})` })
    .where(open)
    .returning({ startedAt: monitoringGaps.startedAt })
  if (grown.length > 0) return
  const own = vantages.find((one) => one.vantage === vantage)?.workedAt ?? null
  const ownAt = Math.max(...[own, workedAt].map((at) => at?.getTime() ?? Number.NEGATIVE_INFINITY))
  const age = askedAt.getTime() - ownAt
  // Until then some vantage was probing.
  const probedAt = vantages.map((one) => one.workedAt.getTime()).filter((at) => at < askedAt.getTime())
  const startedAt = age > 0 && age <= MAX_GAP_HOURS * HOUR_MS ? new Date(Math.max(ownAt, ...probedAt)) : askedAt
  await tx
    .insert(monitoringGaps)
    .values({ vantage, startedAt, endedAt: askedAt, isOpen: true })
    .onConflictDoUpdate({
      target: [monitoringGaps.vantage, monitoringGaps.startedAt],
      set: { endedAt: sql`greatest(monitoring_gaps.ended_at, excluded.ended_at)`, isOpen: true },
    })
  await queueGapsBegun(tx, [{ vantage, startedAt }], askedAt)
}

/**
 * A check that failed longer ago says nothing of now: the process that made it is gone, or checks again every few
 * seconds.
 */
const LOST_KEPT_MS = 10 * MINUTE_MS

/**
 * Since when no vantage has connectivity, as of the newest checks; null: one has it, or none was found without it
 * lately.
 */
export async function findConnectivityLost(db: Database, now: Date): Promise<Date | null> {
  const isLate = gte(monitoringGaps.endedAt, new Date(now.getTime() - LOST_KEPT_MS))
  const workedSince = sql`EXISTS (SELECT FROM connectivity WHERE connectivity.worked_at > ${monitoringGaps.endedAt})`
  const [gap] = await db
    .select({ since: monitoringGaps.startedAt })
    .from(monitoringGaps)
    .where(and(monitoringGaps.isOpen, isLate, not(workedSince)))
    .orderBy(asc(monitoringGaps.startedAt))
    .limit(1)
  return gap?.since ?? null
}

/** Deletes gaps that ended before `oldestKept`. */
export async function deleteMonitoringGaps(db: Database, oldestKept: Date): Promise<void> {
  await db.delete(monitoringGaps).where(lt(monitoringGaps.endedAt, oldestKept))
}
