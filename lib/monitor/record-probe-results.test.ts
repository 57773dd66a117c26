import { setTimeout as wait } from 'node:timers/promises'
import type { ProbeReason } from 'assay-verify/state/observation'
import type { PackageFacts } from 'assay-verify/state/package-facts'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { assess } from '../core/verdict/assessment'
import { reassessAll } from '../jobs/reassess'
import { packageFindings } from '../probers/package/package-findings'
import type { ProbeResult } from '../probers/probe'
import { NOTHING_FOUND } from '../probers/prober'
import { RECORDING_STEPS } from '../runtime/recording-steps'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { getServerStatesForUpdate, listRecentObservations } from '../store/evidence/evidence'
import { openRatingReader } from '../store/ratings/ratings'
import { targetAt, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { addTestTargets } from '../store/test-targets'
import { recordProbeResults } from './record-probe-results'

const LEASE = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
const minutesOn = (minutes: number) => new Date(TEST_EPOCH.getTime() + minutes * 60_000)

interface Given {
  reason?: ProbeReason
  retryAfterMs?: number
  isDueAtOnce?: boolean
  /** Of the newest version of its package. */
  publishedAt?: Date
}

function testFacts(publishedAt: Date): PackageFacts {
  const unsaid = { deprecated: null, licence: null, hasInstallScripts: null, hasProvenance: null }
  return { registry: 'npm', name: 'one', version: '1.0.0', publishedAt: publishedAt.getTime(), ...unsaid }
}

describe('recording probe results', () => {
  onDatabase(({ db }) => {
    let serverKey = 0
    beforeEach(async () => {
      await db.delete(servers)
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('c/one')], minutesOn(0), uncategorized)
      await addTestTargets(db, minutesOn(0))
      serverKey = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
    })

    const record = (minutes: number, latencyMs: number | null = 100, given: Given = {}) => {
      const { reason = 'answered', retryAfterMs = null, isDueAtOnce = false, publishedAt } = given
      const observation = { observedAt: minutesOn(minutes), reason, latencyMs, httpStatus: 200, vantage: 'test' }
      const ofPackage = publishedAt === undefined ? {} : packageFindings(testFacts(publishedAt), 200)
      const probe: ProbeResult = { ...NOTHING_FOUND, ...ofPackage, reason, httpStatus: 200, retryAfterMs, observation }
      const target = targetAt('https://one.example/mcp')
      const finished = { serverKey, targetNo: 0, target, probe, isDueAtOnce }
      return recordProbeResults(db, LEASE, [finished], minutesOn(minutes), RECORDING_STEPS)
    }
    const verdictAt = async (minutes: number) => {
      const rating = await openRatingReader(db).findRating('c/one')
      return assess(rating?.serverState ?? null, 'open', null, minutesOn(minutes)).verdict
    }

    test('a result of a day that has no partition is stored: the day gets one', async () => {
      const inAMonth = 30 * 24 * 60
      expect(await record(inAMonth)).toMatchObject([{ serverKey }])
      expect((await listRecentObservations(db, serverKey, 5)).map(({ at }) => at)).toEqual([minutesOn(inAMonth)])
    })

    test('a state that is dated far ahead, by a wrong clock, is begun anew', async () => {
      const inAMonth = 30 * 24 * 60
      await record(inAMonth)
      await record(inAMonth + 1)
      await record(0)
      await record(1)
      expect(await verdictAt(2)).toBe('healthy')
    })

    test('the stored state decides when a server is due again', async () => {
      const undecided = await record(0)
      expect(undecided).toMatchObject([
        { serverKey, isRecheck: true, dueAt: new Date(minutesOn(0).getTime() + 20_000) },
      ])
      const [settled] = await record(1)
      expect(settled?.isRecheck).toBe(false)
      const pauseMs = (settled?.dueAt.getTime() ?? 0) - minutesOn(1).getTime()
      expect(Math.abs(pauseMs - 900_000)).toBeLessThanOrEqual(90_000)
      const [throttled] = await record(15, 100, { reason: 'rate_limited', retryAfterMs: 7_200_000 })
      expect(throttled).toMatchObject({ isRecheck: false, dueAt: minutesOn(15 + 120) })
      const [offline] = await record(30, null, { reason: 'connectivity_lost', isDueAtOnce: true })
      expect(offline).toMatchObject({ isRecheck: false, dueAt: minutesOn(30) })
    })

    test('when a package was published last is kept for its server, unless that is still ahead', async () => {
      await db.execute(sql`UPDATE probe_targets SET prober = 'npm-package', evidence = 'publication', kind = 'npm'`)
      const releasedAt = async () => (await db.select({ at: servers.lastReleaseAt }).from(servers))[0]?.at
      await record(0, null, { reason: 'published', publishedAt: minutesOn(-60) })
      expect(await releasedAt()).toEqual(minutesOn(-60))
      await record(60, null, { reason: 'published', publishedAt: minutesOn(600) })
      expect(await releasedAt()).toEqual(minutesOn(-60))
    })

    test('an invalid latency is stored as none, and one beyond the largest as the largest', async () => {
      const given = [0, 600_000, Number.POSITIVE_INFINITY, Number.NaN, -1, null]
      for (const [index, latencyMs] of given.entries()) await record(index * 15, latencyMs)
      const probes = await listRecentObservations(db, serverKey, 10)
      expect(probes.map(({ latencyMs }) => latencyMs).reverse()).toEqual([0, 32_767, 32_767, null, null, null])
    })

    test('a batch and an import that write the same servers do not deadlock, whatever the order of the catalog', async () => {
      const both = (title: string) => ['c/two', 'c/one'].map((id) => testServer(id, { title }))
      const file = { source: 'file', precedence: 1 }
      await recordServers(db, file, both('Old'), minutesOn(0), uncategorized)
      const [one, two] = await db.select({ key: servers.key }).from(servers).orderBy(servers.key)
      let taking: Promise<unknown> = Promise.resolve()
      await db.transaction(async (tx) => {
        await getServerStatesForUpdate(tx, [one?.key ?? 0])
        taking = recordServers(db, file, both('New'), minutesOn(1), uncategorized)
        await wait(200)
        await getServerStatesForUpdate(tx, [two?.key ?? 0])
      })
      expect(await taking).toMatchObject({ serversChanged: 2 })
    })

    test('a state of another filter model counts as no state, and two probes make the server healthy again', async () => {
      for (const minutes of [0, 15]) await record(minutes)
      expect(await verdictAt(16)).toBe('healthy')
      await db.execute(
        sql`UPDATE server_states SET state = '{"model":"filter-1","liveness":"up","lastInformativeAt":1}'`,
      )
      expect(await verdictAt(16)).toBe('unknown')
      await reassessAll(db, () => minutesOn(17), { quietSince: null })
      for (const minutes of [30, 45]) await record(minutes)
      expect(await verdictAt(46)).toBe('healthy')
    })
  })
})
