import type { StoredTree } from 'assay-tlog/tree/stored-tree'
import { appendLeaves } from 'assay-tlog/tree/tree-writer'
import type { Database } from '../../store/database'
import { isSigned } from '../../store/outbox/queue-key'
import { forgetLeafEntries, listUnpublished, returnToQueue } from '../sql/leaves'
import { findTlogStateForUpdate, updateTlogState } from '../sql/state'
import type { TlogSigners } from './signers'
import type { TlogJob } from './write-tlog'

/** Leaves of one checkpoint at most: 32 bundles. */
const MOST_AT_ONCE = 8192

/** The leaves that are numbered do not go on where the stored log ends; the message says what to do. */
class LeavesMissing extends Error {
  constructor(wanted: number, found: number) {
    super(
      `The database has no leaf ${wanted}, which comes next in the log (its next one is ${found}). Restore the database or the log from a copy of the same time.`,
    )
    this.name = 'LeavesMissing'
  }
}

/**
 * Publishes numbered leaves: files, then the checkpoint, then the database forgets their texts. Done again after a
 * crash at any point it writes the same. Answers the tree as it is then.
 */
export async function publishLeaves(
  { db, storage, clock }: Pick<TlogJob, 'db' | 'storage' | 'clock'>,
  { origin, signer, keys }: TlogSigners,
  tree: StoredTree,
): Promise<StoredTree> {
  const numbered = await listUnpublished(db, tree.size, MOST_AT_ONCE)
  const [first] = numbered
  if (first === undefined) return tree
  if (first.index !== tree.size) throw new LeavesMissing(tree.size, first.index)
  const leaves = numbered.slice(0, await takeBackUnsigned(db, numbered))
  if (leaves.length === 0) return tree
  const now = clock()
  const entries = leaves.map(({ entry }) => Buffer.from(entry))
  const grown = await appendLeaves(storage, { origin, signer, earlierKeys: keys }, entries, {
    expectedSize: tree.size,
    now,
  })
  await db.transaction(async (tx) => {
    await forgetLeafEntries(tx, tree.size, grown.size)
    await updateTlogState(tx, {
      published: grown.size,
      publishedRoot: Buffer.from(grown.root).toString('hex'),
      publishedAt: now,
    })
  })
  return grown
}

/**
 * How many of these leaves, from the first on, follow one another and are as a process with the key signed them.
 * Something else wrote or altered the next one: it and all after it go back to the queue, which refuses it.
 */
async function takeBackUnsigned(db: Database, leaves: Awaited<ReturnType<typeof listUnpublished>>): Promise<number> {
  const [first] = leaves
  const wrong = leaves.findIndex(
    ({ index, entry, identity, signature }, at) =>
      index !== (first?.index ?? 0) + at || !isSigned(entry, identity, signature),
  )
  const next = leaves[wrong]
  if (next === undefined || first === undefined) return leaves.length
  await db.transaction(async (tx) => {
    await findTlogStateForUpdate(tx)
    await returnToQueue(tx, first.index + wrong)
    await updateTlogState(tx, { size: first.index + wrong })
  })
  return wrong
}
