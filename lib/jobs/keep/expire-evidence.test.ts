import { histogramQuantile } from 'assay-verify/history/latency-histogram'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf, startOfDay } from '../../core/day'
import { informativeProbes, mergeRollups } from '../../core/history/rollup'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { type Database, rowsOf } from '../../store/database'
import { recordObservations } from '../../store/evidence/evidence'
import { recordIntervals } from '../../store/evidence/intervals'
import { recordConnectivity } from '../../store/evidence/monitoring-gaps'
import { listPartitionDays, makeObservationPartitions, makePartitions } from '../../store/evidence/partitions'
import { dailyRollups, hourlyRollups } from '../../store/evidence/rollup-schema'
import { findRollupProgress, listDailyRollups, listHourlyRollups } from '../../store/evidence/rollups'
import { countedBatches } from '../../store/keys/keys-schema'
import { streamable, testServer, uncategorized } from '../../store/test-catalog'
import { onEveryDatabase } from '../../store/test-databases'
import { expireEvidence, type Retention } from './expire-evidence'
import { rollUpObservations } from './roll-up'

const DAY_MS = 86_400_000
/** First day of a block of four weeks, so that partitions of every size end within the test. */
const START = startOfDay(20_720 - (20_720 % 28))
const DAYS = 9
const RETENTION: Retention = { observations: 2, hourlyRollups: 1, dailyRollups: 1, intervals: 4 }
const daysOn = (days: number) => new Date(START.getTime() + days * DAY_MS)
const ROUND_AT = daysOn(DAYS + 0.1)

describe('retention of evidence', () => {
  onEveryDatabase(({ db, driver }) => {
    let keys: number[] = []
    beforeAll(async () => {
      const catalog = ['one', 'two', 'three'].map((name) =>
        testServer(`k/${name}`, { remotes: [streamable(`https://${name}.example/mcp`)] }),
      )
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, START, uncategorized)
      keys = (await db.select({ key: servers.key }).from(servers).orderBy(servers.key)).map(({ key }) => key)
    })

    /** Nine days of hourly observations of three servers, not rolled up, and roll-ups older than their retention. */
    const begin = async () => {
      for (const table of ['observations', 'hourly_rollups', 'daily_rollups'] as const) {
        for (const day of await listPartitionDays(db, table)) {
          const name = `${table}_${startOfDay(day).toISOString().slice(0, 10).replaceAll('-', '')}`
          await db.execute(sql`DROP TABLE ${sql.identifier(name)}`)
        }
      }
      await db.execute(sql`DELETE FROM rollup_progress`)
      await db.execute(sql`DELETE FROM leases`)
      await db.execute(sql`DELETE FROM intervals`)
      await db.execute(sql`DELETE FROM monitoring_gaps`)
      await makeObservationPartitions(db, START)
      await makeObservationPartitions(db, daysOn(DAYS - 7))
      for (const table of ['hourly_rollups', 'daily_rollups'] as const)
        await makePartitions(db, table, [dayOf(START) - 40])
      const probes = keys.flatMap((serverKey) =>
        Array.from({ length: DAYS * 24 }, (_, hour) => ({
          serverKey,
          observation: {
            observedAt: new Date(START.getTime() + hour * 3_600_000 + serverKey),
            reason: hour % 10 === serverKey % 10 ? ('timed_out' as const) : ('answered' as const),
            latencyMs: 200 + hour,
            httpStatus: 200,
            vantage: 'test',
          },
        })),
      )
      await recordObservations(db, probes)
      await recordIntervals(
        db,
        keys.flatMap((serverKey) =>
          [0, 3, 6].map((day) => ({ serverKey, from: daysOn(day), to: daysOn(day + 3), state: 'up' as const })),
        ),
      )
      for (const [day, works] of [
        [0, true],
        [1, false],
        [2, true],
      ] as const)
        await recordConnectivity(db, { vantage: 'test', works, askedAt: daysOn(day), workedAt: null })
    }

    const state = async () => ({
      partitions: [
        await listPartitionDays(db, 'observations'),
        await listPartitionDays(db, 'hourly_rollups'),
        await listPartitionDays(db, 'daily_rollups'),
      ],
      hourly: await db.select().from(hourlyRollups).orderBy(hourlyRollups.serverKey, hourlyRollups.day),
      daily: await db.select().from(dailyRollups).orderBy(dailyRollups.serverKey, dailyRollups.day),
      progress: await findRollupProgress(db),
      rest: await rowsOf(
        db,
        sql`SELECT (SELECT count(*)::int FROM observations) AS probes, (SELECT count(*)::int FROM intervals) AS intervals,
          (SELECT count(*)::int FROM monitoring_gaps) AS gaps`,
      ),
    })

    test('observations are rolled up and dropped by whole days; what is within its retention stays', async () => {
      await begin()
      const report = await expireEvidence(db, () => ROUND_AT, RETENTION)
      expect(report).toMatchObject({ rolledUpServerDays: 27, droppedDays: 7, droppedRollups: 3 })
      const after = await state()
      const today = dayOf(ROUND_AT)
      expect(after.partitions[0]).toEqual(Array.from({ length: 10 }, (_, i) => today - 2 + i))
      expect(after.progress).toEqual({ day: today - 1, serverKey: 0 })
      expect(after.rest).toEqual([{ probes: 2 * 24 * 3, intervals: 6, gaps: 0 }])
      const [key = 0] = keys
      const daily = await listDailyRollups(db, key, START)
      expect(daily.map(({ day }) => day)).toEqual(Array.from({ length: DAYS }, (_, i) => daysOn(i)))
      expect(await listDailyRollups(db, key, daysOn(7.5))).toHaveLength(2)
      const whole = mergeRollups(daily.map(({ rollup }) => rollup))
      expect(informativeProbes(whole)).toBe(DAYS * 24)
      expect(whole.counts.failed).toBeGreaterThan(20)
      expect(histogramQuantile(whole.latency, 0.5)).toBeGreaterThan(280)
      expect(histogramQuantile(whole.latency, 0.5)).toBeLessThan(340)
      // The week that is over is dropped as a whole, the current one stays as a whole.
      const hourly = await listHourlyRollups(db, key, START)
      expect(hourly.map(({ day }) => day)).toEqual([daysOn(7), daysOn(8)])
      expect(hourly[0]?.hours.map((hour) => informativeProbes(hour))).toEqual(Array(24).fill(1))
    })

    test('outcomes of keys, and counted batches that are too old to be sent again, are dropped too', async () => {
      await begin()
      const batch = { accepted: 1, ignored: 0, credits: 1 }
      await db.insert(countedBatches).values([
        { ...batch, hash: 'over', expiresAt: daysOn(1) },
        { ...batch, hash: 'not yet', expiresAt: daysOn(DAYS + 1) },
      ])
      await expireEvidence(db, () => ROUND_AT, RETENTION)
      expect((await db.select().from(countedBatches)).map(({ hash }) => hash)).toEqual(['not yet'])
    })

    test('a day that is not over is not rolled up, and one that is not rolled up is not dropped', async () => {
      await begin()
      expect(await rollUpObservations(db, daysOn(1))).toMatchObject({ serverDays: 0, throughDay: null })
      expect(await rollUpObservations(db, daysOn(1.01))).toMatchObject({ serverDays: 3, throughDay: dayOf(START) })
      const broken: Database = new Proxy(db, {
        get: (target, name) =>
          name === 'transaction' ? () => Promise.reject(new Error('disk full')) : Reflect.get(target, name),
      })
      await expect(expireEvidence(broken, () => ROUND_AT, RETENTION)).rejects.toThrow('disk full')
      expect((await state()).rest).toEqual([{ probes: DAYS * 24 * 3, intervals: 9, gaps: 1 }])
    })

    test('an observation later than its column can store is refused', async () => {
      const observation = { reason: 'answered' as const, latencyMs: 1, httpStatus: 200, vantage: 'test' }
      const late = { ...observation, observedAt: new Date('2038-01-19T03:14:08Z') }
      await expect(recordObservations(db, [{ serverKey: 1, observation: late }])).rejects.toThrow(RangeError)
    })

    test('chunks of any size give the same result', async () => {
      await begin()
      await rollUpObservations(db, ROUND_AT)
      const atOnce = await state()
      for (const probesAChunk of [1, 24, 25, 49]) {
        await begin()
        await rollUpObservations(db, ROUND_AT, probesAChunk)
        expect(await state()).toEqual(atOnce)
      }
    })

    test('killed after any number of statements and run again, it gives the same result', async () => {
      await begin()
      await expireEvidence(db, () => ROUND_AT, RETENTION)
      const wanted = await state()
      let kills = 0
      for (let statements = 1; ; statements += 7) {
        await begin()
        const finished = await expireEvidence(killedAfter(db, statements), () => ROUND_AT, RETENTION).then(
          () => true,
          () => false,
        )
        if (finished) break
        kills += 1
        // By then the lease of the killed run has expired.
        await expireEvidence(db, () => new Date(ROUND_AT.getTime() + 61_000), RETENTION)
        expect(await state(), `killed after ${statements} statements`).toEqual(wanted)
      }
      expect(kills).toBeGreaterThan(15)
    }, 180_000)

    test.skipIf(driver === 'pglite')('a day that is being read is not dropped, and delays nobody', async () => {
      await begin()
      let release: () => void = () => undefined
      const reading = new Promise<void>((resolve) => {
        release = resolve
      })
      const reader = db.transaction(async (tx) => {
        await tx.execute(sql`SELECT count(*) FROM observations`)
        await reading
      })
      expect(await expireEvidence(db, () => ROUND_AT, RETENTION)).toMatchObject({
        rolledUpServerDays: 27,
        droppedDays: 0,
      })
      release()
      await reader
      expect(await expireEvidence(db, () => ROUND_AT, RETENTION)).toMatchObject({
        rolledUpServerDays: 0,
        droppedDays: 7,
      })
    })
  })
})

/** A database whose connection breaks after so many statements, as when the process is killed. */
function killedAfter(db: Database, statements: number): Database {
  const count = { left: statements }
  const wrap = (inner: Database): Database =>
    new Proxy(inner, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        if (name === 'transaction') {
          return (work: (tx: Database) => Promise<unknown>) => target.transaction((tx) => work(wrap(tx)))
        }
        return (...given: unknown[]) => {
          count.left -= 1
          if (count.left < 0) throw new Error('killed')
          return found.apply(target, given)
        }
      },
    })
  return wrap(db)
}
