import { at, HOURS, probes } from 'assay-verify/state/test-observations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CompactSearchAnswer } from '../../contract/compact'
import type { SearchResult } from '../../contract/shapes/candidates'
import { SearchAnswer } from '../../contract/shapes/test-answers'
import { recordServers } from '../../store/catalog/catalog'
import { markRemovedTools } from '../../store/catalog/tools'
import { streamable, testServer, testTool, uncategorized } from '../../store/test-catalog'
import { unsafeFits } from '../search/unsafe-fits'
import { openTestContext } from '../test-context'
import { searchEndpoint } from './search'
import cases from './search.cases.json' with { type: 'json' }

const now = at(6 * HOURS)
const REPOSITORY = 'https://github.com/org/files'
const readFile = testTool('read_file', { description: 'Reads.', annotations: { readOnlyHint: true } })
const CATALOG = [
  testServer('g/files', {
    tools: [readFile, testTool('write_file'), testTool('old_read')],
    repository: REPOSITORY,
    remotes: [streamable('https://files.example/mcp')],
    declaredAccess: 'open',
  }),
  testServer('g/api', { packages: [{ registry: 'npm', name: 'api' }] }),
  // The same tool in two other catalogs: of the same repository, and with the same words.
  testServer('h/files', { tools: [{ ...readFile, description: 'Reads files.' }], repository: `${REPOSITORY}.git` }),
  testServer('i/files', { tools: [{ ...readFile, annotations: null }], declaredAccess: 'auth' }),
  testServer('j/many', { tools: Array.from({ length: 60 }, (_, n) => testTool(`tool_${n}`)) }),
  testServer('j/more', { tools: Array.from({ length: 60 }, (_, n) => testTool(`tool_${n}`)) }),
]
const FILES = ['g/files/read_file', 'h/files/read_file', 'i/files/read_file']

describe('search', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  beforeAll(async () => {
    opened = await openTestContext(CATALOG, now)
    await opened.watched('g/files', probes(0, 24))
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    opened.asked.length = 0
    opened.finder.find = () => [
      { id: 'g/api', relevance: 0.87654 },
      { id: 'g/files/gone', relevance: 0.8 },
      { id: 'g/files/write_file', relevance: 0.5 },
    ]
  })

  const answerTo = async (query: Record<string, string>) => {
    const url = `http://assay.test/v1/search?${new URLSearchParams(query)}`
    const response = await searchEndpoint.handle(new Request(url), opened.context)
    return { status: response.status, answer: await response.json() }
  }
  const ask = async (q: string, more: Record<string, string> = {}) => {
    const { status, answer } = await answerTo({ q, ...more })
    expect(status).toBe(200)
    expect((more.compact === '1' ? CompactSearchAnswer : SearchAnswer).parse(answer)).toEqual(answer)
    return answer.results as SearchResult[]
  }
  const idsFor = async (more: Record<string, string>) =>
    (await ask('work with a file', more)).map(({ toolId }) => toolId)

  test('an id that is typed comes before one that differs in case or separators and works better', async () => {
    const twin = testServer('g/Api', { description: 'Another.', remotes: [streamable('https://twin.example/mcp')] })
    await recordServers(opened.context.db, { source: 'file', precedence: 1 }, [twin], now, uncategorized)
    await opened.watched('g/Api', probes(0, 24))
    expect((await ask('g/api')).slice(0, 2).map(({ toolId }) => toolId)).toEqual(['g/api', 'g/Api'])
    expect((await ask('g/Api'))[0]?.toolId).toBe('g/Api')
  })

  test('what the index finds, in its order, with what is known now; what is not listed any more is left out', async () => {
    const results = await ask('write a file')
    expect(
      results.map(({ toolId, kind, match, relevance, verdict }) => [toolId, kind, match, relevance, verdict]),
    ).toEqual([
      ['g/api', 'server', 'text', 0.877, 'unknown'],
      ['g/files/write_file', 'tool', 'text', 0.5, 'healthy'],
    ])
    expect(results[1]).toMatchObject({
      serverId: 'g/files',
      serverTitle: 'Title of g/files',
      recommendation: 'proceed',
      inputSchema: { type: 'object' },
    })
    expect(await ask('write a file', { limit: '1' })).toHaveLength(1)
  })

  test('a removed tool is found by its id, as removed and before all others, and by nothing else', async () => {
    const id = 'g/files/old_read'
    await markRemovedTools(opened.context.db, [id], now)
    opened.finder.find = () => [
      { id: 'i/files/read_file', relevance: 0.95 },
      { id, relevance: 0.9 },
    ]
    const [first] = await ask(id)
    expect(first).toMatchObject({ toolId: id, match: 'exact', verdict: 'down', recommendation: 'avoid' })
    expect(first?.reasons[0]?.code).toBe('removed_from_listing')
    expect(await ask(id, { limit: '1', compact: '1' })).toMatchObject([{ toolId: id, match: 'exact' }])
    expect((await ask('read an old file')).map(({ toolId }) => toolId)).toEqual(['i/files/read_file'])
    expect((await ask('old_read')).map(({ toolId }) => toolId)).not.toContain(id)
  })

  test('a tool that is listed several times is one result, the listing that works', async () => {
    opened.finder.find = () => [...FILES].reverse().map((id, n) => ({ id, relevance: 0.9 - n / 10 }))
    const results = await ask('work with a file')
    expect(results.map(({ toolId, relevance, alsoListedAs }) => [toolId, relevance, alsoListedAs])).toEqual([
      ['g/files/read_file', 0.9, ['h/files/read_file', 'i/files/read_file']],
    ])
  })

  test('as many results as asked for, however many of the first are twins', async () => {
    const found = Array.from({ length: 120 }, (_, n) => `j/${n % 2 === 0 ? 'many' : 'more'}/tool_${n >> 1}`)
    opened.finder.find = () => found.map((id, n) => ({ id, relevance: 0.9 - n / 200 }))
    const results = await ask('work with a file', { limit: '20' })
    expect(results).toHaveLength(20)
    expect(new Set(results.map(({ name }) => name)).size).toBe(20)
  })

  test('of equal fit what works comes first, and relevance does not rise', async () => {
    opened.finder.find = () => [
      { id: 'g/api', relevance: 0.8 },
      { id: 'g/files/write_file', relevance: 0.781 },
      { id: 'j/many/tool_1', relevance: 0.78 },
    ]
    const results = await ask('work with a file')
    expect(results.map(({ toolId, relevance }) => [toolId, relevance])).toEqual([
      ['g/files/write_file', 0.781],
      ['g/api', 0.781],
      ['j/many/tool_1', 0.78],
    ])
  })

  test.each(cases.kept as [Record<string, string>, string[]][])('%j keeps %j', async (filter, ids) => {
    // Behind more results than an unfiltered search of this length considers.
    const before = Array.from({ length: 60 }, (_, n) => ({ id: `j/many/gone_${n}`, relevance: 0.9 }))
    opened.finder.find = () => [
      ...before,
      ...['g/files/read_file', 'i/files/read_file', 'g/files/write_file', 'g/api'].map((id) => ({
        id,
        relevance: 0.5,
      })),
    ]
    expect((await idsFor(filter)).sort()).toEqual([...ids].sort())
  })

  test.each([
    [{ status: 'fine' }, 'healthy, degraded, unknown, down, auth'],
    [{ access: 'open,free' }, 'open, auth, paid, unknown'],
    [{ transport: '' }, 'streamable-http, sse, stdio'],
    [{ category: 'Files' }, 'auth, api, webhooks'],
  ])('%j is refused with the values there are', async (filter, values) => {
    const { status, answer } = await answerTo({ q: 'a file', ...filter })
    expect([status, answer.code]).toEqual([400, 'invalid_parameter'])
    expect(answer.detail).toContain(values)
  })

  test.each(['?!', '…', '🌦️', '\u0000', '\u200b', '\ud800', '-- ; --'])(
    'a text without any word, %j, finds nothing',
    async (q) => {
      expect(await ask(q)).toEqual([])
      expect(opened.asked).toEqual([])
    },
  )

  test.each([
    ['查询天气', '查询天气'],
    ['прочитать файл', 'прочитать файл'],
    ['اقرأ الملف', 'اقرأ الملف'],
    ['🌦️ weather', '🌦️ weather'],
    ['the of and', 'the of and'],
    ['read\u0000 a\u202e file', 'read a file'],
  ])('%j is asked as %j', async (q, asked) => {
    await ask(q)
    expect(opened.asked).toEqual([asked])
  })

  const HOSTILE: [string, string][] = [
    ['one letter', 'a'],
    ['a long text', 'read '.repeat(2000)],
    ['a long word', 'x'.repeat(10_000)],
    ['a long path', 'x/'.repeat(250)],
    ['JSON', '{"q": ["read", {"a/b": null}]}'],
    ['an address', 'https://files.example/mcp?token=1#x'],
    ['a broken address', 'https://%zz:99999/%'],
    ['a stack trace', 'TypeError: x\n    at f (/srv/app/a.js:1:2)\n    at g (node:internal/b:3:4)'],
    ['SQL', "'; DROP TABLE subjects; --"],
    ['a short SQL', "a' OR '1'='1"],
    ['patterns', '%a_\\ %'],
    ['a regular expression', '(a+)+$[/'],
    ['NUL in a name', 'g/fi\u0000les'],
    ['a lone surrogate in a name', 'g/\udc00files'],
    ['a prototype', '__proto__'],
    ['a path upwards', '../../etc/passwd'],
    ['slashes', '///a'],
    ['a package without a name', 'npx -y'],
    ['a broken package', 'pkg:npm/%'],
  ]
  test.each(HOSTILE)('%s is answered as any text', async (_, q) => {
    opened.finder.find = () => [{ id: 'g/api', relevance: 0.5 }]
    expect((await ask(q)).at(-1)).toMatchObject({ toolId: 'g/api' })
  })

  test.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['too long', 'x'.repeat(10_001)],
  ])('a text that is %s is refused', async (_, q) => {
    const { status, answer } = await answerTo({ q })
    expect([status, answer.code]).toEqual([400, 'invalid_parameter'])
    expect(answer.detail).toContain('"q"')
  })
})

test('what fits is unsafe only where nothing else fits', () => {
  const row = (toolId: string, relevance: number, code = 'answered', match: 'text' | 'exact' = 'text') => ({
    ...{ toolId, relevance, match, reasons: [{ code, text: '' }] },
  })
  const [hostile, far] = [row('hostile', 0.97, 'unsafe_text'), row('far', 0.14)]
  expect(unsafeFits([far, hostile])).toEqual([hostile])
  expect(unsafeFits([row('near', 0.7), hostile])).toEqual([])
  expect(unsafeFits([far, row('unlike', 0.3, 'unsafe_text')])).toEqual([])
  expect(unsafeFits([row('named', 0.99, 'unsafe_text', 'exact'), far])).toEqual([])
})
