import { at, MINUTES, probes } from 'assay-verify/state/test-observations'
import { toolIdOf } from 'assay-verify/subject-id'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../../store/catalog/catalog-schema'
import { openPublishedFiles } from '../../store/files/published-files'
import { memoryPlace } from '../../store/files/test-place'
import { claimLease } from '../../store/leases'
import { recordRatings } from '../../store/ratings/ratings'
import { streamable, testServer, testTool } from '../../store/test-catalog'
import { openMemo } from '../cache/memo'
import { openTestContext } from '../test-context'
import { publishedSitemap, sitemapSet } from './published-sitemap'
import { sitemapOfAll, sitemapPart } from './sitemap'

const NOW = at(60 * 15 * MINUTES)
const SMALL = { urlsPerPart: 2 }
const BASE = 'https://assay.example'

const watched = testServer('p/watched', {
  remotes: [streamable('https://watched.example/mcp')],
  tools: [testTool("it's & more"), testTool('b'), testTool('c')],
})
const catalog = [
  watched,
  testServer('p/package', { packages: [{ registry: 'npm', name: 'a-package' }], tools: [testTool('never-probed')] }),
  testServer('p/without-address'),
  testServer('q/same', { remotes: [streamable('https://same.example/mcp')], tools: [testTool('b')] }),
  testServer('p/unprobed', { remotes: [streamable('https://unprobed.example/mcp')] }),
  testServer('bfcl/fn/f0', { remotes: [streamable('https://fixture.example/mcp')] }),
  testServer('p/gone', { remotes: [streamable('https://gone.example/mcp')], lifecycle: 'deleted' }),
  testServer('p/third', { remotes: [streamable('https://third.example/mcp')] }),
  testServer('p/中文', { remotes: [streamable('https://fourth.example/mcp')] }),
]

const locations = (xml: string | undefined) => [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
const changes = (xml: string | undefined) =>
  [...(xml ?? '').matchAll(/<lastmod>([^<]*)<\/lastmod>/g)].map(([, at]) => at)

describe('the sitemap', () => {
  let test_: Awaited<ReturnType<typeof openTestContext>>
  const context = () => ({ ...test_.context, baseUrl: BASE, memo: openMemo() })

  beforeAll(async () => {
    test_ = await openTestContext(catalog, NOW)
    for (const id of ['p/watched', 'p/package', 'p/without-address', 'p/gone', 'p/third', 'p/中文', 'bfcl/fn/f0'])
      await test_.watched(id, probes(0, 2))
    const rated = watched.tools.map(({ name }) => toolIdOf(watched.id, name))
    await recordRatings(
      test_.context.db,
      [watched.id, 'p/third', ...rated].map((id) => ({ id, verdict: 'healthy', score: 91, grade: 'A' })),
    )
  })
  afterAll(() => test_.close())

  test('has the alternatives of servers with a grade, as far as there are any', async () => {
    expect(await sitemapPart('alternatives-1', context(), SMALL)).toBeUndefined()
    const same = { id: 'q/same/b', similarity: 0.99, inOtherProduct: false }
    await test_.context.alternatives.record([{ subjectId: 'p/watched/b', alternatives: [same] }])
    expect(locations(await sitemapPart('alternatives-1', context(), SMALL))).toEqual([`${BASE}/alternatives/p/watched`])
    await test_.context.db.execute(sql`DELETE FROM alternative_lists`)
    expect(await sitemapPart('alternatives-1', context(), SMALL)).toBeUndefined()
  })

  test('has every server that can be called and was checked, once, in parts that its index names', async () => {
    const index = await sitemapOfAll(context(), SMALL)
    const parts = locations(index).map((url) => url?.slice(`${BASE}/sitemap-`.length, -'.xml'.length) ?? '')
    expect(parts).toEqual(['pages', 'servers-1', 'servers-2', 'tools-1', 'tools-2'])
    const servers = await Promise.all(['servers-1', 'servers-2'].map((name) => sitemapPart(name, context(), SMALL)))
    expect(servers.flatMap(locations)).toEqual(
      ['p/package', 'p/third', 'p/watched', 'p/%E4%B8%AD%E6%96%87'].map((path) => `${BASE}/server/${path}`),
    )
    expect(changes(servers[0])).toHaveLength(2)
  })

  test('has the tools that have a grade, and their addresses as XML has them', async () => {
    const tools = await Promise.all(['tools-1', 'tools-2'].map((name) => sitemapPart(name, context(), SMALL)))
    expect(tools.flatMap(locations)).toEqual([
      `${BASE}/tool/p/watched/b`,
      `${BASE}/tool/p/watched/c`,
      `${BASE}/tool/p/watched/it&apos;s%20%26%20more`,
    ])
  })

  test('says when a part last changed: the newest change of its pages', async () => {
    const [newest] = changes(await sitemapPart('servers-2', context(), SMALL))
      .sort()
      .reverse()
    const index = await sitemapOfAll(context(), SMALL)
    expect(index).toContain(`<loc>${BASE}/sitemap-servers-2.xml</loc><lastmod>${newest}</lastmod>`)
  })

  test('has every category, and no time of change where nothing is listed', async () => {
    const pages = await sitemapPart('pages', context())
    expect(locations(pages)).toContain(`${BASE}/category/files`)
    expect(pages).toContain(`<loc>${BASE}/category/files</loc></url>`)
    expect(pages).toMatch(/category\/other<\/loc><lastmod>2\d{3}-/)
  })

  test('has the product in the place of its servers, once it is resolved', async () => {
    const { db } = test_.context
    const products = { 'p/watched': 'one', 'p/third': 'one', 'p/unprobed': 'unprobed', 'p/gone': 'gone' }
    for (const [id, productId] of Object.entries(products))
      await db.update(servers).set({ productId }).where(eq(servers.id, id))
    expect(locations(await sitemapPart('products-1', context(), SMALL))).toEqual([`${BASE}/product/one`])
    expect(locations(await sitemapPart('servers-1', context(), SMALL))).toEqual(
      ['p/package', 'p/%E4%B8%AD%E6%96%87'].map((path) => `${BASE}/server/${path}`),
    )
    await db.update(servers).set({ productId: null })
  })

  test.each(['servers-3', 'servers-0', 'servers-01', 'tools', 'x-1', '__proto__-1', '', 'pages-1'])(
    'has no part %s',
    async (name) => {
      expect(await sitemapPart(name, context(), SMALL)).toBeUndefined()
    },
  )

  test('is read from files while they are fresh, and made here where they are not', async () => {
    const { db } = test_.context
    const place = memoryPlace()
    const process = () => ({ ...context(), files: openPublishedFiles(place, null, () => undefined) })
    const lease = { name: 'sitemap', holder: 'first' }
    await claimLease(db, lease, 60, NOW)
    const { files } = process()
    expect(await publishedSitemap('sitemap', process())).toBeUndefined()
    const set = await sitemapSet(context())
    expect(await files.publish(db, lease, set)).toBe(true)
    expect((await sitemapSet(context())).version).toBe(set.version)
    expect(await publishedSitemap('sitemap', process())).toBe(await sitemapOfAll(context()))
    for (const name of ['pages', 'servers-1', 'tools-1'])
      expect(await publishedSitemap(name, process())).toBe(await sitemapPart(name, context()))
    expect(await publishedSitemap('tools-2', process())).toBeUndefined()
    await db.execute(sql`UPDATE published_files SET published_at = now() - interval '4 hours'`)
    expect(await publishedSitemap('sitemap', process())).toBeUndefined()
  })
})
