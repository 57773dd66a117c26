import type { CatalogTool } from 'assay-verify/catalog-tool'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { FlaggedText } from '../../core/declarations/declarations'
import {
  type ClearedText,
  flaggedTexts,
  type UnsafeText,
  unsafeTextsIn,
  withoutCleared,
} from '../../core/declarations/unsafe-texts'
import { isHostile } from '../../core/text/text-flags'
import { servers, tools } from '../catalog/catalog-schema'
import { mapInTurns } from '../chunks'
import type { Database } from '../database'
import { findDeclarations } from './declarations'
import { unsafeTexts } from './declarations-schema'

/** The texts that a catalog or a listing has of a server and its tools, as far as flags are found in them. */
export interface StoredTexts {
  description: string
  tools: readonly Pick<CatalogTool, 'name' | 'title' | 'description'>[]
}

/** The flags of the stored texts of a server: of its description, and of titles and descriptions of its tools. */
async function flagsOfTexts({ description, tools }: StoredTexts): Promise<FlaggedText[]> {
  const ofTools = await mapInTurns(tools, (tool) => flaggedTexts('tool', tool.name, textOfTool(tool)))
  return [...flaggedTexts('description', null, description), ...ofTools.flat()]
}

/** The text of a tool in which flags are found, put together as probers do it. */
export function textOfTool({ title, description }: Pick<CatalogTool, 'title' | 'description'>): string {
  return title === null ? description : `${title}\n${description}`
}

export async function hasHostileText(texts: StoredTexts): Promise<boolean> {
  return (await flagsOfTexts(texts)).some(({ flag }) => isHostile(flag))
}

export interface StoredUnsafeTexts {
  texts: UnsafeText[]
  cleared: ClearedText[]
}

/** The unsafe texts of a server, and what was cleared; undefined: there never were any. */
export async function findUnsafeTexts(db: Database, serverKey: number): Promise<StoredUnsafeTexts | undefined> {
  const { texts, cleared } = unsafeTexts
  const [row] = await db.select({ texts, cleared }).from(unsafeTexts).where(eq(unsafeTexts.serverKey, serverKey))
  return row
}

/** The unsafe texts of these servers that nobody cleared, by server. */
export async function listUnsafeTexts(tx: Database, serverKeys: readonly number[]): Promise<Map<number, UnsafeText[]>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(unsafeTexts)
    .where(inArray(unsafeTexts.serverKey, [...serverKeys]))
  return new Map(rows.map(({ serverKey, texts, cleared }) => [serverKey, withoutCleared(texts, cleared)]))
}

/**
 * Reads the stored texts of a server again and records which of them are unsafe. Costs a read of all of its tools.
 * `sent`: what a source hid in its texts, which stored texts no longer show; left out: as it was.
 */
export async function recordUnsafeTexts(tx: Database, serverKey: number, sent?: readonly FlaggedText[]): Promise<void> {
  const known = await findUnsafeTexts(tx, serverKey)
  const texts = await readUnsafeTexts(tx, serverKey, known?.texts ?? [], sent)
  if (known === undefined && texts.length === 0) return
  await writeUnsafeTexts(tx, serverKey, { texts, cleared: known?.cleared ?? [] })
}

/** Without schemas, which are most of what is stored of a tool. */
async function readStoredTexts(tx: Database, serverKey: number) {
  const { key, description, updatedAt } = servers
  const [server] = await tx.select({ description, updatedAt }).from(servers).where(eq(key, serverKey))
  if (server === undefined) return undefined
  const { name, title } = tools
  const listed = await tx
    .select({ name, title, description: tools.description, updatedAt: tools.updatedAt })
    .from(tools)
    .where(and(eq(tools.serverKey, serverKey), isNull(tools.removedAt)))
    .orderBy(tools.id)
  return { ...server, tools: listed }
}

/**
 * What a source hid in the texts of a server: of its description and tools, hidden characters are known from there
 * alone.
 */
function hiddenAmong(known: readonly UnsafeText[]): FlaggedText[] {
  const isOfSource = ({ flag, part }: UnsafeText) =>
    flag === 'hidden_characters' && (part === 'description' || part === 'tool')
  return known
    .filter(isOfSource)
    .map(({ flag, part, name, digest, quote }) => ({ flag, part, name, found: { digest, quote } }))
}

/** Texts that are as they were keep the time since when. */
async function readUnsafeTexts(
  tx: Database,
  serverKey: number,
  known: readonly UnsafeText[],
  sent: readonly FlaggedText[] = hiddenAmong(known),
): Promise<UnsafeText[]> {
  const stored = await readStoredTexts(tx, serverKey)
  if (stored === undefined) return []
  const declared = await findDeclarations(tx, serverKey)
  const updatedAt = new Map(stored.tools.map((tool) => [tool.name, tool.updatedAt]))
  const sinceOf = ({ part, name }: Pick<FlaggedText, 'part' | 'name'>): string => {
    if (part === 'description') return stored.updatedAt.toISOString()
    const ofTool = part === 'tool' && name !== null ? updatedAt.get(name)?.toISOString() : undefined
    const ofPart = part === 'tool' ? undefined : declared?.since[part]
    return ofTool ?? ofPart ?? (declared?.changedAt ?? stored.updatedAt).toISOString()
  }
  const sinceBy = new Map(known.map(({ digest, since }) => [digest, since]))
  // What a probe was sent comes last and counts: stored texts are cleaned.
  const isOwnListing = declared?.declared.toolsRead === true
  const hidden = sent.filter(({ part, name }) =>
    part === 'tool' ? !isOwnListing && name !== null && updatedAt.has(name) : true,
  )
  const flags = [...(await flagsOfTexts(stored)), ...hidden, ...(declared?.declared.flags ?? [])]
  const found = unsafeTextsIn(flags, sinceOf)
  return found.map((text) => ({ ...text, since: sinceBy.get(text.digest) ?? text.since }))
}

async function writeUnsafeTexts(tx: Database, serverKey: number, set: StoredUnsafeTexts): Promise<void> {
  if (set.texts.length === 0 && set.cleared.length === 0) {
    await tx.delete(unsafeTexts).where(eq(unsafeTexts.serverKey, serverKey))
  } else {
    await tx
      .insert(unsafeTexts)
      .values({ serverKey, ...set })
      .onConflictDoUpdate({ target: unsafeTexts.serverKey, set })
  }
  const unsafe = withoutCleared(set.texts, set.cleared).length > 0
  await tx.update(servers).set({ unsafe }).where(eq(servers.key, serverKey))
}

/** Notes which texts of a server an operator of the service cleared; an empty list takes all of that back. */
export async function writeClearedTexts(
  tx: Database,
  serverKey: number,
  cleared: readonly ClearedText[],
): Promise<void> {
  const known = await findUnsafeTexts(tx, serverKey)
  await writeUnsafeTexts(tx, serverKey, { texts: known?.texts ?? [], cleared: [...cleared] })
}
