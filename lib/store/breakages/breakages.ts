import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { BREAKAGES } from '../../core/verdict/breakage'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { queueBreakages } from '../outbox/breakage-facts'
import { oncePerDatabase } from '../prepared'
import { instantOf, msOf, type Read, readOf } from '../read-together'
import { breakages } from './breakages-schema'
import { closeIncidents, takeIncidentsAdvisoryLock } from './incidents'
import { refreshOpenChanges } from './open-changes'

export interface BreakageEvidence {
  code: string
  /** In our own words, never the server's. */
  text: string
  /** ISO 8601. */
  at: string
}

type Stored = typeof breakages.$inferSelect

/** The fields of an open breakage that the next probe or listing needs. */
export type OpenBreakageKey = Pick<
  Stored,
  'key' | 'serverKey' | 'toolId' | 'kind' | 'severity' | 'openedAt' | 'undoneBy'
>

/** Open breakages of these servers and their tools. */
export async function listOpenOfServers(tx: Database, serverKeys: readonly number[]): Promise<OpenBreakageKey[]> {
  if (serverKeys.length === 0) return []
  const { key, serverKey, toolId, kind, severity, openedAt, undoneBy } = breakages
  return tx
    .select({ key, serverKey, toolId, kind, severity, openedAt, undoneBy })
    .from(breakages)
    .where(and(inArray(serverKey, [...serverKeys]), isNull(breakages.closedAt)))
    .orderBy(key)
}

/** Closes breakages, and the incidents they were the last of, and queues that for the log. Closed ones are ignored. */
export async function closeBreakages(tx: Database, keys: readonly number[], now: Date): Promise<void> {
  if (keys.length === 0) return
  const closed = await tx
    .update(breakages)
    .set({ closedAt: now })
    .where(and(inArray(breakages.key, [...keys]), isNull(breakages.closedAt)))
    .returning({
      key: breakages.key,
      incidentKey: breakages.incidentKey,
      serverKey: breakages.serverKey,
      toolId: breakages.toolId,
      kind: breakages.kind,
    })
  await queueBreakages(
    tx,
    closed.map(({ key }) => key),
    'closed',
    now,
  )
  await refreshOpenChanges(tx, closed)
  const incidentKeys = [...new Set(closed.flatMap(({ incidentKey }) => incidentKey ?? []))]
  if (incidentKeys.length === 0) return
  await takeIncidentsAdvisoryLock(tx)
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

/** Notes that the unsafe texts of these servers were read again: what they opened goes on. */
export async function touchUnsafeTexts(tx: Database, serverKeys: readonly number[], now: Date): Promise<void> {
  if (serverKeys.length === 0) return
  const unsafe = tx
    .select({ key: servers.key })
    .from(servers)
    .where(and(inArray(servers.key, [...serverKeys]), servers.unsafe))
  await tx
    .update(breakages)
    .set({ lastSeenAt: now })
    .where(
      and(
        inArray(breakages.serverKey, unsafe),
        eq(breakages.kind, 'declaration_changed'),
        eq(breakages.severity, BREAKAGES.declaration_changed.exception.severity),
        isNull(breakages.closedAt),
      ),
    )
}

export type BreakageNote = Pick<Stored, 'kind' | 'openedAt' | 'evidence'>

/** Open breakages of a server as a whole and of this one tool of it, newest first. */
export async function listOpenBreakagesOf(db: Database, serverKey: number, toolId: string): Promise<BreakageNote[]> {
  return openOfTool(db).execute({ serverKey, toolId })
}

const openOfTool = oncePerDatabase((db) =>
  db
    .select({ kind: breakages.kind, openedAt: breakages.openedAt, evidence: breakages.evidence })
    .from(breakages)
    .where(
      and(
        eq(breakages.serverKey, sql.placeholder('serverKey')),
        or(isNull(breakages.toolId), eq(breakages.toolId, sql.placeholder('toolId'))),
        isNull(breakages.closedAt),
      ),
    )
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
    .prepare('list_open_breakages_of_tool'),
)

/** A breakage, open or closed; `incidentKey` null: its incident is not kept any more. */
export type PastBreakage = BreakageNote & Pick<Stored, 'toolId' | 'severity' | 'closedAt' | 'times' | 'incidentKey'>

/** The newest breakages of a server and its tools, open and closed, newest first. */
export function breakagesOfServerRead(serverKey: number, limit: number): Read<PastBreakage[]> {
  type Row = Omit<PastBreakage, 'openedAt' | 'closedAt'> & { openedMs: number; closedMs: number | null }
  return readOf<Row, PastBreakage[]>(
    sql`SELECT kind, ${msOf(breakages.openedAt)} AS "openedMs", evidence, tool_id AS "toolId", severity,
        ${msOf(breakages.closedAt)} AS "closedMs", times, incident_key::float8 AS "incidentKey"
      FROM breakages WHERE server_key = ${serverKey} ORDER BY opened_at DESC, key DESC LIMIT ${limit}`,
    (rows) =>
      rows.map(({ openedMs, closedMs, ...row }) => ({
        ...row,
        openedAt: instantOf(openedMs),
        closedAt: closedMs === null ? null : instantOf(closedMs),
      })),
  )
}
