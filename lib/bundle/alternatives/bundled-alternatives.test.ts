import { at, HOURS, probes } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestContext } from '../../api/test-context'
import { ApiError } from '../../contract/errors'
import type { Described } from '../../search/alternatives/similarity'
import { recordServers } from '../../store/catalog/catalog'
import { readSettledUntil } from '../../store/search/search-documents'
import { streamable, testServer, testTool, uncategorized } from '../../store/test-catalog'
import { listAlternativesChangedSince, listBundleAlternatives } from '../sql/alternatives'
import { openAlternativesJob } from './bundled-alternatives'

const now = at(6 * HOURS)
const properties = (...names: string[]) => ({
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  },
})
const HOSTILE = 'read "x"\'},{\\%_$1;-- é\u{1f600}'
const server = (name: string, ...tools: ReturnType<typeof testTool>[]) =>
  testServer(`g/${name}`, { remotes: [streamable(`https://${name}.example/mcp`)], tools })
const CATALOG = [
  server('a', testTool('read_file', properties('path'))),
  server('b', testTool('read_file', properties('file_path', 'root'))),
  server('dead', testTool('read_file', properties('path'))),
  server('odd', testTool(HOSTILE, properties('__proto__', 'path'))),
  testServer('bfcl/fixture', { tools: [testTool('read_file', properties('path'))] }),
]
const ALIKE = ['g/a/read_file', 'g/b/read_file', 'g/dead/read_file', `g/odd/${HOSTILE}`, 'bfcl/fixture/read_file']

let opened: Awaited<ReturnType<typeof openTestContext>>
let dead: number
const asked: string[] = []
const found = (subject: Described) => {
  asked.push(subject.serverTitle.replace('Title of ', ''))
  return ALIKE.map((id, place) => ({ id, similarity: 0.99 - place * 0.06 }))
}

beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  opened.finder.alike = found
  dead = await opened.watched('g/dead', probes(0, 24, 'connect_failed'))
})
afterAll(() => opened.close())
afterEach(() => {
  asked.length = 0
  opened.finder.alike = found
})

/** A job whose searches take so long; `pauses` are what it let others work. */
function openJob(searchMs = 1, signal = new AbortController().signal, context = () => opened.context) {
  const pauses: number[] = []
  const pause = async (ms: number) => pauses.push(ms)
  const monotonicMs = () => asked.length * searchMs
  return { pauses, run: openAlternativesJob({ context, signal, monotonicMs, pause }) }
}
const execute = (query: ReturnType<typeof sql>) => opened.context.db.execute(query)
const empty = () => execute(sql`DELETE FROM tool_alternatives`)
const age = (id: string, hours: number) =>
  execute(sql`UPDATE tool_alternatives SET found_at = now() - make_interval(hours => ${hours}) WHERE tool_id = ${id}`)
const longAgo = () => execute(sql`UPDATE subjects SET words_changed_at = now() - interval '9 days'`)
const keyOf = async (id: string) => {
  const { rows } = (await execute(sql`SELECT key FROM servers WHERE id = ${id}`)) as unknown as {
    rows: { key: number }[]
  }
  return rows[0]?.key ?? 0
}
const listed = async (id: string) => {
  const key = await keyOf(id)
  return (await listBundleAlternatives(opened.context.db, [key])).get(key)
}

test('what is down goes first, then what was never searched, then the oldest, not before a day', async () => {
  const { run } = openJob()
  expect(await run()).toEqual({ searched: 5, found: 5, forgotten: 0 })
  expect(asked).toEqual(['g/dead', 'bfcl/fixture', 'g/a', 'g/b', 'g/odd'])
  expect(await run()).toEqual({ searched: 0, found: 0, forgotten: 0 })
  await longAgo()
  await age('g/a/read_file', 25)
  await age(`g/odd/${HOSTILE}`, 30)
  await age('g/b/read_file', 23)
  await execute(sql`DELETE FROM tool_alternatives WHERE tool_id = 'g/dead/read_file'`)
  asked.length = 0
  await openJob().run()
  expect(asked).toEqual(['g/dead', 'g/odd', 'g/a'])
})

test('alternatives say what differs, hostile names unchanged; neither what is down nor fixtures', async () => {
  const tools = await listed('g/a')
  expect(tools?.get('read_file')).toEqual([
    { serverId: 'g/b', tool: 'read_file', renamed: [['path', 'file_path']], missing: ['root'] },
    { serverId: 'g/odd', tool: HOSTILE, missing: ['__proto__'] },
  ])
  expect([...((await listed('g/odd'))?.keys() ?? [])]).toEqual([HOSTILE])
  expect((await listBundleAlternatives(opened.context.db, [dead])).get(dead)?.size).toBe(1)
})

test('one that is known to be of another product at another domain is marked as apart', async () => {
  await empty()
  const keys = await Promise.all(['g/a', 'g/b'].map(keyOf))
  const publisher = { name: null, state: 'unknown' } as const
  const of = (key: number) => (keys.includes(key) ? { productId: `product-${key}`, publisher } : null)
  const products = { ...opened.context.products, current: () => ({ of }) }
  await openJob(1, undefined, () => ({ ...opened.context, products })).run()
  expect((await listed('g/a'))?.get('read_file')?.map(({ serverId, apart }) => [serverId, apart])).toEqual([
    ['g/b', true],
    ['g/odd', undefined],
  ])
})

test('a run ends with its budget, and pauses four times as long as each slice', async () => {
  await empty()
  const { run, pauses } = openJob(2500)
  expect((await run())?.searched).toBe(2)
  expect(pauses).toEqual([10_000, 10_000])
  expect((await run())?.searched).toBe(2)
  expect((await run())?.searched).toBe(1)
  expect(asked).toEqual(['g/dead', 'bfcl/fixture', 'g/a', 'g/b', 'g/odd'])
})

test('what a killed run had stored is not searched again', async () => {
  await empty()
  opened.finder.alike = (subject) => {
    if (asked.length === 2) throw new ApiError('not_ready', 'Being built.')
    return found(subject)
  }
  expect(await openJob(60).run()).toBe(null)
  opened.finder.alike = found
  await openJob().run()
  expect(asked).toEqual(['g/dead', 'bfcl/fixture', 'g/a', 'g/b', 'g/odd'])
})

test('a signal ends the run after the tool under way, which is stored', async () => {
  await empty()
  const stop = new AbortController()
  opened.finder.alike = (subject) => {
    stop.abort()
    return found(subject)
  }
  expect((await openJob(1, stop.signal).run())?.searched).toBe(1)
})

test('a tool without alternatives is stored, so that it is not searched again at once', async () => {
  await empty()
  opened.finder.alike = (subject) => {
    found(subject)
    return []
  }
  expect(await openJob().run()).toMatchObject({ searched: 5, found: 0 })
  expect(await openJob().run()).toMatchObject({ searched: 0 })
  expect(await listed('g/a')).toBe(undefined)
})

test('an alternative that the catalog no longer lists is not served, and its users count as changed', async () => {
  const { db } = opened.context
  await empty()
  await openJob().run()
  await longAgo()
  await execute(sql`UPDATE tool_alternatives SET changed_at = now() - interval '9 days'`)
  const since = await readSettledUntil(db)
  expect((await listAlternativesChangedSince(db, since)).serverKeys).toEqual([])
  const gone = { ...(CATALOG[1] as (typeof CATALOG)[number]), lifecycle: 'deleted' as const }
  await recordServers(db, { source: 'file', precedence: 1 }, [gone], now, uncategorized)
  const tools = await listed('g/a')
  expect(tools?.get('read_file')?.map(({ serverId }) => serverId)).toEqual(['g/odd'])
  expect((await listAlternativesChangedSince(db, since)).serverKeys).toContain(await keyOf('g/a'))
})
