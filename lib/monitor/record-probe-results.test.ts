import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { assess } from '../core/verdict/assessment'
import { reassessAll } from '../jobs/assess/reassess-all'
import type { ProbeResult } from '../probers/probe'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { listRecentObservations, listStandingsForUpdate } from '../store/evidence/evidence'
import { openRatingReader } from '../store/ratings/ratings'
import { targetAt, testServer, uncategorized } from '../store/test-catalog'
import { onEveryDatabase, TEST_EPOCH } from '../store/test-databases'
import { recordProbeResults } from './record-probe-results'

const minutesOn = (minutes: number) => new Date(TEST_EPOCH.getTime() + minutes * 60_000)

describe('a batch of looks', () => {
  onEveryDatabase(({ db }) => {
    let serverKey = 0
    beforeEach(async () => {
      await db.delete(servers)
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('c/one')], minutesOn(0), uncategorized)
      serverKey = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
    })

    const see = (minutes: number, latencyMs: number | null = 100) => {
      const reason = 'answered' as const
      const observation = { observedAt: minutesOn(minutes), reason, latencyMs, httpStatus: 200, vantage: 'test' }
      const told = {
        generation: null,
        protocolVersion: null,
        serverInfo: null,
        tools: null,
        toolsCut: false,
        notes: [],
      }
      const probe: ProbeResult = { reason, httpStatus: 200, retryAfterMs: null, ...told, observation }
      const target = targetAt('https://one.example/mcp')
      const finished = { serverKey, target, probe, nextDueAt: minutesOn(minutes), isRecheck: false }
      return recordProbeResults(db, 'lease', [finished], minutesOn(minutes))
    }
    const verdictAt = async (minutes: number) => {
      const rating = await openRatingReader(db).findRating('c/one')
      return assess(rating?.serverState ?? null, 'open', null, minutesOn(minutes)).verdict
    }

    test('a latency that is none is kept as none, and one past all measure as the longest', async () => {
      const given = [0, 600_000, Number.POSITIVE_INFINITY, Number.NaN, -1, null]
      for (const [index, latencyMs] of given.entries()) await see(index * 15, latencyMs)
      const probes = await listRecentObservations(db, serverKey, 10)
      expect(probes.map(({ latencyMs }) => latencyMs).reverse()).toEqual([0, 32_767, 32_767, null, null, null])
    })

    test('a batch and a catalog that write the same servers take turns, in whatever order the catalog has them', async () => {
      const both = (title: string) => ['c/two', 'c/one'].map((id) => testServer(id, { title }))
      const file = { source: 'file', precedence: 1 }
      await recordServers(db, file, both('Old'), minutesOn(0), uncategorized)
      const [one, two] = await db.select({ key: servers.key }).from(servers).orderBy(servers.key)
      let taking: Promise<unknown> = Promise.resolve()
      await db.transaction(async (tx) => {
        await listStandingsForUpdate(tx, [one?.key ?? 0])
        taking = recordServers(db, file, both('New'), minutesOn(1), uncategorized)
        await wait(200)
        await listStandingsForUpdate(tx, [two?.key ?? 0])
      })
      expect(await taking).toMatchObject({ serversChanged: 2 })
    })

    test('what another filter believed is as if nothing had been seen, and two looks bring the server back', async () => {
      for (const minutes of [0, 15]) await see(minutes)
      expect(await verdictAt(16)).toBe('healthy')
      await db.execute(
        sql`UPDATE server_states SET state = '{"model":"filter-1","liveness":"up","lastInformativeAt":1}'`,
      )
      expect(await verdictAt(16)).toBe('unknown')
      await reassessAll(db, () => minutesOn(17), { quietSince: null })
      for (const minutes of [30, 45]) await see(minutes)
      expect(await verdictAt(46)).toBe('healthy')
    })
  })
})
