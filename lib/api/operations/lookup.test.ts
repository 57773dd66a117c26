import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LookupAnswer, MOST_LOOKUP_ROWS } from '../../contract/lookup'
import { NOBODY } from '../../http/gate'
import { markRemovedTools } from '../../store/catalog/tools'
import { openRatingReader } from '../../store/ratings/ratings'
import { testServer, testTool } from '../../store/test-catalog'
import { openMemo } from '../cache/memo'
import type { Context } from '../context'
import { openTestContext } from '../test-context'
import { health, healthEndpoint } from './health'
import { lookUp, lookupEndpoint } from './lookup'

const now = new Date('2026-11-20T12:00:00Z')
const MONOREPO = 'https://github.com/Org/Servers'
const CATALOG = [
  testServer('x/time', {
    repository: `${MONOREPO}/tree/main/src/time`,
    packages: [{ registry: 'npm', name: '@org/time' }],
    tools: [testTool('now'), testTool('then')],
  }),
  testServer('x/git', { repository: `${MONOREPO}/tree/HEAD/src/git` }),
  testServer('x/whole', { repository: `${MONOREPO}.git`, packages: [{ registry: 'pypi', name: 'both' }] }),
  testServer('y/npm-both', { packages: [{ registry: 'npm', name: 'both' }] }),
  testServer('y/remote', {
    remotes: [{ transport: 'streamable-http', url: 'https://mcp.acme.example/u/{user}/mcp', template: true }],
    packages: [{ registry: 'oci', name: 'ghcr.io/acme/remote:1.0' }],
  }),
  testServer('y/odd', { packages: [{ registry: 'npm', name: 'Odd/(name)' }] }),
  ...Array.from({ length: 130 }, (_, n) =>
    testServer(`z/${n}`, { repository: 'https://git.example.org/many/servers' }),
  ),
]
const PROBE = { reason: 'answered', latencyMs: 100, httpStatus: 200, vantage: 'test' } as const

describe('lookup', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  let context: Context
  let charged: number[] = []
  beforeAll(async () => {
    opened = await openTestContext(CATALOG, now)
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    await opened.watched('x/time', [
      { ...PROBE, observedAt: minutesAgo(20) },
      { ...PROBE, observedAt: minutesAgo(10) },
      { ...PROBE, observedAt: minutesAgo(5) },
    ])
    const gate: Context['gate'] = {
      admit: async () => NOBODY,
      charge: async (_caller, points) => {
        charged.push(points)
      },
      forgetKey: () => undefined,
      admitPage: () => null,
    }
    context = { ...opened.context, gate, address: null, caller: NOBODY }
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    charged = []
  })

  test('the id of a tool resolves to its server, with the tool, its state and advice; also where it is removed', async () => {
    await markRemovedTools(context.db, ['x/time/then'], now)
    const ids = ['x/time/now', 'x/time/then', 'x/time', 'x/time/never']
    const { resolved, unresolved } = await lookUp({ ids }, context.db, now)
    expect(
      resolved.map(({ input, serverId, toolId, verdict, recommendation }) => [
        ...[input, serverId, toolId],
        ...[verdict, recommendation],
      ]),
    ).toEqual([
      ['x/time/now', 'x/time', 'x/time/now', 'healthy', 'proceed'],
      ['x/time/then', 'x/time', 'x/time/then', 'down', 'avoid'],
      ['x/time', 'x/time', null, 'healthy', expect.any(String)],
    ])
    expect(unresolved).toEqual(['x/time/never'])
    const answered = await health(
      { toolId: 'x/time/then' },
      { ...context, ratings: openRatingReader(context.db), memo: openMemo() },
    )
    expect(answered).toMatchObject({ verdict: 'down', recommendation: 'avoid' })
    await context.db.execute(sql`UPDATE subjects SET removed_at = NULL, listed = true WHERE id = 'x/time/then'`)
    await context.db.execute(sql`UPDATE tools SET removed_at = NULL WHERE id = 'x/time/then'`)
  })

  const ask = (body: Parameters<typeof lookUp>[0]) => lookUp(body, context.db, context.now)
  const idsOf = async (body: Parameters<typeof lookUp>[0]) => (await ask(body)).resolved.map(({ serverId }) => serverId)
  const post = async (body: unknown) => {
    const request = new Request('http://assay.test/v1/reliability/lookup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const response = await lookupEndpoint.handle(request, context)
    return { status: response.status, answer: await response.json() }
  }

  test('a repository as a whole names all its servers, the better verdict first', async () => {
    const { resolved, unresolved } = await ask({ repos: ['git@github.com:org/servers.git'] })
    expect(resolved.map(({ serverId, match, kind }) => `${serverId} ${match} ${kind}`)).toEqual([
      'x/time exact repo',
      'x/git exact repo',
      'x/whole exact repo',
    ])
    expect(unresolved).toEqual([])
  })

  test('a folder in it names its own server first, then those of the same repository, marked as such', async () => {
    const { resolved } = await ask({ repos: [`${MONOREPO}/blob/main/src/git/README.md`] })
    expect(resolved.map(({ serverId, match }) => `${serverId} ${match}`)).toEqual([
      'x/git exact',
      'x/time repository',
      'x/whole repository',
    ])
  })

  test('an address names the servers with this endpoint, whatever its query; an image those that publish it', async () => {
    const urls = ['https://u:p@MCP.acme.example/u/?key=1', 'https://mcp.acme.example', 'not an address']
    const { resolved, unresolved } = await ask({ urls, packages: ['pkg:docker/ghcr.io/Acme/remote@2'] })
    expect(resolved.map(({ serverId, kind, input }) => `${serverId} ${kind} ${input}`)).toEqual([
      'y/remote package pkg:docker/ghcr.io/Acme/remote@2',
      `y/remote url ${urls[0]}`,
    ])
    expect(unresolved).toEqual(urls.slice(1))
  })

  test('a row agrees with health, and counts the listed tools', async () => {
    const { resolved } = await ask({ ids: ['x/time'] })
    const returned = await health(
      { toolId: 'x/time' },
      { ...context, ratings: openRatingReader(context.db), memo: openMemo() },
    )
    const { verdict, status, score, grade, recommendation, asOf } = returned
    expect(verdict).toBe('healthy')
    expect(resolved).toEqual([
      {
        input: 'x/time',
        productId: null,
        kind: 'id',
        serverId: 'x/time',
        toolId: null,
        match: 'exact',
        verdict,
        status,
        score,
        grade,
        recommendation,
        asOf,
        tools: 2,
      },
    ])
  })

  test('what was not probed yet is unknown and unrated, and nothing is certain of it, here and in health, short or whole', async () => {
    const { resolved } = await ask({ packages: ['Odd/(name)'] })
    const unknown = { verdict: 'unknown', grade: 'unrated', recommendation: 'unknown' }
    const whole = { ...unknown, status: 'unknown', asOf: null }
    expect(resolved).toMatchObject([{ serverId: 'y/odd', ...whole, tools: 0 }])
    const read = async (query: string) => {
      const request = new Request(`http://assay.test/v1/health/y/odd${query}`)
      const opened = { ...context, ratings: openRatingReader(context.db), memo: openMemo() }
      return (await healthEndpoint.handle(request, opened)).json()
    }
    expect(await read('')).toMatchObject({ ...whole, confidence: 0, forecast: { basis: 'population', asOf: null } })
    const short = await read('?compact=1')
    expect(short).toMatchObject({ ...unknown, forecast: { basis: 'population' } })
    expect(short).not.toHaveProperty('asOf')
  })

  test('old evidence gives unknown, whatever is stored', async () => {
    const later = new Date(now.getTime() + 48 * 3_600_000)
    const { resolved } = await lookUp({ ids: ['x/time'] }, context.db, later)
    expect(resolved[0]).toMatchObject({ verdict: 'unknown', asOf: '2026-11-20T11:55:00.000Z' })
  })

  test.each([
    ['both', ['x/whole', 'y/npm-both']],
    ['BOTH', ['x/whole']],
    ['both@1.2.3', ['x/whole', 'y/npm-both']],
    ['both[extra]>=1', ['x/whole']],
    ['pkg:npm/both@1', ['y/npm-both']],
    ['@org/time@latest', ['x/time']],
    ['pkg:npm/%40org/time@1', ['x/time']],
    ['pkg:github/org/servers#src/git', ['x/git', 'x/time', 'x/whole']],
    ['org/servers', []],
  ])('the package %s names %j', async (name, ids) => {
    expect((await idsOf({ packages: [name] })).sort()).toEqual([...ids].sort())
  })

  test('lists are answered in their order, an entry given twice once, and what is unresolved as it was sent', async () => {
    const answer = await ask({
      repos: ['org/none', 'org/servers/', `${MONOREPO}?x`, 'org/none'],
      packages: ['pkg:npm/both', 'org/none', ''],
      ids: ['y/odd', 'x/time/now', 'y/odd', 'x/git'],
    })
    expect([...new Set(answer.resolved.map(({ input }) => input))]).toEqual([
      `${MONOREPO}?x`,
      'pkg:npm/both',
      'y/odd',
      'x/time/now',
      'x/git',
    ])
    expect(answer.resolved).toHaveLength(7)
    expect(answer.unresolved).toEqual(['org/none', 'org/servers/', 'org/none', ''])
  })

  test('an entry is answered with a hundred servers at most', async () => {
    expect(await idsOf({ repos: ['https://git.example.org/many/servers'] })).toHaveLength(100)
  })

  test('many entries of the same hundred servers are not answered with a hundred rows each', async () => {
    const repos = Array.from({ length: 499 }, (_, n) => `https://git.example.org/many/servers#${n}`)
    const { resolved } = await lookUp({ repos: [...repos, MONOREPO] }, context.db, now)
    const perEntry = new Map<string, number>()
    for (const { input } of resolved) perEntry.set(input, (perEntry.get(input) ?? 0) + 1)
    expect(resolved.length).toBeLessThanOrEqual(MOST_LOOKUP_ROWS)
    expect([...new Set(perEntry.values())].sort()).toEqual([20, 3])
    expect(perEntry.size).toBe(500)
  })

  test('hostile texts are unresolved and come back as they were', async () => {
    const hostile = [
      '\u0000',
      'a\u0000b/c',
      '\ud800',
      "'; DROP TABLE servers; --",
      '__proto__',
      '../../etc',
      'x'.repeat(5000),
      '%00',
      '{{x}}',
    ]
    const { status, answer } = await post({ repos: hostile, packages: hostile, ids: hostile })
    expect(status).toBe(200)
    expect(answer).toEqual({ resolved: [], unresolved: [...hostile, ...hostile, ...hostile] })
  })

  test('any lists of texts are answered in the promised shape', async () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.record({ repos: texts, packages: texts, ids: texts }), async (body) => {
        LookupAnswer.parse(await ask(body))
      }),
      { numRuns: 60 },
    )
  })

  test('a call weighs one point more for every 50 entries begun', async () => {
    expect((await post({ repos: ['a/b'] })).status).toBe(200)
    await post({ repos: Array(500).fill('a/b'), packages: Array(500).fill('x'), ids: Array(1).fill('x') })
    expect(charged).toEqual([1, 21])
  })

  test.each([
    [{ repos: Array(501).fill('a/b') }, 'too_many_entries'],
    [{ packages: Array(501).fill('x') }, 'too_many_entries'],
    [{ ids: Array(501).fill('x') }, 'too_many_entries'],
    [{}, 'invalid_body'],
    [[], 'invalid_body'],
    [{ repos: 'a/b' }, 'invalid_body'],
    [{ repos: null }, 'invalid_body'],
    [{ ids: [1] }, 'invalid_body'],
    [{ ids: ['x/time'], secret: 'value' }, 'unknown_member'],
    ['{"ids":', 'malformed_json'],
  ])('%j is refused as %s, without a word of it', async (body, code) => {
    const { status, answer } = await post(body)
    expect([status, answer.code]).toEqual([code === 'malformed_json' ? 400 : 422, code])
    expect(JSON.stringify(answer)).not.toMatch(/secret|value|a\/b|x\/time/)
  })

  test('an empty list is a list', async () => {
    expect(await post({ repos: [] })).toEqual({ status: 200, answer: { resolved: [], unresolved: [] } })
  })
})
