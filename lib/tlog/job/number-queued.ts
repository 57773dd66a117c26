import { setImmediate } from 'node:timers/promises'
import { leafHash } from 'assay-tlog/merkle'
import { canonicalJson } from 'assay-verify/canonical-json'
import { digestIn, type Leaf, leafBytes, subjectOf } from 'assay-verify/leaves/leaf'
import type { Database } from '../../store/database'
import { holdsLease, type Lease } from '../../store/leases'
import { isSigned } from '../../store/outbox/queue-key'
import { listKnownHashes, listKnownIdentities, type NumberedLeaf, recordLeaves, returnToQueue } from '../sql/leaves'
import { type RefusedFact, recordRefused } from '../sql/refused-facts'
import { findTlogStateForUpdate, updateTlogState } from '../sql/state'
import { deleteQueued, listQueued, type StoredFact } from '../sql/stored-facts'
import type { TlogJob } from './write-tlog'

/** Facts of one transaction: sixteen bundles, a tenth of a second on the embedded database. */
const CHUNK = 4096
/** Leaves, about a millisecond. */
const MADE_AT_ONCE = 32

/** The lease ended while the work was under way; another process goes on. */
class LeaseLost extends Error {
  constructor() {
    super('The lease of the log ended; another process goes on.')
    this.name = 'LeaseLost'
  }
}

/**
 * Gives the oldest facts of the queue their numbers, in one transaction; answers how many rows of the queue it took. A
 * fact that no process with the key signed, or that cannot be a leaf, is reported and kept apart, so that it does not
 * keep others out for ever; one that is logged already is left out.
 */
export function numberQueued(
  db: Database,
  lease: Lease,
  { log, clock }: Pick<TlogJob, 'log' | 'clock'>,
  chunk = CHUNK,
): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new LeaseLost()
    const state = await findTlogStateForUpdate(tx)
    if (state === undefined) return 0
    // Only something else than this job can have written leaves that nothing has counted.
    await returnToQueue(tx, state.size)
    const rows = await listQueued(tx, chunk)
    if (rows.length === 0) return 0
    const { made, refused } = await leavesOf(await withoutKnown(tx, rows))
    const leaves = (await withoutLogged(tx, made, log)).map((leaf, at) => ({ ...leaf, index: state.size + at }))
    await recordLeaves(tx, leaves)
    await recordRefused(tx, refused, clock())
    reportRefused(refused, log)
    await deleteQueued(
      tx,
      rows.map(({ key }) => key),
    )
    await updateTlogState(tx, { size: state.size + leaves.length })
    return rows.length
  })
}

async function withoutKnown(tx: Database, rows: readonly StoredFact[]): Promise<StoredFact[]> {
  const known = await listKnownIdentities(
    tx,
    rows.flatMap(({ identity }) => identity ?? []),
  )
  return rows.filter(({ identity }) => {
    if (identity === null) return true
    const isNew = !known.has(identity)
    known.add(identity)
    return isNew
  })
}

/** The same bytes twice are the same queued row twice: each has the time at which it was queued. */
async function withoutLogged(
  tx: Database,
  made: readonly NumberedLeaf[],
  log: TlogJob['log'],
): Promise<NumberedLeaf[]> {
  const known = await listKnownHashes(
    tx,
    made.map(({ hash }) => hash),
  )
  const fresh = made.filter(({ hash }) => {
    const isNew = !known.has(hash)
    known.add(hash)
    return isNew
  })
  const again = made.length - fresh.length
  if (again > 0) log(`${again} facts in the queue of the log were logged before: they are not logged again.`)
  return fresh
}

const NOT_SIGNED =
  'It is not signed as it is: it was written or altered by something else than this service, or queued by a process with another LOG_QUEUE_KEY or of an earlier version.'

function reportRefused(refused: readonly RefusedFact[], log: TlogJob['log']): void {
  const reasons = new Set(refused.map(({ reason }) => reason))
  for (const reason of reasons) {
    const count = refused.filter((one) => one.reason === reason).length
    log(
      `${count === 1 ? 'A fact' : `${count} facts`} in the queue of the log cannot be logged, kept in log_refused. ${reason}`,
    )
  }
}

/** A few at a time, so that a process that serves answers meanwhile is not kept from it. */
async function leavesOf(rows: readonly StoredFact[]): Promise<{ made: NumberedLeaf[]; refused: RefusedFact[] }> {
  const made: NumberedLeaf[] = []
  const refused: RefusedFact[] = []
  for (const [at, row] of rows.entries()) {
    if (at % MADE_AT_ONCE === 0) await setImmediate()
    if (!isSigned(canonicalJson(row.fact), row.identity, row.signature)) {
      refused.push({ ...row, reason: NOT_SIGNED })
      continue
    }
    try {
      made.push(leafOf(row.fact, row, UNNUMBERED))
    } catch (cause) {
      refused.push({ ...row, reason: `Of the kind ${row.fact.kind}: ${String(cause)}` })
    }
  }
  return { made, refused }
}

const UNNUMBERED = -1

/** A leaf as the database keeps it. Throws a TypeError where it is none. */
export function leafOf(
  leaf: Leaf,
  { identity, signature }: Pick<NumberedLeaf, 'identity' | 'signature'>,
  index: number,
): NumberedLeaf {
  const bytes = leafBytes(leaf)
  return {
    index,
    hash: Buffer.from(leafHash(bytes)).toString('hex'),
    kind: leaf.kind,
    subject: subjectOf(leaf),
    digest: digestIn(leaf),
    at: leaf.at,
    identity,
    entry: new TextDecoder().decode(bytes),
    signature,
  }
}
