import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import { type OpenChange, withOpenChange } from 'assay-verify/score/tool-facts'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { FlaggedText } from '../../core/declarations/declarations'
import { SAFETY_CHANGES } from '../../core/drift/annotation-drift'
import { TEXT_FLAG_NAMES } from '../../core/text/text-flags'
import { BREAKAGES } from '../../core/verdict/breakage'
import { noToolsLeft, ofServer, unsafeChange, worstChange } from '../../core/verdict/open-change'
import { servers, subjects, tools } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { unsafeTexts } from '../declarations/declarations-schema'
import { listUnsafeTexts, recordUnsafeTexts } from '../declarations/unsafe-texts'
import { getServerStatesForUpdate } from '../evidence/evidence'
import { noteChangedFacts, noteChangedRatings } from '../ratings/ratings'
import { changeToolFacts } from '../ratings/tool-facts'
import { breakages } from './breakages-schema'

/** A breakage that was opened or closed. */
export type ChangedBreakage = Pick<typeof breakages.$inferSelect, 'serverKey' | 'toolId' | 'kind'>

/** Breakages that are facts of a tool, of what its server declares, or both. */
const KINDS = BREAKAGE_KINDS.filter((kind) => BREAKAGES[kind].subject !== 'server')

/**
 * Sets the open change among the facts of subjects to match the breakages that are open, in the transaction that opens
 * or closes them, and notifies replicas. A breakage of one tool is a fact of that tool and of its server, one of what a
 * server declares of the server and of all of its tools. Only this module writes that fact.
 */
export async function refreshOpenChanges(tx: Database, touched: readonly ChangedBreakage[]): Promise<void> {
  const ofTools = touched.flatMap(({ serverKey, toolId }) => (toolId === null ? [] : [{ serverKey, toolId }]))
  const wide = touched
    .filter(({ kind: name }) => BREAKAGES[name].subject === 'declarations')
    .map((entry) => entry.serverKey)
  if (ofTools.length + wide.length === 0) return
  const { id, kind, serverKey } = subjects
  const narrow = and(
    inArray(serverKey, [...new Set(ofTools.map((entry) => entry.serverKey))]),
    or(eq(kind, 'server'), inArray(id, [...new Set(ofTools.map(({ toolId }) => toolId))])),
  )
  const conditions = [
    ...(ofTools.length === 0 ? [] : [narrow]),
    ...(wide.length === 0 ? [] : [inArray(serverKey, [...new Set(wide)])]),
  ]
  await refreshSubjects(tx, or(...conditions))
}

/** Brings the open changes of these servers and of all of their tools up to date. */
async function refreshServers(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length > 0) await refreshSubjects(tx, inArray(subjects.serverKey, [...serverKeys]))
}

/** What may have changed of a server, by its key. */
export interface ChangedTexts {
  serverKey: number
  /** Whether a text that it has now is hostile. */
  hasHostile: boolean
  /** What a source hid in its texts, as far as it is known now; left out: as it was. */
  sent?: readonly FlaggedText[]
  /** Whether tools were removed. */
  hasLostTools?: boolean
}

/**
 * Brings the unsafe texts and the open changes of servers up to date whose texts or tools changed, in that transaction.
 * For servers that have and had neither it is one statement together.
 */
export async function refreshUnsafeTexts(tx: Database, changed: readonly ChangedTexts[]): Promise<void> {
  if (changed.length === 0) return
  const { key } = servers
  const keys = [...new Set(changed.map(({ serverKey }) => serverKey))]
  const known = await tx
    .select({ key, hadUnsafe: sql<boolean>`${unsafeTexts.serverKey} IS NOT NULL` })
    .from(servers)
    .innerJoin(subjects, and(eq(subjects.serverKey, key), eq(subjects.kind, 'server')))
    .leftJoin(unsafeTexts, eq(unsafeTexts.serverKey, key))
    .where(
      and(
        inArray(key, keys),
        sql`(${unsafeTexts.serverKey} IS NOT NULL OR ${subjects.facts} ->> 'openChange' IS NOT NULL)`,
      ),
    )
  const hostile = changed.filter(({ hasHostile }) => hasHostile).map(({ serverKey }) => serverKey)
  const read = new Set([...hostile, ...known.filter(({ hadUnsafe }) => hadUnsafe).map((row) => row.key)])
  const sentOf = new Map(changed.map(({ serverKey, sent }) => [serverKey, sent]))
  for (const serverKey of [...read].sort((a, b) => a - b)) await recordUnsafeTexts(tx, serverKey, sentOf.get(serverKey))
  const lost = changed.filter(({ hasLostTools }) => hasLostTools === true).map(({ serverKey }) => serverKey)
  await refreshServers(tx, [...new Set([...read, ...lost, ...known.map((row) => row.key)])])
}

/** The same for one server, in a transaction of its own. */
export async function refreshUnsafeTextsOf(db: Database, serverKey: number, hasHostile: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock that a commit of probe results takes too: both write subjects.
    await getServerStatesForUpdate(tx, [serverKey])
    await refreshUnsafeTexts(tx, [{ serverKey, hasHostile }])
  })
}

async function refreshSubjects(tx: Database, condition: SQL | undefined): Promise<void> {
  const { id, kind, serverKey } = subjects
  const affected = await tx.select({ id, kind, serverKey }).from(subjects).where(condition)
  const byId = new Map(affected.map((entry) => [entry.id, entry]))
  const serverKeys = [...new Set(affected.map((entry) => entry.serverKey))]
  if (serverKeys.length === 0) return
  const openOf = await readOpen(tx, serverKeys)
  const changed = await changeToolFacts(tx, [...byId.keys()], (facts, subjectId) => {
    const entry = byId.get(subjectId)
    const open = entry === undefined ? [] : openOf(entry.serverKey, entry.kind === 'server' ? null : subjectId)
    return withOpenChange(facts, worstChange(open))
  })
  if (changed.length === 0) return
  await noteChangedFacts(tx, changed)
  await noteChangedRatings(tx, [...new Set(changed.flatMap((changedId) => byId.get(changedId)?.serverKey ?? []))])
}

/** Answers what is open of a subject of these servers, in any order; `toolId` null: of the server itself. */
async function readOpen(
  tx: Database,
  serverKeys: readonly number[],
): Promise<(serverKey: number, toolId: string | null) => OpenChange[]> {
  const { serverKey, toolId, severity, openedAt, evidence, kind, closedAt } = breakages
  const rows = await tx
    .select({ serverKey, toolId, severity, openedAt, evidence, kind, tool: tools.name, removedAt: tools.removedAt })
    .from(breakages)
    .leftJoin(tools, eq(tools.id, toolId))
    .where(and(inArray(serverKey, [...serverKeys]), inArray(kind, KINDS), isNull(closedAt)))
    .orderBy(breakages.key)
  const unsafe = await listUnsafeTexts(tx, serverKeys)
  const left = await countTools(tx, serverKeys)
  return (key, id) => {
    const hostile = unsafeChange(unsafe.get(key) ?? []) ?? []
    const open = rows.filter((row) => row.serverKey === key)
    const declared = open.filter((row) => row.toolId === null).map((row) => openChangeOf(row).change)
    if (id !== null) {
      const own = open.filter((row) => row.toolId === id && row.kind !== 'tool_removed')
      return [...own.map((row) => openChangeOf(row).change), ...declared].concat(hostile)
    }
    const ofServerTools = open.flatMap((row) => {
      // Of a tool that is gone only that it is gone.
      if (row.tool === null || (row.removedAt !== null && row.kind !== 'tool_removed')) return []
      return [ofServer({ ...openChangeOf(row), tool: row.tool, toolsLeft: left.get(key)?.listed ?? 0 })]
    })
    return [...noneLeft(left.get(key)), ...declared, ...ofServerTools].concat(hostile)
  }
}

/** How many tools a server lists, and those it no longer does. */
interface CountedTools {
  listed: number
  gone: string[]
  lastRemovedAt: Date | null
  /** Whether it listed them itself: a catalog may lack tools. */
  isOwnListing: boolean
}

function noneLeft(counted: CountedTools | undefined): OpenChange[] {
  if (counted === undefined || !counted.isOwnListing || counted.listed > 0 || counted.lastRemovedAt === null) return []
  return [noToolsLeft(counted.lastRemovedAt, counted.gone)]
}

async function countTools(tx: Database, serverKeys: readonly number[]): Promise<Map<number, CountedTools>> {
  const { serverKey, removedAt, name } = tools
  const rows = await tx
    .select({
      serverKey,
      listed: sql<number>`count(*) FILTER (WHERE ${removedAt} IS NULL)::int`,
      gone: sql<string[]>`coalesce(array_agg(${name} ORDER BY ${name}) FILTER (WHERE ${removedAt} IS NOT NULL), '{}')`,
      lastRemovedAt: sql<Date | null>`max(${removedAt})`.mapWith(removedAt),
      isOwnListing: sql<boolean>`bool_or(${servers.listingHash} IS NOT NULL)`,
    })
    .from(tools)
    .innerJoin(servers, eq(servers.key, serverKey))
    .where(inArray(serverKey, [...serverKeys]))
    .groupBy(serverKey)
  return new Map(rows.map((row) => [row.serverKey, row]))
}

type OpenRow = Pick<typeof breakages.$inferSelect, 'severity' | 'openedAt' | 'evidence' | 'kind'>

/** The change, and the code of the evidence that decides it. */
function openChangeOf({ severity, openedAt, evidence, kind }: OpenRow): { change: OpenChange; code: string | null } {
  const isUnsafe = severity === BREAKAGES.schema_breaking.exception.severity
  // A later, lesser change adds evidence of its own to a breakage that stays one of safety.
  const deciding = (isUnsafe ? evidence.findLast(({ code }) => SAFETY_CODES.has(code)) : undefined) ?? evidence.at(-1)
  const name = kind === 'tool_removed' ? 'removed' : isUnsafe ? 'safety' : 'breaking'
  const change = { class: name, at: openedAt.toISOString(), text: deciding?.text ?? '' } as const
  const isDeclared = BREAKAGES[kind].subject === 'declarations'
  return { change: isDeclared ? { ...change, declared: true } : change, code: deciding?.code ?? null }
}

const SAFETY_CODES: ReadonlySet<string> = new Set([...SAFETY_CHANGES.keys(), ...TEXT_FLAG_NAMES])
