import { verdictAccuracy } from 'assay-verify/accuracy/verdict-figures'
import { at, HOURS, MINUTES, probe, probes } from 'assay-verify/state/test-observations'
import type { Verdict } from 'assay-verify/verdict'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Assessment, assess } from '../core/verdict/assessment'
import { detectionDelays, verdictTallies } from '../store/accuracy/accuracy-schema'
import { sumDetectionDelays, sumVerdictTallies } from '../store/accuracy/verdict-accuracy'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { recordObservations } from '../store/evidence/evidence'
import { makeObservationPartitions } from '../store/evidence/partitions'
import { testServer, uncategorized } from '../store/test-catalog'
import { onDatabase } from '../store/test-databases'
import { recordAccuracy } from './record-accuracy'

const FILE = { source: 'file', precedence: 1 }

describe('accuracy of verdicts', () => {
  onDatabase(({ db }) => {
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
    const assessed = (verdict: Verdict, reachable: boolean | null): Assessment => ({
      ...unknown,
      verdict,
      axes: { ...unknown.axes, reachable },
    })
    const healthy = assessed('healthy', true)
    const degraded = assessed('degraded', true)
    const down = assessed('down', false)
    const change = (before: Assessment, after: Assessment, seconds: number) => {
      const entry = { serverKey, before: { assessment: before }, after: { assessment: after } }
      return db.transaction((tx) => recordAccuracy(tx, [entry], at(seconds)))
    }
    const accuracy = async () =>
      verdictAccuracy(await sumVerdictTallies(db, '2000-01-01'), await sumDetectionDelays(db, '2000-01-01'))
    const observe = (...seen: ReturnType<typeof probe>[]) =>
      recordObservations(
        db,
        seen.map((observation) => ({ serverKey, observation })),
      )

    test('a first verdict, one without fresh evidence, and one that stays are not counted', async () => {
      await change(unknown, down, 0)
      await change(down, unknown, 60)
      await change(down, down, 120)
      const { byVerdict, down: counts } = await accuracy()
      expect(byVerdict.map(({ begun }) => begun)).toEqual([0, 0, 0, 0])
      expect(counts).toEqual({
        begun: 0,
        takenBack: 0,
        takenBackShare: null,
        timed: 0,
        sinceLastAnswer: null,
        sinceFirstFailure: null,
        knownWithin: [],
      })
    })

    test('a down that the next probes take back is counted, and a lasting one is not', async () => {
      await change(healthy, down, 0)
      await change(down, healthy, 16 * MINUTES)
      await change(healthy, down, 5 * HOURS)
      await change(down, degraded, 7 * HOURS)
      await change(degraded, healthy, 7 * HOURS + 30 * MINUTES)
      const found = await accuracy()
      expect(found.down).toMatchObject({ begun: 2, takenBack: 1, takenBackShare: 0.5 })
      expect(found.byVerdict).toEqual([
        { verdict: 'healthy', begun: 2, reversed: 0, reversedShare: 0 },
        { verdict: 'degraded', begun: 1, reversed: 0, reversedShare: 0 },
        { verdict: 'unknown', begun: 0, reversed: 0, reversedShare: null },
        { verdict: 'down', begun: 2, reversed: 1, reversedShare: 0.5 },
      ])
    })

    test('the time to detection is counted from the last answer and from the first failure', async () => {
      const failing = probes(35 * MINUTES, 5, 'timed_out', 20)
      await observe(...probes(0, 2), probe(25 * MINUTES, 'timed_out'), probe(30 * MINUTES, 'forbidden'), ...failing)
      await change(healthy, down, 35 * MINUTES + 80)
      const { timed, sinceLastAnswer, sinceFirstFailure } = (await accuracy()).down
      expect(timed).toBe(1)
      expect(sinceLastAnswer?.p50).toBeGreaterThan(380 / 1.2)
      expect(sinceLastAnswer?.p50).toBeLessThan(380 * 1.2)
      expect(sinceFirstFailure?.p90).toBeGreaterThan(80 / 1.2)
      expect(sinceFirstFailure?.p90).toBeLessThan(80 * 1.2)
    })

    test('a server without a recorded answer is not timed', async () => {
      await observe(probe(0), probe(30 * HOURS, 'timed_out'))
      await change(healthy, down, 30 * HOURS)
      expect((await accuracy()).down).toMatchObject({ begun: 1, timed: 0 })
    })
  })
})
