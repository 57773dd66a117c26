import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MaintenanceRefused } from '../../core/history/maintenance-window'
import { recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { openRatingReader } from '../ratings/ratings'
import { testServer, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { getServerStatesForUpdate } from './evidence'
import { intervals } from './evidence-schema'
import { recordIntervals } from './intervals'
import { setMaintenance } from './maintenance'

const hoursOn = (hours: number) => new Date(TEST_EPOCH.getTime() + hours * 3_600_000)
const window = (from: number, to: number) => ({ from: hoursOn(from), to: hoursOn(to) })

describe('maintenance windows', () => {
  onDatabase(({ db }) => {
    let key = 0
    beforeEach(async () => {
      await db.delete(servers)
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('w/one')], TEST_EPOCH, uncategorized)
      key = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
    })

    const kept = async () =>
      (await db.select().from(intervals).where(eq(intervals.state, 'maintenance')).orderBy(intervals.startedAt)).map(
        ({ startedAt, endedAt }) => [startedAt, endedAt].map((at) => (+at - +TEST_EPOCH) / 3_600_000),
      )
    const announced = async () => (await getServerStatesForUpdate(db, [key]))[0]?.maintenance

    test('an announced one is read with the server state and with ratings, and kept beside up and down', async () => {
      expect(await announced()).toBeNull()
      await recordIntervals(db, [{ serverKey: key, from: hoursOn(5), to: hoursOn(6), state: 'up' }])
      await setMaintenance(db, key, window(5, 8), hoursOn(0))
      expect(await announced()).toEqual(window(5, 8))
      expect((await openRatingReader(db).findRating('w/one'))?.maintenance).toEqual(window(5, 8))
      expect(await db.select().from(intervals)).toHaveLength(2)
      expect(await kept()).toEqual([[5, 8]])
    })

    test('one to come leaves no trace when it is removed or replaced', async () => {
      await setMaintenance(db, key, window(5, 8), hoursOn(0))
      await setMaintenance(db, key, window(6, 7), hoursOn(1))
      expect(await kept()).toEqual([[6, 7]])
      await setMaintenance(db, key, null, hoursOn(2))
      expect([await kept(), await announced()]).toEqual([[], null])
    })

    test('a running one ends now when it is removed, and its past stays', async () => {
      await setMaintenance(db, key, window(5, 8), hoursOn(0))
      await setMaintenance(db, key, null, hoursOn(6))
      expect([await kept(), await announced()]).toEqual([[[5, 6]], null])
      await setMaintenance(db, key, window(10, 12), hoursOn(9))
      expect(await kept()).toEqual([
        [5, 6],
        [10, 12],
      ])
      await setMaintenance(db, key, null, hoursOn(13))
      expect(await kept()).toHaveLength(2)
    })

    test('a running one is made longer or shorter, or ends for one to come', async () => {
      await setMaintenance(db, key, window(5, 8), hoursOn(0))
      await setMaintenance(db, key, window(5, 10), hoursOn(6))
      expect(await kept()).toEqual([[5, 10]])
      await setMaintenance(db, key, window(6, 7.5), hoursOn(7))
      expect(await announced()).toEqual(window(5, 7.5))
      await setMaintenance(db, key, window(20, 21), hoursOn(7.25))
      expect(await kept()).toEqual([
        [5, 7.25],
        [20, 21],
      ])
    })

    test('one that is extended again and again is refused like one that is too long', async () => {
      await setMaintenance(db, key, window(0, 29 * 24), hoursOn(0))
      await setMaintenance(db, key, window(0, 30 * 24), hoursOn(28 * 24))
      await expect(setMaintenance(db, key, window(28 * 24, 40 * 24), hoursOn(28 * 24))).rejects.toThrow('30 days')
      expect([await kept(), await announced()]).toEqual([[[0, 720]], window(0, 720)])
    })

    test('the past cannot be declared maintenance', async () => {
      await setMaintenance(db, key, window(-5, 1), hoursOn(0))
      expect([await kept(), await announced()]).toEqual([[[0, 1]], window(0, 1)])
      await setMaintenance(db, key, null, hoursOn(0))
      expect(await kept()).toEqual([])
      for (const [wrong, words] of [
        [window(3, 3), 'ends after'],
        [window(4, 3), 'ends after'],
        [{ from: hoursOn(0), to: new Date(Number.NaN) }, 'ends after'],
        [window(-5, -1), 'before it is over'],
        [window(1, 1 + 30 * 24 + 1), '30 days'],
      ] as const) {
        await expect(setMaintenance(db, key, wrong, hoursOn(0))).rejects.toThrow(MaintenanceRefused)
        await expect(setMaintenance(db, key, wrong, hoursOn(0))).rejects.toThrow(words)
      }
      await setMaintenance(db, -1, window(1, 2), hoursOn(0))
      expect(await kept()).toEqual([])
    })
  })
})
