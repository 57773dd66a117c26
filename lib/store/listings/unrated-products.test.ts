import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CatalogServer } from '../../core/catalog/catalog'
import { recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { recordRatings } from '../ratings/ratings'
import { readAlone } from '../read-together'
import { streamable, testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { countCategories, placedCountRead } from './category-counts'
import { listFoldedCategory } from './category-listings'
import { unratedProductsRead } from './unrated-products'

const REMOTE = { remotes: [streamable('https://a.example/mcp')] }
const npm = (name: string): Partial<CatalogServer> => ({ packages: [{ registry: 'npm', name }] })
const tools = (count: number) => Array.from({ length: count }, (_, at) => testTool(`t${at}`))

/** Each is known better than the next by one criterion of the order. */
const BY_WHAT_IS_KNOWN: readonly (readonly [id: string, facts: Partial<CatalogServer>])[] = [
  ['r/verified', {}],
  ['r/z-remote', REMOTE],
  ['r/y-package', npm('y')],
  ['r/x-image', { packages: [{ registry: 'oci', name: 'x' }] }],
  ['r/w-api', { remotes: [{ transport: 'http-api-docs', url: 'https://w.example/', template: false }] }],
  ['r/v-many-tools', { repository: 'https://github.com/a/v', tools: tools(3) }],
  ['r/u-one-tool', { repository: 'https://github.com/a/u', tools: tools(1), license: 'MIT' }],
  ['r/t-licence', { repository: 'https://github.com/a/t', license: 'MIT', releasedAt: '2024-01-01T00:00:00.000Z' }],
  ['r/s-newer', { repository: 'https://github.com/a/s', license: 'unknown', releasedAt: '2026-01-01T00:00:00.000Z' }],
  ['r/r-older', { repository: 'https://github.com/a/r', releasedAt: '2025-01-01T00:00:00.000Z' }],
  ['r/a-source', { repository: 'https://github.com/a/q' }],
  ['r/b-source', { repository: 'https://github.com/a/p' }],
  ['r/0-nothing', {}],
]

describe('what of a category is not rated', () => {
  onDatabase(({ db }) => {
    const write = (...given: CatalogServer[]) =>
      recordServers(db, { source: 'file', precedence: 1 }, given, TEST_EPOCH, uncategorized)
    const join = (product: string, state: string, ...ids: string[]) =>
      db.execute(sql`UPDATE servers SET product_id = ${product}, publisher = 'P', publisher_state = ${state}::publisher_state
        WHERE id IN ${ids}`)
    const listed = async (limit = 50, offset = 0) =>
      (await readAlone(db, unratedProductsRead('other', { filter: {}, limit, offset }))).map((entries) =>
        entries.map(({ serverId }) => serverId),
      )

    beforeAll(async () => {
      await write(...BY_WHAT_IS_KNOWN.map(([id, facts]) => testServer(id, { repository: null, ...facts })))
      await join('verified', 'verified', 'r/verified')
    })

    it('is ordered by what is known, and paged without a gap', async () => {
      const whole = await listed()
      expect(whole).toEqual(BY_WHAT_IS_KNOWN.map(([id]) => [id]))
      expect([...(await listed(5)), ...(await listed(5, 5)), ...(await listed(5, 10))]).toEqual(whole)
    })

    it('has the entries of a product in one row, and leaves out products with another that is rated', async () => {
      await join('joined', 'claimed', 'r/b-source', 'r/z-remote')
      expect((await listed())[1]).toEqual(['r/z-remote', 'r/b-source'])
      await join('split', 'claimed', 'r/v-many-tools', 'r/u-one-tool')
      await recordRatings(db, [{ id: 'r/u-one-tool/t0', verdict: 'down', score: 20, grade: 'F' }])
      expect((await listed()).flat()).not.toContain('r/v-many-tools')
      expect(await readAlone(db, placedCountRead('other', {}))).toEqual({
        ranked: { tools: 1, products: 1, rows: 1 },
        unrated: { tools: 14, products: 10, beside: 3 },
      })
    })

    it('is no row of what is ranked, where a product has its rated tools alone', async () => {
      const by = { by: 'product', othersShown: 5 } as const
      const part = { sort: 'rank', limit: 50, offset: 0 } as const
      const ranked = await listFoldedCategory(db, 'other', { ...part, filter: { placed: true } }, by)
      expect(ranked.map(({ best, others }) => [best.id, best.rank, others])).toEqual([['r/u-one-tool/t0', 1, 0]])
      const entries = await db.select({ key: servers.key }).from(servers).where(eq(servers.productId, 'split'))
      const filter = { serverKeys: entries.map(({ key }) => key) }
      const [first] = await listFoldedCategory(db, 'other', { ...part, filter }, by)
      expect([first?.best.id, first?.others]).toEqual(['r/v-many-tools/t0', 3])
      // The one of another entry has the state of its own.
      expect(first?.first.map(({ serverId }) => serverId)).toContain('r/u-one-tool')
    })

    it('has unsafe ones last under what is ranked, and fixtures nowhere on pages', async () => {
      await db.execute(sql`UPDATE servers SET unsafe = true WHERE id = 'r/0-nothing'`)
      expect((await listed()).flat()).not.toContain('r/0-nothing')
      expect(await readAlone(db, placedCountRead('other', {}))).toMatchObject({
        ranked: { tools: 1, products: 1, rows: 2 },
      })
      await write(testServer('bfcl/fn/f1', { tools: tools(2) }))
      const { unrated } = await readAlone(db, placedCountRead('other', { forPages: true }))
      expect(unrated.tools).toBe((await readAlone(db, placedCountRead('other', {}))).unrated.tools - 2)
      const [[of] = [], [ofPages] = []] = [await countCategories(db), await countCategories(db, { forPages: true })]
      expect((of?.tracked ?? 0) - (ofPages?.tracked ?? 0)).toBe(2)
    })
  })
})
