import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPTY_SCORE_FACTS, scoreFrom } from '../../core/score/score'
import { toolFactsOf } from '../../core/score/tool-facts'
import type { SourceRun } from '../../sources/source'
import { findRatingBasis, openRatingReader } from '../../store/ratings/ratings'
import { testServer, testTool } from '../../store/test-catalog'
import { TEST_DRIVERS, TEST_EPOCH, type TestDatabase } from '../../store/test-databases'
import { importSource } from './import-source'

let opened: TestDatabase
beforeAll(async () => {
  opened = await TEST_DRIVERS[0].open()
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
