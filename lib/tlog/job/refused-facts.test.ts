import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderStorage } from 'assay-tlog/storage/folder'
import { readBundle, readTree } from 'assay-tlog/tree/stored-tree'
import { type Leaf, leafBytes, parseLeaf } from 'assay-verify/leaves/leaf'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, rowsOf } from '../../store/database'
import { queueFacts } from '../../store/outbox/queue'
import { setQueueKey } from '../../store/outbox/queue-key'
import { onDatabase } from '../../store/test-databases'
import { countRefused } from '../sql/refused-facts'
import { findTlogState } from '../sql/state'
import { openWitnessRounds } from './cosign-checkpoint'
import { openTlog } from './open-tlog'
import { findSigner } from './signers'
import { type TlogJob, writeTlog } from './write-tlog'

const NOW = new Date('2026-11-23T06:15:00.000Z')
const AT = NOW.toISOString()
const OPENING = { origin: 'assay.test/log', software: 'assay test', configuredSeed: null, isExposed: false }
const KEY = new Uint8Array(32).fill(3)
const FORM = { v: 2, queuedAt: AT }
const TWENTY_DAYS_AGO = '2026-11-03T06:00:00.000Z'
const verdictOf = (id: string) => ({ kind: 'verdict', at: AT, id, from: 'unknown', to: 'healthy' }) as const
const upOf = { kind: 'interval', at: TWENTY_DAYS_AGO, id: 'a/b', target: 0, state: 'up', previous: null } as const
const DOWN = { ...upOf, at: AT, state: 'down', previous: { state: 'up', from: TWENTY_DAYS_AGO, to: AT } } as const

/** Lies of somebody who can write the database and has no key. */
const LIES: [string, object][] = [
  ['an interval of the past', { ...upOf, ...FORM }],
  ['maintenance of the past', { ...upOf, state: 'maintenance', ...FORM }],
  ['a second fact that erases an outage', { ...DOWN, state: 'up', previous: null, ...FORM }],
  ['a fact of an earlier version, without a time in the queue', upOf],
  ['a leaf of the earlier form', { ...upOf, v: 1 }],
  ['no fact', { a: 1 }],
]

describe('facts that no process of this service queued as they are', () => {
  onDatabase((database) => {
    let folder: string
    let lines: string[]
    let job: TlogJob
    let db: Database
    beforeEach(async () => {
      db = database.db
      await db.execute(
        sql`TRUNCATE log_state, log_keys, log_queue, log_leaves, log_documents, log_declared, log_refused`,
      )
      folder = await mkdtemp(join(tmpdir(), 'assay-refused-'))
      lines = []
      setQueueKey(KEY)
      job = {
        ...{ db, storage: folderStorage(folder), configuredSeed: null, documentDays: 90, clock: () => NOW },
        ...{ rounds: openWitnessRounds([]), signal: new AbortController().signal, log: (line) => lines.push(line) },
      }
      await openTlog(db, OPENING, NOW)
      await queueFacts(db, [DOWN], NOW)
    })
    afterEach(async () => {
      setQueueKey(new Uint8Array(32).fill(1))
      await rm(folder, { recursive: true, force: true })
    })

    const logged = async (): Promise<Leaf[]> => {
      const signers = await findSigner(db, null)
      if (signers === undefined) throw new Error('no key')
      const entries = await readBundle(job.storage, await readTree(job.storage, signers), 0)
      return entries.flatMap((entry) => {
        const parsed = parseLeaf(entry)
        return parsed.ok ? [parsed.leaf] : []
      })
    }
    const loggedOnly = async (...facts: object[]) => {
      const leaves = (await logged()).filter(({ kind }) => kind === 'interval' || kind === 'verdict')
      expect(leaves).toEqual(facts.map((fact) => ({ ...fact, ...FORM })))
    }
    const plant = (fact: object, signature: string | null = null, identity: string | null = null) =>
      db.execute(
        sql`INSERT INTO log_queue (fact, signature, identity) VALUES (${JSON.stringify(fact)}::json, ${signature}, ${identity})`,
      )
    const refused = () =>
      rowsOf<{ fact: object; reason: string }>(db, sql`SELECT fact, reason FROM log_refused ORDER BY key`)
    const queuedRow = async () => {
      const [row] = await rowsOf<{ fact: Leaf; signature: string }>(
        db,
        sql`SELECT fact, signature FROM log_queue WHERE fact ->> 'kind' = 'interval'`,
      )
      if (row === undefined) throw new Error('nothing is queued')
      return row
    }

    test.each(LIES)('%s, inserted with SQL, is kept apart; the others are logged', async (_, lie) => {
      await plant(lie)
      await plant(lie, 'A'.repeat(43))
      await plant(lie, (await queuedRow()).signature)
      await queueFacts(db, [verdictOf('a/1')], NOW)
      expect(await writeTlog(job)).toMatchObject({ problem: null })
      await loggedOnly(DOWN, verdictOf('a/1'))
      expect((await refused()).map(({ fact }) => fact)).toEqual([lie, lie, lie])
      expect(lines).toEqual([expect.stringContaining('3 facts in the queue of the log cannot be logged')])
      expect(await countRefused(db)).toBe(3)
      expect(await rowsOf(db, sql`SELECT key FROM log_queue`)).toEqual([])
      await writeTlog(job)
      expect(lines).toHaveLength(1)
    })

    test.each([
      ['its state', sql`jsonb_set(fact::jsonb, '{state}', '"up"')`],
      ['its time', sql`jsonb_set(fact::jsonb, '{at}', ${JSON.stringify(TWENTY_DAYS_AGO)}::jsonb)`],
      [
        'the time at which it was queued',
        sql`jsonb_set(fact::jsonb, '{queuedAt}', ${JSON.stringify(TWENTY_DAYS_AGO)}::jsonb)`,
      ],
      ['its target', sql`jsonb_set(fact::jsonb, '{target}', '1')`],
      ['what it is about', sql`jsonb_set(fact::jsonb, '{id}', '"x/y"')`],
      ['what was before', sql`jsonb_set(fact::jsonb, '{previous}', 'null')`],
      ['a member that no leaf has', sql`jsonb_set(fact::jsonb, '{more}', '1')`],
    ])('a queued fact of which %s was altered is kept apart', async (_, altered) => {
      await db.execute(sql`UPDATE log_queue SET fact = (${altered})::json WHERE fact ->> 'kind' = 'interval'`)
      await writeTlog(job)
      await loggedOnly()
      expect(await refused()).toHaveLength(1)
    })

    test('the identity is signed too, so that a fact cannot be made to look like one that is known', async () => {
      await db.execute(sql`UPDATE log_queue SET identity = 'formula x' WHERE fact ->> 'kind' = 'interval'`)
      await writeTlog(job)
      expect(await refused()).toHaveLength(1)
    })

    test('other white space and order of members are the same fact', async () => {
      const { fact, signature } = await queuedRow()
      await db.execute(sql`DELETE FROM log_queue WHERE fact ->> 'kind' = 'interval'`)
      await plant(Object.fromEntries(Object.entries(fact).reverse()), signature)
      await writeTlog(job)
      await loggedOnly(DOWN)
      expect(await refused()).toEqual([])
    })

    test('a signed row that is inserted again, before or after it was logged, is one leaf', async () => {
      const { fact, signature } = await queuedRow()
      await plant(fact, signature)
      await writeTlog(job)
      await plant(fact, signature)
      await plant(fact, signature)
      await queueFacts(db, [verdictOf('a/1')], NOW)
      await writeTlog(job)
      await loggedOnly(DOWN, verdictOf('a/1'))
      expect(await refused()).toEqual([])
      expect(lines).toEqual([
        expect.stringContaining('1 facts in the queue of the log were logged before'),
        expect.stringContaining('2 facts in the queue of the log were logged before'),
      ])
    })

    test('a leaf that is written or altered in the database before it is published is kept apart, and the others are published', async () => {
      const storage = Object.assign(Object.create(job.storage), {
        create: () => Promise.reject(new Error('the disk is full')),
      })
      await queueFacts(db, [verdictOf('a/1'), verdictOf('a/2')], NOW)
      await writeTlog({ ...job, storage })
      const size = (await findTlogState(db))?.size ?? 0
      await db.execute(sql`UPDATE log_leaves SET entry = replace(entry, 'a/1', 'x/1') WHERE subject = 'a/1'`)
      const entry = new TextDecoder().decode(leafBytes({ ...upOf, v: 2, queuedAt: AT }))
      for (const [at, text] of [entry, 'no JSON'].entries()) {
        await db.execute(
          sql`INSERT INTO log_leaves (index, hash, kind, at, entry) VALUES (${size + at}, '\\x00', 'interval', now(), ${text})`,
        )
      }
      await db.execute(sql`UPDATE log_state SET size = size + 1`)
      await queueFacts(db, [verdictOf('a/3')], NOW)
      expect(await writeTlog(job)).toMatchObject({ problem: null })
      await loggedOnly(DOWN, verdictOf('a/2'), verdictOf('a/3'))
      const kept = (await refused()).map(({ fact }) => fact)
      expect(kept).toEqual(['no JSON', { ...verdictOf('x/1'), ...FORM }, { ...upOf, ...FORM }])
    })

    test('a process with another key logs nothing of the others, and one without a key writes nothing', async () => {
      setQueueKey(null)
      await queueFacts(db, [verdictOf('a/unsigned')], NOW)
      expect(await writeTlog(job)).toBeUndefined()
      setQueueKey(new Uint8Array(32).fill(4))
      await queueFacts(db, [verdictOf('a/1')], NOW)
      await writeTlog(job)
      await loggedOnly(verdictOf('a/1'))
      expect((await refused()).length).toBeGreaterThan(1)
    })

    test('a log that is renamed before anything is published signs only what was signed', async () => {
      await plant({ kind: 'log_opened', at: AT, origin: 'x', software: 'x', ...FORM })
      await openTlog(db, { ...OPENING, origin: 'other.test/log' }, NOW)
      await writeTlog(job)
      expect((await logged()).filter(({ kind }) => kind === 'log_opened')).toMatchObject([{ origin: 'other.test/log' }])
      expect(await refused()).toHaveLength(1)
    })
  })
})
