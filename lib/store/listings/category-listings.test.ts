import type { Verdict } from 'assay-verify/verdict'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CatalogServer } from '../../core/catalog/catalog'
import { recordServers } from '../catalog/catalog'
import { nameServers } from '../catalog/server-names'
import { countStates } from '../catalog/totals'
import type { Database } from '../database'
import { recordRatings } from '../ratings/ratings'
import { streamable, testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { countCategories, countCategory, countRatedServers } from './category-counts'
import { type ListingPart, listCategory, listFoldedCategory } from './category-listings'
import { type ListingFilter, listOfficialServerKeys } from './listing-filter'

const REPOSITORY = 'https://github.com/a/b'
const readOnly = { annotations: { readOnlyHint: true } }
const WHOLE = { filter: {}, sort: 'rank', limit: 50, offset: 0 } as const

const CATALOG: readonly CatalogServer[] = [
  // Equal ratings: the order of ids would be a, b, c, d.
  testServer('t/a', { tools: [testTool('x')] }),
  testServer('t/b', { tools: [testTool('x')], remotes: [streamable('https://b.example/mcp')] }),
  testServer('t/c', { tools: [testTool('x')], repository: REPOSITORY }),
  testServer('t/d', {
    tools: [testTool('x', readOnly)],
    repository: REPOSITORY,
    packages: [{ registry: 'npm', name: 'd' }],
  }),
  // Two good tools and a bad one.
  testServer('t/many', {
    tools: [testTool('best', readOnly), testTool('second'), testTool('worst')],
    remotes: [streamable('https://many.example/mcp')],
    declaredAccess: 'open',
  }),
  testServer('official/com.linear/app', { tools: [testTool('y')], remotes: [streamable('https://mcp.linear.com/')] }),
]

async function rate(db: Database, id: string, verdict: Verdict, score: number): Promise<void> {
  await recordRatings(db, [{ id, verdict, score, grade: 'B' }])
}

async function setState(db: Database, serverId: string, state: object, scoreFacts: object): Promise<void> {
  await db.execute(sql`INSERT INTO server_states (server_key, state, uptime, score_facts, verdict, as_of, stale_after)
    SELECT key, ${JSON.stringify(state)}::json, '{}', ${JSON.stringify(scoreFacts)}::json, 'unknown', now(), now() FROM servers WHERE id = ${serverId}`)
}

describe('the listing of a category', () => {
  onDatabase(({ db }) => {
    beforeAll(async () => {
      await recordServers(db, { source: 'file', precedence: 1 }, CATALOG, TEST_EPOCH, uncategorized)
      for (const id of ['t/a/x', 't/b/x', 't/c/x', 't/d/x']) await rate(db, id, 'healthy', 80)
      await rate(db, 't/many/best', 'healthy', 90)
      await rate(db, 't/many/second', 'healthy', 70)
      await rate(db, 't/many/worst', 'down', 20)
      await setState(db, 't/b', { liveness: 'up', access: 'open' }, { latencyP50Ms: 10, latencyP95Ms: 20 })
      await setState(db, 't/d', { liveness: 'up', access: null }, { latencyP50Ms: 100, latencyP95Ms: 900 })
      await setState(db, 'official/com.linear/app', { liveness: 'up', access: 'auth' }, {})
    })

    const write = (...given: CatalogServer[]) =>
      recordServers(db, { source: 'file', precedence: 1 }, given, TEST_EPOCH, uncategorized)
    const ids = async (filter: ListingFilter, sort: 'rank' | 'latency' | 'name' = 'rank') =>
      (await listCategory(db, 'other', { ...WHOLE, filter, sort })).map(({ id }) => id)

    it('orders equals by repository, then by whether they can be called, then by id', async () => {
      expect(await ids({})).toEqual([
        't/many/best',
        't/d/x',
        't/c/x',
        't/b/x',
        't/a/x',
        't/many/second',
        'official/com.linear/app/y',
        't/many/worst',
      ])
    })

    it('orders equal scores by evidence first', async () => {
      const observe = (days: number) =>
        db.execute(sql`UPDATE servers SET observed_days = ${days} WHERE id IN ('t/a', 't/many')`)
      await observe(40)
      expect((await ids({})).slice(0, 5)).toEqual(['t/many/best', 't/a/x', 't/d/x', 't/c/x', 't/b/x'])
      const folded = await listFoldedCategory(db, 'other', WHOLE, { by: 'server', othersShown: 5 })
      expect(folded.slice(0, 2).map(({ best }) => best.id)).toEqual(['t/many/best', 't/a/x'])
      await observe(0)
    })

    it('derives for servers of an older version whether they can be called', async () => {
      await db.execute(sql`UPDATE servers SET callable = NOT callable, named = false`)
      expect(await nameServers(db)).toBe(CATALOG.length)
      expect((await ids({})).slice(1, 5)).toEqual(['t/d/x', 't/c/x', 't/b/x', 't/a/x'])
    })

    it.each<[string, ListingFilter, string[]]>([
      ['a verdict', { status: new Set(['down']) }, ['t/many/worst']],
      ['the status of sign-in', { status: new Set(['auth']) }, ['official/com.linear/app/y']],
      ['a verdict, whatever the status', { status: new Set(['unknown']) }, ['official/com.linear/app/y']],
      ['two statuses', { status: new Set(['auth', 'down']) }, ['official/com.linear/app/y', 't/many/worst']],
      [
        'access, observed before declared',
        { access: new Set(['open']) },
        ['t/many/best', 't/b/x', 't/many/second', 't/many/worst'],
      ],
      ['a transport of a package', { transport: new Set(['stdio']) }, ['t/d/x']],
      ['what is read-only', { readOnly: true }, ['t/many/best', 't/d/x']],
      ['several at once', { readOnly: true, transport: new Set(['stdio']) }, ['t/d/x']],
      ['no server', { serverKeys: [] }, []],
      ['nothing that exists', { transport: new Set(['sse']) }, []],
    ])('filters by %s', async (_, filter, expected) => {
      expect(await ids(filter)).toEqual(expected)
      const { tracked } = await countCategory(db, 'other', filter)
      expect(tracked).toBe(expected.length)
    })

    it('gives ranks to what is rated alone, also where others stand between', async () => {
      const ranks = async (part: Partial<ListingPart>) =>
        (await listCategory(db, 'other', { ...WHOLE, ...part })).map(({ id, rank }) => [id, rank])
      // Asks for sign-in, which was observed; nothing is known of the other.
      await write(testServer('t/new', { tools: [testTool('x')] }))
      expect((await ranks({})).slice(-3)).toEqual([
        ['official/com.linear/app/y', 7],
        ['t/new/x', null],
        ['t/many/worst', 8],
      ])
      expect(await ranks({ offset: 7 })).toEqual([
        ['t/new/x', null],
        ['t/many/worst', 8],
      ])
      expect(await ranks({ filter: { placed: false } })).toEqual([['t/new/x', null]])
      expect(await ranks({ filter: { placed: true }, offset: 6 })).toEqual([
        ['official/com.linear/app/y', 7],
        ['t/many/worst', 8],
      ])
      expect(await countCategory(db, 'other')).toMatchObject({ tracked: 9, unrated: 1 })
      await db.execute(sql`DELETE FROM servers WHERE id = 't/new'`)
    })

    it('filters by official servers', async () => {
      expect(await ids({ serverKeys: await listOfficialServerKeys(db) })).toEqual(['official/com.linear/app/y'])
    })

    it('sorts by latency and by name, with the published order among equals', async () => {
      expect((await ids({}, 'latency')).slice(0, 3)).toEqual(['t/b/x', 't/d/x', 't/many/best'])
      expect((await ids({}, 'name')).slice(0, 2)).toEqual(['t/many/best', 't/many/second'])
    })

    it('folds the tools of a server under its best one', async () => {
      const folded = await listFoldedCategory(db, 'other', WHOLE, { by: 'server', othersShown: 5 })
      expect(folded.map(({ best }) => best.id)).toEqual([
        't/many/best',
        't/d/x',
        't/c/x',
        't/b/x',
        't/a/x',
        'official/com.linear/app/y',
      ])
      expect(folded[0]?.first.map(({ id }) => id)).toEqual(['t/many/second', 't/many/worst'])
      expect(folded.map(({ others }) => others)).toEqual([2, 0, 0, 0, 0, 0])
      expect(await countCategory(db, 'other')).toMatchObject({ tracked: 8, servers: 6 })
    })

    it('reads annotations that are no booleans as not said', async () => {
      await db.execute(sql`UPDATE tools SET annotations = '{"readOnlyHint":"maybe"}' WHERE id = 't/many/worst'`)
      const rows = await listCategory(db, 'other', WHOLE)
      expect(rows.filter(({ serverId }) => serverId === 't/many').map((row) => row.readOnly)).toEqual([
        true,
        null,
        null,
      ])
    })

    it('shows no more folded tools than asked for, and counts them all', async () => {
      const [many] = await listFoldedCategory(db, 'other', { ...WHOLE, limit: 1 }, { by: 'server', othersShown: 1 })
      expect([many?.others, many?.first.map(({ id }) => id)]).toEqual([2, ['t/many/second']])
    })

    it('folds what a filter leaves, by the best of that', async () => {
      const filter = { status: new Set(['down'] as const) }
      const folded = await listFoldedCategory(db, 'other', { ...WHOLE, filter }, { by: 'server', othersShown: 5 })
      expect(folded.map(({ best, others }) => [best.id, others])).toEqual([['t/many/worst', 0]])
    })

    it('pages folded servers without a gap, also sorted by latency', async () => {
      for (const sort of ['rank', 'latency', 'name'] as const) {
        const whole = await listFoldedCategory(db, 'other', { ...WHOLE, sort }, { by: 'server', othersShown: 0 })
        const pages = await Promise.all(
          [0, 2, 4].map((offset) =>
            listFoldedCategory(db, 'other', { ...WHOLE, sort, limit: 2, offset }, { by: 'server', othersShown: 0 }),
          ),
        )
        expect(pages.flat().map(({ best }) => best.id)).toEqual(whole.map(({ best }) => best.id))
        expect(whole).toHaveLength(6)
      }
    })

    it('counts the rated servers of a category, each once', async () => {
      expect(await countRatedServers(db)).toEqual(new Map([['other', 5]]))
    })

    it('counts servers and tools apart by state', async () => {
      const { server, tool } = await countStates(db)
      expect(server).toEqual({ healthy: 0, degraded: 0, avoid: 0, down: 0, auth: 1, pending: 0, unwatched: 5 })
      expect(tool).toEqual({ healthy: 6, degraded: 0, avoid: 0, down: 1, auth: 1, pending: 0, unwatched: 0 })
    })

    it('puts servers without tools and unsafe ones last, and counts neither as working', async () => {
      await write(testServer('t/empty'))
      await rate(db, 't/empty', 'healthy', 99)
      expect((await ids({}))[0]).toBe('t/empty')
      const seen = { reason: 'answered_without_tools', at: 0, probes: 2 }
      await setState(db, 't/empty', { liveness: 'up', withoutTools: seen }, {})
      await db.execute(sql`UPDATE servers SET unsafe = true WHERE id = 't/many'`)
      const order = await ids({})
      expect(order.slice(-4)).toEqual(['t/empty', 't/many/best', 't/many/second', 't/many/worst'])
      expect(await countCategory(db, 'other')).toMatchObject({ tracked: 9, working: 4 })
      expect(await countCategories(db)).toMatchObject([{ slug: 'other', tracked: 9, working: 4 }])
      const { server, tool } = await countStates(db)
      expect([server.avoid, tool.healthy, tool.avoid, tool.down]).toEqual([1, 4, 2, 1])
    })
  })
})
