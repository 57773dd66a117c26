import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { updateServerState } from 'assay-verify/state/server-state'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { uptimeFrom } from '../../core/history/uptime'
import { recordDeletedServers, recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
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
  })
})
