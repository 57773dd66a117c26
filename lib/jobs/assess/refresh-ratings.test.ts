import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordProbeResults } from '../../monitor/record-probe-results'
import type { ProbeResult } from '../../probers/probe'
import { NOTHING_FOUND } from '../../probers/prober'
import { RECORDING_STEPS } from '../../runtime/recording-steps'
import { recordServers } from '../../store/catalog/catalog'
import { servers, subjects } from '../../store/catalog/catalog-schema'
import type { Database } from '../../store/database'
import { serverStates } from '../../store/evidence/evidence-schema'
import { targetAt, testServer, uncategorized } from '../../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../../store/test-databases'
import { addTestTargets } from '../../store/test-targets'
import { refreshRatings } from './refresh-ratings'

const LEASE = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
const hoursOn = (hours: number) => new Date(TEST_EPOCH.getTime() + hours * 3_600_000)

describe('stale ratings', () => {
  onDatabase(({ db }) => {
    let serverKey = 0
    beforeEach(async () => {
      await db.delete(servers)
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('r/one')], hoursOn(0), uncategorized)
      await addTestTargets(db, hoursOn(0))
      serverKey = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
      for (const hours of [0, 0.25]) await record(hours)
    })

    const record = (hours: number) => {
      const reason = 'answered' as const
      const observation = { observedAt: hoursOn(hours), reason, latencyMs: 100, httpStatus: 200, vantage: 'test' }
      const probe: ProbeResult = { ...NOTHING_FOUND, reason, httpStatus: 200, observation }
      const target = targetAt('https://one.example/mcp')
      const finished = { serverKey, targetNo: 0, target, probe }
      return recordProbeResults(db, LEASE, [finished], hoursOn(hours), RECORDING_STEPS)
    }
    const verdicts = async () => {
      const states = await db.select({ verdict: serverStates.verdict }).from(serverStates)
      const rated = await db.select({ verdict: subjects.verdict }).from(subjects).where(eq(subjects.id, 'r/one'))
      return [...states, ...rated].map(({ verdict }) => verdict)
    }

    test('a server without recent evidence is unknown, in the state and in the rating', async () => {
      expect(await verdicts()).toEqual(['healthy', 'healthy'])
      expect(await refreshRatings(db, () => hoursOn(2))).toEqual({ servers: 0, ratings: 0 })
      expect(await refreshRatings(db, () => hoursOn(3))).toEqual({ servers: 1, ratings: 1 })
      expect(await verdicts()).toEqual(['unknown', 'unknown'])
    })

    test('a probe in between is not overwritten, and becomes stale like any other', async () => {
      let isSeen = false
      const meanwhile: Database = new Proxy(db, {
        get: (target, name) => {
          if (name !== 'transaction') return Reflect.get(target, name)
          return async (work: (tx: Database) => Promise<unknown>) => {
            if (!isSeen) for (const hours of [2.98, 2.99]) await record(hours)
            isSeen = true
            return target.transaction(work)
          }
        },
      })
      await refreshRatings(meanwhile, () => hoursOn(3))
      expect(await verdicts()).toEqual(['healthy', 'healthy'])
      expect(await refreshRatings(db, () => hoursOn(6))).toEqual({ servers: 1, ratings: 1 })
      expect(await verdicts()).toEqual(['unknown', 'unknown'])
    })
  })
})
