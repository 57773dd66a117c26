import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { SAFETY_CHANGE_CODES } from '../../core/drift/annotation-drift'
import { type OpenChange, withOpenChange } from '../../core/score/tool-facts'
import { BREAKAGES } from '../../core/verdict/breakage'
import { subjects } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { listStandingsForUpdate } from '../evidence/evidence'
import { breakages } from '../evidence/evidence-schema'
import { noteChangedRatings } from '../ratings/ratings'
import { changeToolFacts } from '../ratings/tool-facts'

/** A breakage of which the open change of its tool may have to follow. */
export interface ChangedBreakage {
  serverKey: number
  toolId: string | null
}

/** Tools of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 200

/**
 * Brings the open change among the facts of tools to the breakages that are open, in the transaction that opens or closes them, and tells
 * replicas. Whoever opens or closes breakages calls it; nothing else writes that fact.
 */
export async function refreshOpenChanges(tx: Database, touched: readonly ChangedBreakage[]): Promise<void> {
  const toolIds = [...new Set(touched.flatMap(({ toolId }) => toolId ?? []))]
  if (toolIds.length === 0) return
  const serverKeys = [...new Set(touched.map(({ serverKey }) => serverKey))]
  const { toolId, severity, openedAt, evidence, kind, closedAt, serverKey } = breakages
  const rows = await tx
    .select({ toolId, severity, openedAt, evidence })
    .from(breakages)
    .where(and(inArray(serverKey, serverKeys), inArray(toolId, toolIds), eq(kind, 'schema_breaking'), isNull(closedAt)))
  const open = new Map(rows.map((row) => [row.toolId, openChangeOf(row)]))
  const changed = await changeToolFacts(tx, toolIds, (facts, id) => withOpenChange(facts, open.get(id) ?? null))
  if (changed.length > 0) await noteChangedRatings(tx, serverKeys)
}

type OpenRow = Pick<typeof breakages.$inferSelect, 'severity' | 'openedAt' | 'evidence'>

function openChangeOf({ severity, openedAt, evidence }: OpenRow): OpenChange {
  const isUnsafe = severity === BREAKAGES.schema_breaking.exception.severity
  // A later, lesser change adds evidence of its own to a breakage that stays one of safety.
  const deciding = isUnsafe ? evidence.findLast(({ code }) => SAFETY_CHANGE_CODES.has(code)) : undefined
  const text = (deciding ?? evidence.at(-1))?.text ?? ''
  return { class: isUnsafe ? 'safety' : 'breaking', at: openedAt.toISOString(), text }
}

/** Fills the open changes that a database held before tools had this fact. Answers how many. */
export async function fillOpenChanges(db: Database): Promise<number> {
  let filled = 0
  for (;;) {
    const found = await db
      .select({ serverKey: breakages.serverKey, toolId: breakages.toolId })
      .from(breakages)
      .innerJoin(subjects, eq(subjects.id, breakages.toolId))
      .where(
        and(
          eq(breakages.kind, 'schema_breaking'),
          isNull(breakages.closedAt),
          isNotNull(breakages.toolId),
          sql`${subjects.facts} ->> 'openChange' IS NULL`,
        ),
      )
      .limit(CHUNK)
    if (found.length === 0) return filled
    await db.transaction(async (tx) => {
      // The lock that a commit of looks takes too: both write subjects.
      await listStandingsForUpdate(tx, [...new Set(found.map(({ serverKey }) => serverKey))])
      await refreshOpenChanges(tx, found)
    })
    filled += found.length
  }
}
