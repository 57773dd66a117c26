import { at, HOURS, probes } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { searchList } from '../../api/alternatives/search-list'
import type { Context } from '../../api/context'
import { openTestContext } from '../../api/test-context'
import { recordServers } from '../../store/catalog/catalog'
import { readSettledUntil } from '../../store/search/search-documents'
import { streamable, testServer, testTool, uncategorized } from '../../store/test-catalog'
import { listAlternativesChangedSince, listBundleAlternatives } from '../sql/alternatives'
import { recordBundled } from './bundled-alternatives'

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
const found = () => ALIKE.map((id, place) => ({ id, similarity: 0.99 - place * 0.06 }))

beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  opened.finder.alike = found
  dead = await opened.watched('g/dead', probes(0, 24, 'connect_failed'))
})
afterAll(() => opened.close())
afterEach(() => {
  opened.finder.alike = found
})

/** Searches alternatives to every tool, as the job does. */
const search = async (context: Context = opened.context) => {
  const ids = [...CATALOG.map(({ id, tools }) => `${id}/${tools[0]?.name}`), 'g/a']
  await recordBundled(await Promise.all(ids.map((id) => searchList(id, context))), context)
}
const execute = (query: ReturnType<typeof sql>) => opened.context.db.execute(query)
const empty = () => execute(sql`DELETE FROM tool_alternatives`)
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

test('alternatives say what differs, hostile names unchanged; neither what is down nor fixtures', async () => {
  await search()
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
  await search({ ...opened.context, products })
  expect((await listed('g/a'))?.get('read_file')?.map(({ serverId, apart }) => [serverId, apart])).toEqual([
    ['g/b', true],
    ['g/odd', undefined],
  ])
})

test('a tool without alternatives has none in the bundle', async () => {
  await search()
  opened.finder.alike = () => []
  await search()
  expect(await listed('g/a')).toBe(undefined)
})

test('an alternative that the catalog no longer lists is not served, and its users count as changed', async () => {
  const { db } = opened.context
  await empty()
  await search()
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
