import { tallyIntervals } from 'assay-verify/history/interval'
import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { streamable, targetingBy, testServer, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { listIntervals, recordIntervals } from './intervals'
import { deleteMonitoringGaps, findConnectivityLost, recordConnectivity } from './monitoring-gaps'
import { connectivity, monitoringGaps } from './rollup-schema'
import { scheduleServers } from './scheduled-targets'

const secondsOn = (seconds: number) => new Date(TEST_EPOCH.getTime() + seconds * 1000)

describe('monitoring gaps', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      await db.delete(monitoringGaps)
      await db.delete(connectivity)
      await db.delete(servers)
    })

    const asked = (seconds: number, works: boolean, workedAt: number | null = null, vantage = 'here') =>
      recordConnectivity(db, {
        vantage,
        works,
        askedAt: secondsOn(seconds),
        workedAt: workedAt === null ? null : secondsOn(workedAt),
      })
    /** Those that are void for servers: longer than nothing, oldest first. */
    const gaps = async () => {
      const rows = await db.select().from(monitoringGaps).orderBy(asc(monitoringGaps.startedAt))
      const long = rows.filter(({ startedAt, endedAt }) => endedAt > startedAt)
      return long.map(({ startedAt, endedAt }) => [startedAt, endedAt].map((at) => (+at - +TEST_EPOCH) / 1000))
    }

    test('connectivity is lost since the gap began, until a vantage has it or nothing was checked for ten minutes', async () => {
      const lost = async (seconds: number) => (await findConnectivityLost(db, secondsOn(seconds)))?.getTime() ?? null
      expect(await lost(0)).toBeNull()
      await asked(0, true)
      expect(await lost(30)).toBeNull()
      await asked(60, false)
      await asked(75, false)
      expect(await lost(80)).toBe(+TEST_EPOCH)
      expect(await lost(75 + 601)).toBeNull()
      await asked(80, true, null, 'elsewhere')
      expect(await lost(90)).toBeNull()
      await asked(100, true)
      expect(await lost(110)).toBeNull()
    })

    test('a gap lasts from the last known connectivity until it is back', async () => {
      await asked(0, true)
      await asked(60, false)
      expect(await gaps()).toEqual([[0, 60]])
      await asked(75, false)
      expect(await gaps()).toEqual([[0, 75]])
      await asked(90, true)
      await asked(150, true)
      expect(await gaps()).toEqual([[0, 90]])
      await asked(210, false)
      await asked(225, true)
      expect(await gaps()).toEqual([
        [0, 90],
        [150, 225],
      ])
    })

    test('an answer since the last check is later evidence of connectivity, an unknown past is none', async () => {
      await asked(0, true)
      await asked(60, false, 48)
      expect(await gaps()).toEqual([[48, 60]])
      await asked(1010, false, null, 'elsewhere')
      await asked(1020, false, null, 'elsewhere')
      expect(await gaps()).toContainEqual([1010, 1020])
      await asked(9000, false, 1500, 'long silent')
      await asked(9060, false, 1500, 'long silent')
      expect(await gaps()).toContainEqual([9000, 9060])
    })

    test('a gap in which a process was killed continues with the next check of any process', async () => {
      await asked(0, true)
      await asked(60, false)
      await asked(4000, false)
      expect(await gaps()).toEqual([[0, 4000]])
      await asked(9000, true)
      expect(await gaps()).toEqual([[0, 9000]])
    })

    test('an answer from before connectivity was found lost does not end the gap', async () => {
      await asked(0, true)
      await asked(60, false)
      await asked(30, true)
      await asked(75, false)
      expect(await gaps()).toEqual([[0, 75]])
    })

    test('while another vantage has connectivity, there is no gap', async () => {
      await asked(0, true)
      await asked(50, true, null, 'elsewhere')
      await asked(60, false)
      expect(await gaps()).toEqual([])
      await asked(400, false)
      expect(await gaps()).toEqual([[50, 400]])
      await asked(410, true, null, 'elsewhere')
      await asked(420, false)
      expect(await gaps()).toEqual([[50, 400]])
    })

    test('a gap in which a process was killed leaves out the time another vantage observed', async () => {
      await asked(0, true)
      await asked(60, false)
      await asked(1000, true, null, 'elsewhere')
      await asked(9000, true)
      expect(await gaps()).toEqual([[0, 60]])
      await asked(9060, false)
      await asked(9500, true, null, 'elsewhere')
      await asked(9900, false)
      expect(await gaps()).toEqual([
        [0, 60],
        [9000, 9060],
        [9500, 9900],
      ])
    })

    test('it is void for servers of the public network, and for no other', async () => {
      const remotes = { far: 'https://far.example/mcp', near: 'http://127.0.0.1:3901/mcp' }
      const catalog = Object.entries(remotes).map(([id, url]) => testServer(`g/${id}`, { remotes: [streamable(url)] }))
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, TEST_EPOCH, uncategorized)
      await scheduleServers(db, targetingBy('streamable-http'), 'changed', 10, TEST_EPOCH)
      const rows = await db.select({ key: servers.key, id: servers.id }).from(servers)
      const up = { from: secondsOn(0), to: secondsOn(1000), state: 'up' as const }
      await recordIntervals(
        db,
        rows.map(({ key }) => ({ serverKey: key, ...up })),
      )
      await asked(100, true)
      await asked(400, false)
      await asked(500, true)
      const keys = rows.map(({ key }) => key)
      const upSeconds = async (since: Date) => {
        const found = await listIntervals(db, keys, since)
        return Object.fromEntries(
          rows.map(({ key, id }) => [id, tallyIntervals(found.get(key) ?? [], +since, +secondsOn(1000)).upMs / 1000]),
        )
      }
      expect(await upSeconds(TEST_EPOCH)).toEqual({ 'g/far': 600, 'g/near': 1000 })
      expect(await upSeconds(secondsOn(450))).toEqual({ 'g/far': 500, 'g/near': 550 })
      await deleteMonitoringGaps(db, secondsOn(500))
      expect(await gaps()).toEqual([[100, 500]])
      await deleteMonitoringGaps(db, secondsOn(501))
      expect(await gaps()).toEqual([])
    })

    test('of years of intervals the one that reaches into the window is found', async () => {
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('g/old')], TEST_EPOCH, uncategorized)
      const [row] = await db.select({ key: servers.key }).from(servers)
      const serverKey = row?.key ?? 0
      const day = 86_400
      const stretch = (from: number, to: number, state: 'up' | 'down' | 'maintenance') => ({
        serverKey,
        from: secondsOn(from * day),
        to: secondsOn(to * day),
        state,
      })
      const written = [
        stretch(-900, -700, 'up'),
        stretch(-700, -699, 'down'),
        stretch(-699, 10, 'up'),
        stretch(-95, -80, 'maintenance'),
        stretch(-25, 1, 'maintenance'),
      ]
      await recordIntervals(db, written)
      const found = async (daysOn: number) =>
        (await listIntervals(db, [serverKey], secondsOn(daysOn * day))).get(serverKey)?.map(({ from }) => from)
      expect(await found(0)).toEqual([written[2]?.from, written[4]?.from])
      expect(await found(-90)).toEqual([written[2]?.from, written[3]?.from, written[4]?.from])
      expect(await found(-699.5)).toHaveLength(4)
      expect(await found(-2000)).toHaveLength(5)
    })
  })
})
