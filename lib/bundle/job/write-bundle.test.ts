import { gunzipSync } from 'node:zlib'
import { type BundleManifest, MANIFEST_TYPE, type StatesTile } from 'assay-decide/bundle'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { HOURS, outage, probe, probes } from 'assay-verify/state/test-observations'
import { jwksOf } from 'assay-verify/test-attestations'
import { sql } from 'drizzle-orm'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMemo } from '../../api/cache/memo'
import type { Context } from '../../api/context'
import { health } from '../../api/operations/health'
import { openTestContext } from '../../api/test-context'
import { onlyKey } from '../../api/test-keys'
import { openBreakages } from '../../store/breakages/breakage-openings'
import { recordServers } from '../../store/catalog/catalog'
import { recordListing } from '../../store/catalog/observed-listing'
import { streamable, testServer, testTool, uncategorized } from '../../store/test-catalog'
import { addTestTargets } from '../../store/test-targets'
import { bundleManifestEndpoint } from '../operations/bundle-manifest'
import { bundleTileEndpoint } from '../operations/bundle-tile'
import { serverKeyOf } from '../rules/server-keys'
import { servedBundle } from '../served-bundle'
import { bundleManifests, bundlePins, bundleTiles } from '../sql/bundle-schema'
import { openBundleJob } from './write-bundle'

const MINUTE = 60_000
const steady = probes(0, 20)
const last = 5 * HOURS
const now = new Date(probe(last).observedAt.getTime() + MINUTE)
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE)
const SIGNER = signingKeyFromSeed(new Uint8Array(32).fill(7))
const HOSTILE = ['__proto__', 'g/constructor', 'g/"quoted"\\u0000', 'g/天/\u202Etxt', 'g/</script>']
const CATALOG = [
  testServer('g/well', {
    tools: ['kept', 'gone', 'toString'].map((name) => testTool(name)),
    remotes: [streamable('https://well.example/mcp')],
  }),
  ...['g/down', 'g/slow', 'g/auth', 'g/unsafe', 'g/changed', 'g/new'].map((id) =>
    testServer(id, { tools: [testTool('one')], remotes: [streamable(`https://${id.slice(2)}.example/mcp`)] }),
  ),
  ...HOSTILE.map((id) => testServer(id, { title: `${id} <b>`, tools: [testTool('__proto__'), testTool('one')] })),
]

let opened: Awaited<ReturnType<typeof openTestContext>>
let keys: Record<string, number>
const db = () => opened.context.db

beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  await addTestTargets(db(), later(14))
  await db().execute(sql`UPDATE probe_targets SET seen_from = 'test'`)
  const well = await opened.watched('g/well', steady)
  const changed = await opened.watched('g/changed', steady)
  const degraded = await opened.watched(
    'g/slow',
    [0, 1, 2, 3].flatMap((hour) => [...outage(hour * HOURS), ...probes(hour * HOURS + 300, 3)]),
  )
  const down = await opened.watched('g/down', [...steady, ...outage(last - 120)])
  const auth = await opened.watched('g/auth', probes(0, 20, 'credentials_required'))
  const unsafe = await opened.watched('g/unsafe', steady)
  for (const id of HOSTILE) await opened.watched(id, steady)
  keys = { well, changed, degraded, down, auth, unsafe }
  await list('g/well', ['kept', 'gone', 'toString'])
  await list('g/well', ['kept', 'toString', 'added'])
  await db().execute(sql`UPDATE servers SET unsafe = true WHERE id = 'g/unsafe'`)
  await open('degraded', keys.degraded ?? 0, null)
  await open('schema_breaking', keys.changed ?? 0, 'g/changed/one')
  await open('auth_changed', keys.auth ?? 0, null)
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [bundleManifests, bundleTiles, bundlePins]) await db().delete(table)
})

const list = (id: string, names: string[]) =>
  recordListing(
    db(),
    {
      serverKey: keys[id.slice(2)] ?? 0,
      tools: names.map((name) => testTool(name)),
      complete: true,
      protocolVersion: null,
    },
    now,
    uncategorized,
  )
const open = (kind: 'degraded' | 'schema_breaking' | 'auth_changed', serverKey: number, toolId: string | null) =>
  db().transaction((tx) =>
    openBreakages(
      tx,
      [
        {
          ...{ serverKey, toolId, kind, severity: 'major', startWindow: { after: now, before: now } },
          evidence: { code: 'x', text: 'It broke.', at: now.toISOString() },
          correlationKeys: [{ cause: 'host', what: kind }],
        },
      ],
      now,
    ),
  )

/** A process with the job; its clock is `clock.now`. */
function process(clock: { now: Date }, signal = new AbortController().signal) {
  const context: Context = {
    ...opened.context,
    memo: openMemo(),
    signingKeys: onlyKey(SIGNER),
    baseUrl: 'https://assay.example',
  }
  const run = openBundleJob({
    ...context,
    ...{ alternatives: async () => new Map(), place: null, documentDays: 90, clock: () => clock.now, signal },
  })
  return { run, at: () => ({ ...context, memo: openMemo(), now: clock.now }) }
}

async function manifestOf(context: Context): Promise<BundleManifest> {
  const answer = await bundleManifestEndpoint.handle(new Request('http://assay.test/v1/bundle/manifest'), context)
  expect(answer.status).toBe(200)
  const { payload, protectedHeader } = await compactVerify(await answer.text(), createLocalJWKSet(jwksOf([SIGNER])))
  expect(protectedHeader.typ).toBe(MANIFEST_TYPE)
  return JSON.parse(new TextDecoder().decode(payload)) as BundleManifest
}

async function tileOf<Content>(context: Context, digest: string): Promise<Content> {
  const answer = await bundleTileEndpoint.handle(
    new Request(`http://assay.test/v1/bundle/tiles/${digest}`, { headers: { 'accept-encoding': 'gzip, br' } }),
    context,
  )
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null])
  return JSON.parse(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()) as Content
}

describe('the bundle', () => {
  test('says of every server what health says, whatever it is called', async () => {
    const { run, at } = process({ now })
    expect(await run()).toMatchObject({ servers: CATALOG.length, isWhole: true })
    const context = at()
    const bundle = await servedBundle(context)
    const view = await bundle.view(
      CATALOG.map(({ id }) => serverKeyOf({ kind: 'id', name: id })),
      context,
    )
    for (const { id } of CATALOG) {
      const [known, ...more] = view?.servers.get(serverKeyOf({ kind: 'id', name: id })) ?? []
      expect([id, known?.facts.id, more]).toEqual([id, id, []])
      const { verdict, status, downSince, staleAfter, recommendation } = await health({ toolId: id }, context)
      const since = downSince === null ? undefined : Math.floor(Date.parse(downSince) / MINUTE)
      expect([id, known?.state?.v ?? 'unknown', known?.state?.auth ?? false]).toEqual([id, verdict, status === 'auth'])
      if (verdict === 'down') expect(known?.state?.since).toBe(since)
      expect(known?.state?.until === undefined).toBe(staleAfter === null)
      const isAvoided = known?.state?.v === 'down' || known?.state?.changed?.unsafe_text === null
      if (id !== 'g/unsafe') expect([id, isAvoided]).toEqual([id, recommendation === 'avoid'])
    }
    const stateOf = (id: string) => view?.servers.get(serverKeyOf({ kind: 'id', name: id }))?.[0]?.state
    const soon = Math.ceil((now.getTime() + 29 * MINUTE) / (5 * MINUTE)) * 5
    expect(stateOf('g/down')).toMatchObject({ v: 'down', until: soon })
    expect(stateOf('g/well')?.changed).toEqual({ tool_removed: ['gone'] })
    expect(stateOf('g/changed')?.changed).toEqual({ schema_breaking: ['one'] })
    expect(stateOf('g/auth')?.changed).toEqual({ auth_changed: null })
    expect(stateOf('g/unsafe')?.changed).toEqual({ unsafe_text: null })
    expect(stateOf('g/slow')).toMatchObject({ v: 'degraded', since: Math.floor(now.getTime() / MINUTE) })
    expect(stateOf('g/new')).toBeNull()
  })
})
