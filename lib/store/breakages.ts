import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { BreakageKind, Severity } from '../core/breakage'
import type { Database } from './database'
import { breakages } from './evidence-schema'
import { servers, subjects } from './schema'

export interface BreakageOpening {
  serverKey: number
  toolId: string | null
  kind: BreakageKind
  severity: Severity
  evidence: { code: string; text: string; at: string }
  group: string | null
}

export interface BreakageClosing {
  serverKey: number
  kind: BreakageKind
}

export interface OpenBreakage {
  key: number
  serverId: string
  serverTitle: string
  serverKey: number
  toolId: string | null
  kind: BreakageKind
  severity: Severity
  openedAt: Date
  lastSeenAt: Date
  closedAt: Date | null
  evidence: { code: string; text: string; at: string }[]
  group: string | null
}

/** Opens breakages; one that is open already is seen again instead. */
export async function openBreakages(tx: Database, openings: readonly BreakageOpening[], now: Date): Promise<void> {
  if (openings.length === 0) return
  const open = await tx
    .select({ serverKey: breakages.serverKey, toolId: breakages.toolId, kind: breakages.kind })
    .from(breakages)
    .where(
      and(
        inArray(
          breakages.serverKey,
          openings.map((entry) => entry.serverKey),
        ),
        isNull(breakages.closedAt),
      ),
    )
  const isOpen = new Set(open.map((row) => `${row.serverKey} ${row.kind} ${row.toolId ?? ''}`))
  const fresh = openings.filter((entry) => !isOpen.has(`${entry.serverKey} ${entry.kind} ${entry.toolId ?? ''}`))
  if (fresh.length === 0) return
  await tx
    .insert(breakages)
    .values(fresh.map((entry) => ({ ...entry, evidence: [entry.evidence], openedAt: now, lastSeenAt: now })))
}

/** Closes the open breakages of these kinds. One that is not open is passed over. */
export async function closeBreakages(tx: Database, closings: readonly BreakageClosing[], now: Date): Promise<void> {
  for (const { serverKey, kind } of closings) {
    await tx
      .update(breakages)
      .set({ closedAt: now, lastSeenAt: now })
      .where(and(eq(breakages.serverKey, serverKey), eq(breakages.kind, kind), isNull(breakages.closedAt)))
  }
}

/** Notes that what is still open was seen again. */
export async function touchBreakages(tx: Database, serverKeys: readonly number[], now: Date): Promise<void> {
  if (serverKeys.length === 0) return
  await tx
    .update(breakages)
    .set({ lastSeenAt: now })
    .where(and(inArray(breakages.serverKey, [...serverKeys]), isNull(breakages.closedAt)))
}

/** Breakages that are open now, newest first. */
export async function listOpenBreakages(db: Database, limit: number): Promise<OpenBreakage[]> {
  return db
    .select({
      key: breakages.key,
      serverId: servers.id,
      serverTitle: servers.title,
      serverKey: breakages.serverKey,
      toolId: breakages.toolId,
      kind: breakages.kind,
      severity: breakages.severity,
      openedAt: breakages.openedAt,
      lastSeenAt: breakages.lastSeenAt,
      closedAt: breakages.closedAt,
      evidence: breakages.evidence,
      group: breakages.group,
    })
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(isNull(breakages.closedAt))
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
    .limit(limit)
}

export interface BreakageNote {
  kind: BreakageKind
  openedAt: Date
  evidence: { code: string; text: string; at: string }[]
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

/** The tools a breakage of a whole server stands for, by server. */
export async function listToolIdsOfServers(
  db: Database,
  serverKeys: readonly number[],
): Promise<Map<number, string[]>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await db
    .select({ serverKey: subjects.serverKey, id: subjects.id })
    .from(subjects)
    .where(and(inArray(subjects.serverKey, [...serverKeys]), eq(subjects.kind, 'tool'), isNull(subjects.removedAt)))
    .orderBy(subjects.id)
  return rows.reduce(
    (byServer, row) => byServer.set(row.serverKey, [...(byServer.get(row.serverKey) ?? []), row.id]),
    new Map<number, string[]>(),
  )
}
