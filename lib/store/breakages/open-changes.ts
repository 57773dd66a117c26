import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { SAFETY_CHANGE_CODES } from '../../core/drift/annotation-drift'
import { type OpenChange, withOpenChange } from '../../core/score/tool-facts'
import { BREAKAGES } from '../../core/verdict/breakage'
import { subjects } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { lockServerStates } from '../evidence/evidence'
import { noteChangedRatings } from '../ratings/ratings'
import { changeToolFacts } from '../ratings/tool-facts'
import { breakages } from './breakages-schema'

/** A breakage that was opened or closed. */
export interface ChangedBreakage {
  serverKey: number
  toolId: string | null
}

/** Tools of one transaction, so that the embedded database's one connection is soon free. */
const CHUNK = 200

/**
 * Sets the open change among the facts of tools to match the breakages that are open, in the transaction that opens or closes them, and notifies replicas.
 * Only code that opens or closes breakages calls it, and nothing else writes that fact.
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

/** Fills in the open changes from before tools had this fact. Answers how many. */
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
      // The lock that a commit of probe results takes too: both write subjects.
      await lockServerStates(tx, [...new Set(found.map(({ serverKey }) => serverKey))])
      await refreshOpenChanges(tx, found)
    })
    filled += found.length
  }
}
