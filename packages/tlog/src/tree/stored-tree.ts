import { EMPTY_ROOT, HASH_BYTES, leafHash, readRoot, sameHash } from '../merkle.ts'
import { type Checkpoint, type CheckpointFault, openCheckpoint, parseCheckpointText } from '../note/checkpoint.ts'
import { parseNote } from '../note/signed-note.ts'
import type { VerifierKey } from '../note/verifier-key.ts'
import { proveInclusion, verifyInclusion } from '../proof.ts'
import type { TlogStorage } from '../storage/storage.ts'
import {
  BrokenTile,
  bundleOfEntry,
  decodeBundle,
  encodeBundle,
  encodeTile,
  TILE_WIDTH,
  type Tile,
  type TileReader,
  tileHashReader,
  tilePath,
} from '../tile.ts'

/** What a log in a storage must be: of this origin, and signed by one of these keys. */
export interface TlogIdentity {
  origin: string
  keys: readonly VerifierKey[]
}

/** A log as its checkpoint says. `note`: the checkpoint with its signatures; null: nothing was published yet. */
export interface StoredTree extends Checkpoint {
  note: string | null
}

/** Why a stored log cannot be continued. */
export type TlogFault = CheckpointFault | 'damaged' | 'missing'

/** A stored log that must not be continued; the message says what to do. */
export class TlogRefused extends Error {
  readonly fault: TlogFault

  constructor(storage: string, { fault, detail, cause }: { fault: TlogFault; detail?: string; cause?: unknown }) {
    super(`The log in ${storage} is not continued: ${WHAT_TO_DO[fault]}${detail === undefined ? '' : ` (${detail})`}`, {
      cause,
    })
    this.name = 'TlogRefused'
    this.fault = fault
  }
}

const WHAT_TO_DO: Readonly<Record<TlogFault, string>> = {
  malformed: 'its checkpoint is not in form. Restore it from a copy.',
  no_known_key:
    'its checkpoint is signed by another key. Give this service the key that signed it, or another place for a log of its own.',
  bad_signature: 'the signature of its checkpoint is wrong. Restore the checkpoint from a copy.',
  other_origin: 'it is the log of another service. Give this service a place of its own, or the origin of that log.',
  damaged: 'its files do not give the root of its checkpoint. Restore them from a copy.',
  missing: 'a file that its checkpoint needs is missing. Restore it from a copy.',
}

/**
 * The log in a storage, after its checkpoint is verified and the files at its right edge give the root. Throws
 * `TlogRefused` where they do not, or it is another log's.
 */
export async function readTree(storage: TlogStorage, identity: TlogIdentity): Promise<StoredTree> {
  const tree = await readStoredCheckpoint(storage, identity)
  const root = await damageIsRefused(storage, () => readRoot(tree.size, hashReaderOf(storage, tree.size)))
  if (!sameHash(root, tree.root)) throw new TlogRefused(storage.name, { fault: 'damaged' })
  if (tree.size % TILE_WIDTH !== 0) await readBundle(storage, tree, Math.floor(tree.size / TILE_WIDTH))
  return tree
}

/** As `readTree`, without reading any tile: for answers, which verify the proofs that they give. */
async function readStoredCheckpoint(storage: TlogStorage, identity: TlogIdentity): Promise<StoredTree> {
  const note = await storage.readCheckpoint()
  if (note === undefined) return { origin: identity.origin, size: 0, root: EMPTY_ROOT, note: null }
  const opened = openCheckpoint(note, identity)
  if (opened.ok) return { ...opened.checkpoint, note }
  // A key has the origin in its id, so that the log of another service has no key that is known here.
  const isOther = opened.fault === 'no_known_key' && originOf(note) !== identity.origin
  throw new TlogRefused(storage.name, { fault: isOther ? 'other_origin' : opened.fault })
}

/** The origin that a checkpoint names, unverified; undefined: it is not in form. */
function originOf(note: string): string | undefined {
  return parseCheckpointText(parseNote(note)?.text ?? '')?.origin
}

/**
 * The entries of bundle number `index` as far as the tree goes, verified against its root. Throws `TlogRefused` where
 * the files do not give it, and a RangeError where the tree has no such bundle.
 */
export async function readBundle(storage: TlogStorage, tree: Checkpoint, index: number): Promise<Uint8Array[]> {
  const first = index * TILE_WIDTH
  if (!(first < tree.size)) throw new RangeError(`a log of ${tree.size} entries has no bundle ${index}`)
  const bundle = bundleOfEntry(first, tree.size)
  return damageIsRefused(storage, async () => {
    const entries = decodeBundle(await tileReaderOf(storage)(bundle), bundle.width)
    if (entries === undefined) throw new BrokenTile(bundle)
    const hashes = entries.map(leafHash)
    const readTile: TileReader = async (tile) =>
      tile.level === 0 && tile.index === index ? encodeTile(hashes) : tileReaderOf(storage)(tile)
    // The siblings of the first leaf cover all others of its tile.
    const proof = await proveInclusion(first, tree.size, tileHashReader(tree.size, readTile))
    const claim = { index: first, size: tree.size, leafHash: hashes[0] ?? EMPTY_ROOT, root: tree.root, proof }
    if (!verifyInclusion(claim))
      throw new TlogRefused(storage.name, { fault: 'damaged', detail: `${tilePath(bundle)} does not give its root` })
    return entries
  })
}

/**
 * Reads hashes of a stored tree. `size`: that of its checkpoint, also for proofs of smaller sizes, since only sizes
 * that had a checkpoint have partial files of their own.
 */
export function hashReaderOf(storage: TlogStorage, size: number) {
  return tileHashReader(size, tileReaderOf(storage))
}

/** Reads tiles as `findTile` finds them. Throws `TlogRefused` where there is none. */
export function tileReaderOf(storage: TlogStorage): TileReader {
  return async (tile) => {
    const bytes = await findTile(storage, tile)
    if (bytes === undefined) throw new TlogRefused(storage.name, { fault: 'missing', detail: tilePath(tile) })
    return bytes
  }
}

/**
 * The bytes of a tile or bundle; of a partial one that was deleted the beginning of the full one. undefined: there is
 * neither.
 */
export async function findTile(storage: TlogStorage, tile: Tile): Promise<Uint8Array | undefined> {
  const bytes = await storage.read(tilePath(tile))
  if (bytes !== undefined || tile.width === TILE_WIDTH) return bytes
  const full = await storage.read(tilePath({ ...tile, width: TILE_WIDTH }))
  return full === undefined ? undefined : beginningOf(full, tile)
}

function beginningOf(full: Uint8Array, tile: Tile): Uint8Array {
  if (tile.level !== 'entries') return full.subarray(0, tile.width * HASH_BYTES)
  const entries = decodeBundle(full, TILE_WIDTH)
  if (entries === undefined) throw new BrokenTile(tile)
  return encodeBundle(entries.slice(0, tile.width))
}

async function damageIsRefused<Result>(storage: TlogStorage, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof BrokenTile)
      throw new TlogRefused(storage.name, { fault: 'damaged', detail: cause.message, cause })
    throw cause
  }
}
