import { EMPTY_SCORE_FACTS, scoreFrom } from 'assay-verify/score/score'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourceBatch, SourceRun } from '../../sources/source'
import { servers } from '../../store/catalog/catalog-schema'
import { findRatingBasis, openRatingReader } from '../../store/ratings/ratings'
import { testServer, testTool } from '../../store/test-catalog'
import { openTestDatabase, TEST_EPOCH, type TestDatabase } from '../../store/test-databases'
import { importSource } from './import-source'
import { syncSource } from './sync-source'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

test('tools of a server that its source deletes, and that was never probed, are stored with the score that follows from their evidence', async () => {
  const { db } = opened
  const none = { servers: [], deleted: [], rejected: [], adjusted: {}, progress: null }
  const run: SourceRun = {
    batches: (async function* () {
      yield { ...none, servers: [testServer('d/one', { tools: [testTool('a')] })] }
      yield { ...none, deleted: ['d/one'] }
    })(),
    memory: () => ({ since: null }),
  }
  const report = await importSource(db, { source: 'file', precedence: 1 }, run, () => TEST_EPOCH)
  expect(report).toMatchObject({ servers: 1, serversDeleted: 1 })
  const basis = await findRatingBasis(db, 'd/one/a')
  expect(basis?.removedAt).toEqual(TEST_EPOCH)
  const explained = scoreFrom(basis?.scoreFacts ?? EMPTY_SCORE_FACTS, basis === undefined ? null : toolFactsOf(basis))
  expect((await openRatingReader(db).findRating('d/one/a'))?.score).toBe(explained.score)
})

describe('a source that reports many servers as deleted', () => {
  const none = { servers: [], deleted: [], rejected: [], adjusted: {}, progress: null }
  const ids = Array.from({ length: 120 }, (_, at) => `m/${at}`)
  const owner = { source: 'upstream', precedence: 2 }
  const runOf = (...batches: Partial<SourceBatch>[]): SourceRun => ({
    batches: (async function* () {
      for (const batch of batches) yield { ...none, ...batch }
    })(),
    memory: () => ({ since: null }),
  })
  const listed = async () =>
    (await opened.db.select({ id: servers.id }).from(servers).where(sql`source = 'upstream' AND lifecycle = 'active'`))
      .length
  const take = (run: SourceRun, believesDeletions = false) =>
    importSource(opened.db, owner, run, () => TEST_EPOCH, { believesDeletions })

  test('is not believed, and deletes nothing; a few are', async () => {
    await take(runOf({ servers: ids.map((id) => testServer(id)) }))
    const all = take(
      runOf({ servers: [testServer('m/new')] }, { deleted: ids.slice(0, 60) }, { deleted: ids.slice(60) }),
    )
    await expect(all).rejects.toThrow('It reports 120 of 121 servers as deleted')
    expect(await listed()).toBe(121)
    expect(await take(runOf({ deleted: ids.slice(0, 50) }))).toMatchObject({ serversDeleted: 50 })
  })

  test('is believed where it keeps saying so, and those listed again in the same run stay', async () => {
    const report = await take(runOf({ deleted: ids }, { servers: [testServer('m/7')] }), true)
    expect(report.serversDeleted).toBe(70)
    expect(await listed()).toBe(2)
  })

  test('is believed a day after the last run that succeeded', async () => {
    const few = Array.from({ length: 60 }, (_, at) => `n/${at}`)
    const lines: string[] = []
    const syncAt = (hours: number, batch: Partial<SourceBatch>) => {
      const at = new Date(TEST_EPOCH.getTime() + hours * 3_600_000)
      const job = { db: opened.db, owner: { source: 'daily', precedence: 2 }, intervalMs: 3_600_000, clock: () => at }
      return syncSource({ ...job, open: () => runOf(batch), log: (line) => lines.push(line) })
    }
    expect(await syncAt(0, { servers: few.map((id) => testServer(id)) })).toMatchObject({ serversAdded: 60 })
    expect(await syncAt(1, { deleted: few })).toBeUndefined()
    expect(await syncAt(24, { deleted: few })).toBeUndefined()
    expect(await syncAt(26, { deleted: few })).toMatchObject({ serversDeleted: 60 })
    expect(lines.filter((line) => line.includes('60 of 60 servers as deleted'))).toHaveLength(2)
  })
})
