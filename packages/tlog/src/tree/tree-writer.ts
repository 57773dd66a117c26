import { setImmediate } from 'node:timers/promises'
import { leavesText } from '../leaves-text.ts'
import { readRoot } from '../merkle.ts'
import { parseCheckpointText, signCheckpoint } from '../note/checkpoint.ts'
import { formatNote, type NoteSignature, parseNote } from '../note/signed-note.ts'
import type { NoteSigner, VerifierKey } from '../note/verifier-key.ts'
import type { TlogStorage } from '../storage/storage.ts'
import {
  decodeTile,
  encodeBundle,
  encodeTile,
  TILE_WIDTH,
  type Tile,
  type TileReader,
  tileHashReader,
  tilePath,
} from '../tile.ts'
import { readBundle, readTree, type StoredTree, tileReaderOf } from './stored-tree.ts'
import { platformLeafHash, platformTileRoot } from './tree-hash.ts'

/** Less than half a millisecond. */
const HASHED_AT_ONCE = 64

/** Who writes a log: its origin, the key that signs checkpoints, and keys that signed earlier ones. */
export interface TlogWriter {
  origin: string
  signer: NoteSigner
  earlierKeys?: readonly VerifierKey[]
}

/**
 * The stored log is not the one that the caller counted on: another process wrote meanwhile, or entries are missing on
 * one side.
 */
export class TlogChanged extends Error {
  /** Leaves that the stored log has. */
  readonly size: number

  constructor(storage: string, expected: number, size: number) {
    super(
      `The log in ${storage} has ${leavesText(size)} where ${expected} ${expected === 1 ? 'was' : 'were'} expected.`,
    )
    this.name = 'TlogChanged'
    this.size = size
  }
}

/**
 * Appends entries to the log in a storage, and publishes a checkpoint over them: bundles and tiles first, the
 * checkpoint last. The stored log is verified before. `expectedSize`: its leaves now; where it has others,
 * `TlogChanged` is thrown and nothing is written. After a crash or an error at any point the same call with the same
 * entries (or more of them) completes the work. Also throws `TlogRefused`, `TlogFileDiffers`, `TlogInUse`, and the
 * storage's own errors.
 */
export function appendLeaves(
  storage: TlogStorage,
  writer: TlogWriter,
  entries: readonly Uint8Array[],
  { expectedSize, now }: { expectedSize: number; now: Date },
): Promise<StoredTree> {
  return storage.asOnlyWriter(async () => {
    const before = await readTree(storage, {
      origin: writer.origin,
      keys: [writer.signer.key, ...(writer.earlierKeys ?? [])],
    })
    if (before.size !== expectedSize) throw new TlogChanged(storage.name, expectedSize, before.size)
    if (entries.length === 0) return before
    const files = [...(await bundlesOf(storage, before, entries)), ...(await tilesOf(storage, before.size, entries))]
    await storage.create(files.map(({ tile, bytes }) => ({ path: tilePath(tile), bytes })))
    const size = before.size + entries.length
    const root = await readRoot(size, tileHashReader(size, readerOver(storage, files)))
    const note = signCheckpoint({ origin: writer.origin, size, root }, writer.signer, now)
    if (!(await storage.replaceCheckpoint(note, before.note ?? undefined))) {
      const other = await storage.readCheckpoint()
      throw new TlogChanged(
        storage.name,
        expectedSize,
        parseCheckpointText(parseNote(other ?? '')?.text ?? '')?.size ?? 0,
      )
    }
    await removePartials(storage, before.size, files)
    return { origin: writer.origin, size, root, note }
  })
}

/**
 * Adds cosignatures to the published checkpoint `note`. Resolves to the checkpoint with them, or to null where another
 * one has been published meanwhile, which is then left as it is.
 */
export async function addCosignatures(
  storage: TlogStorage,
  note: string,
  cosignatures: readonly NoteSignature[],
): Promise<string | null> {
  const parsed = parseNote(note)
  if (parsed === undefined) throw new TypeError('this is no signed note')
  const missing = cosignatures.filter(
    ({ name, keyId }) => !parsed.signatures.some((signature) => signature.name === name && signature.keyId === keyId),
  )
  if (missing.length === 0) return note
  const cosigned = formatNote({ text: parsed.text, signatures: [...parsed.signatures, ...missing] })
  return storage.asOnlyWriter(async () => ((await storage.replaceCheckpoint(cosigned, note)) ? cosigned : null))
}

interface TileFile {
  tile: Tile
  bytes: Uint8Array
}

async function bundlesOf(
  storage: TlogStorage,
  before: StoredTree,
  entries: readonly Uint8Array[],
): Promise<TileFile[]> {
  const index = Math.floor(before.size / TILE_WIDTH)
  const partial = before.size % TILE_WIDTH === 0 ? [] : await readBundle(storage, before, index)
  return inTiles([...partial, ...entries]).map((bundled, at) => ({
    tile: { level: 'entries', index: index + at, width: bundled.length },
    bytes: encodeBundle(bundled),
  }))
}

/** The tiles that change, level by level: a tile that becomes full adds its root to the level above. */
async function tilesOf(storage: TlogStorage, size: number, entries: readonly Uint8Array[]): Promise<TileFile[]> {
  const files: TileFile[] = []
  let before = size
  let added = await hashedInTurns(entries)
  for (let level = 0; added.length > 0; level += 1) {
    const index = Math.floor(before / TILE_WIDTH)
    const tiles = inTiles([...(await partialHashes(storage, { level, index, width: before % TILE_WIDTH })), ...added])
    files.push(
      ...tiles.map((hashes, at) => ({
        tile: { level, index: index + at, width: hashes.length },
        bytes: encodeTile(hashes),
      })),
    )
    added = []
    for (const full of tiles.filter(({ length }) => length === TILE_WIDTH)) {
      await setImmediate()
      added.push(platformTileRoot(full))
    }
    before = index
  }
  return files
}

/** Leaf hashes, a few at a time, so that a process that serves answers meanwhile is not kept from it. */
async function hashedInTurns(entries: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = []
  for (const entry of entries) {
    if (hashes.length % HASHED_AT_ONCE === 0) await setImmediate()
    hashes.push(platformLeafHash(entry))
  }
  return hashes
}

async function partialHashes(storage: TlogStorage, tile: Tile): Promise<Uint8Array[]> {
  return tile.width === 0 ? [] : (decodeTile(await tileReaderOf(storage)(tile), tile.width) ?? [])
}

function inTiles<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / TILE_WIDTH)
  return Array.from({ length: count }, (_, at) => items.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH))
}

/** Reads the tiles that were just written from memory, others from the storage. */
function readerOver(storage: TlogStorage, files: readonly TileFile[]): TileReader {
  const written = new Map(files.map(({ tile, bytes }) => [tilePath(tile), bytes]))
  return async (tile) => written.get(tilePath(tile)) ?? tileReaderOf(storage)(tile)
}

/**
 * Deletes the partial files of tiles that are full now and were not before, as the format allows: else a log that grows
 * slowly would have 255 of each. What cannot be deleted stays, since the log is complete without that.
 */
async function removePartials(storage: TlogStorage, before: number, files: readonly TileFile[]): Promise<void> {
  for (const { tile } of files) {
    const hashesBefore = Math.floor(before / TILE_WIDTH ** (tile.level === 'entries' ? 0 : tile.level))
    const hadPartials = hashesBefore > tile.index * TILE_WIDTH
    if (tile.width === TILE_WIDTH && hadPartials) await storage.removePartials(tilePath(tile)).catch(() => undefined)
  }
}
