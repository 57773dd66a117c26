import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ProbeResult } from '../probers/probe'
import { NOTHING_FOUND } from '../probers/prober'
import { RECORDING_STEPS } from '../runtime/recording-steps'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { DatabaseUnavailable } from '../store/connection/database-unavailable'
import type { Database } from '../store/database'
import { listRecentObservations } from '../store/evidence/evidence'
import { targetAt, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { addTestTargets } from '../store/test-targets'
import { ConnectivityCheck } from './connectivity-check'
import { ResultWriter } from './result-writer'
import { openTestConnectivity } from './test-probe-job'

const now = TEST_EPOCH

describe('results of probes', () => {
  onDatabase(({ db }) => {
    const open = (database: Database, signal: AbortSignal) =>
      new ResultWriter({
        db: database,
        steps: RECORDING_STEPS,
        lease: { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 },
        clock: () => now,
        log: (line) => expect.fail(line),
        signal,
        connectivity: new ConnectivityCheck(openTestConnectivity()),
        onWritten: () => undefined,
      })
    const resultOf = (serverKey: number) => {
      const observation = {
        observedAt: now,
        reason: 'answered',
        latencyMs: 5,
        httpStatus: 200,
        vantage: 'test',
      } as const
      const probe: ProbeResult = { ...NOTHING_FOUND, reason: 'answered', httpStatus: 200, observation }
      return { serverKey, targetNo: 0, target: targetAt('https://one.example/mcp'), probe, wasFailing: false }
    }

    test('are kept while the database is not available, and stored when it is; a stop ends the wait', async () => {
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('w/one')], now, uncategorized)
      await addTestTargets(db, now)
      const serverKey = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
      let refusals = 0
      let isAway = true
      const failing = new Proxy(db, {
        get: (target, name) => {
          if (name !== 'transaction' || !isAway) return Reflect.get(target, name)
          return async () => {
            refusals += 1
            throw new DatabaseUnavailable('unreachable')
          }
        },
      })
      const writer = open(failing, new AbortController().signal)
      writer.add(resultOf(serverKey))
      await expect.poll(() => refusals, { timeout: 10_000 }).toBeGreaterThan(1)
      expect([writer.isIdle, writer.hasFailed]).toEqual([false, false])
      isAway = false
      await writer.flush()
      expect(writer.hasFailed).toBe(false)
      expect(await listRecentObservations(db, serverKey, 5)).toHaveLength(1)

      isAway = true
      const stop = new AbortController()
      const stopped = open(failing, stop.signal)
      stopped.add(resultOf(serverKey))
      stop.abort()
      await stopped.flush()
      expect(() => stopped.throwIfFailed()).toThrow('not available')
      expect(await db.execute(sql`SELECT 1`)).toBeDefined()
    })
  })
})
