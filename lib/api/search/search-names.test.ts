import { at, HOURS, probes } from 'assay-verify/state/test-observations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SearchAnswer } from '../../contract/shapes/test-answers'
import { nameKey } from '../../core/lookup/asked-subject'
import { recordDeletedServers } from '../../store/catalog/catalog'
import { listNamedSubjects } from '../../store/catalog/named-subjects'
import { testServer, testTool } from '../../store/test-catalog'
import { findResults } from '../operations/search'
import { openTestContext } from '../test-context'

const now = at(6 * HOURS)
const MONOREPO = 'https://github.com/Org/Servers'
const CATALOG = [
  testServer('mcpm/org/time', {
    title: 'Time Keeper',
    description: 'Tells the time.',
    repository: `${MONOREPO}/tree/main/src/time`,
    packages: [{ registry: 'npm', name: '@org/time' }],
    tools: [testTool('get_time', { description: 'The time now.' }), testTool('list/zones')],
  }),
  testServer('mcpm/org/git', {
    title: 'Git',
    repository: `${MONOREPO}/tree/main/src/git`,
    packages: [{ registry: 'pypi', name: 'mcp-server-git' }],
    tools: [testTool('log')],
  }),
  testServer('smithery/clock/my-clock', {
    title: 'GitHub',
    tools: [testTool('get time', { description: 'A clock.' })],
  }),
  testServer('smithery/alone/git', { title: 'Alone', description: 'A server without tools.' }),
  testServer('smithery/gone/git', { title: 'Gone', tools: [testTool('get_time')] }),
]
/** What the index finds for any text. */
const FOUND = { id: 'mcpm/org/git/log', relevance: 0.7 }

describe('names in a search', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  beforeAll(async () => {
    opened = await openTestContext(CATALOG, now)
    await opened.watched('mcpm/org/time', probes(0, 24))
    await recordDeletedServers(opened.context.db, { source: 'file', precedence: 1 }, ['smithery/gone/git'], now)
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    opened.finder.find = () => [FOUND]
  })

  const ask = async (q: string, more: { limit?: number } = {}) => {
    const results = await findResults({ q, readOnly: false }, more.limit ?? 10, opened.context)
    expect(SearchAnswer.shape.results.parse(results)).toEqual(results)
    return results
  }
  const exactIn = async (q: string) =>
    (await ask(q)).filter(({ match }) => match === 'exact').map(({ toolId }) => toolId)

  const [TIME, GIT, CLOCK, ALONE] = ['mcpm/org/time', 'mcpm/org/git', 'smithery/clock/my-clock', 'smithery/alone/git']
  test.each<[string, string[]]>([
    ['mcpm/org/time', [TIME]],
    [' MCPM/Org/Time ', [TIME]],
    ['org/time', [TIME]],
    ['Time Keeper', [TIME]],
    ['time-keeper', [TIME]],
    ['time.keeper', [TIME]],
    ['my clock', [CLOCK]],
    ['MY_CLOCK', [CLOCK]],
    ['git', [GIT, ALONE]],
    ['alone/git', [ALONE]],
    ['one/git', []],
    ['clock', []],
    ['@org/time', [TIME]],
    ['@Org/Time@1.0', [TIME]],
    ['pkg:npm/%40org/time', [TIME]],
    ['npx -y @org/time', [TIME]],
    ['npx -y @org/time --zone UTC and four more words', [TIME]],
    ['uvx mcp_server_git', [GIT]],
    ['https://github.com/org/servers', [TIME, GIT]],
    ['git@github.com:org/servers.git', [TIME, GIT]],
    ['org/servers', [TIME, GIT]],
    [`${MONOREPO}/tree/main/src/git`, [GIT]],
    [`${MONOREPO}/tree/main/src/other`, [TIME, GIT]],
    ['mcpm/org/time/get_time', [`${TIME}/get_time`]],
    ['mcpm/org/time/Get Time', [`${TIME}/get_time`]],
    ['time/get-time', [`${TIME}/get_time`]],
    ['clock/get_time', []],
    ['list/zones', [`${TIME}/list/zones`]],
    ['mcpm/org/time/list/zones', [`${TIME}/list/zones`]],
    ['get_time', [`${TIME}/get_time`, `${CLOCK}/get time`]],
    ['Get Time', [`${TIME}/get_time`, `${CLOCK}/get time`]],
    ['get the time', []],
    ['smithery/gone/git', []],
    ['gone', []],
  ])('%j is exactly %j', async (q, ids) => {
    expect(await exactIn(q)).toEqual(ids)
  })

  test('servers come before tools, then what was found by its words, and relevance never rises', async () => {
    opened.finder.find = () => [{ id: `${TIME}/get_time`, relevance: 0.995 }, FOUND]
    const rows = await ask('git')
    expect(rows.map(({ toolId, kind, match, relevance }) => [toolId, kind, match, relevance])).toEqual([
      [GIT, 'server', 'exact', 0.99],
      [ALONE, 'server', 'exact', 0.99],
      [`${TIME}/get_time`, 'tool', 'text', 0.99],
      [FOUND.id, 'tool', 'text', 0.7],
    ])
    expect(rows[0]).toMatchObject({
      name: 'Git',
      serverId: GIT,
      serverTitle: 'Git',
      description: 'A server for tests.',
      inputSchema: null,
    })
  })

  test('what works comes first, whatever the index measures', async () => {
    opened.finder.find = () => [{ id: `${CLOCK}/get time`, relevance: 0.9 }]
    const rows = await ask('get_time')
    expect(rows.map(({ verdict, relevance }) => [verdict, relevance])).toEqual([
      ['healthy', 0.99],
      ['unknown', 0.99],
    ])
  })

  test('the limit holds for exact results too', async () => {
    expect(await ask('git', { limit: 1 })).toHaveLength(1)
  })

  test.each([
    ['what is the git history of my project', [FOUND.id, GIT]],
    ['what is the history of my project', [FOUND.id]],
    ['what is the github history of my project', [FOUND.id]],
  ])('%j, which has all words of a name, or not: %j', async (q, ids) => {
    const rows = await ask(q)
    expect(rows.map(({ toolId }) => toolId)).toEqual(ids)
    expect(rows.map(({ match, relevance }) => [match, relevance])).toEqual(
      [
        ['text', 0.7],
        ['text', 0.68],
      ].slice(0, ids.length),
    )
  })

  test('a text that is no name is not looked up', async () => {
    const broken = { ...opened.context, db: new Proxy({}, { get: () => expect.fail('the database was asked') }) }
    opened.finder.find = () => []
    const results = await findResults(
      { q: 'make a picture of a cat smaller', readOnly: false },
      10,
      broken as unknown as typeof opened.context,
    )
    expect(results).toEqual([])
  })

  test.each(['get__time', 'Get Time', 'get.time', 'get - time', 'GET/TIME'])(
    'the database and core agree that %j is get_time',
    async (text) => {
      expect(nameKey(text)).toBe(nameKey('get_time'))
      const found = await listNamedSubjects(opened.context.db, { text, tail: null, repositories: [], packages: [] })
      expect(found.map(({ id }) => id).sort()).toEqual([`${TIME}/get_time`, `${CLOCK}/get time`].sort())
    },
  )
})
