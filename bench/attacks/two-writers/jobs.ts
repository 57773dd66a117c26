import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { FOLDER_CALLS, folderStorage } from 'assay-tlog/storage/folder'
import type { TlogStorage } from 'assay-tlog/storage/storage'
import { readTree } from 'assay-tlog/tree/stored-tree'
import { appendLeaves } from 'assay-tlog/tree/tree-writer'
import { type OpenDatabase, openDatabase } from '../../../lib/store/database'
import { queueFacts } from '../../../lib/store/outbox/queue'
import { setQueueKey } from '../../../lib/store/outbox/queue-key'
import { openWitnessRounds } from '../../../lib/tlog/job/cosign-checkpoint'
import { openTlog } from '../../../lib/tlog/job/open-tlog'
import { findSigner } from '../../../lib/tlog/job/signers'
import { type TlogJob, writeTlog } from '../../../lib/tlog/job/write-tlog'
import { findTlogState } from '../../../lib/tlog/sql/state'
import { type AttackResult, attackResultOf } from '../attack'
import { IDENTITY, WRITER } from './place'

const NOW = new Date('2026-11-23T06:15:00.000Z')
const LATER = new Date(NOW.getTime() + 120_000)
const OPENING = { origin: 'attacked.test/log', software: 'assay attacks', configuredSeed: null, isExposed: false }
const verdictOf = (id: string) =>
  ({ kind: 'verdict', at: NOW.toISOString(), id, from: 'unknown', to: 'healthy' }) as const

/** The last moment at which a writer can be paused: its lock is confirmed, its checkpoint not yet renamed. */
export async function pausedWhileReplacing(folder: string): Promise<AttackResult> {
  const entry = (text: string) => [new TextEncoder().encode(JSON.stringify({ text }))]
  const other = folderStorage(folder)
  await appendLeaves(other, WRITER, entry('first'), { expectedSize: 0, now: NOW })
  const calls = { ...FOLDER_CALLS }
  calls.rename = async (from, to) => {
    const old = new Date(Date.now() - 120_000)
    await utimes(join(folder, '.lock'), old, old)
    await appendLeaves(other, WRITER, [...entry('other'), ...entry('more')], { expectedSize: 1, now: NOW })
    return FOLDER_CALLS.rename(from, to)
  }
  const late = await appendLeaves(folderStorage(folder, calls), WRITER, entry('late'), {
    expectedSize: 1,
    now: NOW,
  }).then(
    () => 'it replaced the checkpoint of the other',
    (cause: NodeJS.ErrnoException) => cause,
  )
  const { size } = await readTree(other, IDENTITY)
  const attack = 'folder, paused between lock and rename'
  return attackResultOf(
    { attack, tried: 'another process takes the lock over at that moment and publishes', before: 'held' },
    [typeof late === 'string' && late, size !== 3 && `the log has ${size} leaves instead of 3`],
    `the rename fails (${typeof late === 'string' ? '' : (late.code ?? late.name)}): what a writer prepares is removed by the next one`,
  )
}

async function openJob(storage: TlogStorage, dataDir: string, clock = () => NOW): Promise<TlogJob & OpenDatabase> {
  // Facts are signed: the attacks here are of writers that have the key.
  setQueueKey(new Uint8Array(32).fill(1))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const opened = await openDatabase({ databaseUrl: null, dataDir })
  await openTlog(opened.db, OPENING, NOW)
  const rounds = openWitnessRounds([])
  const signal = new AbortController().signal
  return { ...opened, storage, configuredSeed: null, documentDays: 90, rounds, clock, signal, log: () => undefined }
}

async function treeOf(job: TlogJob) {
  const signers = await findSigner(job.db, null)
  if (signers === undefined) throw new Error('the log has no key')
  return readTree(job.storage, signers)
}

/** A job that is paused at each of its writes while its lease ends and another process goes on. */
export async function pausedPastLease(folder: string): Promise<AttackResult> {
  const job = await openJob(folderStorage(join(folder, 'log')), join(folder, 'data'))
  try {
    const faults: (string | false)[] = []
    await queueFacts(job.db, [verdictOf('a/0')], NOW)
    await writeTlog(job)
    let size = (await treeOf(job)).size
    const methods = ['create', 'replaceCheckpoint', 'asOnlyWriter', 'read', 'readCheckpoint'] as const
    for (const [at, method] of methods.entries()) {
      await queueFacts(job.db, [verdictOf(`a/${at}.1`)], NOW)
      let isPaused = false
      const paused = Object.assign(Object.create(job.storage) as TlogStorage, {
        [method]: async (...given: never[]) => {
          if (!isPaused) {
            isPaused = true
            await queueFacts(job.db, [verdictOf(`a/${at}.2`)], NOW)
            // Storages of two processes: each has its own lock.
            const other = { ...job, storage: folderStorage(join(folder, 'log')), clock: () => LATER }
            const old = new Date(Date.now() - 120_000)
            await utimes(join(folder, 'log', '.lock'), old, old).catch(() => undefined)
            await writeTlog(other)
          }
          return (job.storage[method] as (...all: never[]) => Promise<unknown>)(...given)
        },
      })
      await writeTlog({ ...job, storage: paused })
      const report = await writeTlog({ ...job, clock: () => new Date(LATER.getTime() + 120_000) })
      const tree = await treeOf(job)
      const state = await findTlogState(job.db)
      faults.push(report?.problem != null && `paused in ${method}: ${report.problem}`)
      faults.push(tree.size !== size + 2 && `paused in ${method}: ${tree.size - size} of 2 leaves`)
      faults.push(state?.published !== tree.size && `the database has ${state?.published} of ${tree.size} published`)
      size = tree.size
    }
    const attack = 'one database and folder, paused past its lease'
    const tried = `paused in each of ${methods.length} calls of the storage; another process takes lease and lock over and publishes`
    return attackResultOf(
      { attack, tried, before: 'held' },
      faults,
      'every leaf once, one tree; the paused one is refused or completes the same',
    )
  } finally {
    await job.close()
  }
}

/** A process with the same database that was given another folder. */
export async function withOneDatabase(folder: string): Promise<AttackResult> {
  const job = await openJob(folderStorage(join(folder, 'log')), join(folder, 'data'))
  try {
    await queueFacts(job.db, [verdictOf('a/1')], NOW)
    await writeTlog(job)
    const other = { ...job, storage: folderStorage(join(folder, 'other')) }
    await queueFacts(job.db, [verdictOf('a/2')], NOW)
    const report = await writeTlog(other)
    const written = await other.storage.readCheckpoint()
    const after = await writeTlog(job)
    return attackResultOf(
      { attack: 'one database, another folder', tried: 'a second process with its own LOG_STORE', before: 'held' },
      [
        written !== undefined && 'it signed a second log',
        report?.problem == null && 'it has no problem',
        after?.problem != null && `the first one stops too: ${after.problem}`,
      ],
      `it writes nothing: ${report?.problem ?? ''}`,
    )
  } finally {
    await job.close()
  }
}

/** Two services, each with its own database, that were given one folder. */
export async function withTwoDatabases(folder: string): Promise<AttackResult[]> {
  const storage = folderStorage(join(folder, 'log'))
  const one = await openJob(storage, join(folder, 'one'))
  const two = await openJob(storage, join(folder, 'two'))
  try {
    await queueFacts(one.db, [verdictOf('a/1')], NOW)
    await writeTlog(one)
    const before = await treeOf(one)
    const report = await writeTlog(two)
    const after = await treeOf(one)
    const again = await writeTlog(one)
    const tried = 'two databases with keys of their own, the same address, one folder'
    return [
      attackResultOf(
        { attack: 'two databases, one folder', tried, before: 'held' },
        [
          report?.problem == null && 'the second writes too',
          after.size !== before.size && 'the log changed',
          again?.problem != null && `the first stops: ${again.problem}`,
        ],
        `the second writes nothing: ${report?.problem ?? ''}`,
      ),
    ]
  } finally {
    await two.close()
    await one.close()
  }
}
