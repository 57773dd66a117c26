import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AlternativeFacts, FactsTile, PinsTile } from 'assay-decide/bundle'
import { folderSideFiles } from 'assay-tlog/storage/folder-side-files'
import { outage, probe, probes } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext } from '../../api/test-context'
import { recordListing } from '../../store/catalog/observed-listing'
import { rowsOf } from '../../store/database'
import '../../store/outbox/test-queue-key'
import { tileNumberOf } from 'assay-decide/names'
import { streamable, testServer, testTool, uncategorized } from '../../store/test-catalog'
import { serverKeyOf } from '../rules/server-keys'
import { servedBundle } from '../served-bundle'
import { bundleManifests, bundleTiles } from '../sql/bundle-schema'
import { recordTiles } from '../sql/bundle-tiles'
import { askTile, openBundleProcess, readDigests, readManifest, readTile } from '../test-bundle'
import { madeTile } from './build-tiles'
import { openBundlePlace } from './bundle-place'
import { NO_ALTERNATIVES } from './held-catalog'

const MINUTE = 60_000
const SERVERS = 300
const steady = probes(0, 20)
const end = (steady.at(-1) ?? probe(0)).observedAt
const now = new Date(end.getTime() + MINUTE)
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE)
const idOf = (n: number) => `g/server-${n}`
const NAMES = Array.from({ length: SERVERS }, (_, n) => n)

let opened: Awaited<ReturnType<typeof openTestContext>>
const db = () => opened.context.db
beforeAll(async () => {
  opened = await openTestContext(
    NAMES.map((n) =>
      testServer(idOf(n), { tools: [testTool('one')], remotes: [streamable(`https://server-${n}.example/mcp`)] }),
    ),
    now,
  )
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [bundleManifests, bundleTiles]) await db().delete(table)
  await opened.watched(idOf(7), steady)
})

const numbersOf = (n: number, bits: number) => {
  const names = [
    { kind: 'id', name: idOf(n) },
    { kind: 'id', name: `assay.g/server-${n}` },
    { kind: 'url', name: `server-${n}.example/mcp` },
  ] as const
  return new Set(names.map((name) => tileNumberOf(serverKeyOf(name), bits)))
}
const differing = (before: string[], after: string[]) =>
  new Set(after.flatMap((digest, number) => (digest === before[number] ? [] : [number])))

test('a change of one server changes only its tiles, and every process makes the same', async () => {
  const clock = { now }
  const first = openBundleProcess(opened.context, clock)
  expect(await first.run()).toMatchObject({ servers: SERVERS, isWhole: true })
  expect(await first.run()).toBeNull()
  const [manifest, before] = [await readManifest(first.at()), await readDigests(first.at())]
  expect(manifest).toMatchObject({
    iss: 'https://assay.example',
    iat: now.getTime() / 1000,
    exp: later(10).getTime() / 1000,
  })
  expect(before.states).toHaveLength(2 ** manifest.bits)
  expect(manifest.bits).toBeGreaterThan(1)
  for (const [number, digest] of before.facts.entries()) {
    const { servers } = await readTile<FactsTile>(first.at(), digest)
    expect(servers.length).toBeGreaterThanOrEqual(50)
    for (const key of servers.flatMap(({ keys }) => keys)) expect(tileNumberOf(key, manifest.bits)).toBe(number)
  }

  clock.now = later(1)
  await opened.watched(idOf(7), [...steady, ...outage(5 * 3600 - 200)])
  expect(await first.run()).toMatchObject({ sequence: manifest.sequence + 1, isWhole: false })
  const after = await readDigests(first.at())
  expect(differing(before.states, after.states)).toEqual(numbersOf(7, manifest.bits))
  expect([after.facts, after.pins]).toEqual([before.facts, before.pins])

  clock.now = later(2)
  await list(8, ['one', 'two'])
  await first.run()
  const listed = await readDigests(first.at())
  expect(differing(after.pins, listed.pins)).toEqual(numbersOf(8, manifest.bits))
  const [number = 0] = numbersOf(8, manifest.bits)
  const pins = await readTile<PinsTile>(first.at(), listed.pins[number] ?? '')
  expect(pins.servers).toMatchObject([
    { id: idOf(8), tools: { one: [null, expect.any(String), expect.any(String), null, null] } },
  ])

  // Time alone turns the verdict; another process, which reads everything, makes the same tiles.
  clock.now = later(3 * 60)
  expect(await openBundleProcess(opened.context, clock).run()).toMatchObject({ isWhole: true })
  const cold = await readDigests(first.at())
  expect(differing(listed.states, cold.states)).toEqual(numbersOf(7, manifest.bits))
  clock.now = later(3 * 60 + 1)
  await openBundleProcess(opened.context, clock).run()
  expect(await readDigests(first.at())).toEqual(cold)
})

test('of two processes at once one makes the manifest, and either goes on', async () => {
  const clock = { now }
  const [one, other] = [openBundleProcess(opened.context, clock), openBundleProcess(opened.context, clock)]
  const reports = await Promise.all([one.run(), other.run()])
  expect(reports.filter((report) => report !== null)).toHaveLength(1)
  const { sequence } = await readManifest(one.at())
  for (const [at, { run }] of [other, one, other].entries()) {
    clock.now = later(at + 1)
    await opened.watched(idOf(7), [...steady, probe(5 * 3600 + at, at === 1 ? 'timed_out' : 'answered')])
    expect(await run()).toMatchObject({ sequence: sequence + at + 1 })
  }
  const whole = await readDigests(one.at())
  clock.now = later(4)
  await openBundleProcess(opened.context, clock).run()
  expect(await readDigests(one.at())).toEqual(whole)
})

test('a run that is killed is made up for, and what no manifest names goes after an hour', async () => {
  const clock = { now }
  const stopped = new AbortController()
  const killed = openBundleProcess(opened.context, clock, {
    alternatives: {
      ...NO_ALTERNATIVES,
      list: async () => {
        stopped.abort(new Error('killed'))
        return new Map()
      },
    },
    signal: stopped.signal,
  })
  await expect(killed.run()).rejects.toThrow('killed')
  const left = await madeTile('left by a killed run')
  await recordTiles(db(), [left])
  const next = openBundleProcess(opened.context, clock)
  await next.run()
  const [named, { sequence }] = [await readDigests(next.at()), await readManifest(next.at())]
  clock.now = later(30)
  await opened.watched(idOf(7), [...steady, ...outage(5 * 3600 - 200)])
  await next.run()
  expect((await askTile(next.at(), left.digest)).status).toBe(200)
  clock.now = later(61)
  await next.run()
  expect((await readManifest(next.at())).sequence).toBe(sequence + 61)
  const gone = await askTile(next.at(), left.digest)
  expect([gone.status, (await gone.json()).code]).toEqual([404, 'unknown_tile'])
  clock.now = later(92)
  await next.run()
  const kept = new Set(Object.values(await readDigests(next.at())).flat())
  for (const digest of Object.values(named).flat())
    expect((await askTile(next.at(), digest)).status).toBe(kept.has(digest) ? 200 : 404)
  const rows = await db().select({ at: bundleManifests.at }).from(bundleManifests)
  expect(rows).toHaveLength(2)
})

test('alternatives are in facts, those that are out in the state, and the first ones stay for an hour', async () => {
  const clock = { now }
  const [row] = await rowsOf<{ key: number }>(db(), sql`SELECT key FROM servers WHERE id = ${idOf(7)}`)
  const key = row?.key ?? 0
  let found = new Map<string, AlternativeFacts[]>()
  let changed: number[] = []
  const process = openBundleProcess(opened.context, clock, {
    alternatives: {
      list: async (_db, keys) => new Map(keys.includes(key) ? [[key, found]] : []),
      changedSince: async (_db, until) => ({ serverKeys: changed, until }),
    },
  })
  const known = async () => {
    const asked = serverKeyOf({ kind: 'id', name: idOf(7) })
    const view = await (await servedBundle(process.at())).view([asked], process.at())
    return view?.servers.get(asked)?.[0]
  }
  await process.run()
  expect((await known())?.facts.tools).toEqual({})
  const first = [8, 9].map((n) => ({ serverId: idOf(n), tool: 'one' }))
  found = new Map([['one', first]])
  changed = [key]
  clock.now = later(1)
  await process.run()
  expect((await known())?.facts.tools).toEqual({ one: first })
  found = new Map([
    ['one', [{ serverId: idOf(10), tool: 'one' }]],
    ['two', first],
  ])
  for (const n of [7, 9]) await opened.watched(idOf(n), [...steady, ...outage(5 * 3600 - 200)])
  clock.now = later(2)
  await process.run()
  expect(await known()).toMatchObject({
    facts: { tools: { one: first, two: first } },
    state: { v: 'down', out: [idOf(9)] },
  })
  clock.now = later(61)
  await process.run()
  expect((await known())?.facts.tools).toMatchObject({ one: [{ serverId: idOf(10) }] })
  await opened.watched(idOf(9), steady)
})

test('a tile is immutable, and a caller who has it gets 304', async () => {
  const process = openBundleProcess(opened.context, { now })
  await process.run()
  const { pages } = await readManifest(process.at())
  const digest = pages.states[0] ?? ''
  const answer = await askTile(process.at(), digest)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${digest}"`,
  })
  expect((await askTile(process.at(), digest, { 'if-none-match': `"${digest}"` })).status).toBe(304)
  expect((await askTile(process.at(), 'nothing')).status).toBe(400)
})

test('a copy beside the log has the same files, whatever was there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bundle-'))
  const files = folderSideFiles(folder)
  const clock = { now }
  const failures: string[] = []
  let isBroken = false
  const put: typeof files.put = (path, bytes) =>
    isBroken ? Promise.reject(new Error('disk full')) : files.put(path, bytes)
  const place = openBundlePlace({ ...files, put }, (line) => failures.push(line))
  await files.put('bundle/tiles/surplus', new Uint8Array(1))
  const process = openBundleProcess(opened.context, clock, { place })
  const expectSame = async () => {
    const rows = await db().select({ digest: bundleTiles.digest }).from(bundleTiles)
    expect((await readdir(join(folder, 'bundle/tiles'))).sort()).toEqual(rows.map(({ digest }) => digest).sort())
    const [newest] = await rowsOf(db(), sql`SELECT jws FROM bundle_manifests ORDER BY sequence DESC LIMIT 1`)
    expect({ jws: await readFile(join(folder, 'bundle/manifest.jws'), 'utf8') }).toEqual(newest)
  }
  await process.run()
  await expectSame()
  isBroken = true
  await opened.watched(idOf(7), [...steady, ...outage(5 * 3600 - 200)])
  for (const minute of [1, 2]) {
    clock.now = later(minute)
    await process.run()
  }
  expect(failures).toHaveLength(1)
  isBroken = false
  clock.now = later(65)
  await process.run()
  await expectSame()
})

test('the first manifest of each hour is queued for the log, with its payload', async () => {
  await db().execute(sql`INSERT INTO log_state (key, origin, opened_at, recording, size, published, observations_from)
    VALUES (0, 'assay.test/log', ${now.toISOString()}, true, 0, 0, ${now.toISOString()})`)
  const clock = { now }
  const process = openBundleProcess(opened.context, clock)
  const made = []
  for (const minute of [0, 1, 60, 61, 120]) {
    clock.now = later(minute)
    await process.run()
    made.push(await readManifest(process.at()))
  }
  const facts = await rowsOf<{ sequence: number; hour: string; body: string }>(
    db(),
    sql`SELECT (fact ->> 'sequence')::float8 AS sequence, fact ->> 'hour' AS hour, body FROM log_queue JOIN log_documents ON log_documents.digest = fact ->> 'digest'
      WHERE fact ->> 'kind' = 'bundle' ORDER BY log_queue.key`,
  )
  const queued = facts.map(({ body }) => JSON.parse(body))
  expect(queued).toEqual([made[0], made[2], made[4]])
  expect(facts.map(({ hour }) => hour)).toEqual(
    [0, 60, 120].map((minute) => `${later(minute).toISOString().slice(0, 13)}:00:00.000Z`),
  )
})

const list = async (n: number, names: string[]) => {
  const [row] = await rowsOf<{ key: number }>(db(), sql`SELECT key FROM servers WHERE id = ${idOf(n)}`)
  const tools = names.map((name) => testTool(name))
  await recordListing(
    db(),
    { serverKey: row?.key ?? 0, tools, complete: true, protocolVersion: null },
    now,
    uncategorized,
  )
}
