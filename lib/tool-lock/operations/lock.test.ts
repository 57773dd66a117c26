import { digestOf } from 'assay-verify/leaves/leaf'
import { DECLARED_PARTS } from 'assay-verify/lock/declared-part'
import type { ProbeReason } from 'assay-verify/state/observation'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../api/context'
import { openTestContext } from '../../api/test-context'
import { dayOf } from '../../core/day'
import { declarationDigests } from '../../core/declarations/declaration-digests'
import type { Declarations } from '../../core/declarations/declarations'
import { servers } from '../../store/catalog/catalog-schema'
import { recordListing } from '../../store/catalog/observed-listing'
import { writeDeclarations } from '../../store/declarations/declarations'
import { recordObservations } from '../../store/evidence/evidence'
import { makePartitions } from '../../store/evidence/partitions'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { LockAnswer, MOST_LOCKED_BY_GET, MOST_LOCKED_TOOLS } from '../contract/lock'
import { lock, lockEndpoint } from './lock'
import cases from './lock.cases.json' with { type: 'json' }
import { lockMany, lockManyEndpoint } from './lock-many'

const now = new Date('2026-11-20T12:00:00Z')
const before = new Date('2026-11-10T12:00:00Z')
const DECLARED: Declarations = cases.declared
const CATALOG = [
  testServer('x/one', { tools: [testTool('of the catalog')] }),
  testServer('x/two'),
  testServer('x/never listed', { tools: [testTool('add')] }),
  testServer('x/many'),
  testServer('x/many more'),
  testServer('x/with, comma'),
]

describe('lock', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  let context: Context
  const keyOf = async (id: string) => {
    const [row] = await opened.context.db.select({ key: servers.key }).from(servers).where(eq(servers.id, id))
    return row?.key ?? 0
  }
  const list = async (id: string, names: string[], at: Date, description?: string) =>
    recordListing(
      opened.context.db,
      {
        serverKey: await keyOf(id),
        tools: names.map((name) => testTool(name, description === undefined ? {} : { description })),
        complete: true,
        protocolVersion: null,
      },
      at,
      uncategorized,
    )
  /** 1,999 tools, written at once. */
  const listMany = async (id: string) => {
    const [key, at] = [await keyOf(id), before.toISOString()]
    await context.db.execute(sql`
        INSERT INTO tools (id, server_key, name, description, content_hash, first_seen_at, updated_at)
        SELECT ${id}::text || '/t' || n, ${key}::integer, 't' || n, 'Does it.', 'h', ${at}::timestamptz, ${at}::timestamptz
        FROM generate_series(1, 1999) AS n`)
    await context.db.update(servers).set({ listingHash: 'many' }).where(eq(servers.key, key))
  }
  beforeAll(async () => {
    opened = await openTestContext(CATALOG, before)
    context = { ...opened.context, now }
    await list('x/one', ['b', 'a'], before)
    await list('x/two', ['c'], before)
    await list('x/with, comma', [], before)
    await listMany('x/many')
    await listMany('x/many more')
    const serverKey = await keyOf('x/one')
    await writeDeclarations(context.db, {
      serverKey,
      declared: DECLARED,
      digest: 'd',
      digests: declarationDigests(DECLARED),
      since: { instructions: before.toISOString(), serverInfo: before.toISOString(), prompts: now.toISOString() },
      conflicts: null,
      handshakeDigest: null,
      before: null,
      waitingDigest: null,
      waitingSince: null,
      listsReadAt: null,
      changedAt: before,
    })
    const seen = (minutes: number, vantage: string, reason: ProbeReason) => {
      const observedAt = new Date(now.getTime() - minutes * 60_000)
      return { serverKey, observation: { observedAt, reason, latencyMs: 10, httpStatus: 200, vantage } }
    }
    await makePartitions(
      context.db,
      'observations',
      [0, 1, 2].map((days) => dayOf(now) - days),
    )
    await recordObservations(context.db, [
      seen(5, 'fra', 'answered'),
      seen(60, 'fra', 'answered_without_tools'),
      seen(3, 'iad', 'timed_out'),
      seen(90, 'syd', 'started'),
      seen(25 * 60, 'old', 'answered'),
    ])
  })
  afterAll(() => opened.close())

  const get = async (query: string) => {
    const response = await lockEndpoint.handle(new Request(`http://assay.test/v1/lock?${query}`), context)
    return { status: response.status, answer: await response.json() }
  }
  const post = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await lockManyEndpoint.handle(new Request('http://assay.test/v1/lock', init), context)
    return { status: response.status, answer: await response.json() }
  }

  test('a server is answered with its digests, since when, and by whom it was seen', async () => {
    const { answer } = await get('ids=x/one')
    const { servers: rows, unknown, remaining } = LockAnswer.parse(answer)
    expect([unknown, remaining]).toEqual([[], []])
    const [row] = rows
    expect(row?.tools?.map(({ name, since }) => [name, since])).toEqual([
      ['a', before.toISOString()],
      ['b', before.toISOString()],
    ])
    expect(row?.tools?.[0]).toMatchObject({
      description: digestOf('Does a.'),
      inputSchema: digestOf({ type: 'object' }),
      inputSchemaAsWritten: digestOf({ type: 'object' }),
      outputSchema: null,
    })
    expect(row).toMatchObject({
      ids: ['x/one'],
      serverId: 'x/one',
      version: '1.2',
      leaf: null,
      isRemoved: false,
      parts: [
        { part: 'instructions', digest: digestOf('Be kind.'), since: before.toISOString() },
        { part: 'serverInfo', since: before.toISOString() },
        { part: 'prompts', digest: digestOf([]), since: now.toISOString() },
      ],
      seenBy: [
        { vantage: 'fra', at: '2026-11-20T11:55:00.000Z' },
        { vantage: 'syd', at: '2026-11-20T10:30:00.000Z' },
      ],
    })
  })

  test('the digest is that of the document of its digests', async () => {
    const { answer } = await get('ids=x/one')
    const [row] = LockAnswer.parse(answer).servers
    const tools = row?.tools?.map(({ since: _since, inputSchemaAsWritten: _written, ...tool }) => tool)
    const none = Object.fromEntries(DECLARED_PARTS.map((part) => [part, null]))
    const read = Object.fromEntries(row?.parts.map(({ part, digest }) => [part, digest]) ?? [])
    const given = { capabilities: digestOf(['tools']), extensions: digestOf({}) }
    expect(row?.digest).toBe(digestOf({ v: 1, version: '1.2', tools, parts: { ...none, ...given, ...read } }))
  })

  test('a tool stands for its server, and a server asked twice is answered once', async () => {
    const { servers: rows, unknown } = await lock({ ids: ['x/one/a,x/two,x/one', 'x/one/b,no/such'] }, context)
    expect(rows.map(({ serverId, ids }) => [serverId, ids])).toEqual([
      ['x/one', ['x/one/a', 'x/one', 'x/one/b']],
      ['x/two', ['x/two']],
    ])
    expect(unknown).toEqual(['no/such'])
  })

  test('tools of a catalog are not what the server declares', async () => {
    const { servers: rows } = await lock({ ids: ['x/never listed'] }, context)
    expect(rows).toMatchObject([{ serverId: 'x/never listed', tools: null, parts: [], seenBy: [], version: null }])
  })

  test('an id that holds a comma is taken whole', async () => {
    const { servers: rows, unknown } = await lock({ ids: ['x/with, comma', 'x/two'] }, context)
    expect(rows.map(({ serverId, tools }) => [serverId, tools?.length])).toEqual([
      ['x/with, comma', 0],
      ['x/two', 1],
    ])
    expect(unknown).toEqual([])
  })

  test('what does not fit into one answer remains, and the next call answers it', async () => {
    const asked = ['x/many', 'x/two', 'x/many more', 'x/one']
    const first = await lockMany({ body: { ids: asked } }, context)
    expect(first.remaining).toEqual([])
    const tools = first.servers.reduce((sum, row) => sum + (row.tools?.length ?? 0), 0)
    expect(tools).toBeLessThanOrEqual(MOST_LOCKED_TOOLS)
    await listMany('x/never listed')
    const full = await lockMany({ body: { ids: [...asked, 'x/never listed', 'x/with, comma'] } }, context)
    expect(full.remaining).toEqual(['x/never listed', 'x/with, comma'])
    const rest = await lockMany({ body: { ids: full.remaining } }, context)
    expect(rest.servers.map(({ serverId }) => serverId)).toEqual(full.remaining)
  })

  test('a change of one description changes its digest and since, and nothing else', async () => {
    const [was] = (await lock({ ids: ['x/two'] }, context)).servers
    await list('x/two', ['c'], now, 'Does something else.')
    const [is] = (await lock({ ids: ['x/two'] }, context)).servers
    expect(is?.digest).not.toBe(was?.digest)
    expect({ ...is?.tools?.[0], description: '' }).toEqual({
      ...was?.tools?.[0],
      description: '',
      since: now.toISOString(),
    })
    expect(is?.tools?.[0]?.description).not.toBe(was?.tools?.[0]?.description)
  })

  test.each<[string, string, number]>([
    ['no ids', '', 400],
    ['an empty id', 'ids=', 400],
    ['only what is no id', 'ids=../a,b//c', 400],
    ['too many ids', `ids=${Array.from({ length: MOST_LOCKED_BY_GET + 1 }, (_, n) => `a/${n}`).join(',')}`, 400],
    ['an unknown parameter', 'ids=x/one&all=1', 400],
  ])('%s: refused', async (_, query, status) => {
    expect((await get(query)).status).toBe(status)
  })

  test('a malformed id beside others is unknown', async () => {
    const { status, answer } = await post({ ids: ['x/two', '../a', 'x'.repeat(600), ''] })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ servers: [{ serverId: 'x/two' }], unknown: ['../a', 'x'.repeat(600), ''] })
  })
})
