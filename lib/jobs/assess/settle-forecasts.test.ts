import {
  GIVE_UP_AFTER_HOURS,
  SAMPLE_EVERY_MINUTES,
  SETTLE_AFTER_MINUTES,
} from 'assay-verify/accuracy/forecast-accuracy'
import { HORIZON_HOURS } from 'assay-verify/forecast/forecast'
import type { Interval } from 'assay-verify/history/interval'
import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { at, HOURS, MINUTES, probes, watch } from 'assay-verify/state/test-observations'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { uptimeFrom } from '../../core/history/uptime'
import { assess } from '../../core/verdict/assessment'
import { forecastTallies, pendingForecasts } from '../../store/accuracy/accuracy-schema'
import { sumForecastTallies } from '../../store/accuracy/forecast-samples'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { recordServerStates } from '../../store/evidence/evidence'
import { probeTargets } from '../../store/evidence/evidence-schema'
import { recordIntervals } from '../../store/evidence/intervals'
import { monitoringGaps } from '../../store/evidence/rollup-schema'
import { testServer, uncategorized } from '../../store/test-catalog'
import { onDatabase } from '../../store/test-databases'
import { addTestTargets } from '../../store/test-targets'
import { sampleForecasts } from './sample-forecasts'
import { settleForecasts } from './settle-forecasts'

const FILE = { source: 'file', precedence: 1 }

describe('forecast samples', () => {
  onDatabase(({ db }) => {
    let clockSeconds = 0
    const clock = () => at(clockSeconds)

    beforeEach(async () => {
      await db.delete(servers)
      await db.delete(forecastTallies)
    })

    /** Adds a server that was probed for a day and is up; answers its key. */
    const addUp = async (id: string) => {
      await recordServers(db, FILE, [testServer(id)], clock(), uncategorized)
      const [row] = await db.select({ key: servers.key }).from(servers).where(sql`id = ${id}`)
      const serverKey = row?.key ?? 0
      const { serverState } = watch(probes(0, 96))
      const { verdict, asOf, staleAfter } = assess(serverState, 'open', null, at(95 * 15 * MINUTES))
      const known = { serverState, verdict, asOf: asOf ?? at(0), staleAfter: staleAfter ?? at(0) }
      const facts = { uptime: uptimeFrom([], null, at(0)), scoreFacts: EMPTY_SCORE_FACTS }
      await recordServerStates(db, [{ serverKey, ...known, ...facts }])
      return serverKey
    }
    /** Sets the clock to the first sample of a server after its last probe. */
    const toSampleOf = (serverKey: number) => {
      const from = Math.ceil(at(95 * 15 * MINUTES).getTime() / 60_000)
      const wait = (((serverKey - from) % SAMPLE_EVERY_MINUTES) + SAMPLE_EVERY_MINUTES) % SAMPLE_EVERY_MINUTES
      clockSeconds = (from + wait) * 60 - at(0).getTime() / 1000
    }
    const observe = (serverKey: number, state: Interval['state'], from: number, to: number) =>
      recordIntervals(db, [{ serverKey, state, from: at(from), to: at(to) }])
    const pending = () => db.select().from(pendingForecasts).orderBy(pendingForecasts.hours)
    const sums = async () => {
      const rows = await sumForecastTallies(db, '2000-01-01')
      return Object.fromEntries(HORIZON_HOURS.map((hours) => [hours, rows.filter((row) => row.hours === hours)]))
    }
    /** Adds a server and samples it with fresh evidence, whatever its key. */
    const sampleOf = async (id: string) => {
      const serverKey = await addUp(id)
      toSampleOf(serverKey)
      const fresh = watch(probes(clockSeconds - 24 * HOURS, 97)).serverState
      await db.execute(
        sql`UPDATE server_states SET state = ${JSON.stringify(fresh)}::json WHERE server_key = ${serverKey}`,
      )
      const report = await sampleForecasts(db, clock)
      return { serverKey, madeAt: clockSeconds, report }
    }

    test('are stored once for each horizon when a server is due, and for no server of unknown state', async () => {
      const { madeAt, report } = await sampleOf('p/one')
      expect(report).toEqual({ kept: HORIZON_HOURS.length })
      const kept = await pending()
      expect(kept.map(({ hours }) => hours)).toEqual([...HORIZON_HOURS])
      for (const { hours, dueAt, upE4, upBefore } of kept) {
        expect(dueAt).toEqual(at(madeAt + hours * HOURS))
        expect(upE4).toBeGreaterThan(9000)
        expect(upBefore).toBe(true)
      }
      clockSeconds += 60
      expect(await sampleForecasts(db, clock)).toEqual({ kept: 0 })
      clockSeconds += 11 * MINUTES
      await db.delete(pendingForecasts)
      expect(await sampleForecasts(db, clock), 'its sample is over').toEqual({ kept: 0 })

      const stale = await addUp('p/stale')
      toSampleOf(stale)
      clockSeconds += SAMPLE_EVERY_MINUTES * MINUTES
      expect(await sampleForecasts(db, clock)).toEqual({ kept: 0 })
    })

    test('are settled once, by the state at their instant', async () => {
      const { serverKey, madeAt } = await sampleOf('p/settles')
      const hourOn = madeAt + HOURS
      await observe(serverKey, 'up', madeAt - HOURS, hourOn + 1)
      await observe(serverKey, 'down', hourOn + 1, madeAt + 26 * HOURS)
      clockSeconds = hourOn + SETTLE_AFTER_MINUTES * MINUTES - 1
      expect(await settleForecasts(db, clock), 'not before the state is known').toEqual({ settled: 0, unsettled: 0 })
      clockSeconds += 1
      expect(await settleForecasts(db, clock)).toEqual({ settled: 1, unsettled: 0 })
      expect(await settleForecasts(db, clock)).toEqual({ settled: 0, unsettled: 0 })
      clockSeconds = madeAt + 25 * HOURS
      expect(await settleForecasts(db, clock)).toEqual({ settled: 2, unsettled: 0 })
      expect(await pending()).toEqual([])
      const found = await sums()
      expect(found[1]).toMatchObject([{ n: 1, ups: 1, unsettled: 0, bin: 19 }])
      expect(found[6]).toMatchObject([{ n: 1, ups: 0 }])
      expect(found[24]).toMatchObject([{ n: 1, ups: 0 }])
      expect(found[6]?.[0]?.persistenceBrier).toBeCloseTo(0.98 ** 2)
    })

    test('wait for a probe after their instant, and count as unsettled in the end', async () => {
      const { serverKey, madeAt } = await sampleOf('p/waits')
      clockSeconds = madeAt + HOURS + SETTLE_AFTER_MINUTES * MINUTES
      expect(await settleForecasts(db, clock)).toEqual({ settled: 0, unsettled: 0 })
      expect(await pending()).toHaveLength(3)
      await observe(serverKey, 'up', madeAt, madeAt + 2 * HOURS)
      clockSeconds += HOURS
      expect(await settleForecasts(db, clock)).toEqual({ settled: 1, unsettled: 0 })

      clockSeconds = madeAt + (6 + GIVE_UP_AFTER_HOURS) * HOURS + HOURS
      await settleForecasts(db, clock)
      clockSeconds += HOURS
      await settleForecasts(db, clock)
      expect((await sums())[6]).toMatchObject([{ n: 0, ups: 0, unsettled: 1, brier: 0 }])
    })

    test('in maintenance or void time are not settled', async () => {
      const { serverKey, madeAt } = await sampleOf('p/maintained')
      await observe(serverKey, 'down', madeAt, madeAt + 30 * HOURS)
      await observe(serverKey, 'maintenance', madeAt, madeAt + 2 * HOURS)
      await observe(serverKey, 'void', madeAt + 5 * HOURS, madeAt + 7 * HOURS)
      clockSeconds = madeAt + 26 * HOURS
      expect(await settleForecasts(db, clock)).toEqual({ settled: 1, unsettled: 2 })
      const found = await sums()
      expect([found[1]?.[0]?.unsettled, found[6]?.[0]?.unsettled, found[24]?.[0]?.unsettled]).toEqual([1, 1, 0])
    })

    test('in a monitoring gap are not settled, unless the server is local', async () => {
      const { serverKey, madeAt } = await sampleOf('p/unwatched')
      await observe(serverKey, 'up', madeAt - HOURS, madeAt + 30 * HOURS)
      const gap = {
        vantage: 'here',
        startedAt: at(madeAt + HOURS - 60),
        endedAt: at(madeAt + HOURS + 60),
        isOpen: false,
      }
      await db.insert(monitoringGaps).values(gap)
      clockSeconds = madeAt + 2 * HOURS
      expect(await settleForecasts(db, clock)).toEqual({ settled: 0, unsettled: 1 })

      await addTestTargets(db, clock())
      await db.update(probeTargets).set({ network: 'local' }).where(eq(probeTargets.serverKey, serverKey))
      await db
        .insert(monitoringGaps)
        .values({ ...gap, startedAt: at(madeAt + 5 * HOURS), endedAt: at(madeAt + 25 * HOURS) })
      clockSeconds = madeAt + 26 * HOURS
      expect(await settleForecasts(db, clock)).toEqual({ settled: 2, unsettled: 0 })
      await db.delete(monitoringGaps)
    })

    test('are settled once by two runs at the same time, and add up over servers', async () => {
      const { serverKey, madeAt } = await sampleOf('p/shared')
      await observe(serverKey, 'up', madeAt - HOURS, madeAt + 30 * HOURS)
      clockSeconds = madeAt + 26 * HOURS
      const reports = await Promise.all([settleForecasts(db, clock), settleForecasts(db, clock)])
      expect(reports.reduce((sum, { settled }) => sum + settled, 0)).toBe(3)
      for (const rows of Object.values(await sums())) expect(rows).toMatchObject([{ n: 1, ups: 1 }])
      expect(await pending()).toEqual([])
    })

    test('are deleted after two years', async () => {
      const { serverKey, madeAt } = await sampleOf('p/old')
      await observe(serverKey, 'up', madeAt - HOURS, madeAt + 30 * HOURS)
      clockSeconds = madeAt + 26 * HOURS
      await settleForecasts(db, clock)
      clockSeconds = madeAt + 729 * 24 * HOURS
      await settleForecasts(db, clock)
      expect(await db.select().from(forecastTallies)).not.toEqual([])
      clockSeconds = madeAt + 733 * 24 * HOURS
      await settleForecasts(db, clock)
      expect(await db.select().from(forecastTallies)).toEqual([])
    })
  })
})
