import type { StoredTree } from '../../log-storage/stored-tree'
import { appendLeaves } from '../../log-storage/tree-writer'
import { forgetEntries, listUnpublished } from '../../store/log/leaves'
import { updateLogState } from '../../store/log/state'
import type { LogJob } from '../log'
import type { LogSigners } from './signers'

/** Leaves of one checkpoint at most: 32 bundles. */
const MOST_AT_ONCE = 8192

/** The leaves that are numbered do not go on where the stored log ends; the message says what to do. */
export class LeavesMissing extends Error {
  constructor(wanted: number, found: number) {
    super(
      `The database has no leaf ${wanted}, which comes next in the log (its next one is ${found}). Restore the database or the log from a copy of the same time.`,
    )
    this.name = 'LeavesMissing'
  }
}

/**
 * Publishes numbered leaves: files, then the checkpoint, then the database forgets their texts. Done again after a crash at any point it writes the same. Answers the
 * tree as it is then.
 */
export async function publishLeaves(
  { db, storage, clock }: Pick<LogJob, 'db' | 'storage' | 'clock'>,
  { origin, signer, keys }: LogSigners,
  tree: StoredTree,
): Promise<StoredTree> {
  const leaves = await listUnpublished(db, tree.size, MOST_AT_ONCE)
  const [first] = leaves
  if (first === undefined) return tree
  if (first.index !== tree.size) throw new LeavesMissing(tree.size, first.index)
  const now = clock()
  const entries = leaves.map(({ entry }) => Buffer.from(entry))
  const grown = await appendLeaves(storage, { origin, signer, earlierKeys: keys }, entries, {
    expectedSize: tree.size,
    now,
  })
  await db.transaction(async (tx) => {
    await forgetEntries(tx, tree.size, grown.size)
    await updateLogState(tx, {
      published: grown.size,
      publishedRoot: Buffer.from(grown.root).toString('hex'),
      publishedAt: now,
    })
  })
  return grown
}
