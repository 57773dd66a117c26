import { signingKeyFromSeed } from 'assay-verify/attestation'
import { probe, probes } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { openMemo } from '../api/cache/memo'
import type { Context } from '../api/context'
import { openTestContext } from '../api/test-context'
import { onlyKey } from '../api/test-keys'
import { OPEN_GATE } from '../http/gate'
import { publishedFiles } from '../store/files/files-schema'
import { openPublishedFiles } from '../store/files/published-files'
import { memoryPlace } from '../store/files/test-place'
import { recordRatings } from '../store/ratings/ratings'
import { testServer, testTool } from '../store/test-catalog'
import { FeedAnswer } from './contract/feed'
import { feedEndpoint } from './operations/feed'
import { openFeedJob } from './publish-feed'
import { feedVersions } from './sql/feed-schema'

const MINUTE = 60_000
const newest = probes(0, 20)
const now = new Date((newest.at(-1) ?? probe(0)).observedAt.getTime() + MINUTE)
const CATALOG = [
  testServer('g/well', { tools: ['a', 'b', '天'].map((name) => testTool(name)) }),
  testServer('g/api', { tools: [testTool('x')] }),
]
const signingKey = signingKeyFromSeed(new Uint8Array(32).fill(7))

let opened: Awaited<ReturnType<typeof openTestContext>>
let place = memoryPlace()
const logged: string[] = []
const real = performance.now.bind(performance)
let aheadMs = 0
beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [feedVersions, publishedFiles]) await opened.context.db.delete(table)
  await opened.watched('g/well', newest)
  place = memoryPlace()
  logged.length = 0
  aheadMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => real() + aheadMs)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Another process on the same database and place. */
const process = (cdn: string | null = null): Context => ({
  ...opened.context,
  files: openPublishedFiles(place, cdn, (line) => logged.push(line)),
  memo: openMemo(),
  gate: OPEN_GATE,
  address: null,
  signingKeys: onlyKey(signingKey),
  baseUrl: 'http://assay.test',
})
const withoutFiles = () => ({ ...process(), files: null })
const publish = (context: Context) => {
  if (context.files === null) throw new Error('no files')
  return openFeedJob(context.files, () => now)(context)
}
const ask = (context: Context, query = '', headers: Record<string, string> = {}) =>
  feedEndpoint.handle(new Request(`http://assay.test/v1/reliability/feed${query}`, { headers }), context)
const read = async (context: Context, query = ''): Promise<z.infer<typeof FeedAnswer>> =>
  FeedAnswer.parse(await (await ask(context, query)).json())
const scoreOf = async (context: Context, id: string) =>
  (await read(context)).scores.find(({ toolId }) => toolId === id)?.score
const rate = (id: string, score: number) =>
  recordRatings(opened.context.db, [{ id, verdict: 'unknown', score, grade: 'D' }])
const age = (minutes: number) =>
  opened.context.db.execute(
    sql`UPDATE published_files SET published_at = now() - ${minutes}::float8 * interval '1 minute'`,
  )

test('a process answers the published feed, in every encoding as its publisher does, and builds none', async () => {
  await rate('g/well/a', 40)
  const publisher = process()
  expect(await publish(publisher)).toBe('published')
  expect(await publish(publisher)).toBe('current')
  await rate('g/well/a', 60)
  const reader = process()
  for (const encoding of ['identity', 'br', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const [ours, theirs] = [await ask(reader, '', headers), await ask(publisher, '', headers)]
    expect(Buffer.from(await ours.arrayBuffer())).toEqual(Buffer.from(await theirs.arrayBuffer()))
    for (const name of ['etag', 'x-jws-signature', 'content-encoding', 'cache-control'])
      expect(ours.headers.get(name)).toBe(theirs.headers.get(name))
    const { status } = await ask(reader, '', { 'if-none-match': theirs.headers.get('etag') ?? '' })
    expect(status).toBe(304)
  }
  expect(await scoreOf(reader, 'g/well/a')).toBe(40)
  expect(await opened.context.db.select().from(feedVersions)).toHaveLength(1)
  expect(await scoreOf(withoutFiles(), 'g/well/a')).toBe(60)
})

test('a new one is read within two seconds, and its deltas have what differs, also of an older version', async () => {
  await rate('g/well/a', 40)
  await publish(process())
  const reader = process()
  const before = await read(reader)
  await rate('g/well/a', 70)
  await age(1)
  expect(await publish(process())).toBe('published')
  expect((await read(reader)).version).toBe(before.version)
  aheadMs += 2000
  await read(reader)
  await vi.waitFor(async () => expect((await read(reader)).version).not.toBe(before.version))
  const delta = await read(reader, `?since=${before.version}`)
  expect([delta.answer, delta.scores.map(({ toolId, score }) => [toolId, score])]).toEqual([
    'delta',
    [['g/well/a', 70]],
  ])
  // A process that never had the version finds what differs by the times in the files.
  const cold = await read(process(), `?since=${before.version}`)
  expect(cold.answer).toBe('delta')
  expect(cold.scores).toEqual(expect.arrayContaining(delta.scores))
  expect((await read(process(), '?limit=2')).scores).toHaveLength(2)
})

test('the same content is confirmed, and no file is written', async () => {
  const publisher = process()
  await publish(publisher)
  await age(2)
  const written = place.files.size
  expect(await publish(process())).toBe('published')
  expect(place.files.size).toBe(written)
  expect(await publish(publisher)).toBe('current')
})

test.each<[string, () => Promise<unknown>, string]>([
  [
    'altered',
    async () => {
      for (const [path, bytes] of place.files)
        place.files.set(
          path,
          bytes.map((byte) => byte ^ 1),
        )
    },
    'cannot be read',
  ],
  ['of another format', () => opened.context.db.update(publishedFiles).set({ format: 2 }), 'No files of feed'],
  ['as old as if nobody published', () => age(4), ''],
])('one that is %s is not used: the process builds its own', async (_, spoil, line) => {
  await rate('g/well/a', 40)
  await publish(process())
  await spoil()
  await rate('g/well/a', 55)
  expect(await scoreOf(process(), 'g/well/a')).toBe(55)
  expect(logged).toEqual(line === '' ? [] : [expect.stringContaining(line)])
})

test('a process that publishes does not go back to an older one, and its deltas are right', async () => {
  await rate('g/well/a', 40)
  const both = process()
  await publish(both)
  const first = await read(both)
  await age(1)
  await rate('g/well/a', 55)
  const put = vi.spyOn(place, 'put').mockRejectedValue(new Error('full'))
  expect(await publish(both)).toBe('failed')
  put.mockRestore()
  const own = await read(both)
  expect(own.scores.find(({ toolId }) => toolId === 'g/well/a')?.score).toBe(55)
  await rate('g/well/a', 40)
  expect(await publish(process())).toBe('published')
  aheadMs += 3000
  await vi.waitFor(async () => expect(await scoreOf(both, 'g/well/a')).toBe(40))
  for (const { version } of [first, own]) {
    const { answer, scores } = await read(both, `?since=${version}`)
    expect([answer, scores.find(({ toolId }) => toolId === 'g/well/a')?.score]).toEqual(['delta', 40])
  }
})

test('publishers of two formats take turns of a minute', async () => {
  await publish(process())
  await opened.context.db.update(publishedFiles).set({ format: 2 })
  expect(await publish(process())).toBe('current')
  await rate('g/well/a', 41)
  await age(1)
  expect(await publish(process())).toBe('published')
  expect(await scoreOf(process(), 'g/well/a')).toBe(41)
})

test('while a new one cannot be read the one before is sent, and later the process builds its own', async () => {
  await rate('g/well/a', 40)
  await publish(process())
  const reader = process()
  expect(await scoreOf(reader, 'g/well/a')).toBe(40)
  await rate('g/well/a', 45)
  await age(1)
  await publish(process())
  place.files.clear()
  aheadMs += 3000
  expect(await scoreOf(reader, 'g/well/a')).toBe(40)
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(await scoreOf(reader, 'g/well/a')).toBe(40)
  aheadMs += 7 * MINUTE
  expect(await scoreOf({ ...reader, now: new Date(now.getTime() + 7 * MINUTE) }, 'g/well/a')).toBe(45)
})

test('where a CDN is named the whole feed says where it has the same bytes', async () => {
  const cdn = 'https://cdn.example'
  await publish(process(cdn))
  const answer = await ask(process(cdn))
  const [, digest] =
    /^<https:\/\/cdn\.example\/files\/([0-9a-f]{64})>; rel="duplicate"$/.exec(answer.headers.get('link') ?? '') ?? []
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(place.files.get(`files/${digest}`) ?? []))
  expect((await ask(process(cdn), '?limit=2')).headers.get('link')).toBeNull()
})
