import { readRoot, sameHash } from '../merkle.ts'
import type { TlogFile, TlogStorage } from '../storage/storage.ts'
import { encodeBundle, encodeTile, TILE_WIDTH, tilePath } from '../tile.ts'
import { hashReaderOf, readBundle, readTree, type StoredTree, type TlogIdentity } from './stored-tree.ts'
import { platformLeafHash, platformTileRoot } from './tree-hash.ts'

/** Files that are written at a time. */
const FILES_AT_ONCE = 64

/** A log that was not copied; the message says why. */
export class TlogNotCopied extends Error {
  constructor(from: TlogStorage, to: TlogStorage, why: string) {
    super(`The log in ${from.name} is not copied to ${to.name}: ${why}.`)
    this.name = 'TlogNotCopied'
  }
}

/**
 * Copies the log of one storage into another, with the same entries, root and checkpoint. Each entry is verified
 * before it is written, the tiles are computed anew, and the checkpoint comes last. A log that is there already must be
 * the beginning of the copied one, or continue it; the latter stays as it is. Answers the log that was read. Throws
 * `TlogNotCopied`, `TlogRefused`, `TlogFileDiffers`, `TlogInUse`, and the storages' own errors; the same call completes
 * what was interrupted.
 */
export async function copyTree(from: TlogStorage, to: TlogStorage, identity: TlogIdentity): Promise<StoredTree> {
  const tree = await readTree(from, identity)
  const { note } = tree
  if (note === null) return tree
  const refuse = (why: string) => {
    throw new TlogNotCopied(from, to, why)
  }
  await to.asOnlyWriter(async () => {
    const there = await readTree(to, identity)
    const [shorter, longer] =
      there.size < tree.size ? [there, { ...tree, storage: from }] : [tree, { ...there, storage: to }]
    const root = await readRoot(shorter.size, hashReaderOf(longer.storage, longer.size))
    if (!sameHash(root, shorter.root)) refuse('a log with other leaves is there')
    if (there.size >= tree.size) return
    await writeTree(from, to, tree)
    if (!sameHash(await readRoot(tree.size, hashReaderOf(to, tree.size)), tree.root))
      refuse('its entries do not give the root of its checkpoint')
    if (!(await to.replaceCheckpoint(note, there.note ?? undefined)))
      refuse('another process published a checkpoint there meanwhile')
  })
  return tree
}

/** Writes all bundles, each verified, and the tiles that follow from them. */
async function writeTree(from: TlogStorage, to: TlogStorage, tree: StoredTree): Promise<void> {
  const tiles = new TilesOfEntries()
  let files: TlogFile[] = []
  for (let index = 0; index * TILE_WIDTH < tree.size; index += 1) {
    const entries = await readBundle(from, tree, index)
    const path = tilePath({ level: 'entries', index, width: entries.length })
    files.push({ path, bytes: encodeBundle(entries) })
    for (const entry of entries) files.push(...tiles.add(0, platformLeafHash(entry)))
    if (files.length < FILES_AT_ONCE) continue
    await to.create(files)
    files = []
  }
  await to.create([...files, ...tiles.partial()])
}

/** The tiles over entries that come one after another. */
class TilesOfEntries {
  readonly #levels: { hashes: Uint8Array[]; full: number }[] = []

  /** Adds a hash to a level; answers the tiles that became full. */
  add(level: number, hash: Uint8Array): TlogFile[] {
    this.#levels[level] ??= { hashes: [], full: 0 }
    const row = this.#levels[level]
    row.hashes.push(hash)
    if (row.hashes.length < TILE_WIDTH) return []
    const { hashes, full: index } = row
    this.#levels[level] = { hashes: [], full: index + 1 }
    const file = { path: tilePath({ level, index, width: TILE_WIDTH }), bytes: encodeTile(hashes) }
    return [file, ...this.add(level + 1, platformTileRoot(hashes))]
  }

  /** The tiles that did not become full. */
  partial(): TlogFile[] {
    return this.#levels.flatMap(({ hashes, full: index }, level) =>
      hashes.length === 0
        ? []
        : [{ path: tilePath({ level, index, width: hashes.length }), bytes: encodeTile(hashes) }],
    )
  }
}
