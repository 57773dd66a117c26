import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import { at, HOURS, probes } from 'assay-verify/state/test-observations'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RouteAnswer } from '../../contract/shapes/route'
import { CONFIDENT_AT } from '../../search/route/fit'
import { openBreakages } from '../../store/breakages/breakage-openings'
import { servers, subjects } from '../../store/catalog/catalog-schema'
import { markRemovedTools } from '../../store/catalog/tools'
import { streamable, testServer, testTool } from '../../store/test-catalog'
import type { Ranked } from '../finder'
import { openTestContext } from '../test-context'
import { health } from './health'
import { routeEndpoint } from './route'
import { findResults } from './search'

const now = at(6 * HOURS)
/** Relevance is shown in thousandths: the least that is a confident match, and the greatest that is none. */
const CONFIDENT = Math.ceil(CONFIDENT_AT * 1000) / 1000
const NOT_CONFIDENT = (Math.ceil(CONFIDENT_AT * 1000) - 1) / 1000
const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const CATALOG = [
  testServer('g/sky', {
    repository: 'https://github.com/a/sky',
    remotes: [streamable('https://one.example/sky')],
    declaredAccess: 'open',
    tools: [testTool('weather', { inputSchema, annotations: { readOnlyHint: true } }), testTool('forecast')],
  }),
  testServer('g/sky-fork', { repository: 'https://github.com/a/sky', tools: [testTool('weather')] }),
  testServer('g/rain', {
    remotes: [streamable('https://one.example/rain')],
    tools: [testTool('weather'), testTool('drizzle')],
  }),
  testServer('g/sun,sea', { packages: [{ registry: 'npm', name: 'sun' }], tools: [testTool('weather')] }),
  testServer('g/dead', { remotes: [streamable('https://dead.example/mcp')], tools: [testTool('weather')] }),
  testServer('g/post', { declaredAccess: 'auth', tools: [testTool('send_mail')] }),
  testServer('g/api', {
    declaredAccess: 'auth',
    declaredAuth: 'apiKey',
    remotes: [
      { transport: 'http-api-docs', url: 'https://api.example/docs', template: false },
      { transport: 'http-api', url: 'https://api.example/v1', template: false },
    ],
  }),
]

const WEATHER: Ranked[] = [
  { id: 'g/dead/weather', relevance: 0.91 },
  { id: 'g/sky/weather', relevance: 0.9 },
  { id: 'g/sky/forecast', relevance: 0.85 },
  { id: 'g/sky-fork/weather', relevance: 0.82 },
  { id: 'g/rain/weather', relevance: 0.8 },
  { id: 'g/sun,sea/weather', relevance: 0.71 },
  { id: 'g/post/send_mail', relevance: 0.2 },
]
const MAIL: Ranked[] = [{ id: 'g/post/send_mail', relevance: 0.8 }]

let opened: Awaited<ReturnType<typeof openTestContext>>
beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  await opened.watched('g/sky', probes(0, 24))
  const serverKey = await opened.watched('g/dead', probes(0, 24, 'connect_failed'))
  const evidence = { code: 'connect_failed', text: 'The connection was refused or broke.', at: now.toISOString() }
  const alone = {
    correlationKeys: [{ cause: 'host', what: 'dead.example' }],
    startWindow: { after: now, before: now },
  } as const
  const breakage = { serverKey, toolId: null, kind: 'down', severity: 'major', evidence, ...alone } as const
  await openBreakages(opened.context.db, [breakage], now)
})
afterAll(() => opened.close())
/** Has alternatives searched for again. */
const forgetLists = () => opened.context.db.execute(sql`DELETE FROM alternative_lists`)
beforeEach(async () => {
  await forgetLists()
  opened.finder.alike = () => WEATHER.slice(0, -1).map(({ id }) => ({ id, similarity: 0.9 }))
  opened.finder.find = (text) => (/mail/.test(text) && !/weather/.test(text) ? MAIL : WEATHER)
  opened.asked.length = 0
})

const get = (query: string) => routeEndpoint.handle(new Request(`http://assay.test/v1/route?${query}`), opened.context)
const ask = async (query: string) => {
  const response = await get(query)
  expect(response.status).toBe(200)
  const answer = await response.json()
  return RouteAnswer.parse(answer)
}
const idsOf = ({ fallbacks }: { fallbacks: { toolId: string }[] }) => fallbacks.map(({ toolId }) => toolId)

describe('a task that is the id of a tool', () => {
  const DEAD = 'g/dead/weather'
  const others = WEATHER.filter(({ id }) => id !== DEAD)

  test.each([
    // What fits better by its words, or works better, is not meant.
    ['g/rain/drizzle', [{ id: 'g/rain/weather', relevance: 0.99 }]],
    ['g/rain/weather', WEATHER],
    [
      'g/sky/forecast',
      [
        { id: 'g/sky/weather', relevance: 1 },
        { id: 'g/sky/forecast', relevance: 0.3 },
      ],
    ],
    ['g/sun,sea/weather', []],
    ['G/Sky_Fork/Weather', WEATHER],
    ['g/api', WEATHER],
  ])('%s chooses it', async (task, found: Ranked[]) => {
    opened.finder.find = () => found
    const answer = await ask(`task=${encodeURIComponent(task)}`)
    const id = task === 'G/Sky_Fork/Weather' ? 'g/sky-fork/weather' : task
    expect(answer).toMatchObject({ chosen: { toolId: id }, unavailable: [] })
    expect(answer.fit).toBeGreaterThanOrEqual(0.99)
    expect(idsOf(answer)).not.toContain(id)
    const results = await findResults({ q: task, readOnly: false }, 1, opened.context)
    expect(results.map(({ toolId }) => toolId)).toEqual([id])
  })

  test('one that is down is named, and nothing is chosen in its place; what fits besides is a fallback', async () => {
    const answer = await ask(`task=${DEAD}`)
    expect(answer).toMatchObject({ chosen: null, recommendation: 'avoid', fit: 0.99 })
    expect(answer.unavailable).toMatchObject([{ toolId: DEAD, verdict: 'down' }])
    expect(idsOf(answer)).toEqual(['g/sky/weather', 'g/rain/weather', 'g/sky-fork/weather', 'g/sun,sea/weather'])
    opened.finder.find = () => others
    expect((await ask(`task=${DEAD}`)).unavailable).toMatchObject([{ toolId: DEAD }])
  })

  test('one that is unsafe is named, with the reason', async () => {
    const { db } = opened.context
    const text = { class: 'unsafe_text', at: now.toISOString(), text: 'Its description instructs agents.' } as const
    const set = (facts: StoredToolFacts | null) =>
      db.update(subjects).set({ facts }).where(eq(subjects.id, 'g/rain/weather'))
    await set({ openChange: text } as StoredToolFacts)
    const answer = await ask('task=g/rain/weather')
    await set(null)
    expect(answer).toMatchObject({ chosen: null, recommendation: 'avoid' })
    expect(answer.unavailable).toMatchObject([{ toolId: 'g/rain/weather', reason: { code: 'unsafe_text' } }])
  })

  test('one that may change something is named for a caller with readOnly, and one that does not is chosen', async () => {
    const answer = await ask('task=g/rain/weather&readOnly=1')
    expect(answer).toMatchObject({ chosen: null, recommendation: 'avoid' })
    expect(answer.unavailable).toMatchObject([{ toolId: 'g/rain/weather', reason: { code: 'not_read_only' } }])
    expect(await ask('task=g/sky/weather&readOnly=1')).toMatchObject({ chosen: { toolId: 'g/sky/weather' } })
  })

  test('one that the caller excludes is replaced by what fits', async () => {
    expect(await ask('task=g/rain/weather&exclude=g/rain')).toMatchObject({ chosen: { toolId: 'g/sky/weather' } })
  })
})

describe('a task that is the id of a server whose tools are listed', () => {
  test('means one of its tools, whatever fits by the words', async () => {
    expect(await ask('task=g/rain')).toMatchObject({ chosen: { serverId: 'g/rain', kind: 'tool' }, unavailable: [] })
    opened.finder.find = () => []
    expect(await ask('task=g/rain')).toMatchObject({ chosen: { serverId: 'g/rain' } })
  })

  test('for a caller with readOnly means one that reads, and where there is none nothing is chosen', async () => {
    expect(await ask('task=g/sky&readOnly=1')).toMatchObject({ chosen: { toolId: 'g/sky/weather' } })
    const answer = await ask('task=g/rain&readOnly=1')
    expect(answer).toMatchObject({ chosen: null, recommendation: 'avoid' })
    expect(answer.unavailable[0]).toMatchObject({ serverId: 'g/rain', reason: { code: 'not_read_only' } })
  })

  test('one that is down is named, and nothing is chosen in its place', async () => {
    const answer = await ask('task=g/dead')
    expect(answer).toMatchObject({ chosen: null, recommendation: 'avoid' })
    expect(answer.unavailable).toMatchObject([{ toolId: 'g/dead/weather', verdict: 'down' }])
  })

  test('one that the caller excludes is replaced by what fits', async () => {
    expect(await ask('task=g/rain&exclude=g/rain')).toMatchObject({ chosen: { toolId: 'g/sky/weather' } })
  })
})

test('the id of a removed tool is answered by itself: it is chosen no more, and neither is a tool of another server', async () => {
  await markRemovedTools(opened.context.db, ['g/rain/drizzle'], now)
  const answer = await ask('task=g/rain/drizzle')
  expect(answer).toMatchObject({ chosen: null, fallbacks: [], recommendation: 'avoid' })
  expect(opened.asked).toEqual([])
})

describe('a task of one step', () => {
  test('the likeliest to work of what fits, how to call it, and what to use instead', async () => {
    const answer = await ask('task=weather%20in%20Paris')
    expect(answer).toMatchObject({ recommendation: 'proceed', fit: 0.9, confidence: 0.9, unavailable: [] })
    expect(answer.chosen).toMatchObject({
      toolId: 'g/sky/weather',
      verdict: 'healthy',
      relevance: 0.9,
      inputSchema,
      callHints: {
        endpoint: 'https://one.example/sky',
        transport: 'streamable-http',
        auth: { type: 'none', required: false, scheme: null, signIn: null },
        callable: 'endpoint',
        notes: [],
        requiredParams: ['city'],
        annotations: { readOnlyHint: true },
        knownErrors: [],
      },
    })
    expect(answer.fallbacks.map(({ toolId, step, independent }) => [toolId, step, independent?.host])).toEqual([
      ['g/sun,sea/weather', 1, true],
      ['g/rain/weather', 1, false],
    ])
    expect(answer.fallbacks.map(({ callable }) => callable)).toEqual(['package', 'endpoint'])
    expect(opened.asked).toEqual(['weather in Paris'])
  })

  test('what is down is not chosen where nothing else fits: it is named, since when, and when it is expected back', async () => {
    opened.finder.find = () => WEATHER.slice(0, 1)
    const answer = await ask('task=weather')
    expect(answer).toMatchObject({ chosen: null, fallbacks: [], recommendation: 'avoid', fit: 0.91, confidence: 0.91 })
    const { forecast, downSince } = await health({ toolId: 'g/dead/weather' }, opened.context)
    const next = forecast.horizons.find(({ up }) => up > 0.5)
    expect(downSince).not.toBeNull()
    expect(answer.unavailable).toEqual([
      {
        toolId: 'g/dead/weather',
        name: 'weather',
        serverId: 'g/dead',
        serverTitle: expect.any(String),
        verdict: 'down',
        recommendation: 'avoid',
        relevance: 0.91,
        reason: { code: 'connect_failed', text: expect.any(String) },
        since: downSince,
        expectedBack: next
          ? { at: new Date(now.getTime() + next.hours * 3_600_000).toISOString(), probability: next.up }
          : null,
        step: 1,
      },
    ])
    expect((await ask('task=weather&compact=1')).unavailable).toEqual(answer.unavailable)
  })

  test('an alternative of what is down takes its place where it fits, and nothing else does', async () => {
    opened.finder.find = () => WEATHER.filter(({ id }) => id === 'g/dead/weather' || id === 'g/rain/weather')
    expect(await ask('task=weather')).toMatchObject({ chosen: { toolId: 'g/rain/weather' }, unavailable: [], fit: 0.8 })
    await forgetLists()
    opened.finder.alike = () => []
    expect(await ask('task=weather')).toMatchObject({
      chosen: null,
      recommendation: 'avoid',
      unavailable: [{ toolId: 'g/dead/weather' }],
      fallbacks: [{ toolId: 'g/rain/weather', independent: null }],
    })
  })

  test('a running maintenance says when it is expected back', async () => {
    opened.finder.find = () => WEATHER.slice(0, 1)
    const { db } = opened.context
    const set = (from: Date | null, to: Date | null) =>
      db.update(servers).set({ maintenanceFrom: from, maintenanceTo: to }).where(eq(servers.id, 'g/dead'))
    const to = new Date(now.getTime() + 3_600_000)
    await set(now, to)
    const { unavailable } = await ask('task=weather')
    await set(null, null)
    expect(unavailable[0]?.expectedBack).toEqual({ at: to.toISOString(), probability: null })
  })

  test('an API that is not MCP comes with its address, its documentation and how its credentials are sent', async () => {
    opened.finder.find = () => [{ id: 'g/api', relevance: 0.9 }]
    expect((await ask('task=weather')).chosen).toMatchObject({
      toolId: 'g/api',
      inputSchema: null,
      callHints: {
        callable: 'documentation',
        endpoint: 'https://api.example/v1',
        baseUrl: 'https://api.example/v1',
        documentation: 'https://api.example/docs',
        transport: 'http-api',
        auth: { type: 'credentials', required: true, scheme: 'apiKey', signIn: null },
        notes: [],
      },
    })
  })

  test('what cannot be called is chosen only where nothing callable fits as well, and then says so', async () => {
    const api = { id: 'g/api', relevance: 0.93 }
    opened.finder.find = () => [{ id: 'g/sun,sea/weather', relevance: 0.95 }, api]
    expect(await ask('task=send%20mail')).toMatchObject({ chosen: { toolId: 'g/sun,sea/weather' } })
    const post = { id: 'g/post/send_mail', relevance: 0.95 }
    opened.finder.find = () => [post, { id: 'g/rain/weather', relevance: 0.9 }]
    const answer = await ask('task=send%20mail')
    expect(answer).toMatchObject({ chosen: { toolId: 'g/rain/weather' }, confidence: 0.9 })
    expect(answer.fallbacks).toMatchObject([{ toolId: 'g/post/send_mail', callable: null }])
    opened.finder.find = () => [post, { id: 'g/rain/weather', relevance: CONFIDENT }]
    const { chosen } = await ask('task=send%20mail')
    expect(chosen).toMatchObject({
      toolId: 'g/post/send_mail',
      callHints: { callable: null, endpoint: null, package: null },
    })
    expect(chosen?.callHints.notes.map(({ code }) => code)).toEqual(['not_callable'])
  })

  test('nothing fits well: no confident match, and what comes near', async () => {
    opened.finder.find = () => [{ id: 'g/post/send_mail', relevance: NOT_CONFIDENT + 0.0004 }]
    expect(await ask('task=brew%20coffee')).toMatchObject({
      chosen: null,
      recommendation: 'no_confident_match',
      confidence: NOT_CONFIDENT,
      fallbacks: [],
      candidates: [{ toolId: 'g/post/send_mail', relevance: NOT_CONFIDENT, recommendation: 'unknown', reason: null }],
    })
    opened.finder.find = () => []
    const empty = { chosen: null, fallbacks: [], candidates: [], unavailable: [] }
    const nothing = { ...empty, recommendation: 'no_confident_match', fit: 0, confidence: 0 }
    expect(await ask('task=brew%20coffee')).toEqual(nothing)
    expect(await ask(`task=${encodeURIComponent('?! 🌦️')}`)).toEqual(nothing)
  })

  test('limit is the number of fallbacks', async () => {
    expect(idsOf(await ask('task=weather&limit=1'))).toEqual(['g/sun,sea/weather'])
  })
})

describe('candidates', () => {
  const NEAR = WEATHER.map(({ id, relevance }) => ({ id, relevance: relevance / 2 }))

  test('of each capability one, with what sets it apart, what is down last; the same in a compact answer', async () => {
    opened.finder.find = () => [...NEAR, { id: 'g/api', relevance: 0.06 }]
    const { candidates, recommendation, ...answer } = await ask('task=weather')
    expect({ recommendation, fallbacks: answer.fallbacks, unavailable: answer.unavailable }).toEqual({
      recommendation: 'no_confident_match',
      fallbacks: [],
      unavailable: [],
    })
    // The other tools called weather are listings of the first: of equal name and description.
    expect(candidates.map(({ toolId }) => toolId)).toEqual([
      'g/sky/weather',
      'g/sky/forecast',
      'g/post/send_mail',
      'g/api',
    ])
    expect(candidates[0]?.differs).toMatch(/^weather; .*needs city; open$/)
    expect((await ask('task=weather&limit=1')).candidates).toEqual(candidates)
    const compact = await (await get('task=weather&compact=1')).json()
    expect(compact.candidates).toEqual(candidates)
    opened.finder.find = () => NEAR.filter(({ id }) => id === 'g/dead/weather' || id === 'g/post/send_mail')
    expect((await ask('task=weather')).candidates).toMatchObject([
      { toolId: 'g/post/send_mail', recommendation: 'unknown', reason: null },
      { toolId: 'g/dead/weather', verdict: 'down', recommendation: 'avoid', reason: 'connect_failed' },
    ])
  })

  test.each([
    ['access=open', ['g/sky/weather', 'g/sky/forecast']],
    ['readOnly=1', ['g/sky/weather']],
    ['maxLatencyMs=1', []],
    ['minScore=100', []],
    ['exclude=g/sky&exclude=g/sky-fork&exclude=g/dead/weather', ['g/rain/weather', 'g/post/send_mail']],
  ])('meet %s', async (constraint, ids) => {
    opened.finder.find = () => NEAR
    const { candidates } = await ask(`task=weather&${constraint}`)
    expect(candidates.map(({ toolId }) => toolId)).toEqual(ids)
  })

  test('a tool whose text makes agents leak data is marked as such, and shown without its description', async () => {
    const { db } = opened.context
    const text = { class: 'unsafe_text', at: now.toISOString(), text: 'Its description instructs agents.' } as const
    const set = (facts: StoredToolFacts | null) =>
      db.update(subjects).set({ facts }).where(eq(subjects.id, 'g/rain/drizzle'))
    opened.finder.find = () => [{ id: 'g/rain/drizzle', relevance: 0.4 }]
    const [plain] = (await ask('task=rain')).candidates
    await set({ openChange: text } as StoredToolFacts)
    const { candidates } = await ask('task=rain')
    await set(null)
    expect(plain).toMatchObject({ description: expect.any(String), reason: null })
    expect(candidates).toMatchObject([{ recommendation: 'avoid', reason: 'unsafe_text', description: null }])
  })

  test('the id of one as the task says how to call it', async () => {
    opened.finder.find = () => NEAR
    const [first] = (await ask('task=weather')).candidates
    expect((await ask(`task=${first?.toolId}`)).chosen).toMatchObject({ toolId: first?.toolId, callHints: {} })
  })
})

describe('constraints', () => {
  test.each([
    ['access=open', 'g/sky/weather'],
    ['readOnly=1', 'g/sky/weather'],
    ['maxLatencyMs=1000', 'g/sky/weather'],
    ['exclude=g/sky/weather&exclude=g/sky-fork', 'g/sky/forecast'],
    ['exclude=g/sky,g/sky-fork', 'g/rain/weather'],
    ['exclude=g/sky,%20g/sky-fork,g/rain', 'g/sun,sea/weather'],
    ['access=open&exclude=g/sky', null],
    ['minScore=100', null],
    ['maxLatencyMs=1', null],
  ])('%s leaves %s', async (query, toolId) => {
    const answer = await ask(`task=weather&${query}`)
    expect(answer.chosen?.toolId ?? null).toBe(toolId)
    expect(answer.recommendation === 'avoid').toBe(toolId === null)
  })

  test('what fits may change something: what only reads is not chosen in its place, and the answer says why', async () => {
    opened.finder.alike = () => []
    opened.finder.find = () => [
      { id: 'g/post/send_mail', relevance: 0.97 },
      { id: 'g/sky/weather', relevance: 0.8 },
    ]
    const answer = await ask('task=send%20mail&readOnly=1')
    expect(answer).toMatchObject({ chosen: null, fallbacks: [], recommendation: 'avoid', fit: 0.97 })
    expect(answer.unavailable).toMatchObject([
      { toolId: 'g/post/send_mail', verdict: 'unknown', recommendation: 'avoid', since: null, expectedBack: null },
    ])
    expect(answer.unavailable[0]?.reason.code).toBe('not_read_only')
    expect((await ask('task=send%20mail')).unavailable).toEqual([])
  })

  test.each([
    ['access=open&exclude=g/sky', 'not_open'],
    ['maxLatencyMs=1', 'too_slow'],
    ['minScore=100', 'score_too_low'],
    ['readOnly=1&minScore=100&exclude=g/sky', 'not_read_only'],
  ])('%s leaves nothing that fits, and the answer says why: %s', async (query, code) => {
    const { chosen, unavailable, recommendation } = await ask(`task=weather&${query}&exclude=g/dead`)
    expect({ chosen, recommendation }).toEqual({ chosen: null, recommendation: 'avoid' })
    expect(unavailable[0]).toMatchObject({ recommendation: 'avoid', reason: { code }, since: null, expectedBack: null })
  })

  test('what is left is down: nothing is chosen', async () => {
    expect(await ask('task=weather&exclude=g/sky,g/sky-fork,g/rain&exclude=g/sun,sea')).toMatchObject({
      chosen: null,
      recommendation: 'avoid',
      unavailable: [{ toolId: 'g/dead/weather' }],
    })
  })
})

describe('a task of several steps', () => {
  const task = encodeURIComponent('get the weather in Paris and then send it by mail')

  test('the first step’s tool, its fallbacks, and the tool of the second', async () => {
    const answer = await ask(`task=${task}`)
    expect(answer).toMatchObject({ chosen: { toolId: 'g/sky/weather' }, recommendation: 'proceed' })
    expect(answer.fallbacks.map(({ toolId, step }) => [toolId, step])).toEqual([
      ['g/sun,sea/weather', 1],
      ['g/rain/weather', 1],
      ['g/post/send_mail', 2],
    ])
    expect(opened.asked.sort()).toEqual([
      'get the weather in Paris',
      'get the weather in Paris and then send it by mail',
      'send it by mail',
    ])
  })

  test('clauses that each begin with a verb are steps too', async () => {
    const answer = await ask(`task=${encodeURIComponent('get the weather in Paris, send it by mail')}`)
    expect(answer).toMatchObject({ chosen: { toolId: 'g/sky/weather' }, confidence: 0.9 })
    expect(answer.fallbacks.at(-1)).toMatchObject({ toolId: 'g/post/send_mail', step: 2, callable: null })
  })

  test('is one where a constraint leaves nothing for a step', async () => {
    const answer = await ask(`task=${task}&access=open`)
    expect(answer.chosen?.toolId).toBe('g/sky/weather')
    expect(answer.fallbacks.every(({ step }) => step === 1)).toBe(true)
  })
})

test.each([
  ['', 'invalid_parameter', '"task"'],
  ['task=', 'invalid_parameter', '"task"'],
  ['task=%20', 'invalid_parameter', '"task"'],
  [`task=${'x'.repeat(10_001)}`, 'invalid_parameter', '"task"'],
  ['task=a&task=b', 'invalid_parameter', 'more than once'],
  ['task=a&limit=0', 'invalid_parameter', '"limit"'],
  ['task=a&limit=21', 'invalid_parameter', '"limit"'],
  ['task=a&access=auth', 'invalid_parameter', '"access"'],
  ['task=a&readOnly=yes', 'invalid_parameter', '"readOnly"'],
  ['task=a&maxLatencyMs=', 'invalid_parameter', '"maxLatencyMs"'],
  ['task=a&minScore=101', 'invalid_parameter', '"minScore"'],
  ['task=a&exclude=a//b', 'invalid_parameter', '"exclude"'],
  ['task=a&exclude=', 'invalid_parameter', '"exclude"'],
  [`task=a&exclude=${'a,'.repeat(100)}a`, 'invalid_parameter', 'more than 100'],
  ['task=a&q=b', 'unknown_parameter', 'task, access, readOnly, maxLatencyMs, minScore, exclude, limit'],
])('%s is refused', async (query, code, detail) => {
  const response = await get(query)
  expect(response.status).toBe(400)
  const problem = await response.json()
  expect(problem.code).toBe(code)
  expect(problem.detail).toContain(detail)
})

test('ten thousand characters are a task, and a hundred ids may be left out', async () => {
  expect((await get(`task=${'x'.repeat(10_000)}`)).status).toBe(200)
  expect((await get(`task=a&exclude=${'a,'.repeat(99)}a`)).status).toBe(200)
})
