import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../contract/operations'
import { at, HOURS, probes } from '../../core/state/test-observations'
import { testServer, testTool } from '../../store/test-catalog'
import { openTestContext } from '../test-context'
import { search } from './search'

const now = at(6 * HOURS)
let opened: Awaited<ReturnType<typeof openTestContext>>

beforeAll(async () => {
  const tools = [testTool('read_file', { annotations: { readOnlyHint: true } }), testTool('write_file')]
  opened = await openTestContext([testServer('g/files', { tools }), testServer('g/api')], now)
  await opened.watched('g/files', probes(0, 24))
  opened.finder.find = () => [
    { id: 'g/api', relevance: 0.87654 },
    { id: 'g/files/gone', relevance: 0.8 },
    { id: 'g/files/write_file', relevance: 0.5 },
  ]
})
afterAll(() => opened.close())

const ask = async (q: string, limit = 10, readOnly = false) => {
  const answer = await search({ q, limit, readOnly }, opened.context)
  expect(OPERATIONS.search.output.parse(answer)).toEqual(answer)
  return answer.results
}

test('what the index finds, in its order, with what is known now; what is not listed any more is left out', async () => {
  const results = await ask('write a file')
  expect(results.map(({ toolId, relevance, verdict }) => [toolId, relevance, verdict])).toEqual([
    ['g/api', 0.877, 'unknown'],
    ['g/files/write_file', 0.5, 'healthy'],
  ])
  expect(results[1]).toMatchObject({ server: 'g/files', recommendation: 'proceed', inputSchema: { type: 'object' } })
  expect(await ask('write a file', 1)).toHaveLength(1)
})

test('readOnly finds only tools that declare it', async () => {
  const before = opened.finder.find
  opened.finder.find = (text) => [...before(text), { id: 'g/files/read_file', relevance: 0.4 }]
  expect((await ask('a file', 1, true)).map(({ toolId }) => toolId)).toEqual(['g/files/read_file'])
  opened.finder.find = before
})

test.each(['?!', '…', '🌦️', '\u0000', '\u200b', '\ud800', '-- ; --'])(
  'a text without any word, %j, finds nothing',
  async (q) => {
    opened.asked.length = 0
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
  opened.asked.length = 0
  await ask(q)
  expect(opened.asked).toEqual([asked])
})
