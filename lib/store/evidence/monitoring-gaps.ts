import { and, asc, eq, gt, gte, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import { HOUR_MS } from '../../core/duration'
import type { Interval } from '../../core/history/interval'
import { MAX_GAP_HOURS } from '../../core/state/server-state'
import type { Database } from '../database'
import { probeSchedule } from './evidence-schema'
import { connectivity, monitoringGaps } from './rollup-schema'

/** What asking after our own line said. */
export interface ConnectivityReport {
  vantage: string
  works: boolean
  askedAt: Date
  /** When it was last seen to work, by whatever sign; null: not known here. */
  workedAt: Date | null
}

/** A vantage whose line worked this recently, in ms, was looking meanwhile: what another vantage missed is no gap. */
const WATCHES_MS = 300_000

/**
 * Keeps what an asking says. A gap begins when the line was last known to work, grows with each asking that fails, and ends with the
 * first that does not; whoever is killed inside it leaves it open, to be grown or ended by whoever asks next. Time in which another
 * vantage's line worked is no gap, nor is time before that: its looks go on. A silence of more than `MAX_GAP_HOURS` before the first that fails was ours, not the line's.
 */
export async function recordConnectivity(db: Database, report: ConnectivityReport): Promise<void> {
  await db.transaction(async (tx) => {
    await closeWatched(tx, report.vantage)
    await (report.works ? recordWorking(tx, report) : recordDown(tx, report))
  })
}

/** An open gap of a vantage that was away ends where it stands if another vantage's line worked since: what that one saw meanwhile counts. */
async function closeWatched(tx: Database, vantage: string): Promise<void> {
  const workedSince = sql`EXISTS (SELECT FROM connectivity WHERE connectivity.vantage <> ${vantage} AND connectivity.worked_at > ${monitoringGaps.endedAt})`
  await tx
    .update(monitoringGaps)
    .set({ isOpen: false })
    .where(and(eq(monitoringGaps.vantage, vantage), monitoringGaps.isOpen, workedSince))
}

async function recordWorking(tx: Database, { vantage, askedAt }: ConnectivityReport): Promise<void> {
  await tx
    .insert(connectivity)
    .values({ vantage, workedAt: askedAt })
    .onConflictDoUpdate({
      target: connectivity.vantage,
      set: { workedAt: sql`greatest(connectivity.worked_at, excluded.worked_at)` },
    })
  // Another process may have found it down after this one asked.
  await tx
    .update(monitoringGaps)
    .set({ endedAt: askedAt, isOpen: false })
    .where(and(eq(monitoringGaps.vantage, vantage), monitoringGaps.isOpen, lte(monitoringGaps.endedAt, askedAt)))
}

async function recordDown(tx: Database, { vantage, askedAt, workedAt }: ConnectivityReport): Promise<void> {
  const lines = await tx.select().from(connectivity)
  const watching = lines.some(
    (line) => line.vantage !== vantage && line.workedAt.getTime() > askedAt.getTime() - WATCHES_MS,
  )
  const open = and(eq(monitoringGaps.vantage, vantage), monitoringGaps.isOpen)
  if (watching) {
    await tx.update(monitoringGaps).set({ isOpen: false }).where(open)
    return
  }
  const grown = await tx
    .update(monitoringGaps)
    .set({ endedAt: sql`greatest(${monitoringGaps.endedAt}, ${askedAt.toISOString()})` })
    .where(open)
    .returning({ startedAt: monitoringGaps.startedAt })
  if (grown.length > 0) return
  const own = lines.find((line) => line.vantage === vantage)?.workedAt ?? null
  const ownAt = Math.max(...[own, workedAt].map((at) => at?.getTime() ?? Number.NEGATIVE_INFINITY))
  const age = askedAt.getTime() - ownAt
  // Until then somebody looked, whosever line it was.
  const probedAt = lines.map((line) => line.workedAt.getTime()).filter((at) => at < askedAt.getTime())
  const startedAt = age > 0 && age <= MAX_GAP_HOURS * HOUR_MS ? new Date(Math.max(ownAt, ...probedAt)) : askedAt
  await tx
    .insert(monitoringGaps)
    .values({ vantage, startedAt, endedAt: askedAt, isOpen: true })
    .onConflictDoUpdate({
      target: [monitoringGaps.vantage, monitoringGaps.startedAt],
      set: { endedAt: sql`greatest(monitoring_gaps.ended_at, excluded.ended_at)`, isOpen: true },
    })
}

/** Gaps of our own line that reach past `since`, as stretches that are void for every server of the public network; oldest first. */
export async function listMonitoringGaps(db: Database, since: Date): Promise<Interval[]> {
  const rows = await db
    .select({ from: monitoringGaps.startedAt, to: monitoringGaps.endedAt })
    .from(monitoringGaps)
    .where(and(gte(monitoringGaps.endedAt, since), gt(monitoringGaps.endedAt, monitoringGaps.startedAt)))
    .orderBy(asc(monitoringGaps.startedAt))
  return rows.map((row) => ({ ...row, state: 'void' }))
}

/** Those of these servers that stand on this machine: they are looked at over no line. */
export async function listLocalServerKeys(db: Database, serverKeys: readonly number[]): Promise<Set<number>> {
  if (serverKeys.length === 0) return new Set()
  const rows = await db
    .select({ key: probeSchedule.serverKey })
    .from(probeSchedule)
    .where(and(inArray(probeSchedule.serverKey, [...serverKeys]), ne(probeSchedule.network, 'public')))
  return new Set(rows.map((row) => row.key))
}

/** Forgets gaps that ended before `oldestKept`. */
export async function deleteMonitoringGaps(db: Database, oldestKept: Date): Promise<void> {
  await db.delete(monitoringGaps).where(lt(monitoringGaps.endedAt, oldestKept))
}
