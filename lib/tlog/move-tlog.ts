import type { TlogStorage } from 'assay-tlog/storage/storage'
import { copyTree } from 'assay-tlog/tree/copied-tree'
import type { Database } from '../store/database'
import { signatureOf } from '../store/outbox/queue-key'
import { keyOf } from './job/signers'
import { findTlogState } from './sql/state'
import { listTlogKeys } from './sql/tlog-keys'
import { readTlogFigures } from './tlog-figures'

/** The log of a database as it was copied. */
export interface MovedTlog {
  /** null: there is none, nothing of it is published, or its files are not within reach. `root`: hex. */
  log: { origin: string; size: number; root: string } | null
  /** Facts that wait for their place in it. */
  waiting: number
}

/** The files of a log are less than the database knows to be published. */
class TlogFilesMissing extends Error {
  constructor(storage: TlogStorage, found: number, published: number) {
    super(
      `The log in ${storage.name} has ${found} leaves, and this database knows of ${published}: set LOG_STORE and DATA_DIR as its service has them.`,
    )
    this.name = 'TlogFilesMissing'
  }
}

/**
 * Copies the published log of the database of `tx` from one storage to another, verified against its keys. null for
 * either: its files stay where they are. Throws `TlogFilesMissing` and what `copyTree` throws.
 */
export async function moveTlog(tx: Database, from: TlogStorage | null, to: TlogStorage | null): Promise<MovedTlog> {
  const state = await findTlogState(tx)
  if (state === undefined) return { log: null, waiting: 0 }
  const waiting = (await readTlogFigures(tx))?.queued ?? 0
  if (from === null || to === null) return { log: null, waiting }
  const { origin, published } = state
  const keys = (await listTlogKeys(tx)).map(({ publicKey }) => keyOf(origin, publicKey))
  const { size, root } = await copyTree(from, to, { origin, keys })
  if (size < published) throw new TlogFilesMissing(from, size, published)
  return { log: size === 0 ? null : { origin, size, root: Buffer.from(root).toString('hex') }, waiting }
}

/** The same for processes that have the same key for queued facts; null: this one has none. Says nothing of the key. */
export function queueKeyName(): string | null {
  return signatureOf('the key of this process', 'assay-export')
}
