import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { updateServerState } from 'assay-verify/state/server-state'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { uptimeFrom } from '../../core/history/uptime'
import { recordDeletedServers, recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { DatabaseUnavailable } from '../connection/database-unavailable'
import type { Database } from '../database'
import { recordServerStates } from '../evidence/evidence'
import { readsOf } from '../reads/reads'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { openRatingReplica, type RatingReplica } from './rating-replica'
import { openRatingReader, type RatingReader, recordRatings } from './ratings'

const FILE = { source: 'file', precedence: 1 }
const now = TEST_EPOCH

describe('rating replica', () => {
  onDatabase(({ db }) => {
    let askedOfDatabase: string[] = []
    let replica: RatingReplica
    const failures: unknown[] = []

    afterAll(async () => {
      await replica.close()
    })
    beforeEach(async () => {
      await replica?.close()
      await db.delete(servers)
      askedOfDatabase = []
      const reader = openRatingReader(db)
      const counting: RatingReader = {
        findRating: (id) => {
          askedOfDatabase.push(id)
          return reader.findRating(id)
        },
        heldRating: reader.heldRating,
      }
      replica = openRatingReplica(readsOf(db), counting, (cause) => failures.push(cause))
    })

    const keyOf = async (id: string) =>
      (await db.select({ key: servers.key }).from(servers).where(eq(servers.id, id)))[0]?.key ?? -1
    /** What a probe leaves: a state of the server, a rating of its tools. */
    const probe = async (serverId: string, score: number) => {
      const { serverState } = updateServerState(null, {
        observedAt: now,
        reason: 'answered',
        latencyMs: 5,
        httpStatus: 200,
        vantage: 'test',
      })
      const serverKey = await keyOf(serverId)
      await db.transaction(async (tx) => {
        const state = {
          serverKey,
          serverState,
          uptime: uptimeFrom([], now, now),
          scoreFacts: EMPTY_SCORE_FACTS,
          verdict: 'healthy' as const,
        }
        await recordServerStates(tx, [{ ...state, asOf: now, staleAfter: now }])
        await recordRatings(tx, [{ id: `${serverId}/x`, verdict: 'healthy', score, grade: 'A' }])
      })
    }
    const seen = async (id: string) => {
      const before = askedOfDatabase.length
      const rating = await replica.findRating(id)
      return { score: rating?.score, fromMemory: askedOfDatabase.length === before }
    }

    test('probed subjects are answered from memory, exactly as the database has them; all others by the database', async () => {
      await recordServers(
        db,
        FILE,
        [testServer('m/rated', { tools: [testTool('x')] }), testServer('m/unrated')],
        now,
        uncategorized,
      )
      await probe('m/rated', 91.5)
      expect(await seen('m/rated/x')).toEqual({ score: 91.5, fromMemory: false })
      await replica.start()
      expect(await seen('m/rated/x')).toEqual({ score: 91.5, fromMemory: true })
      expect(await replica.findRating('m/rated/x')).toEqual(await openRatingReader(db).findRating('m/rated/x'))
      expect(await replica.findRating('m/rated')).toMatchObject({ kind: 'server' })
      expect((await seen('m/unrated')).fromMemory).toBe(false)
      expect(await seen('m/rated/X')).toEqual({ score: undefined, fromMemory: false })
    })

    test('a new probe, a new server, and a server that its source deleted are seen within seconds', async () => {
      await recordServers(db, FILE, [testServer('m/one', { tools: [testTool('x')] })], now, uncategorized)
      await probe('m/one', 50)
      await replica.start()
      await probe('m/one', 60)
      await expect.poll(() => seen('m/one/x'), { timeout: 5000 }).toEqual({ score: 60, fromMemory: true })

      await recordServers(db, FILE, [testServer('m/two', { tools: [testTool('x')] })], now, uncategorized)
      await probe('m/two', 70)
      await expect.poll(() => seen('m/two/x'), { timeout: 5000 }).toEqual({ score: 70, fromMemory: true })

      await recordDeletedServers(db, FILE, ['m/one'], now)
      await expect.poll(async () => (await replica.findRating('m/one/x'))?.removedAt, { timeout: 5000 }).toEqual(now)
    })

    test('while changes cannot be read, nothing is answered from memory, and that is reported once', async () => {
      await recordServers(db, FILE, [testServer('m/cut', { tools: [testTool('x')] })], now, uncategorized)
      await probe('m/cut', 50)
      let isCut = false
      const cuttable: Database = new Proxy(db, {
        get: (target, name) =>
          name === 'execute' && isCut ? () => Promise.reject(new Error('connection lost')) : Reflect.get(target, name),
      })
      await replica.close()
      failures.length = 0
      replica = openRatingReplica(readsOf(cuttable), openRatingReader(db), (cause) => failures.push(cause))
      await replica.start()
      isCut = true
      await probe('m/cut', 60)
      await expect.poll(async () => (await replica.findRating('m/cut/x'))?.score, { timeout: 5000 }).toBe(60)
      await expect.poll(() => failures.length, { timeout: 5000 }).toBe(1)
    })

    describe('of more ratings than fit into memory', () => {
      const TOOLS = Array.from({ length: 100 }, (_, n) => testTool(`t${n}`))
      let parts = 0
      const openWithin = async (ratingBytes: number, on = db) => {
        await replica.close()
        parts = 0
        const bounds = { ratingBytes, wordBytes: 0, onPart: () => (parts += 1) }
        replica = openRatingReplica(readsOf(on), openRatingReader(on), (cause) => failures.push(cause), bounds)
        await replica.start()
      }
      const fill = async (id: string) => {
        await recordServers(db, FILE, [testServer(id, { tools: [testTool('x'), ...TOOLS] })], now, uncategorized)
        await probe(id, 50)
      }

      test('a catalog that outgrows its bound while it is kept is then kept in part, and that is reported once', async () => {
        await fill('m/first')
        await openWithin(150_000)
        expect([replica.use().holds, parts]).toEqual(['all', 0])
        await fill('m/second')
        await expect.poll(() => replica.use().holds, { timeout: 5000 }).toBe('part')
        expect(replica.marks.isWhole()).toBe(false)
        for (const id of ['m/first/x', 'm/second/x', 'm/first/x'])
          expect(await replica.findRating(id)).toEqual(
            expect.objectContaining(await openRatingReader(db).findRating(id)),
          )
        expect(replica.use()).toMatchObject({ subjects: 2, hits: 1, misses: 2 })
        await probe('m/second', 60)
        await expect.poll(async () => (await replica.findRating('m/second/x'))?.score, { timeout: 5000 }).toBe(60)
        expect([replica.use().subjects, parts]).toEqual([2, 1])
      })

      test('a start on a catalog that is known not to fit reads none of it', async () => {
        await fill('m/large')
        await db.execute(sql`ANALYZE subjects, servers`)
        let reads = 0
        const counted: Database = new Proxy(db, {
          get: (target, name) => {
            if (name === 'transaction') reads += 1
            return Reflect.get(target, name)
          },
        })
        await openWithin(20_000, counted)
        expect([replica.use().holds, replica.use().subjects, parts, reads]).toEqual(['part', 0, 1, 0])
        expect(replica.ageMs()).not.toBeNull()
        expect(await replica.findRating('m/large/x')).toMatchObject({ score: 50 })
        await probe('m/large', 70)
        await expect.poll(async () => (await replica.findRating('m/large/x'))?.score, { timeout: 5000 }).toBe(70)
      })

      test('while the database is away, what is held is there, and what is not is a failure', async () => {
        await fill('m/away')
        let isAway = false
        const present = <Value>(value: Value) => {
          if (isAway) throw new DatabaseUnavailable('unreachable')
          return value
        }
        const stored = openRatingReader(db)
        const reader = { findRating: async (id: string) => present(stored).findRating(id), heldRating: () => undefined }
        const bounds = { ratingBytes: 20_000, wordBytes: 0 }
        replica = openRatingReplica({ ...readsOf(db), pinned: () => present(db) }, reader, () => undefined, bounds)
        await replica.start()
        expect(await replica.findRating('m/away/x')).toBeDefined()
        isAway = true
        expect(replica.heldRating('m/away/x')).toMatchObject({ score: 50 })
        expect(replica.heldRating('m/away/t1')).toBeUndefined()
        // Until changes count as unknown, and after that.
        for (const id of ['m/away/t1', 'no/such']) await expect(replica.findRating(id)).rejects.toThrow('unreachable')
        await expect
          .poll(() => replica.findRating('m/away/x').then(String, (cause) => cause.fault), { timeout: 5000 })
          .toBe('unreachable')
        expect(replica.heldRating('m/away/x')).toMatchObject({ score: 50 })
      })
    })
  })
})
