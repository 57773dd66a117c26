import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RouteAnswer } from '../../contract/shapes/route'
import { buildSegment } from '../../search/index/build-segment'
import type { SearchDocument } from '../../search/index/search-document'
import { encodeSegment } from '../../search/index/segment'
import { decodeWeights } from '../../search/rank/weights'
import { claimLease } from '../../store/leases'
import { readLearnedFile } from '../../store/search/learned-files'
import { recordSegment } from '../../store/search/search-segments'
import { streamable, testServer, testTool } from '../../store/test-catalog'
import { TEST_EPOCH } from '../../store/test-databases'
import type { Context } from '../context'
import { openFinder } from '../finder'
import { openSearchIndex } from '../search-index'
import { openTestContext } from '../test-context'
import { routeEndpoint } from './route'

const TOOLS: readonly (readonly [name: string, description: string])[] = [
  ['read_file', 'Reads a file and returns its text.'],
  ['send_email', 'Sends an e-mail to a person.'],
  ['get_weather', 'Weather of a city for today and tomorrow.'],
  ['create_issue', 'Creates an issue in a repository.'],
]
const SERVER = testServer('g/desk', {
  remotes: [streamable('https://desk.example/mcp')],
  tools: TOOLS.map(([name, description]) => testTool(name, { description })),
})
const DOCUMENTS = TOOLS.map(
  ([name, description]): SearchDocument => ({
    id: `g/desk/${name}`,
    serverId: 'g/desk',
    name,
    title: null,
    description,
    parameters: '',
    serverTitle: SERVER.title,
    serverDescription: SERVER.description,
  }),
)

const STACK_TRACE = `TypeError: Cannot read properties of undefined (reading 'map'), and then it stopped
    at render (/srv/app/page.tsx:12:9)
    at async Promise.all (index 0)`
const LETTER = `Hi Ann,

thanks for the file; please read it, send me the totals and tell Bob that the meeting is on 3.10. at 10:00.
1. Rome
2. Oslo

> On Monday Bob wrote:
> find the invoice, pay it and send a copy

Best, Cy <cy@example.org>`

const WITHOUT_WORDS: readonly [string, string][] = [
  ['emoji', '🌦️📨'],
  ['punctuation', '?! … -- ;'],
  ['NUL alone', '\u0000'],
]
const ODD: readonly [string, string][] = [
  ...WITHOUT_WORDS,
  ['only stop words', 'the of and to a'],
  ['an address', 'https://x.example/a/b?c=d&e=f#g'],
  ['a JSON document', '{"task": "read a file, send an e-mail", "then": [1, null, {"__proto__": 2}]}'],
  ['JSON that is cut off', '{"a": ["read a file", '],
  ['a stack trace', STACK_TRACE],
  ['one letter', 'a'],
  ['one Chinese character', '天'],
  ['a whole e-mail', LETTER],
  ['ten thousand letters', 'x'.repeat(10_000)],
  ['ten thousand characters of steps', 'read a file, send an e-mail and '.repeat(320).slice(0, 10_000)],
  ['NUL between words', 'read\u0000 a \u0000file'],
  ['NUL and steps', 'read a file\u0000, send\u0000 an e-mail'],
  ['half a surrogate pair', 'read \ud83c a file'],
  ['a bidirectional override', 'read a\u202e file'],
  ['the words of a query language', "'; DROP TABLE subjects; -- & | ! ( ) :*"],
  ['names of object members', '__proto__ constructor toString, get the prototype'],
]

describe('odd tasks', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  let context: Context
  beforeAll(async () => {
    opened = await openTestContext([SERVER], TEST_EPOCH)
    const { db } = opened.context
    const lease = { name: 'index', holder: 'test' }
    await claimLease(db, lease, 60, TEST_EPOCH)
    const bytes = encodeSegment(buildSegment(decodeWeights(readLearnedFile('search-weights')), DOCUMENTS))
    const facts = { documents: DOCUMENTS.length, weightsHash: 'w', coversUntil: TEST_EPOCH.toISOString(), gone: [] }
    await recordSegment(db, 'base', { bytes, ...facts }, lease, TEST_EPOCH, 1_000_000)
    context = {
      ...opened.context,
      finder: openFinder(
        openSearchIndex(
          db,
          () => readLearnedFile('search-weights'),
          () => undefined,
        ),
      ),
    }
  })
  afterAll(() => opened.close())

  const ask = async (task: string) => {
    const query = `task=${encodeURIComponent(task.toWellFormed())}`
    const response = await routeEndpoint.handle(new Request(`http://assay.test/v1/route?${query}`), context)
    expect(response.status).toBe(200)
    return RouteAnswer.parse(await response.json())
  }

  test('the index finds what a plain task asks for', async () => {
    const { chosen, fallbacks } = await ask('read a file')
    expect([chosen, ...fallbacks].map((one) => one?.toolId)).toContain('g/desk/read_file')
  })

  test.each(ODD)('%s is answered', async (_, task) => {
    const { chosen, recommendation, confidence, fallbacks, candidates } = await ask(task)
    expect(recommendation === 'no_confident_match').toBe(chosen === null)
    if (chosen !== null) expect(confidence).toBe(chosen.relevance)
    else expect(fallbacks).toEqual([])
    for (const { relevance } of candidates) expect(relevance).toBeLessThanOrEqual(confidence)
    if (chosen !== null) expect(candidates).toEqual([])
  })

  test.each(WITHOUT_WORDS)('%s finds nothing', async (_, task) => {
    expect(await ask(task)).toEqual({
      chosen: null,
      fallbacks: [],
      candidates: [],
      unavailable: [],
      recommendation: 'no_confident_match',
      fit: 0,
      confidence: 0,
    })
  })

  test.each(['', ' ', '\n\t'])('%j is no task', async (task) => {
    const request = new Request(`http://assay.test/v1/route?task=${encodeURIComponent(task)}`)
    expect((await routeEndpoint.handle(request, context)).status).toBe(400)
  })
})
