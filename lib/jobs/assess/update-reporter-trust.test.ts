import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../core/duration'
import type { IntervalState } from '../../core/history/interval'
import { OUTCOME_DAYS } from '../../core/retention'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { recordIntervals } from '../../store/evidence/intervals'
import { recordOutcomes } from '../../store/outcomes/outcomes'
import { corroborationProgress, outcomeCounts, reporters, usageDue } from '../../store/outcomes/usage-schema'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onEveryDatabase } from '../../store/test-databases'
import { COMPARED_AFTER_MS, updateReporterTrust } from './update-reporter-trust'

/** Begin of the hour whose outcomes are compared. */
const START = new Date('2026-11-20T12:00:00Z')
const HOUR = START.getTime() / HOUR_MS
const later = (hours: number) => new Date(START.getTime() + hours * HOUR_MS)
/** When that hour is compared. */
const COMPARED = new Date(later(1).getTime() + COMPARED_AFTER_MS)
const TOOLS = 120

describe('outcomes corroborated', () => {
  onEveryDatabase(({ db }) => {
    let serverKey = 0

    beforeEach(async () => {
      for (const table of [servers, outcomeCounts, usageDue, reporters, corroborationProgress]) await db.delete(table)
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
    const observe = (state: IntervalState, fromHours = -1, toHours = 2) =>
      recordIntervals(db, [{ serverKey, state, from: later(fromHours), to: later(toHours) }])
    const corroborate = (now = COMPARED) => updateReporterTrust(db, () => now)

    test('once, by probes that cover the whole hour', async () => {
      const key = await reporter()
      await report(key, 0, 3)
      await report(key, 1, 40, 7)
      await observe('up')
      expect(await corroborate()).toEqual({ subjects: 2, events: 8 })
      expect(await corroborate()).toEqual({ subjects: 0, events: 0 })
      expect(await corroboratedOf(key)).toBe(8)
    })

    test('by failures, where the server was down', async () => {
      const key = await reporter()
      await report(key, 0, 3, 2)
      await observe('down')
      await corroborate()
      expect(await corroboratedOf(key)).toBe(2)
    })

    test.each([
      ['observed for a part of the hour', [['up', -1, 0.9]]],
      [
        'observed both up and down',
        [
          ['up', -1, 0.5],
          ['down', 0.5, 2],
        ],
      ],
      [
        'under maintenance for a moment',
        [
          ['up', -1, 2],
          ['maintenance', 0.5, 0.6],
        ],
      ],
      ['never observed', []],
    ] as [string, [IntervalState, number, number][]][])('by nothing where the server was %s', async (_, stretches) => {
      const key = await reporter()
      await report(key, 0, 3, 3)
      for (const [state, from, to] of stretches) await observe(state, from, to)
      expect(await corroborate()).toEqual({ subjects: 1, events: 0 })
      expect(await corroboratedOf(key)).toBe(0)
    })

    test('by two trusted reporters', async () => {
      const [one, other, fresh] = [await reporter(100), await reporter(200), await reporter(0, later(-24))]
      for (const key of [one, other, fresh]) await report(key, 0, 4)
      await corroborate()
      expect(await Promise.all([one, other, fresh].map(corroboratedOf))).toEqual([100, 200, 4])
    })

    test('not before the hour is compared, and then with late outcomes', async () => {
      const key = await reporter()
      await report(key, 0, 1)
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
      for (const hour of [HOUR - OUTCOME_DAYS * 24 - 9, HOUR - 100, HOUR]) await report(key, 0, 2, 0, hour)
      await observe('up', -OUTCOME_DAYS * 24 - 20)
      expect(await corroborate()).toEqual({ subjects: 2, events: 4 })
      await report(key, 0, 2, 0, HOUR + 1)
      expect(await corroborate(new Date(COMPARED.getTime() + HOUR_MS))).toMatchObject({ events: 2 })
    })

    test('each once, with several runs at a time and one that is killed', async () => {
      const key = await reporter()
      for (let tool = 0; tool < TOOLS; tool += 1) await report(key, tool, 1)
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
