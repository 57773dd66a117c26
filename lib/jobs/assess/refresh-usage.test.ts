import { HOUR_MS } from 'assay-verify/duration'
import { usageShowsFailure, usageVerifies } from 'assay-verify/score/recent-use'
import { EMPTY_SCORE_FACTS, scoreFrom } from 'assay-verify/score/score'
import { addBreakingChange, toolFactsOf } from 'assay-verify/score/tool-facts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordServers } from '../../store/catalog/catalog'
import { servers, subjects } from '../../store/catalog/catalog-schema'
import { addLatencies } from '../../store/outcomes/outcome-latencies'
import { eraseReporters, openReporter, recordOutcomes } from '../../store/outcomes/outcomes'
import {
  outcomeCounts,
  outcomeLatencies,
  publishedVerdicts,
  reporterNetworks,
  reporters,
  usageDue,
} from '../../store/outcomes/usage-schema'
import { openRatingReader } from '../../store/ratings/ratings'
import { changeToolFacts } from '../../store/ratings/tool-facts'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onDatabase } from '../../store/test-databases'
import { refreshUsage } from './refresh-usage'

const start = new Date('2026-11-20T12:30:00Z')
const before = scoreFrom(EMPTY_SCORE_FACTS, null).score

describe('usage refreshed', () => {
  onDatabase(({ db }) => {
    let now = start

    beforeEach(async () => {
      now = start
      for (const table of [servers, outcomeCounts, usageDue, reporters, publishedVerdicts, outcomeLatencies])
        await db.delete(table)
      const tools = Array.from({ length: 30 }, (_, n) => testTool(`t${n}`))
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('u/s', { tools })], now, uncategorized)
    })
    const reporter = (corroborated: number) =>
      db
        .insert(reporters)
        .values({ keyedSince: new Date(start.getTime() - 40 * 24 * HOUR_MS), corroborated })
        .returning({ key: reporters.key })
        .then((rows) => rows[0]?.key ?? -1)
    const report = (key: number, id: string, ok: boolean, events = 1000) =>
      recordOutcomes(
        db,
        [
          {
            subjectId: id,
            reporterKey: key,
            hour: Math.floor(now.getTime() / HOUR_MS),
            successes: ok ? events : 0,
            transportFailures: ok ? 0 : events,
            callerFailures: 0,
            otherFailures: 0,
          },
        ],
        now,
      )
    /** The same reporter, from a network of its own or a given one, on the present day. */
    const from = async (key: number, network = key) => {
      const day = Math.floor(now.getTime() / HOUR_MS / 24)
      await db.insert(reporterNetworks).values({ reporterKey: key, day, network })
      return key
    }
    const refresh = () => refreshUsage(db, () => now)
    const ratingOf = async (id: string) => {
      const rating = await openRatingReader(db).findRating(id)
      if (rating === undefined) throw new Error(`no rating of ${id}`)
      return { score: rating.score, usage: toolFactsOf(rating)?.usage ?? null }
    }

    test('the score of a tool and of a server changes by their own outcomes alone', async () => {
      for (let n = 0; n < 40; n += 1) {
        const key = await from(await reporter(100))
        await report(key, 'u/s/t1', true)
        await report(key, 'u/s/t2', false)
        await report(key, 'u/s', true)
      }
      expect(await refresh()).toEqual({ subjects: 3, ratings: 3 })
      const [one, two, other] = [await ratingOf('u/s/t1'), await ratingOf('u/s/t2'), await ratingOf('u/s/t3')]
      expect(one.score).toBeGreaterThan(before + 1)
      expect(two.score).toBeLessThan(before - 1)
      expect((await ratingOf('u/s')).score).toBe(one.score)
      expect(other).toEqual({ score: before, usage: null })
      expect([usageVerifies(one.usage, now), usageShowsFailure(one.usage, now)]).toEqual([true, false])
      expect([usageVerifies(two.usage, now), usageShowsFailure(two.usage, now)]).toEqual([false, true])
    })

    test('untrusted reporters, however many, change it by five points at most and verify nothing', async () => {
      const keyless = await openReporter(db, null)
      await report(keyless, 'u/s/t1', true, 1_000_000)
      for (let n = 0; n < 60; n += 1) await report(await from(await reporter(99)), 'u/s/t1', true, 1_000_000)
      await refresh()
      const { score, usage } = await ratingOf('u/s/t1')
      expect(score).toBeGreaterThan(before + 0.5)
      expect(score).toBeLessThanOrEqual(before + 5)
      expect(usageVerifies(usage, now)).toBe(false)
    })

    test('reporters of two networks, trusted or not, change neither score nor verdict', async () => {
      for (let n = 0; n < 120; n += 1)
        await report(await from(await reporter(n % 2 === 0 ? 100 : 0), n % 2), 'u/s/t1', n < 60, 1_000_000)
      await report(await reporter(100), 'u/s/t1', true, 1_000_000)
      await refresh()
      const { score, usage } = await ratingOf('u/s/t1')
      expect(score).toBe(before)
      expect([usageVerifies(usage, now), usageShowsFailure(usage, now)]).toEqual([false, false])
      expect(usage).toMatchObject({ trusted: { networks: 1, weight: 0, mean: 0 } })
    })

    test('outcomes that come in while a run goes on are for the next run', async () => {
      const key = await reporter(100)
      await report(key, 'u/s/t1', true)
      const during = new Date(start.getTime() + 1000)
      now = during
      await report(key, 'u/s/t2', true)
      const times = [start, during]
      expect((await refreshUsage(db, () => times.shift() ?? during)).subjects).toBe(1)
      expect((await ratingOf('u/s/t2')).usage).toBe(null)
      expect((await refresh()).subjects).toBe(1)
      expect((await ratingOf('u/s/t2')).usage).not.toBe(null)
    })

    test('what was published while outcomes came in is remembered by hour', async () => {
      const key = await reporter(100)
      now = new Date('2026-11-20T12:59:30Z')
      await report(key, 'u/s/t1', true)
      now = new Date('2026-11-20T13:00:30Z')
      await report(key, 'u/s/t2', true)
      await refresh()
      await db.update(subjects).set({ verdict: 'healthy' }).where(eq(subjects.id, 'u/s/t2'))
      await report(key, 'u/s/t2', true)
      await refresh()
      const hour = Math.floor(now.getTime() / HOUR_MS)
      const rows = await db.select().from(publishedVerdicts).orderBy(publishedVerdicts.hour)
      expect(rows).toEqual([
        { hour: hour - 1, subjectId: 'u/s/t1', verdicts: ['unknown'] },
        { hour, subjectId: 'u/s/t2', verdicts: ['unknown', 'healthy'] },
      ])
    })

    test('latencies of the window are summed up, and change no score', async () => {
      await report(await reporter(100), 'u/s/t1', true)
      const day = Math.floor(start.getTime() / HOUR_MS / 24)
      const bins = (bin: number, count: number) =>
        new Map([['u/s/t1', Array.from({ length: bin + 1 }, (_, n) => (n === bin ? count : 0))]])
      for (const [ofDay, bin, count] of [
        [day - 40, 3, 1000],
        [day - 1, 20, 60],
        [day, 20, 30],
        [day, 29, 10],
      ] as const)
        await addLatencies(db, ofDay, bins(bin, count))
      await refresh()
      const { score, usage } = await ratingOf('u/s/t1')
      expect(usage?.latencyMs).toEqual({ calls: 100, p50: 176, p95: 830 })
      expect(score).toBe(before)
    })

    test('a run processes all due subjects in chunks; none is due again within the hour', async () => {
      const key = await reporter(100)
      for (let n = 0; n < 30; n += 1) await report(key, `u/s/t${n}`, true)
      expect(await refresh()).toMatchObject({ subjects: 30 })
      expect(await refresh()).toMatchObject({ subjects: 0 })
      now = new Date(start.getTime() + HOUR_MS)
      expect(await refresh()).toMatchObject({ subjects: 30 })
    })

    test('a run that is killed leaves the rest due', async () => {
      const key = await reporter(100)
      for (let n = 0; n < 30; n += 1) await report(key, `u/s/t${n}`, true)
      let calls = 0
      const breaking = refreshUsage(db, () => {
        calls += 1
        if (calls > 1) throw new Error('killed')
        return now
      })
      await expect(breaking).rejects.toThrow('killed')
      expect(await refresh()).toMatchObject({ subjects: 10 })
    })

    test('usage without outcomes for 30 days is removed, other facts stay', async () => {
      const key = await reporter(100)
      await report(key, 'u/s/t1', true)
      await refresh()
      now = new Date(start.getTime() + 31 * 24 * HOUR_MS)
      await changeToolFacts(db, ['u/s/t1'], (facts) => addBreakingChange(facts, now))
      expect(await refresh()).toMatchObject({ subjects: 1 })
      expect((await ratingOf('u/s/t1')).usage).toBeNull()
      const [row] = await db.select({ facts: subjects.facts }).from(subjects).where(eq(subjects.id, 'u/s/t1'))
      expect(row?.facts).toEqual({ usage: null, breakingChangesAt: [now.toISOString()], openChange: null })
      expect(await db.$count(usageDue)).toBe(0)
    })

    test('an erased reporter no longer counts; a deleted tool causes no failure', async () => {
      const key = await reporter(100)
      await report(key, 'u/s/t1', true)
      await refresh()
      await eraseReporters(db, [key])
      now = new Date(start.getTime() + HOUR_MS)
      await refresh()
      expect(await ratingOf('u/s/t1')).toEqual({ score: before, usage: null })
      await report(await reporter(100), 'u/s/t2', true)
      await db.delete(servers)
      expect(await refresh()).toEqual({ subjects: 1, ratings: 0 })
    })
  })
})
