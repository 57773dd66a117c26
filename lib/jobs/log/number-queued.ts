import { setImmediate } from 'node:timers/promises'
import { type Leaf, leafBytes } from '../../core/log/leaf'
import { leafHash } from '../../core/log/merkle'
import type { Database } from '../../store/database'
import { holdsLease, type Lease } from '../../store/leases'
import type { Fact } from '../../store/log/fact'
import { listKnownIdentities, type NumberedLeaf, recordLeaves } from '../../store/log/leaves'
import { deleteQueued, listQueued, type QueueRow } from '../../store/log/queue'
import { lockLogState, updateLogState } from '../../store/log/state'

/** Facts of one transaction: sixteen bundles, a tenth of a second on the embedded database. */
const CHUNK = 4096
/** Leaves, about a millisecond. */
const MADE_AT_ONCE = 32

/** The lease ended while the work was under way; another process goes on. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of the log ended; another process goes on.')
    this.name = 'LeaseLost'
  }
}

/**
 * Gives the oldest facts of the queue their numbers, in one transaction; answers how many rows of the queue it took. A fact that cannot be a leaf is logged and left
 * out, so that it does not keep others out for ever.
 */
export function numberQueued(db: Database, lease: Lease, log: (line: string) => void, chunk = CHUNK): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new LeaseLost()
    const state = await lockLogState(tx)
    const rows = state === undefined ? [] : await listQueued(tx, chunk)
    if (state === undefined || rows.length === 0) return 0
    const leaves = await leavesOf(await withoutKnown(tx, rows), state.size, log)
    await recordLeaves(tx, leaves)
    await deleteQueued(
      tx,
      rows.map(({ key }) => key),
    )
    await updateLogState(tx, { size: state.size + leaves.length })
    return rows.length
  })
}

async function withoutKnown(tx: Database, rows: readonly QueueRow[]): Promise<QueueRow[]> {
  const known = await listKnownIdentities(
    tx,
    rows.flatMap(({ identity }) => identity ?? []),
  )
  return rows.filter(({ identity }) => identity === null || !known.has(identity))
}

/** A few at a time, so that a process that serves answers meanwhile is not kept from it. */
async function leavesOf(rows: readonly QueueRow[], size: number, log: (line: string) => void): Promise<NumberedLeaf[]> {
  const leaves: NumberedLeaf[] = []
  for (const [at, row] of rows.entries()) {
    if (at % MADE_AT_ONCE === 0) await setImmediate()
    try {
      leaves.push(leafOf(row.fact, row.identity, size + leaves.length))
    } catch (cause) {
      log(`A fact of the kind ${String(row.fact.kind)} cannot be logged and is left out: ${String(cause)}`)
    }
  }
  return leaves
}

/** A leaf as the database keeps it. Throws a TypeError where it is none. */
export function leafOf(leaf: Leaf, identity: string | null, index: number): NumberedLeaf {
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
  }
}

function subjectOf(fact: Fact): string | null {
  if ('id' in fact) return fact.id
  return 'hour' in fact ? fact.hour : null
}

function digestIn(fact: Fact): string | null {
  if ('digest' in fact) return fact.digest
  return 'inputs' in fact ? fact.inputs : null
}
