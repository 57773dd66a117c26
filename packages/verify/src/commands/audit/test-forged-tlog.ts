import { signCheckpoint } from 'assay-tlog/note/checkpoint'
import { noteSigner } from 'assay-tlog/note/verifier-key'
import { decodeBundle, encodeBundle, TILE_WIDTH, tilePath } from 'assay-tlog/tile'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../../../../lib/store/database'
import { replayedTree } from '../../audit/replayed-tree.ts'
import { type Leaf, leafBytes, parseLeaf } from '../../leaves/leaf.ts'
import type { Tampering } from './test-world.ts'

const ORIGIN = 'audit.test/log'

/** The entries that a service serves, of a log of at most one bundle. */
export async function servedEntries(url: string, size: number): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = []
  for (let first = 0; first < size; first += TILE_WIDTH) {
    const width = Math.min(TILE_WIDTH, size - first)
    const path = tilePath({ level: 'entries', index: first / TILE_WIDTH, width })
    const body = new Uint8Array(await (await fetch(`${url}/log/${path}`)).arrayBuffer())
    entries.push(...(decodeBundle(body, width) ?? []))
  }
  return entries
}

/** The entries with one leaf changed. */
export function withChanged(entries: readonly Uint8Array[], change: (leaf: Leaf) => Leaf | undefined): Uint8Array[] {
  let isDone = false
  return entries.map((entry) => {
    const parsed = parseLeaf(entry)
    const changed = parsed.ok && !isDone ? change(parsed.leaf) : undefined
    if (changed === undefined) return entry
    isDone = true
    return leafBytes(changed)
  })
}

/** What whoever has the key of the log serves to pass these entries off as the log. */
export async function forgedTlog(
  db: Database,
  entries: readonly Uint8Array[],
  now: Date,
): Promise<{ note: string; tampering: Tampering }> {
  const [key] = await rowsOf<{ seed: string }>(db, sql`SELECT seed FROM log_keys WHERE seed IS NOT NULL`)
  const signer = noteSigner(ORIGIN, 'ed25519', Buffer.from(key?.seed ?? '', 'base64url'))
  const tree = replayedTree()
  const files = new Map<string, Uint8Array>()
  for (const entry of entries) for (const { tile, bytes } of tree.add(entry)) files.set(tilePath(tile), bytes)
  for (const { tile, bytes } of tree.partialTiles()) files.set(tilePath(tile), bytes)
  for (let first = 0; first < entries.length; first += TILE_WIDTH) {
    const part = entries.slice(first, first + TILE_WIDTH)
    files.set(tilePath({ level: 'entries', index: first / TILE_WIDTH, width: part.length }), encodeBundle(part))
  }
  const note = signCheckpoint({ origin: ORIGIN, size: entries.length, root: tree.root() }, signer, now)
  files.set('checkpoint', new TextEncoder().encode(note))
  return { note, tampering: (path) => files.get(path.replace(/^\/log\//, '')) }
}
