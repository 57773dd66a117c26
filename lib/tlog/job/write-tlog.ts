import type { TlogStorage } from 'assay-tlog/storage/storage'
import { readTree, type StoredTree } from 'assay-tlog/tree/stored-tree'
import { withLease } from '../../jobs/with-lease'
import type { Database } from '../../store/database'
import { hasQueueKey } from '../../store/outbox/queue-key'
import { findTlogState, updateTlogState } from '../sql/state'
import { cosignCheckpoint, type WitnessRounds } from './cosign-checkpoint'
import { numberQueued } from './number-queued'
import { publishLeaves } from './publish-leaves'
import { queueDeclared } from './queue-declared'
import { queueObservations } from './queue-observations'
import { queueScoreInputs } from './queue-score-inputs'
import { reconcile } from './reconcile'
import { findSigner, type TlogSigners } from './signers'

/** What a run of the job works with. */
export interface TlogJob {
  db: Database
  storage: TlogStorage
  /** The seed of the settings that signs checkpoints, base64url; null: the stored one signs. */
  configuredSeed: string | null
  /** Days that the inputs of scores are kept. */
  documentDays: number
  rounds: WitnessRounds
  clock: () => Date
  signal: AbortSignal
  log(line: string, cause?: unknown): void
}

export interface TlogReport {
  /** Leaves under the checkpoint. */
  size: number
  /** Leaves that this run published. */
  published: number
  /** Why nothing is appended; null: it is. */
  problem: string | null
}

/** A run takes up no further leaves after this, so that another process may take over. */
const RUN_MS = 50_000
/** Characters of a problem that are kept. */
const PROBLEM_SHOWN = 600

/**
 * Numbers what is queued, publishes it, and asks the witnesses, under a lease. A run that is killed at any point is
 * completed by the next. What keeps the log from growing is stored as its problem and logged once; everything else of
 * the service goes on. undefined: another process writes, there is no log, or this process has no key by which it knows
 * what was queued.
 */
export async function writeTlog(job: TlogJob): Promise<TlogReport | undefined> {
  const { db, clock } = job
  if (!hasQueueKey() || (await findTlogState(db)) === undefined) return undefined
  return withLease(db, clock, 'log', async (lease) => {
    const signers = await findSigner(db, job.configuredSeed)
    if (signers === undefined) return skipped(job)
    try {
      await queueObservations(db, clock())
      await queueScoreInputs(job, clock())
      await queueDeclared(db, clock, job.signal)
      const published = await growTree(job, lease, signers)
      await setProblem(job, null)
      const state = await findTlogState(db)
      return { size: state?.size ?? 0, published, problem: null }
    } catch (cause) {
      const problem = await setProblem(job, cause)
      return { size: (await findTlogState(db))?.published ?? 0, published: 0, problem }
    }
  })
}

async function growTree(
  job: TlogJob,
  lease: Parameters<typeof numberQueued>[1],
  signers: TlogSigners,
): Promise<number> {
  const { db, storage, clock, signal } = job
  const until = clock().getTime() + RUN_MS
  let tree: StoredTree = await readTree(storage, { origin: signers.origin, keys: signers.keys })
  await reconcile(db, storage, tree)
  let published = 0
  for (;;) {
    const numbered = await numberQueued(db, lease, job)
    const before = tree.size
    tree = await publishLeaves(job, signers, tree)
    published += tree.size - before
    const isDone = numbered === 0 && tree.size === before
    if (isDone || signal.aborted || clock().getTime() > until) break
  }
  await cosignCheckpoint(job, tree)
  return published
}

const warned = new WeakSet<Database>()

/** The key is of the settings of another process: that one writes. */
async function skipped({ db, log }: TlogJob): Promise<TlogReport> {
  if (!warned.has(db))
    log('The log is signed with a LOG_KEY that this process was not given: another process has to write it.')
  warned.add(db)
  return { size: (await findTlogState(db))?.published ?? 0, published: 0, problem: null }
}

/** Stores the problem, and logs it where it is new; null: there is none any more. */
async function setProblem({ db, log }: TlogJob, cause: unknown): Promise<string | null> {
  const problem = cause === null ? null : String(cause instanceof Error ? cause.message : cause).slice(0, PROBLEM_SHOWN)
  const known = (await findTlogState(db))?.problem ?? null
  if (known === problem) return problem
  await updateTlogState(db, { problem })
  if (problem === null) log('The log grows again.')
  else log(`Nothing is appended to the log; facts wait in the database. ${problem}`, cause)
  return problem
}
