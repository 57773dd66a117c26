import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseNote } from 'assay-tlog/note/signed-note'
import { folderStorage } from 'assay-tlog/storage/folder'
import type { TlogStorage } from 'assay-tlog/storage/storage'
import { readBundle, readTree } from 'assay-tlog/tree/stored-tree'
import { type Leaf, parseLeaf } from 'assay-verify/leaves/leaf'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, rowsOf } from '../../store/database'
import { queueFacts } from '../../store/outbox/queue'
import { onDatabase } from '../../store/test-databases'
import { findTlogState } from '../sql/state'
import { openWitnessRounds } from './cosign-checkpoint'
import { openTlog } from './open-tlog'
import { findSigner } from './signers'
import { type TlogJob, writeTlog } from './write-tlog'

const NOW = new Date('2026-11-23T06:15:00.000Z')
const ORIGIN = 'assay.test/log'
const OPENING = { origin: ORIGIN, software: 'assay test', configuredSeed: null, isExposed: false }
const verdictOf = (id: string) =>
  ({ kind: 'verdict', at: NOW.toISOString(), id, from: 'unknown', to: 'healthy' }) as const

/** Everything of the log, so that each test begins with none. */
async function forgetLog(db: Database): Promise<void> {
  await db.execute(sql`TRUNCATE log_state, log_keys, log_queue, log_leaves, log_documents, log_declared`)
}

onDatabase((database) => {
  let folder: string
  let lines: string[]
  let job: TlogJob
  beforeEach(async () => {
    await forgetLog(database.db)
    folder = await mkdtemp(join(tmpdir(), 'assay-log-'))
    lines = []
    job = {
      db: database.db,
      storage: folderStorage(folder),
      configuredSeed: null,
      documentDays: 90,
      rounds: openWitnessRounds([]),
      clock: () => NOW,
      signal: new AbortController().signal,
      log: (line) => lines.push(line),
    }
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const leavesIn = async (storage: TlogStorage): Promise<Leaf[]> => {
    const signers = await findSigner(database.db, job.configuredSeed)
    if (signers === undefined) throw new Error('no key')
    const tree = await readTree(storage, signers)
    const leaves: Leaf[] = []
    for (let index = 0; index * 256 < tree.size; index += 1) {
      for (const entry of await readBundle(storage, tree, index)) {
        const parsed = parseLeaf(entry)
        if (!parsed.ok) throw new Error(parsed.fault)
        leaves.push(parsed.leaf)
      }
    }
    return leaves
  }
  const idsIn = async () => (await leavesIn(job.storage)).flatMap((leaf) => (leaf.kind === 'verdict' ? [leaf.id] : []))

  test('without an open log nothing is queued and nothing is written', async () => {
    await queueFacts(database.db, [verdictOf('a/b')], NOW)
    expect(await writeTlog(job)).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
    expect(await rowsOf(database.db, sql`SELECT key FROM log_queue`)).toEqual([])
  })

  test('a new log begins with what opened it, its key and its formula, and then has every fact once and in order', async () => {
    await openTlog(database.db, OPENING, NOW)
    await queueFacts(database.db, [verdictOf('a/1'), verdictOf('a/2')], NOW)
    expect(await writeTlog(job)).toMatchObject({ size: 5, published: 5, problem: null })
    await openTlog(database.db, OPENING, NOW)
    await queueFacts(database.db, [verdictOf('a/3')], NOW)
    expect(await writeTlog(job)).toMatchObject({ size: 6, published: 1 })
    expect(await writeTlog(job)).toMatchObject({ size: 6, published: 0 })
    const leaves = await leavesIn(job.storage)
    expect(leaves.map(({ kind }) => kind)).toEqual(['log_opened', 'key', 'formula', 'verdict', 'verdict', 'verdict'])
    expect(leaves[0]).toMatchObject({ at: NOW.toISOString(), origin: ORIGIN, software: 'assay test' })
    expect(await idsIn()).toEqual(['a/1', 'a/2', 'a/3'])
    expect(await findTlogState(database.db)).toMatchObject({ size: 6, published: 6, problem: null })
  })

  test('thousands of facts are published in order', async () => {
    await openTlog(database.db, OPENING, NOW)
    const ids = Array.from({ length: 9000 }, (_, i) => `a/${i}`)
    await queueFacts(database.db, ids.map(verdictOf), NOW)
    expect(await writeTlog(job)).toMatchObject({ size: 9003, published: 9003 })
    expect(await idsIn()).toEqual(ids)
  })

  test('the clock going back changes no leaf, and the log goes on', async () => {
    await openTlog(database.db, OPENING, NOW)
    await queueFacts(database.db, [verdictOf('a/1')], NOW)
    await writeTlog(job)
    const earlier = { ...verdictOf('a/2'), at: '2020-01-01T00:00:00.000Z' }
    await queueFacts(database.db, [earlier], NOW)
    expect(await writeTlog({ ...job, clock: () => new Date('2020-01-01T00:00:00Z') })).toMatchObject({ published: 1 })
    expect((await leavesIn(job.storage)).slice(-2).map(({ at }) => at)).toEqual([NOW.toISOString(), earlier.at])
  })

  test('a fact that cannot be a leaf is left out, and the others are logged', async () => {
    await openTlog(database.db, OPENING, NOW)
    await queueFacts(database.db, [verdictOf(''), verdictOf('a/1')], NOW)
    expect(await writeTlog(job)).toMatchObject({ size: 4, problem: null })
    expect(await idsIn()).toEqual(['a/1'])
    expect(lines).toEqual([expect.stringContaining('Of the kind verdict')])
  })

  describe('a crash', () => {
    const METHODS = ['create', 'replaceCheckpoint', 'removePartials'] as const
    test.each(
      METHODS.flatMap(
        (method) =>
          [
            [method, 'before'],
            [method, 'after'],
          ] as const,
      ),
    )('in %s, %s it worked, is repaired by the next run', async (method, when) => {
      await openTlog(database.db, OPENING, NOW)
      await queueFacts(database.db, [verdictOf('a/1')], NOW)
      await writeTlog(job)
      await queueFacts(
        database.db,
        Array.from({ length: 300 }, (_, i) => verdictOf(`b/${i}`)),
        NOW,
      )
      const failing = Object.assign(Object.create(job.storage) as TlogStorage, {
        [method]: async (...given: never[]) => {
          if (when === 'after') await (job.storage[method] as (...all: never[]) => Promise<unknown>)(...given)
          throw new Error('the disk is full')
        },
      })
      const report = await writeTlog({ ...job, storage: failing })
      if (method !== 'removePartials') {
        expect(report?.problem).toContain('the disk is full')
        expect((await findTlogState(database.db))?.problem).toContain('the disk is full')
      }
      await queueFacts(database.db, [verdictOf('c/1')], NOW)
      expect(await writeTlog(job)).toMatchObject({ size: 305, problem: null })
      expect(await idsIn()).toEqual(['a/1', ...Array.from({ length: 300 }, (_, i) => `b/${i}`), 'c/1'])
    })

    test('after the checkpoint and before the database knows, is repaired by the next run', async () => {
      await openTlog(database.db, OPENING, NOW)
      await queueFacts(
        database.db,
        Array.from({ length: 300 }, (_, i) => verdictOf(`b/${i}`)),
        NOW,
      )
      await writeTlog(job)
      await database.db.execute(sql`UPDATE log_state SET published = 10, published_root = NULL`)
      await queueFacts(database.db, [verdictOf('c/1')], NOW)
      expect(await writeTlog(job)).toMatchObject({ size: 304, published: 1, problem: null })
      expect((await idsIn()).at(-1)).toBe('c/1')
    })
  })

  test('a database restored from a backup takes over what was published, and numbers its own facts after it', async () => {
    await openTlog(database.db, OPENING, NOW)
    await queueFacts(database.db, [verdictOf('a/1')], NOW)
    await writeTlog(job)
    const before = await findTlogState(database.db)
    await queueFacts(database.db, [verdictOf('lost/1'), verdictOf('lost/2')], NOW)
    await writeTlog(job)
    await database.db.execute(sql`DELETE FROM log_leaves WHERE index >= ${before?.size}`)
    await database.db.execute(
      sql`UPDATE log_state SET size = ${before?.size}, published = ${before?.published}, published_root = ${before?.publishedRoot}`,
    )
    await queueFacts(database.db, [verdictOf('new/1')], NOW)
    // A process that crashed had numbered it already, as if nothing were there.
    await writeTlog({ ...job, storage: failingStorage(job.storage) })
    expect(await writeTlog(job)).toMatchObject({ size: 7, problem: null })
    expect(await idsIn()).toEqual(['a/1', 'lost/1', 'lost/2', 'new/1'])
    const rows = await rowsOf(database.db, sql`SELECT subject FROM log_leaves WHERE subject IS NOT NULL ORDER BY index`)
    expect(rows).toEqual(['a/1', 'lost/1', 'lost/2', 'new/1'].map((subject) => ({ subject })))
  })

  test('a storage behind the database, an empty one, another log and a fork each stop the log, with words', async () => {
    await openTlog(database.db, OPENING, NOW)
    await queueFacts(database.db, [verdictOf('a/1')], NOW)
    await writeTlog(job)
    await queueFacts(database.db, [verdictOf('a/2')], NOW)
    const empty = await mkdtemp(join(tmpdir(), 'assay-log-'))
    try {
      const report = await writeTlog({ ...job, storage: folderStorage(empty) })
      expect(report?.problem).toContain('what was published must not be replaced')
      expect(await readdir(empty)).toEqual([])
    } finally {
      await rm(empty, { recursive: true, force: true })
    }
    await database.db.execute(sql`UPDATE log_state SET published_root = ${'00'.repeat(32)}`)
    expect((await writeTlog(job))?.problem).toContain('a fork')
    await database.db.execute(sql`UPDATE log_state SET origin = 'other.test/log', published_root = NULL`)
    expect((await writeTlog(job))?.problem).toContain('is not continued')
    expect(lines.filter((line) => line.startsWith('Nothing is appended'))).toHaveLength(3)
    expect((await findTlogState(database.db))?.problem).not.toBeNull()
  })

  test('two processes write one log', async () => {
    await openTlog(database.db, OPENING, NOW)
    const ids = Array.from({ length: 15 }, (_, i) => `a/${i}`)
    for (const id of ids) {
      await queueFacts(database.db, [verdictOf(id)], NOW)
      await Promise.all([writeTlog(job), writeTlog({ ...job, storage: folderStorage(folder) })])
    }
    await writeTlog(job)
    expect(await idsIn()).toEqual(ids)
    expect(lines).toEqual([])
  })

  test('a key of the settings takes over: the next checkpoint has its signature, and the log says that the other retired', async () => {
    await openTlog(database.db, OPENING, NOW)
    await writeTlog(job)
    const before = parseNote((await job.storage.readCheckpoint()) ?? '')?.signatures[0]?.keyId
    const configuredSeed = randomBytes(32).toString('base64url')
    await openTlog(database.db, { ...OPENING, configuredSeed }, NOW)
    expect(await writeTlog(job)).toMatchObject({ published: 0, problem: null })
    expect(lines).toEqual([expect.stringContaining('LOG_KEY')])
    job = { ...job, configuredSeed }
    expect(await writeTlog(job)).toMatchObject({ size: 5, published: 2 })
    const after = parseNote((await job.storage.readCheckpoint()) ?? '')?.signatures.map(({ keyId }) => keyId)
    expect(after).toHaveLength(1)
    expect(after).not.toContain(before)
    const events = (await leavesIn(job.storage)).flatMap((leaf) => (leaf.kind === 'key' ? [leaf.event] : []))
    expect(events).toEqual(['published', 'retired', 'published'])
  })
})

/** A storage in which nothing was ever published and nothing can be. */
function failingStorage(storage: TlogStorage): TlogStorage {
  return Object.assign(Object.create(storage) as TlogStorage, {
    create: () => Promise.reject(new Error('the process was killed')),
  })
}
