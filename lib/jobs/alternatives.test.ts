import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AlternativeList, readLists, recordLists } from '../store/alternatives/alternative-lists'
import { recordServers } from '../store/catalog/catalog'
import { readSettledUntil } from '../store/search/search-documents'
import { testServer, testTool, uncategorized } from '../store/test-catalog'
import { openTestDatabase, TEST_EPOCH } from '../store/test-databases'
import { openAlternativesJob } from './alternatives'

const server = (name: string) => testServer(`g/${name}`, { tools: [testTool('read_file')] })
const CATALOG = [server('a'), server('b'), server('unsafe')]
const IDS = ['g/a', 'g/a/read_file', 'g/b', 'g/b/read_file', 'g/unsafe', 'g/unsafe/read_file']

let opened: Awaited<ReturnType<typeof openTestDatabase>>
const asked: string[] = []
const found = async (subjectId: string): Promise<AlternativeList> => {
  asked.push(subjectId)
  return { subjectId, alternatives: [{ id: 'g/b/read_file', similarity: 0.876, inOtherProduct: true }] }
}

beforeAll(async () => {
  opened = await openTestDatabase()
  await recordServers(opened.db, { source: 'file', precedence: 1 }, CATALOG, TEST_EPOCH, uncategorized)
  await execute(sql`UPDATE servers SET unsafe = true WHERE id = 'g/unsafe'`)
})
afterAll(() => opened.close())
afterEach(async () => {
  asked.length = 0
  await execute(sql`DELETE FROM alternative_lists`)
})

/** A job whose searches take so long; `pauses` are what it let others work. */
function openJob(searchMs = 1, signal = new AbortController().signal, search = found) {
  const pauses: number[] = []
  const pause = async (ms: number) => pauses.push(ms)
  const monotonicMs = () => asked.length * searchMs
  const record = (lists: readonly AlternativeList[]) => recordLists(opened.db, lists)
  const job = { db: opened.db, clock: () => TEST_EPOCH, signal, search, record, monotonicMs, pause }
  return { pauses, run: openAlternativesJob(job) }
}
const execute = (query: ReturnType<typeof sql>) => opened.db.execute(query)
const age = (id: string, hours: number) =>
  execute(
    sql`UPDATE alternative_lists SET found_at = now() - make_interval(hours => ${hours}) WHERE subject_id = ${id}`,
  )
const longAgo = () => execute(sql`UPDATE subjects SET words_changed_at = now() - interval '9 days'`)

test('what cannot be relied on goes first, then what was never searched, then the oldest, not before a day', async () => {
  const { run } = openJob()
  expect(await run()).toEqual({ searched: 6, found: 6, forgotten: 0 })
  expect(asked).toEqual(['g/unsafe', 'g/unsafe/read_file', 'g/a', 'g/a/read_file', 'g/b', 'g/b/read_file'])
  expect(await run()).toEqual({ searched: 0, found: 0, forgotten: 0 })
  await longAgo()
  await age('g/a/read_file', 25)
  await age('g/unsafe', 30)
  await age('g/b/read_file', 23)
  await execute(sql`DELETE FROM alternative_lists WHERE subject_id = 'g/b'`)
  asked.length = 0
  await openJob().run()
  expect(asked).toEqual(['g/b', 'g/unsafe', 'g/a/read_file'])
})

test('a list is stored as it was found', async () => {
  await openJob().run()
  expect(await readLists(opened.db, ['g/a/read_file'])).toEqual([
    { subjectId: 'g/a/read_file', alternatives: [{ id: 'g/b/read_file', similarity: 0.876, inOtherProduct: true }] },
  ])
})

test('what changed after its search is searched again', async () => {
  await openJob().run()
  asked.length = 0
  const until = await readSettledUntil(opened.db)
  await execute(sql`UPDATE subjects SET words_changed_at = clock_timestamp() WHERE id = 'g/b/read_file'`)
  expect(until).not.toBe('')
  await openJob().run()
  expect(asked).toEqual(['g/b/read_file'])
})

test('a run ends with its budget, and pauses four times as long as each slice', async () => {
  const { run, pauses } = openJob(2500)
  expect((await run())?.searched).toBe(2)
  expect(pauses).toEqual([10_000, 10_000])
  expect((await run())?.searched).toBe(2)
  expect((await run())?.searched).toBe(2)
  expect([...asked].sort()).toEqual(IDS)
})

test('what a killed run had stored is not searched again', async () => {
  const failing = async (id: string) => {
    if (asked.length === 2) throw new Error('killed')
    return found(id)
  }
  await expect(openJob(60, undefined, failing).run()).rejects.toThrow('killed')
  await openJob().run()
  expect([...asked].sort()).toEqual(IDS)
})

test('a signal ends the run after the subject under way, which is stored', async () => {
  const stop = new AbortController()
  const stopping = (id: string) => {
    stop.abort()
    return found(id)
  }
  expect((await openJob(1, stop.signal, stopping).run())?.searched).toBe(1)
})

test('a subject without alternatives is stored, so that it is not searched again at once', async () => {
  const none = async (subjectId: string) => ({ subjectId, alternatives: [] })
  expect(await openJob(1, undefined, none).run()).toMatchObject({ searched: 6, found: 0 })
  expect(await openJob().run()).toMatchObject({ searched: 0 })
})
