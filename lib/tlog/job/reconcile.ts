import { leavesText } from 'assay-tlog/leaves-text'
import { leafHash, readRoot } from 'assay-tlog/merkle'
import type { TlogStorage } from 'assay-tlog/storage/storage'
import { TILE_WIDTH } from 'assay-tlog/tile'
import { hashReaderOf, readBundle, type StoredTree } from 'assay-tlog/tree/stored-tree'
import { parseLeaf } from 'assay-verify/leaves/leaf'
import { plural } from 'assay-verify/text/plural'
import type { Database } from '../../store/database'
import { forgetLeafEntries, listLeafHashes, recordLeaves, returnToQueue } from '../sql/leaves'
import { findTlogStateForUpdate, type TlogState, updateTlogState } from '../sql/state'
import { leafOf } from './number-queued'

/** The stored log and the database cannot both be right; the message says what to do. */
class TlogDiffers extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TlogDiffers'
  }
}

/**
 * Brings the database to what was published, which the verified files of the storage decide. Leaves that were published
 * although the database does not know, after a crash or because it was restored from a backup, are taken over;
 * unpublished ones whose numbers were given to others go back to the queue. A storage that has less than was published
 * is never written over: throws `TlogDiffers`.
 */
export async function reconcile(db: Database, storage: TlogStorage, tree: StoredTree): Promise<void> {
  for (;;) {
    const isDone = await db.transaction(async (tx) => {
      const state = await findTlogStateForUpdate(tx)
      if (state === undefined) return true
      if (state.published > tree.size) throw new TlogDiffers(behind(storage, tree.size, state.published))
      await requireSameRoot(storage, state)
      if (state.published === tree.size) return true
      const index = Math.floor(state.published / TILE_WIDTH)
      const entries = (await readBundle(storage, tree, index)).slice(state.published - index * TILE_WIDTH)
      await takeOver(tx, storage, entries, state)
      return false
    })
    if (isDone) return
  }
}

/** Takes over these published entries, the first of which comes after what the database knows to be published. */
async function takeOver(
  tx: Database,
  storage: TlogStorage,
  entries: readonly Uint8Array[],
  { published, size }: TlogState,
): Promise<void> {
  const to = published + entries.length
  const known = await listLeafHashes(tx, published, to)
  const differing = entries.findIndex((entry, at) => known.get(published + at) !== hexOf(leafHash(entry)))
  const same = differing === -1 ? entries.length : differing
  if (same < entries.length) {
    await returnToQueue(tx, published + same)
    const others = entries.slice(same).map((entry, at) => publishedLeaf(entry, published + same + at))
    await recordLeaves(tx, others)
  }
  await forgetLeafEntries(tx, published, to)
  const root = hexOf(await readRoot(to, hashReaderOf(storage, to)))
  await updateTlogState(tx, {
    published: to,
    publishedRoot: root,
    size: same < entries.length ? to : Math.max(size, to),
  })
}

/**
 * What the database knows to be published is the beginning of what is stored: else somebody replaced the stored log by
 * another.
 */
async function requireSameRoot(storage: TlogStorage, { published, publishedRoot }: TlogState): Promise<void> {
  if (publishedRoot === null) return
  const root = hexOf(await readRoot(published, hashReaderOf(storage, published)))
  if (root === publishedRoot) return
  throw new TlogDiffers(
    `The log in ${storage.name} has other leaves among its first ${published} than were published: a fork. Restore the log from a copy, and find out who wrote it.`,
  )
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}

function publishedLeaf(entry: Uint8Array, index: number) {
  const parsed = parseLeaf(entry)
  if (!parsed.ok) throw new TlogDiffers(`Entry ${index} of the log was not written by this program: ${parsed.fault}.`)
  return { ...leafOf(parsed.leaf, { identity: null, signature: null }, index), entry: null }
}

function behind({ name }: TlogStorage, stored: number, published: number): string {
  return (
    `The log in ${name} has ${leavesText(stored)}, and ${published} ${plural(published, 'was', 'were')} published: what was published must not be replaced. Restore the log from a copy; ` +
    'or, if it is lost for good, start a log of its own in another place with a new origin, and say so to those who follow this one.'
  )
}
