import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext } from '../../api/test-context'
import { Problem } from '../../contract/errors'
import type { OperationName } from '../../contract/operations'
import type { CatalogServer } from '../../core/catalog/catalog'
import { idOfRegistryName, registryNameOf } from '../../core/catalog/registry-name'
import { ENDPOINTS } from '../../runtime/endpoints'
import { recordDeletedServers, recordServers } from '../../store/catalog/catalog'
import { openRatingReader } from '../../store/ratings/ratings'
import { streamable, testServer, uncategorized } from '../../store/test-catalog'
import { OFFICIAL_META, RATING_META, RegistryEntry, RegistryList } from '../contract/registry'
import type { RegistryPolicy } from '../rules/policy'
import cases from './registry.cases.json' with { type: 'json' }

const FILE = { source: 'file', precedence: 1 }
const now = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const NPM = { packages: [{ registry: 'npm' as const, name: 'weather', version: '1.2.3' }] }
const REMOTE = { remotes: [streamable('https://a.example/mcp')] }
const WEATHER = testServer('official/io.github.user/weather', { ...NPM, ...REMOTE, version: '1.2.0' })
const CATALOG: CatalogServer[] = [
  WEATHER,
  testServer('smithery/owner/日本 server', { ...REMOTE, title: 'x'.repeat(300), description: '' }),
  testServer(`mcpm/${'字'.repeat(100)}`, REMOTE),
  testServer('garden/package', { ...NPM, version: 'latest' }),
  testServer('garden/old', { ...REMOTE, lifecycle: 'deprecated' }),
  testServer('garden/gone', { ...REMOTE, lifecycle: 'deleted' }),
  testServer('garden/documented', {
    remotes: [{ transport: 'http-api-docs', url: 'https://api.example/docs', template: false }],
  }),
  testServer('garden/nothing'),
  testServer('garden/100%_sure', REMOTE),
]

describe('the registry', () => {
  let world: Awaited<ReturnType<typeof openTestContext>>
  beforeAll(async () => {
    world = await openTestContext(CATALOG, now)
  })
  afterAll(() => world.close())

  const ask = async (
    name: OperationName,
    path: string,
    more: { now?: Date; policies?: [string, RegistryPolicy][] } = {},
  ) => {
    const context = {
      ...world.context,
      ratings: openRatingReader(world.context.db),
      now: more.now ?? now,
      registry: { policies: new Map(more.policies), driftDays: 30 },
    }
    return ENDPOINTS[name].handle(new Request(`http://assay.test${path}`), context)
  }
  const list = async (query = '', more = {}) => {
    const response = await ask('registryServers', `/v0.1/servers${query}`, more)
    expect(response.status, await response.clone().text()).toBe(200)
    return RegistryList.parse(await response.json())
  }
  const namesIn = ({ servers }: RegistryList) => servers.map(({ server }) => server.name)
  const statusOf = (entry: RegistryEntry | undefined) => entry?._meta[OFFICIAL_META].status
  const versionsOf = async (name: string, query = '') =>
    ask('registryVersions', `/v0.1/servers/${name}/versions${query}`)
  const versionOf = async (name: string, version = 'latest', query = '') =>
    ask('registryVersion', `/v0.1/servers/${name}/versions/${version}${query}`)
  const problemOf = async (response: Response) => {
    const given = await response.json()
    const problem = Problem.parse(given)
    expect(problem.error).toBe(problem.detail)
    return { status: response.status, code: problem.code, detail: problem.detail }
  }

  test('lists what an MCP client can call, and nothing else', async () => {
    const all = await list()
    expect(namesIn(all).sort()).toEqual(
      [
        'official/io.github.user/weather',
        'smithery/owner/日本 server',
        `mcpm/${'字'.repeat(100)}`,
        'garden/package',
        'garden/old',
        'garden/100%_sure',
      ]
        .map(registryNameOf)
        .sort(),
    )
    expect(all.metadata).toEqual({ count: 6 })
    for (const { server, _meta } of all.servers) {
      expect(registryNameOf(_meta[RATING_META].serverId)).toBe(server.name)
      if (!server.name.startsWith('assay/sha256.'))
        expect(idOfRegistryName(server.name)).toBe(_meta[RATING_META].serverId)
    }
  })

  test('an entry has the server, what the official registry says of entries, and the rating', async () => {
    const [entry] = (await list()).servers
    expect(entry).toMatchObject({
      server: {
        name: 'io.github.user/weather',
        title: 'Title of official/io.github.user/weather',
        description: 'A server for tests.',
        version: '1.2.0',
        remotes: [{ type: 'streamable-http', url: 'https://a.example/mcp' }],
        packages: [{ registryType: 'npm', identifier: 'weather', version: '1.2.3', transport: { type: 'stdio' } }],
      },
      _meta: {
        [OFFICIAL_META]: {
          status: 'active',
          publishedAt: now.toISOString(),
          updatedAt: now.toISOString(),
          isLatest: true,
        },
        [RATING_META]: {
          serverId: 'official/io.github.user/weather',
          verdict: 'unknown',
          grade: 'unrated',
          access: 'unknown',
          uptime: null,
          drift: { level: 'unknown', days: 30 },
          asOf: null,
        },
      },
    })
    const refs = entry?._meta[RATING_META].evidence.map(({ type, ref }) => `${type} ${ref}`)
    expect(refs).toContain('attestation https://assay.example/v1/score/official/io.github.user/weather')
    expect(refs).toContain('proof-page https://assay.example/proof/official/io.github.user/weather')
  })

  test('where there is a log, an entry names the newest published leaf about its server', async () => {
    const subject = 'official/io.github.user/weather'
    await world.context.db.execute(sql`INSERT INTO log_leaves (index, hash, kind, subject, at, entry)
      SELECT index, decode(repeat(lpad(index::text, 2, '0'), 32), 'hex'), 'verdict', ${subject}, ${now.toISOString()}::timestamptz, entry
      FROM (VALUES (3, NULL), (7, NULL), (9, 'not published yet')) AS given(index, entry)`)
    const context = {
      ...world.context,
      tlog: {} as never,
      registry: { policies: new Map(), driftDays: 30 },
    }
    const request = new Request('http://assay.test/v0.1/servers')
    const { servers } = RegistryList.parse(await (await ENDPOINTS.registryServers.handle(request, context)).json())
    const leavesOf = (entry: RegistryEntry | undefined) =>
      entry?._meta[RATING_META].evidence.filter(({ type }) => type === 'log-leaf')
    expect(leavesOf(servers[0])).toEqual([
      {
        type: 'log-leaf',
        ref: 'https://assay.example/v1/log/proof?leaf=7',
        schema: 'RFC 6962 leaf',
        digest: `sha256:${'07'.repeat(32)}`,
        canonicalization: 'RFC 8785',
      },
    ])
    expect(leavesOf(servers[1])).toEqual([])
  })

  test('texts of strangers are cut and never empty, and a version that is none is replaced', async () => {
    const { servers } = await list()
    const byId = new Map(servers.map((entry) => [entry._meta[RATING_META].serverId, entry.server]))
    const japanese = byId.get('smithery/owner/日本 server')
    expect(japanese?.title.length).toBeLessThanOrEqual(100)
    expect(japanese?.description).toBe(japanese?.title)
    expect(japanese?.version).toBe('0.0.0-unknown')
    expect(byId.get('garden/package')?.version).toBe('1.2.3')
  })

  test.each([1, 2, 5, 6, 100])('pages of %i hold every server once', async (limit) => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await list(`?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      expect(page.metadata.count).toBe(page.servers.length)
      seen.push(...namesIn(page))
      cursor = page.metadata.nextCursor
      if (cursor === undefined) break
    }
    expect(cursor).toBeUndefined()
    expect(seen).toEqual(namesIn(await list('?limit=100')))
  })

  test.each(cases.refused)('refuses %s with a 400 that says why', async (query) => {
    const { status, code, detail } = await problemOf(await ask('registryServers', `/v0.1/servers${query}`))
    expect(status).toBe(400)
    expect(code).toMatch(/^(invalid|unknown)_parameter$/)
    expect(detail).toMatch(/cursor|limit|updated_since|search|minGrade|maxDrift|access|maxAgeDays/)
  })

  test('a cursor of one order is refused in the other, and a changed one everywhere', async () => {
    const cursor = (await list('?limit=1')).metadata.nextCursor ?? ''
    const wrong = await ask('registryServers', `/v0.1/servers?cursor=${cursor}&updated_since=2026-11-01T00:00:00Z`)
    expect((await problemOf(wrong)).detail).toContain('order')
    const changed = cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A')
    expect((await ask('registryServers', `/v0.1/servers?cursor=${changed}`)).status).toBe(400)
  })

  test.each([
    ['weather', 1],
    ['WEATHER', 1],
    ['for tests', 5],
    ['100%', 1],
    ['%', 1],
    ['_', 2],
    ['no such thing', 0],
    ["'; --", 0],
  ])('searches names, titles and descriptions for %s', async (text, count) => {
    expect((await list(`?search=${encodeURIComponent(text)}`)).servers).toHaveLength(count)
  })

  test('the version of a list is latest or an exact one', async () => {
    expect((await list('?version=latest')).servers).toHaveLength(6)
    expect(namesIn(await list('?version=1.2.0'))).toEqual(['io.github.user/weather'])
    expect((await list('?version=9')).servers).toEqual([])
  })

  describe('one server', () => {
    test.each(['io.github.user%2Fweather', 'io.github.user/weather', 'io%2Egithub.user%2fweather'])(
      'is found as %s',
      async (name) => {
        const entry = RegistryEntry.parse(await (await versionOf(name)).json())
        expect(entry.server).toMatchObject({ name: 'io.github.user/weather', version: '1.2.0' })
        const versions = RegistryList.parse(await (await versionsOf(name)).json())
        expect(versions.servers).toEqual([entry])
        expect((await versionOf(name, '1.2.0')).status).toBe(200)
      },
    )

    test('each listed name leads to its entry', async () => {
      for (const entry of (await list()).servers) {
        const found = await versionOf(encodeURIComponent(entry.server.name))
        expect(await found.json()).toEqual(entry)
      }
    })

    test.each([
      ['io.github.user%2Fnone', 'latest', 404, 'unknown_server'],
      ['io.github.user%2Fweather', '9.9.9', 404, 'unknown_version'],
      ['io.github.user%2Fweather', '1.2.0%2Bbuild', 404, 'unknown_version'],
      ['assay.garden%2Fnothing', 'latest', 404, 'unknown_server'],
      ['assay.garden%2Fdocumented', 'latest', 404, 'unknown_server'],
      ['assay.garden%2Fgone', 'latest', 404, 'unknown_server'],
      ['no-slash', 'latest', 400, 'invalid_parameter'],
      ['a%2Fb%2Fc', 'latest', 400, 'invalid_parameter'],
      ['%E6%97%A5%2Fx', 'latest', 400, 'invalid_parameter'],
      [`a%2F${'b'.repeat(300)}`, 'latest', 400, 'invalid_parameter'],
      ['a%2Fb%00', 'latest', 400, 'invalid_parameter'],
      ['a%2Fb', '%zz', 400, 'invalid_path'],
    ])('%s at %s is refused with %i', async (name, version, status, code) => {
      expect(await problemOf(await versionOf(name, version))).toMatchObject({ status, code })
    })

    test('one that cannot be called says so', async () => {
      expect((await problemOf(await versionOf('assay.garden%2Fnothing'))).detail).toBe(
        'Server not found. What is known of it is nothing that an MCP client can call.',
      )
    })
  })

  describe('changes', () => {
    const since = `?updated_since=${later(5).toISOString()}`

    test('a server that is removed, or that nothing can call any more, is in the list of changes as deleted, and nowhere else', async () => {
      const changing = ['garden/removed', 'garden/uncallable', 'garden/never'].map((id) =>
        testServer(id, id === 'garden/never' ? {} : REMOTE),
      )
      await recordServers(world.context.db, FILE, changing, now, uncategorized)
      expect((await list()).servers).toHaveLength(8)
      expect((await list(since)).servers).toEqual([])
      await recordDeletedServers(world.context.db, FILE, ['garden/removed', 'garden/never'], later(10))
      const emptied = testServer('garden/uncallable')
      await recordServers(world.context.db, FILE, [emptied], later(20), uncategorized)
      expect((await list()).servers).toHaveLength(6)
      const changes = await list(since)
      expect(changes.servers.map((entry) => `${entry.server.name} ${statusOf(entry)}`)).toEqual([
        'assay.garden/removed deleted',
        'assay.garden/uncallable deleted',
      ])
      expect((await versionOf('assay.garden%2Fremoved')).status).toBe(404)
      const shown = RegistryEntry.parse(
        await (await versionOf('assay.garden%2Fremoved', 'latest', '?include_deleted=true')).json(),
      )
      expect(statusOf(shown)).toBe('deleted')
      expect(namesIn(await list('?include_deleted=true'))).toContain('assay.garden/removed')
    })

    test('a server that is back is active again', async () => {
      await recordServers(world.context.db, FILE, [testServer('garden/removed', REMOTE)], later(30), uncategorized)
      expect(statusOf((await list(since)).servers.at(-1))).toBe('active')
      await recordDeletedServers(world.context.db, FILE, ['garden/removed'], later(40))
    })

    test('what changes between two pages of changes comes again, and nothing is missed', async () => {
      const ids = ['garden/c1', 'garden/c2', 'garden/c3']
      const at = (id: string, seconds: number, title = id) =>
        recordServers(world.context.db, FILE, [testServer(id, { ...REMOTE, title })], later(seconds), uncategorized)
      for (const [index, id] of ids.entries()) await at(id, 100 + index)
      const query = `?updated_since=${later(99).toISOString()}&limit=1`
      const first = await list(query)
      await at('garden/c1', 200, 'again')
      const seen = namesIn(first)
      for (let cursor = first.metadata.nextCursor; cursor !== undefined; ) {
        const page = await list(`${query}&cursor=${cursor}`)
        seen.push(...namesIn(page))
        cursor = page.metadata.nextCursor
      }
      expect(seen).toEqual(['assay.garden/c1', 'assay.garden/c2', 'assay.garden/c3', 'assay.garden/c1'])
      await recordDeletedServers(world.context.db, FILE, ids, later(300))
    })
  })

  test('any web page may ask, also with a preflight', async () => {
    const request = new Request('http://assay.test/v0.1/servers', { method: 'OPTIONS' })
    const response = await ENDPOINTS.registryServers.handle(request, world.context)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization, content-type')
  })
})
