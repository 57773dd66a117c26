import { HOUR_MS } from 'assay-verify/duration'
import type { IntervalState } from 'assay-verify/history/interval'
import type { Verdict } from 'assay-verify/verdict'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { OUTCOME_DAYS } from '../../core/retention'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { recordIntervals } from '../../store/evidence/intervals'
import { recordOutcomes } from '../../store/outcomes/outcomes'
import {
  corroborationProgress,
  outcomeCounts,
  publishedVerdicts,
  reporterNetworks,
  reporters,
  usageDue,
} from '../../store/outcomes/usage-schema'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onDatabase } from '../../store/test-databases'
import { COMPARED_AFTER_MS, updateReporterTrust } from './update-reporter-trust'
import cases from './update-reporter-trust.cases.json' with { type: 'json' }

/** Begin of the hour whose outcomes are compared. */
const START = new Date('2026-11-20T12:00:00Z')
const HOUR = START.getTime() / HOUR_MS
const later = (hours: number) => new Date(START.getTime() + hours * HOUR_MS)
/** When that hour is compared. */
const COMPARED = new Date(later(1).getTime() + COMPARED_AFTER_MS)
const TOOLS = 120

describe('outcomes corroborated', () => {
  onDatabase(({ db }) => {
    let serverKey = 0

    beforeEach(async () => {
      for (const table of [servers, outcomeCounts, usageDue, reporters, corroborationProgress, publishedVerdicts])
        await db.delete(table)
      const tools = Array.from({ length: TOOLS }, (_, n) => testTool(`t"${n}\\`))
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('c/s', { tools })], START, uncategorized)
      const [row] = await db.select({ key: servers.key }).from(servers)
      serverKey = row?.key ?? -1
    })
    const reporter = async (corroborated = 0, keyedSince: Date | null = later(-40 * 24)) => {
      const [row] = await db.insert(reporters).values({ keyedSince, corroborated }).returning()
      return row?.key ?? -1
    }
    const corroboratedOf = async (key: number) => {
      const [row] = await db.select().from(reporters).where(eq(reporters.key, key))
      return row?.corroborated
    }
    const report = (reporterKey: number, tool: number, successes: number, transportFailures = 0, hour = HOUR) => {
      const counts = { successes, transportFailures, callerFailures: 0, otherFailures: 0 }
      return recordOutcomes(db, [{ subjectId: `c/s/t"${tool}\\`, reporterKey, hour, ...counts }], START)
    }
    /** What was published about a tool in an hour. */
    const publish = (tool: number, verdicts: Verdict[], hour = HOUR) =>
      db.insert(publishedVerdicts).values({ subjectId: `c/s/t"${tool}\\`, hour, verdicts })
    const from = (network: number, reporterKey: number) =>
      db.insert(reporterNetworks).values({ reporterKey, day: Math.floor(HOUR / 24), network })
    const observe = (state: IntervalState, fromHours = -1, toHours = 2) =>
      recordIntervals(db, [{ serverKey, state, from: later(fromHours), to: later(toHours) }])
    const corroborate = (now = COMPARED) => updateReporterTrust(db, () => now)

    test('once, by probes that cover the whole hour', async () => {
      const key = await reporter()
      await report(key, 0, 3)
      await report(key, 1, 40, 7)
      for (const tool of [0, 1]) await publish(tool, ['down'])
      await observe('up')
      expect(await corroborate()).toEqual({ subjects: 2, events: 8 })
      expect(await corroborate()).toEqual({ subjects: 0, events: 0 })
      expect(await corroboratedOf(key)).toBe(8)
    })

    test('by failures, where the server was down and published as healthy', async () => {
      const key = await reporter()
      await report(key, 0, 3, 2)
      await publish(0, ['healthy'])
      await observe('down')
      await corroborate()
      expect(await corroboratedOf(key)).toBe(2)
    })

    test.each(cases.undecided as [string, [IntervalState, number, number][]][])(
      'by nothing where the server was %s',
      async (_, stretches) => {
        const key = await reporter()
        await report(key, 0, 3, 3)
        await publish(0, ['down'])
        for (const [state, from, to] of stretches) await observe(state, from, to)
        expect(await corroborate()).toEqual({ subjects: 1, events: 0 })
        expect(await corroboratedOf(key)).toBe(0)
      },
    )

    test.each([
      ['healthy', 'up', 4, 0],
      ['down', 'down', 0, 4],
    ] as const)('not by repeating a published %s', async (verdict, state, ok, failed) => {
      const keys = await Promise.all([1, 2, 3, 4].map(() => reporter(1000)))
      for (const [network, key] of keys.entries()) {
        await from(network, key)
        await report(key, 0, ok, failed)
      }
      await publish(0, [verdict])
      await observe(state)
      expect(await corroborate()).toEqual({ subjects: 1, events: 0 })
    })

    test('not where it is not known what was published', async () => {
      const key = await reporter()
      await report(key, 0, 3, 3)
      await observe('down')
      expect(await corroborate()).toEqual({ subjects: 1, events: 0 })
    })

    test('by reporters of two other networks, behind a sign-in', async () => {
      const keys = [await reporter(), await reporter(), await reporter(0, later(-24)), await reporter()]
      for (const [n, key] of keys.entries()) {
        await from(Math.min(n, 2), key)
        await report(key, 0, 4)
      }
      await publish(0, ['unknown'])
      await observe('up')
      await corroborate()
      expect(await Promise.all(keys.map(corroboratedOf))).toEqual([4, 4, 4, 4])
      expect(await db.$count(publishedVerdicts)).toBe(0)
    })

    test('not by two networks for each other, with any number of keys', async () => {
      for (let n = 0; n < 20; n += 1) {
        const key = await reporter()
        await from(n % 2, key)
        await report(key, 0, 4)
      }
      await publish(0, ['unknown'])
      expect(await corroborate()).toEqual({ subjects: 1, events: 0 })
    })

    test('not before the hour is compared, and then with late outcomes', async () => {
      const key = await reporter()
      await report(key, 0, 1)
      await publish(0, ['down'])
      await observe('up')
      expect(await corroborate(new Date(COMPARED.getTime() - 1))).toEqual({ subjects: 0, events: 0 })
      await report(key, 0, 1)
      await corroborate()
      expect(await corroboratedOf(key)).toBe(2)
    })

    test('not for a reporter without a key', async () => {
      const keyless = await reporter(0, null)
      await report(keyless, 0, 4)
      await observe('up')
      expect(await corroborate()).toEqual({ subjects: 0, events: 0 })
      expect(await corroboratedOf(keyless)).toBe(0)
    })

    test('hour by hour, also across hours without outcomes, but not for hours that are deleted', async () => {
      const key = await reporter()
      for (const hour of [HOUR - OUTCOME_DAYS * 24 - 9, HOUR - 100, HOUR]) {
        await report(key, 0, 2, 0, hour)
        await publish(0, ['down'], hour)
      }
      await observe('up', -OUTCOME_DAYS * 24 - 20)
      expect(await corroborate()).toEqual({ subjects: 2, events: 4 })
      await report(key, 0, 2, 0, HOUR + 1)
      await publish(0, ['down'], HOUR + 1)
      expect(await corroborate(new Date(COMPARED.getTime() + HOUR_MS))).toMatchObject({ events: 2 })
    })

    test('each once, with several runs at a time and one that is killed', async () => {
      const key = await reporter()
      for (let tool = 0; tool < TOOLS; tool += 1) {
        await report(key, tool, 1)
        await publish(tool, ['down'])
      }
      await observe('up')
      let calls = 0
      const killed = updateReporterTrust(db, () => {
        calls += 1
        if (calls > 1) throw new Error('killed')
        return COMPARED
      })
      await expect(killed).rejects.toThrow('killed')
      expect(await corroboratedOf(key)).toBe(50)
      await Promise.all([corroborate(), corroborate(), corroborate()])
      expect(await corroboratedOf(key)).toBe(TOOLS)
    })
  })
})
