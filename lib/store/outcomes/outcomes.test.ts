import { HOUR_MS } from 'assay-verify/duration'
import { getTableColumns, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordServers } from '../catalog/catalog'
import { servers, subjects } from '../catalog/catalog-schema'
import { rowsOf } from '../database'
import { changeToolFacts, recordBreakingChanges } from '../ratings/tool-facts'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase } from '../test-databases'
import type { OutcomeCounts } from './count-rows'
import {
  claimDueUsage,
  dropOldOutcomes,
  eraseReporters,
  listUsage,
  openReporter,
  postponeUsage,
  recordOutcomes,
} from './outcomes'
import { addCorroborated } from './reporter-trust'
import { outcomeCounts, reporters, usageDue } from './usage-schema'

const now = new Date('2026-11-20T12:30:00Z')
const HOUR = Math.floor(now.getTime() / HOUR_MS)
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * HOUR_MS)
const counts = (subjectId: string, some: Partial<OutcomeCounts> = {}): Omit<OutcomeCounts, 'reporterKey'> => ({
  subjectId,
  hour: HOUR,
  successes: 0,
  transportFailures: 0,
  callerFailures: 0,
  otherFailures: 0,
  ...some,
})

test('there is no column that could hold a call, a text or a person', () => {
  const columns = Object.entries({ ...getTableColumns(outcomeCounts), ...getTableColumns(reporters) })
  const texts = columns.filter(([, column]) => column.getSQLType() !== 'integer').map(([name]) => name)
  expect(texts.sort()).toEqual(['keyedSince', 'subjectId'])
  // Trust depends on age and agreement alone: there are no columns for credits, tiers or claims.
  expect(Object.keys(getTableColumns(reporters)).sort()).toEqual(['corroborated', 'key', 'keyedSince'])
})

describe('outcomes', () => {
  onDatabase(({ db }) => {
    let keyed = 0
    let keyless = 0

    beforeAll(async () => {
      const catalog = [testServer('o/s', { tools: [testTool('x'), testTool('y')] })]
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
    })
    beforeEach(async () => {
      await db.delete(outcomeCounts)
      await db.delete(usageDue)
      await db.delete(reporters)
      keyed = await openReporter(db, daysAgo(40))
      keyless = await openReporter(db, null)
    })
    const record = (reporterKey: number, ...given: Omit<OutcomeCounts, 'reporterKey'>[]) =>
      db.transaction((tx) =>
        recordOutcomes(
          tx,
          given.map((counted) => ({ ...counted, reporterKey })),
          now,
        ),
      )
    const usageOf = async (id: string) => (await listUsage(db, [id], daysAgo(30), now)).get(id)

    test('are added up by subject, hour and reporter, and nothing else is kept of them', async () => {
      await record(keyed, counts('o/s/x', { successes: 2 }), counts('o/s/x', { transportFailures: 1 }))
      await record(
        keyed,
        counts('o/s/x', { successes: 3, callerFailures: 4 }),
        counts('o/s/x', { hour: HOUR - 1, otherFailures: 1 }),
      )
      await record(keyless, counts('o/s/x', { successes: 1 }), counts('o/s', { successes: 9 }))
      expect(await db.$count(outcomeCounts)).toBe(4)
      const [first, second] = (await usageOf('o/s/x')) ?? []
      expect(first?.reporter).toEqual({ keyedSince: daysAgo(40), corroborated: 0 })
      expect(first?.hours).toEqual([
        { hour: HOUR - 1, successes: 0, transportFailures: 0, callerFailures: 0, otherFailures: 1 },
        { hour: HOUR, successes: 5, transportFailures: 1, callerFailures: 4, otherFailures: 0 },
      ])
      expect(second?.reporter.keyedSince).toBeNull()
      expect((await usageOf('o/s'))?.[0]?.hours[0]?.successes).toBe(9)
      expect(await usageOf('o/s/y')).toBeUndefined()
    })

    test('of batches at the same time are all counted', async () => {
      const batch = ['o/s/y', 'o/s/x', 'o/s'].map((id) => counts(id, { successes: 1 }))
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => record(keyless, ...(n % 2 === 0 ? batch : [...batch].reverse()))),
      )
      expect((await usageOf('o/s/x'))?.[0]?.hours[0]?.successes).toBe(8)
    })

    test('of ids that are not known are left out', async () => {
      const known = await record(keyed, counts('o/s/x', { successes: 1 }), counts('nobody/x', { successes: 1 }))
      expect(known).toEqual(new Set(['o/s/x']))
      expect(await db.$count(outcomeCounts)).toBe(1)
      expect(await record(keyed)).toEqual(new Set())
    })

    test('are read by hour while new, by day when older, and not at all past the window', async () => {
      const old = Math.floor((HOUR - 240) / 24) * 24
      await record(
        keyed,
        counts('o/s/x', { hour: old, successes: 1 }),
        counts('o/s/x', { hour: old + 23, successes: 2 }),
        counts('o/s/x', { hour: HOUR - 721, successes: 4 }),
      )
      expect((await usageOf('o/s/x'))?.[0]?.hours).toMatchObject([{ hour: old + 12, successes: 3 }])
    })

    test('of a reporter that was erased count for nothing', async () => {
      await record(keyed, counts('o/s/x', { successes: 2 }))
      await eraseReporters(db, [keyed])
      expect(await usageOf('o/s/x')).toBeUndefined()
    })

    test('earn trust by what was corroborated', async () => {
      await record(keyed, counts('o/s/x', { successes: 2 }))
      await addCorroborated(db, new Map([[keyed, 60]]))
      await addCorroborated(db, new Map([[keyed, 50]]))
      expect((await usageOf('o/s/x'))?.[0]?.reporter.corroborated).toBe(110)
    })

    test('make their subjects due at once, and each is claimed by one', async () => {
      await record(keyed, counts('o/s/x', { successes: 1 }), counts('o/s/y', { successes: 1 }))
      await record(keyless, counts('o/s/x', { successes: 1 }))
      await db.transaction(async (tx) => {
        expect(await claimDueUsage(tx, 10, now)).toEqual(['o/s/x', 'o/s/y'])
        await postponeUsage(tx, ['o/s/x'], new Date(now.getTime() + HOUR_MS))
        await postponeUsage(tx, ['o/s/y'], null)
      })
      expect(await claimDueUsage(db, 10, now)).toEqual([])
      expect(await claimDueUsage(db, 10, new Date(now.getTime() + HOUR_MS))).toEqual(['o/s/x'])
      await record(keyed, counts('o/s/x', { successes: 1 }))
      expect(await claimDueUsage(db, 10, now)).toEqual(['o/s/x'])
    })

    test('are deleted after 35 days, also more than one statement deletes at once', async () => {
      await record(keyed, counts('o/s/x', { hour: HOUR - 35 * 24, successes: 1 }))
      await db.execute(sql`
        INSERT INTO outcome_counts SELECT 'o/s/y', ${HOUR - 35 * 24 - 1}::int, reporter, 1, 0, 0, 0 FROM generate_series(1, 6000) AS reporter`)
      expect(await dropOldOutcomes(db, now)).toBe(6000)
      expect(await db.$count(outcomeCounts)).toBe(1)
    })

    test('facts of tools are kept only where there are any', async () => {
      const factsOf = async () =>
        (await rowsOf<{ facts: unknown }>(db, sql`SELECT facts FROM subjects WHERE id = 'o/s/x'`))[0]?.facts
      expect(await factsOf()).toBeNull()
      await db.transaction((tx) => recordBreakingChanges(tx, ['o/s/x', 'nobody/x'], now))
      expect(await factsOf()).toEqual({ usage: null, breakingChangesAt: [now.toISOString()], openChange: null })
      const clear = () => ({ usage: null, breakingChangesAt: [], openChange: null })
      expect(await db.transaction((tx) => changeToolFacts(tx, ['o/s/x', 'o/s/y'], clear))).toEqual(['o/s/x'])
      expect(await factsOf()).toBeNull()
    })

    test('of a deleted subject do no harm', async () => {
      const catalog = [testServer('o/gone', { tools: [testTool('x')] })]
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
      await record(keyed, counts('o/gone/x', { successes: 1 }))
      await db.delete(servers).where(sql`id = 'o/gone'`)
      expect(await db.$count(subjects, sql`id = 'o/gone/x'`)).toBe(0)
      expect(await record(keyed, counts('o/gone/x', { successes: 1 }))).toEqual(new Set())
    })
  })
})
