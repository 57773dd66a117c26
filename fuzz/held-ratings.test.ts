import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordProbes } from '../bench/recorded-probes'
import { openMemo } from '../lib/api/cache/memo'
import { NOTHING_REMEMBERED } from '../lib/api/cache/remembered-answers'
import { parseConfig } from '../lib/config'
import { openApp } from '../lib/runtime/app'
import type { ServiceApp } from '../lib/runtime/service-app'
import { servers, subjects } from '../lib/store/catalog/catalog-schema'
import { openRatingReplica, type RatingReplica } from '../lib/store/ratings/rating-replica'
import type { RatingReader } from '../lib/store/ratings/ratings'
import { copyEmbeddedTemplate } from '../lib/store/test-templates'
import { FUZZ_CATALOG } from './fuzz'
import { type FuzzRequest, requestsFrom } from './requests'
import { askableOf, callEndpoint, FUZZ_TARGET, fillApp } from './world'

/** Rows of a tenth of the catalog take as much. */
const TINY_BYTES = 100_000
const LARGE_BYTES = 64_000_000
/** They change what is answered, or answer what is of one call. */
const WRITING = new Set(['ingest', 'createKey', 'revokeKey', 'check', 'metrics'])

let app: ServiceApp
let all: RatingReplica
let part: RatingReplica
let requests: FuzzRequest[]
let dataDir = ''

const held = (replica: RatingReplica): ServiceApp =>
  Object.assign(Object.create(app) as ServiceApp, {
    ...{ ratings: replica, subjectFacts: replica.subjectFacts, replica },
    ...{ remembered: NOTHING_REMEMBERED, memo: openMemo() },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-held-'))
  await copyEmbeddedTemplate(dataDir)
  app = await openApp(parseConfig({ DATA_DIR: dataDir, LIMITS: 'off' }), { opensLog: true })
  await fillApp(app, FUZZ_CATALOG, new Date())
  await app.searchIndex.refresh()
  const open = (bytes: number) =>
    openRatingReplica(app.reads, app.ratings, (cause) => expect.fail(String(cause)), {
      ...{ ratingBytes: bytes, wordBytes: bytes },
    })
  all = open(LARGE_BYTES)
  part = open(TINY_BYTES)
  await Promise.all([all.start(), part.start()])
  const { document, known, keys } = await askableOf(app, 1)
  const made = fc.sample(requestsFrom(document, known, keys), { numRuns: 300, seed: 31 })
  const { toolId = [], q = [] } = known
  // Every fourth one again and again, the others once.
  const often = toolId.filter((_, at) => at % 4 === 0).slice(0, 2)
  requests = [
    ...made.filter(({ operation }) => !WRITING.has(operation)),
    ...toolId.flatMap((id) => [id, ...often].map((one) => getOf('/v1/health/{toolId}', one))),
    ...toolId.map((id) => getOf('/v1/score/{toolId}', `${id}?explain=true`)),
    ...toolId.slice(0, 20).map((id) => getOf('/v1/alternatives/{toolId}', id)),
    ...q.flatMap((text) => ['/v1/search?q=', '/v1/route?task='].map((path) => getOf(path, encodeURIComponent(text)))),
  ]
}, 120_000)
afterAll(async () => {
  await Promise.all([all.close(), part.close()])
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

function getOf(path: string, asked: string): FuzzRequest {
  const target = path.includes('{') ? path.replace('{toolId}', asked) : path + asked
  const own = path.replace(/\?.*/, '')
  return { operation: own, path: own, method: 'GET', target, headers: {}, body: null, address: '' }
}

/** Asks both the same at one moment; returns how many answers had each status. */
async function compare(): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const [ofAll, ofPart] = [held(all), held(part)]
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() })
  try {
    for (const request of requests) {
      const [one, other] = [await callEndpoint(request, ofAll), await callEndpoint(request, ofPart)]
      expect([request.target, other.status, other.text]).toEqual([request.target, one.status, one.text])
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
    }
  } finally {
    vi.useRealTimers()
  }
  return statuses
}

test('all ratings in memory, and a small cache of them, give the same answers, also after a change', async () => {
  expect([all.use().holds, part.use().holds]).toEqual(['all', 'part'])
  const statuses = await compare()
  for (const status of [200, 400, 404]) expect(statuses.get(status)).toBeGreaterThan(10)
  const { hits, misses, bytes, subjects } = part.use()
  expect(hits).toBeGreaterThan(100)
  expect(misses).toBeGreaterThan(200)
  expect(bytes).toBeLessThanOrEqual(TINY_BYTES)
  expect(subjects).toBeLessThan(all.use().subjects / 2)

  const some = await app.db.select({ key: servers.key }).from(servers).orderBy(servers.key).limit(20)
  const keys = some.map(({ key }) => key)
  await recordProbes(app.db, keys, FUZZ_TARGET, new Date(), 'connect_failed')
  await expect.poll(() => areLike(app.ratings), { timeout: 10_000 }).toBe(true)
  await compare()
}, 120_000)

/** Whether both have each rating as the database has it. */
async function areLike(stored: RatingReader): Promise<boolean> {
  for (const { id } of await app.db.select({ id: subjects.id }).from(subjects)) {
    const states = [stored, all, part].map(async (reader) => (await reader.findRating(id))?.serverState)
    const [one, ...others] = (await Promise.all(states)).map((state) => JSON.stringify(state))
    if (others.some((other) => other !== one)) return false
  }
  return true
}
