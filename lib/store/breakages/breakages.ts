import { and, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { BreakageKind, Severity } from '../../core/verdict/breakage'
import { ALLOWANCE_MS, withinAllowance } from '../../core/verdict/breakage-allowance'
import { type Beginning, REOPEN_WITHIN_MS } from '../../core/verdict/incident'
import { tools } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { breakages } from './breakages-schema'
import { closeIncidents, lockIncidents, placeInIncidents, reopenIncidents } from './incidents'
import { refreshOpenChanges } from './open-changes'

export interface BreakageEvidence {
  code: string
  /** In our own words, never the server's. */
  text: string
  /** ISO 8601. */
  at: string
}

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

/** The fields of an open breakage that the next probe or listing needs. */
export interface OpenBreakageKey {
  key: number
  serverKey: number
  toolId: string | null
  kind: BreakageKind
  openedAt: Date
  undoneBy: string | null
}

/** Pieces of evidence kept of one breakage: the first, which shows how it began, and the newest. */
const EVIDENCE_KEPT = 5

/** Open breakages of these servers and their tools. */
export async function listOpenOfServers(tx: Database, serverKeys: readonly number[]): Promise<OpenBreakageKey[]> {
  if (serverKeys.length === 0) return []
  const { key, serverKey, toolId, kind, openedAt, undoneBy } = breakages
  return tx
    .select({ key, serverKey, toolId, kind, openedAt, undoneBy })
    .from(breakages)
    .where(and(inArray(serverKey, [...serverKeys]), isNull(breakages.closedAt)))
    .orderBy(key)
}

/**
 * Opens breakages and places them in incidents, each at most once. One that is already open gets a new last-seen time; one that closed less than
 * `REOPEN_WITHIN_MS` ago opens again from its new beginning, and `times` grows. Each server's tools open no more than its allowance. Processes that open at the
 * same time take turns until their transactions end, so that they agree.
 */
export async function openBreakages(tx: Database, openings: readonly BreakageOpening[], now: Date): Promise<void> {
  if (openings.length === 0) return
  await lockIncidents(tx)
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
  const fresh = withinAllowance(unknown, await countAllowanceUsed(tx, unknown, now))
  if (fresh.length === 0) return
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
    await tx.insert(breakages).values(rows)
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

/** Closes breakages, and the incidents they were the last of. Closed ones are ignored. */
export async function closeBreakages(tx: Database, keys: readonly number[], now: Date): Promise<void> {
  if (keys.length === 0) return
  const closed = await tx
    .update(breakages)
    .set({ closedAt: now })
    .where(and(inArray(breakages.key, [...keys]), isNull(breakages.closedAt)))
    .returning({
      incidentKey: breakages.incidentKey,
      serverKey: breakages.serverKey,
      toolId: breakages.toolId,
      kind: breakages.kind,
    })
  await refreshOpenChanges(tx, closed)
  const incidentKeys = [...new Set(closed.flatMap(({ incidentKey }) => incidentKey ?? []))]
  if (incidentKeys.length === 0) return
  await lockIncidents(tx)
  await closeIncidents(tx, incidentKeys, now)
}

/** Moves the beginnings of breakages to a better known time. */
export async function dateBreakages(tx: Database, dated: readonly { key: number; openedAt: Date }[]): Promise<void> {
  for (const { key, openedAt } of dated) await tx.update(breakages).set({ openedAt }).where(eq(breakages.key, key))
}

/** Notes that open breakages were seen again. */
export async function touchBreakages(tx: Database, keys: readonly number[], now: Date): Promise<void> {
  if (keys.length === 0) return
  await tx
    .update(breakages)
    .set({ lastSeenAt: now })
    .where(inArray(breakages.key, [...keys]))
}

export interface BreakageNote {
  kind: BreakageKind
  openedAt: Date
  evidence: BreakageEvidence[]
}

/** Open breakages of a server as a whole and of this one tool of it, newest first. */
export async function listOpenBreakagesOf(db: Database, serverKey: number, toolId: string): Promise<BreakageNote[]> {
  return db
    .select({ kind: breakages.kind, openedAt: breakages.openedAt, evidence: breakages.evidence })
    .from(breakages)
    .where(
      and(
        eq(breakages.serverKey, serverKey),
        or(isNull(breakages.toolId), eq(breakages.toolId, toolId)),
        isNull(breakages.closedAt),
      ),
    )
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
}

/** A breakage, open or closed. */
export interface PastBreakage extends BreakageNote {
  toolId: string | null
  severity: Severity
  closedAt: Date | null
  times: number
}

/** The newest breakages of a server and its tools, open and closed, newest first. */
export async function listBreakagesOfServer(db: Database, serverKey: number, limit: number): Promise<PastBreakage[]> {
  const { kind, openedAt, evidence, toolId, severity, closedAt, times } = breakages
  return db
    .select({ kind, openedAt, evidence, toolId, severity, closedAt, times })
    .from(breakages)
    .where(eq(breakages.serverKey, serverKey))
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
    .limit(limit)
}
