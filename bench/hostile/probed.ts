import { type ProbeReason, reasonFromCode } from 'assay-verify/state/observation'
import { asc, eq } from 'drizzle-orm'
import { subjects } from '../../lib/store/catalog/catalog-schema'
import { openDatabase } from '../../lib/store/database'
import { observations } from '../../lib/store/evidence/evidence-schema'

export interface ProbedServer {
  id: string
  verdict: string
  /** The reasons of its probes, in their order. */
  reasons: ProbeReason[]
}

/** What a service that has ended recorded of every server. */
export async function readProbed(dataDir: string): Promise<ProbedServer[]> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
  try {
    const rows = await db
      .select({ id: subjects.id, verdict: subjects.verdict, reason: observations.reason })
      .from(subjects)
      .leftJoin(observations, eq(observations.serverKey, subjects.serverKey))
      .where(eq(subjects.kind, 'server'))
      .orderBy(asc(subjects.id), asc(observations.observedAt))
    const byId = new Map<string, ProbedServer>()
    for (const { id, verdict, reason } of rows) {
      const server = byId.get(id) ?? { id, verdict, reasons: [] }
      if (reason !== null) server.reasons.push(reasonFromCode(reason))
      byId.set(id, server)
    }
    return [...byId.values()]
  } finally {
    await close()
  }
}

/**
 * Whether hostile servers changed what is known of a good server: its verdict is another than without them, or a probe
 * of it ended neither with an answer nor as one did without them.
 */
export function isTouched({ verdict, reasons }: ProbedServer, alone: ProbedServer): boolean {
  const isUsual = (reason: ProbedServer['reasons'][number]) => reason === 'answered' || alone.reasons.includes(reason)
  return verdict !== alone.verdict || reasons.length === 0 || !reasons.every(isUsual)
}
