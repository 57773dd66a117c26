import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../../core/day'
import type { Database } from '../../store/database'
import { recordObservations } from '../../store/evidence/evidence'
import { hourlyRollupsRead } from '../../store/evidence/rollups'
import { countedBatches } from '../../store/keys/keys-schema'
import { readAlone } from '../../store/read-together'
import { onDatabase } from '../../store/test-databases'
import { expireEvidence } from './expire-evidence'
import { rollUpObservations } from './roll-up'
import { DAYS, daysOn, openEvidence, RETENTION, ROUND_AT, START } from './test-evidence'

describe('retention of evidence', () => {
  onDatabase(({ db, driver }) => {
    const { keys, record, begin, state } = openEvidence(db)
    beforeAll(record)

    test('observations are rolled up and dropped by whole days; what is within its retention stays', async () => {
      await begin()
      const report = await expireEvidence(db, () => ROUND_AT, RETENTION)
      expect(report).toMatchObject({ rolledUpServerDays: 27, droppedDays: 7, droppedRollups: 2 })
      const after = await state()
      const today = dayOf(ROUND_AT)
      expect(after.partitions[0]).toEqual(Array.from({ length: 10 }, (_, i) => today - 2 + i))
      expect(after.progress).toEqual({ day: today - 1, serverKey: 0 })
      expect(after.rest).toEqual([{ probes: 2 * 24 * 3, intervals: 6, gaps: 0 }])
      const [key = 0] = keys()
      // The week that is over is dropped as a whole, the current one stays as a whole.
      const hourly = await readAlone(db, hourlyRollupsRead(key, START))
      expect(hourly.map(({ day }) => day)).toEqual([daysOn(7), daysOn(8)])
      expect(hourly[0]?.hours.map(({ counts }) => counts.ok + counts.failed)).toEqual(Array(24).fill(1))
      expect(await readAlone(db, hourlyRollupsRead(key, daysOn(8.5)))).toHaveLength(1)
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
