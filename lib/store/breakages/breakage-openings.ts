import type { Severity } from 'assay-verify/breakage-kind'
import { type BreakageKind, EVIDENCE_KEPT } from 'assay-verify/breakage-kind'
import { and, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { ALLOWANCE_MS, withinAllowance } from '../../core/verdict/breakage-allowance'
import { type Beginning, REOPEN_WITHIN_MS } from '../../core/verdict/incident'
import { tools } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { queueBreakages } from '../outbox/breakage-facts'
import type { BreakageEvidence } from './breakages'
import { breakages } from './breakages-schema'
import { placeInIncidents, reopenIncidents, takeIncidentsAdvisoryLock } from './incidents'
import { refreshOpenChanges } from './open-changes'

export interface BreakageOpening extends Beginning {
  serverKey: number
  /** The one tool it is about; null: the whole server. */
  toolId: string | null
  kind: BreakageKind
  severity: Severity
  /** When it began; default: now. */
  openedAt?: Date
  evidence: BreakageEvidence
  /** Of a change of arguments: hash of the contract whose return undoes it. */
  undoneBy?: string
}

/**
 * Opens breakages and places them in incidents, each at most once. One that is already open gets a new last-seen time;
 * one that closed less than `REOPEN_WITHIN_MS` ago opens again from its new beginning, and `times` grows. Each server's
 * tools open no more than its allowance. Processes that open at the same time take turns until their transactions end,
 * so that they agree.
 */
export async function openBreakages(tx: Database, openings: readonly BreakageOpening[], now: Date): Promise<void> {
  if (openings.length === 0) return
  await takeIncidentsAdvisoryLock(tx)
  await placeOpenings(tx, openings, now)
  await refreshOpenChanges(tx, openings)
}

async function placeOpenings(tx: Database, openings: readonly BreakageOpening[], now: Date): Promise<void> {
  const recent = await listRecent(tx, openings, now)
  const known = openings.flatMap((opening) => {
    const row = recent.get(nameOf(opening))
    return row === undefined ? [] : [{ opening, row }]
  })
  await seeAgain(tx, known, now)
  await reopenIncidents(
    tx,
    known.flatMap(({ row }) => row.incidentKey ?? []),
  )
  const unknown = [...new Map(openings.map((opening) => [nameOf(opening), opening])).entries()]
    .filter(([name]) => !recent.has(name))
    .map(([, opening]) => ({ ...opening, openedAt: opening.openedAt ?? now }))
  const reopened = known.flatMap(({ row }) => (row.closedAt === null ? [] : [row.key]))
  const fresh = withinAllowance(unknown, await countAllowanceUsed(tx, unknown, now))
  if (fresh.length === 0) return queueBreakages(tx, reopened, 'opened', now)
  const toolCounts = await countTools(tx, fresh)
  await placeInIncidents(tx, fresh, async (incidentKeys) => {
    const rows = fresh.map(
      ({ correlationKeys: _correlationKeys, startWindow: _startWindow, evidence, ...opening }, index) => ({
        ...opening,
        evidence: [evidence],
        lastSeenAt: now,
        incidentKey: incidentKeys[index] ?? null,
        tools: opening.toolId === null ? (toolCounts.get(opening.serverKey) ?? 0) : 1,
      }),
    )
    const opened = await tx.insert(breakages).values(rows).returning({ key: breakages.key })
    await queueBreakages(tx, [...reopened, ...opened.map(({ key }) => key)], 'opened', now)
  })
}

const nameOf = (entry: { serverKey: number; kind: BreakageKind; toolId: string | null }) =>
  `${entry.serverKey} ${entry.kind} ${entry.toolId ?? ''}`

type RecentBreakage = typeof breakages.$inferSelect

/** Breakages of the same servers that are open or just closed, by name; of several with one name the newest. */
async function listRecent(
  tx: Database,
  openings: readonly BreakageOpening[],
  now: Date,
): Promise<Map<string, RecentBreakage>> {
  const since = new Date(now.getTime() - REOPEN_WITHIN_MS)
  const rows = await tx
    .select()
    .from(breakages)
    .where(
      and(
        inArray(
          breakages.serverKey,
          openings.map((opening) => opening.serverKey),
        ),
        or(isNull(breakages.closedAt), gte(breakages.closedAt, since)),
      ),
    )
    .orderBy(sql`${breakages.closedAt} NULLS LAST`, breakages.key)
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/** How many breakages of single tools these servers have open, or opened within the allowance's time. */
async function countAllowanceUsed(
  tx: Database,
  openings: readonly BreakageOpening[],
  now: Date,
): Promise<Map<number, number>> {
  const keys = [...new Set(openings.flatMap(({ toolId, serverKey }) => (toolId === null ? [] : [serverKey])))]
  if (keys.length === 0) return new Map()
  const since = new Date(now.getTime() - ALLOWANCE_MS)
  const rows = await tx
    .select({ serverKey: breakages.serverKey, count: sql<number>`count(*)::int` })
    .from(breakages)
    .where(
      and(
        inArray(breakages.serverKey, keys),
        isNotNull(breakages.toolId),
        or(isNull(breakages.closedAt), gte(breakages.openedAt, since)),
      ),
    )
    .groupBy(breakages.serverKey)
  return new Map(rows.map((row) => [row.serverKey, row.count]))
}

async function seeAgain(
  tx: Database,
  known: readonly { opening: BreakageOpening; row: RecentBreakage }[],
  now: Date,
): Promise<void> {
  for (const { opening, row } of known) {
    const evidence = [
      ...row.evidence.slice(0, 1),
      ...[...row.evidence.slice(1), opening.evidence].slice(1 - EVIDENCE_KEPT),
    ]
    const wasClosed = row.closedAt !== null
    const isWorse = opening.severity === 'critical' || row.severity === 'minor'
    await tx
      .update(breakages)
      .set({
        closedAt: null,
        lastSeenAt: now,
        evidence,
        // The severity of a reopened breakage is that of what reopens it: the earlier fault was fixed.
        severity: wasClosed || isWorse ? opening.severity : row.severity,
        ...(wasClosed && {
          openedAt: opening.openedAt ?? now,
          times: row.times + 1,
          undoneBy: opening.undoneBy ?? null,
        }),
      })
      .where(eq(breakages.key, row.key))
  }
}

async function countTools(tx: Database, openings: readonly BreakageOpening[]): Promise<Map<number, number>> {
  const keys = openings.flatMap(({ toolId, serverKey }) => (toolId === null ? [serverKey] : []))
  if (keys.length === 0) return new Map()
  const rows = await tx
    .select({ serverKey: tools.serverKey, count: sql<number>`count(*)::int` })
    .from(tools)
    .where(and(inArray(tools.serverKey, keys), isNull(tools.removedAt)))
    .groupBy(tools.serverKey)
  return new Map(rows.map((row) => [row.serverKey, row.count]))
}
