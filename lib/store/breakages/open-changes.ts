import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { SAFETY_CHANGE_CODES } from '../../core/drift/annotation-drift'
import { type OpenChange, withOpenChange } from '../../core/score/tool-facts'
import { TEXT_FLAG_NAMES } from '../../core/text/text-flags'
import { BREAKAGES, type BreakageKind } from '../../core/verdict/breakage'
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
  kind: BreakageKind
}

/** Tools of one transaction, so that the embedded database's one connection is soon free. */
const CHUNK = 200

/**
 * Sets the open change among the facts of subjects to match the breakages that are open, in the transaction that opens or closes them, and notifies replicas.
 * A breakage of what a server declares is a fact of the server and of all of its tools. Only code that opens or closes breakages calls it, and nothing else
 * writes that fact.
 */
export async function refreshOpenChanges(tx: Database, touched: readonly ChangedBreakage[]): Promise<void> {
  const ofTools = touched.flatMap(({ serverKey, toolId: id }) => (id === null ? [] : [{ serverKey, id }]))
  const wide = touched.filter(({ kind: name }) => name === 'declaration_changed').map((entry) => entry.serverKey)
  const affected = [...ofTools, ...(await listSubjectIds(tx, wide))]
  if (affected.length === 0) return
  const serverKeyOf = new Map(affected.map((entry) => [entry.id, entry.serverKey]))
  const serverKeys = [...new Set(serverKeyOf.values())]
  const { toolId, severity, openedAt, evidence, kind, closedAt, serverKey } = breakages
  const rows = await tx
    .select({ serverKey, toolId, severity, openedAt, evidence, kind })
    .from(breakages)
    .where(
      and(inArray(serverKey, serverKeys), inArray(kind, ['schema_breaking', 'declaration_changed']), isNull(closedAt)),
    )
  const nameOf = (key: number | undefined, id: string | null) => `${key} ${id ?? ''}`
  const open = new Map(rows.map((row) => [nameOf(row.serverKey, row.toolId), openChangeOf(row)]))
  const changed = await changeToolFacts(tx, [...serverKeyOf.keys()], (facts, id) => {
    const key = serverKeyOf.get(id)
    return withOpenChange(facts, worseOf(open.get(nameOf(key, id)), open.get(nameOf(key, null))))
  })
  if (changed.length > 0) await noteChangedRatings(tx, serverKeys)
}

/** The server and the tools of each of these servers. */
async function listSubjectIds(tx: Database, serverKeys: readonly number[]) {
  if (serverKeys.length === 0) return []
  return tx
    .select({ id: subjects.id, serverKey: subjects.serverKey })
    .from(subjects)
    .where(inArray(subjects.serverKey, [...serverKeys]))
}

/** Of two equally bad ones that of the tool itself. */
function worseOf(own: OpenChange | undefined, ofServer: OpenChange | undefined): OpenChange | null {
  if (own === undefined || (ofServer?.class === 'safety' && own.class !== 'safety')) return ofServer ?? null
  return own
}

type OpenRow = Pick<typeof breakages.$inferSelect, 'severity' | 'openedAt' | 'evidence' | 'kind'>

function openChangeOf({ severity, openedAt, evidence, kind }: OpenRow): OpenChange {
  const isUnsafe = severity === BREAKAGES.schema_breaking.exception.severity
  // A later, lesser change adds evidence of its own to a breakage that stays one of safety.
  const deciding = isUnsafe ? evidence.findLast(({ code }) => SAFETY_CODES.has(code)) : undefined
  const text = (deciding ?? evidence.at(-1))?.text ?? ''
  const change = { class: isUnsafe ? 'safety' : 'breaking', at: openedAt.toISOString(), text } as const
  return kind === 'declaration_changed' ? { ...change, declared: true } : change
}

const SAFETY_CODES: ReadonlySet<string> = new Set([...SAFETY_CHANGE_CODES, ...TEXT_FLAG_NAMES])

/** Fills in the open changes from before tools had this fact. Answers how many. */
export async function fillOpenChanges(db: Database): Promise<number> {
  let filled = 0
  for (;;) {
    const found = await db
      .select({ serverKey: breakages.serverKey, toolId: breakages.toolId, kind: breakages.kind })
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
