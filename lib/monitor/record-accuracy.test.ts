import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verdictAccuracy } from '../core/accuracy/verdict-accuracy'
import { at, HOURS, MINUTES, probe, probes } from '../core/state/test-observations'
import { type Assessment, assess } from '../core/verdict/assessment'
import type { Verdict } from '../core/verdict/verdict'
import { detectionDelays, verdictTallies } from '../store/accuracy/accuracy-schema'
import { sumDetectionDelays, sumVerdictTallies } from '../store/accuracy/verdict-accuracy'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { recordObservations } from '../store/evidence/evidence'
import { makeObservationPartitions } from '../store/evidence/partitions'
import { testServer, uncategorized } from '../store/test-catalog'
import { onEveryDatabase } from '../store/test-databases'
import { recordAccuracy } from './record-accuracy'

const FILE = { source: 'file', precedence: 1 }

describe('accuracy of verdicts', () => {
  onEveryDatabase(({ db }) => {
    let serverKey = 0

    beforeAll(async () => {
      await makeObservationPartitions(db, at(0))
    })
    beforeEach(async () => {
      await db.delete(servers)
      await db.delete(verdictTallies)
      await db.delete(detectionDelays)
      await db.execute(sql`DELETE FROM observations`)
      await recordServers(db, FILE, [testServer('p/one')], at(0), uncategorized)
      const [row] = await db.select({ key: servers.key }).from(servers)
      serverKey = row?.key ?? 0
    })

    const unknown = assess(null, 'open', null, at(0))
    const says = (verdict: Verdict, reachable: boolean | null): Assessment => ({
      ...unknown,
      verdict,
      axes: { ...unknown.axes, reachable },
    })
    const healthy = says('healthy', true)
    const degraded = says('degraded', true)
    const down = says('down', false)
    const turn = (before: Assessment, after: Assessment, seconds: number) => {
      const sides = {
        before: { serverState: null, assessment: before },
        after: { serverState: null, assessment: after },
      }
      return db.transaction((tx) => recordAccuracy(tx, [{ serverKey, ...sides, intervals: [] }], at(seconds)))
    }
    const accuracy = async () =>
      verdictAccuracy(await sumVerdictTallies(db, '2000-01-01'), await sumDetectionDelays(db, '2000-01-01'))
    const saw = (...seen: ReturnType<typeof probe>[]) =>
      recordObservations(
        db,
        seen.map((observation) => ({ serverKey, observation })),
      )

    test('a first verdict, one for want of evidence, and one that stays count for nothing', async () => {
      await turn(unknown, down, 0)
      await turn(down, unknown, 60)
      await turn(down, down, 120)
      const { byVerdict, down: told } = await accuracy()
      expect(byVerdict.map(({ begun }) => begun)).toEqual([0, 0, 0, 0])
      expect(told).toEqual({
        begun: 0,
        takenBack: 0,
        takenBackShare: null,
        timed: 0,
        sinceLastAnswer: null,
        sinceFirstFailure: null,
      })
    })

    test('a down that the next looks take back is counted, and a lasting one is not', async () => {
      await turn(healthy, down, 0)
      await turn(down, healthy, 16 * MINUTES)
      await turn(healthy, down, 5 * HOURS)
      await turn(down, degraded, 7 * HOURS)
      await turn(degraded, healthy, 7 * HOURS + 30 * MINUTES)
      const found = await accuracy()
      expect(found.down).toMatchObject({ begun: 2, takenBack: 1, takenBackShare: 0.5 })
      expect(found.byVerdict).toEqual([
        { verdict: 'healthy', begun: 2, reversed: 0, reversedShare: 0 },
        { verdict: 'degraded', begun: 1, reversed: 0, reversedShare: 0 },
        { verdict: 'unknown', begun: 0, reversed: 0, reversedShare: null },
        { verdict: 'down', begun: 2, reversed: 1, reversedShare: 0.5 },
      ])
    })

    test('the time to detect is counted from the last answer and from the first failure', async () => {
      const failing = probes(35 * MINUTES, 5, 'timed_out', 20)
      await saw(...probes(0, 2), probe(25 * MINUTES, 'timed_out'), probe(30 * MINUTES, 'forbidden'), ...failing)
      await turn(healthy, down, 35 * MINUTES + 80)
      const { timed, sinceLastAnswer, sinceFirstFailure } = (await accuracy()).down
      expect(timed).toBe(1)
      expect(sinceLastAnswer?.p50).toBeGreaterThan(380 / 1.2)
      expect(sinceLastAnswer?.p50).toBeLessThan(380 * 1.2)
      expect(sinceFirstFailure?.p90).toBeGreaterThan(80 / 1.2)
      expect(sinceFirstFailure?.p90).toBeLessThan(80 * 1.2)
    })

    test('a server whose answers nobody has on record is not timed', async () => {
      await saw(probe(0), probe(30 * HOURS, 'timed_out'))
      await turn(healthy, down, 30 * HOURS)
      expect((await accuracy()).down).toMatchObject({ begun: 1, timed: 0 })
    })
  })
})
