import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookupEndpoint } from '../api/operations/lookup'
import { openTestContext } from '../api/test-context'
import { OPERATIONS } from '../contract/operations'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { streamable, testServer, uncategorized } from '../store/test-catalog'
import { productEndpoint } from './operations/product'
import { openProductDirectory } from './product-directory'
import { resolveHere, resolveProducts } from './resolve-products'
import { type Corrections, NO_CORRECTIONS } from './rules/corrections'
import { resolveInWorker } from './thread/resolve-in-worker'

const ADDRESS = 'https://mcp.lantern.invalid/mcp'
const CATALOG = [
  testServer('one/lantern/lamps', { title: 'Lamps', remotes: [streamable(ADDRESS)] }),
  testServer('two/lantern/lamps', { title: 'Lamps', remotes: [streamable(ADDRESS)] }),
  testServer('one/northwind/files', { title: 'Files', repository: 'https://github.com/northwind/files' }),
]
const start = new Date('2026-11-20T12:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)

let opened: Awaited<ReturnType<typeof openTestContext>>
beforeAll(async () => {
  opened = await openTestContext(CATALOG, start)
})
afterAll(() => opened.close())

const lines: string[] = []
const resolve = (at: Date, corrections: Corrections = NO_CORRECTIONS, resolver = resolveHere) =>
  resolveProducts({
    db: opened.context.db,
    corrections,
    resolve: resolver,
    clock: () => at,
    signal: new AbortController().signal,
    log: (line) => lines.push(line),
  })
const productOf = async (id: string) => {
  const [row] = await opened.context.db.select().from(servers).where(eq(servers.id, id))
  return row?.productId ?? null
}
const get = async (id: string) =>
  productEndpoint.handle(new Request(`http://assay.test/v1/products/${id}`), opened.context)
const answered = async (id: string) => OPERATIONS.product.output.parse(await (await get(id)).json())

describe('products of a catalog', () => {
  it('are resolved in a thread as here, and only where an entry changed', async () => {
    expect(await productOf('one/lantern/lamps')).toBeNull()
    expect(await resolve(hours(0), NO_CORRECTIONS, resolveInWorker)).toEqual({ entries: 3, products: 2, changed: 3 })
    expect(await resolve(hours(0.5))).toBeNull()
    const [id, other] = [await productOf('one/lantern/lamps'), await productOf('one/northwind/files')]
    expect(await productOf('two/lantern/lamps')).toBe(id)
    expect(other).toBe('northwind-files')
    const answer = await answered(id ?? '')
    expect(answer).toMatchObject({ productId: id, entries: 2, registries: ['one', 'two'], copyOf: null })
    expect(answer.links).toMatchObject([{ basis: 'address' }])
    expect(answer.servers.map(({ serverId }) => serverId).sort()).toEqual(['one/lantern/lamps', 'two/lantern/lamps'])
    expect(await resolve(hours(2))).toEqual({ entries: 3, products: 2, changed: 0 })
  })

  it('are named in rows of answers, and read again when they are resolved anew', async () => {
    const rows = await lookupEndpoint.handle(
      new Request('http://assay.test/v1/reliability/lookup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids: ['two/lantern/lamps'] }),
      }),
      opened.context,
    )
    const { resolved } = OPERATIONS.lookup.output.parse(await rows.json())
    expect(resolved[0]?.productId).toBe(await productOf('one/lantern/lamps'))
    let at = 0
    const directory = openProductDirectory(
      opened.context.db,
      (line) => expect.fail(line),
      () => at,
    )
    const [row] = await opened.context.db.select().from(servers).where(eq(servers.id, 'one/northwind/files'))
    const key = row?.key ?? 0
    expect((await directory.current()).of(key)?.productId).toBe('northwind-files')
    await resolve(hours(3), { ...NO_CORRECTIONS, join: [['one/northwind/files', 'one/lantern/lamps']] })
    expect((await directory.current()).of(key)?.productId).toBe('northwind-files')
    at = 10_000
    await directory.current()
    await expect.poll(async () => (await directory.current()).of(key)?.productId).not.toBe('northwind-files')
  })

  it('keep the id of their larger part, and former ids lead to it', async () => {
    const joined = await productOf('one/lantern/lamps')
    expect(await productOf('one/northwind/files')).toBe(joined)
    expect(await answered('northwind-files')).toMatchObject({ productId: joined, entries: 3 })
    // Split again: the part gets a new id, as the former one leads to the other.
    await resolve(hours(4), NO_CORRECTIONS)
    expect(await productOf('one/lantern/lamps')).toBe(joined)
    expect(await productOf('one/northwind/files')).toBe('northwind-files-2')
    expect(await answered('northwind-files')).toMatchObject({ productId: joined })
  })

  it('go with their last entry, and are unknown then', async () => {
    await opened.context.db.delete(servers).where(eq(servers.id, 'one/northwind/files'))
    expect(await resolve(hours(5))).toMatchObject({ entries: 2, products: 1 })
    const gone = await get('northwind-files-2')
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ code: 'unknown_product' })
  })

  it('are resolved for new entries, and unknown ids of corrections are reported', async () => {
    const added = testServer('three/lantern/lamps', { title: 'Lamps', remotes: [streamable(ADDRESS)] })
    await recordServers(opened.context.db, { source: 'file', precedence: 1 }, [added], hours(6), uncategorized)
    const corrections = { ...NO_CORRECTIONS, split: [['three/lantern/lamps', 'no/such/entry']] }
    expect(await resolve(hours(6), corrections)).toMatchObject({ entries: 3 })
    expect(await productOf('three/lantern/lamps')).toBe(await productOf('one/lantern/lamps'))
    expect(lines).toEqual(['PRODUCTS_FILE names ids that no entry has: no/such/entry.'])
  })
})
