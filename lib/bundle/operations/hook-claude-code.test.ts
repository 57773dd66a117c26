import { HOURS, outage, probe, probes } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../api/context'
import { openTestContext } from '../../api/test-context'
import { OPERATIONS } from '../../contract/operations'
import { type BreakageOpening, openBreakages } from '../../store/breakages/breakage-openings'
import { streamable, testServer, testTool } from '../../store/test-catalog'
import { addTestTargets } from '../../store/test-targets'
import { openBundleProcess } from '../test-bundle'
import { hookClaudeCodeEndpoint } from './hook-claude-code'

const MINUTE = 60_000
const last = 5 * HOURS
const now = new Date(probe(last).observedAt.getTime() + MINUTE)
const later = (ms: number) => new Date(now.getTime() + ms)
const SECRET = 'hunter22'
const IDS = ['g/well', 'g/down', 'g/slow', 'g/down.too']
const CATALOG = IDS.map((id) =>
  testServer(id, {
    tools: [testTool('read.file'), testTool('write')],
    remotes: [streamable(`https://${id.slice(2)}.example/mcp`)],
  }),
)

let opened: Awaited<ReturnType<typeof openTestContext>>
let before: Context
let atTime: (time: Date) => Context

beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  const { db } = opened.context
  await addTestTargets(db, later(14 * MINUTE))
  await db.execute(sql`UPDATE probe_targets SET seen_from = 'test'`)
  const steady = probes(0, 20)
  await opened.watched('g/well', steady)
  const down = await opened.watched('g/down', [...steady, ...outage(last - 120)])
  await opened.watched('g/down.too', [...steady, ...outage(last - 120)])
  const slow = await opened.watched(
    'g/slow',
    [0, 1, 2, 3].flatMap((hour) => [...outage(hour * HOURS), ...probes(hour * HOURS + 300, 3)]),
  )
  const degraded: BreakageOpening = {
    ...{ serverKey: slow, toolId: null, kind: 'degraded' as const, severity: 'major' as const },
    startWindow: { after: now, before: now },
    evidence: { code: 'x', text: 'It broke.', at: now.toISOString() },
    correlationKeys: [{ cause: 'host', what: 'degraded' }],
  }
  await db.transaction((tx) => openBreakages(tx, [degraded], now))
  const instead = [{ serverId: 'g/well', tool: 'write', renamed: [['path', 'file_path'] as [string, string]] }]
  const clock = { now }
  const { run, at } = openBundleProcess(opened.context, clock, {
    alternatives: {
      list: async () => new Map([[down, new Map([['read.file', instead]])]]),
      changedSince: async (_db, until) => ({ serverKeys: [], until }),
    },
  })
  before = at()
  expect(await hook({ tool_name: 'mcp__down__write' }, { context: before })).toEqual({})
  await run()
  atTime = (time) => {
    clock.now = time
    return at()
  }
})
afterAll(() => opened.close())

/** As Claude Code 2.1.332 sends it; 2.1.227 sends no `mcp_server`. */
const eventOf = (given: Record<string, unknown>) => ({
  ...{ session_id: '0ac89eee-d417-42dd-9e84-b92bbd2a2849', transcript_path: '/home/u/t.jsonl', cwd: '/home/u/proj' },
  ...{ prompt_id: 'aca2858d-b5b0-423f-beba-150a38803c01', permission_mode: 'default', tool_use_id: 'toolu_1' },
  ...{ hook_event_name: 'PreToolUse', tool_input: { a: SECRET } },
  ...given,
})
const SERVERS = { 'my srv': 'g/down', my_srv: 'g/well', down: 'g/down', a: 'g/down', a__b: 'g/well', slow: 'g/slow' }
const addressOf = (servers: Readonly<Record<string, string>>) => {
  const list = Object.entries(servers).map((pair) => pair.map(encodeURIComponent).join(':'))
  return `http://assay.test/v1/hooks/claude-code?servers=${encodeURIComponent(list.join(','))}`
}

async function post(body: string, url: string, context: Context): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return hookClaudeCodeEndpoint.handle(new Request(url, { method: 'POST', headers, body }), context)
}

interface Asked {
  servers?: Readonly<Record<string, string>>
  context?: Context
}

async function hook(event: Record<string, unknown>, { servers = SERVERS, context = atTime(now) }: Asked = {}) {
  const answer = await post(JSON.stringify(eventOf(event)), addressOf(servers), context)
  expect(answer.status).toBe(200)
  return OPERATIONS.hookClaudeCode.output.parse(await answer.json())
}

test('a call into an outage is denied with what to call instead, as the setup calls it', async () => {
  const { hookSpecificOutput: answer } = await hook({ tool_name: 'mcp__down__read_file' })
  expect(answer).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' })
  expect(answer?.permissionDecisionReason).toMatch(/^down is down/)
  expect(answer?.permissionDecisionReason).toContain('a__b write instead')
  expect(answer?.permissionDecisionReason).toContain('path to file_path')
  expect(answer).not.toHaveProperty('additionalContext')
})

test('a degraded server is advice, and a server that works, is not in the list or not known is nothing', async () => {
  const { hookSpecificOutput } = await hook({ tool_name: 'mcp__slow__write' })
  expect(hookSpecificOutput).toEqual({
    ...{ hookEventName: 'PreToolUse', additionalContext: expect.stringContaining('degraded') },
  })
  for (const tool of ['mcp__my_srv__write', 'mcp__other__write', 'Bash', 'mcp__down', 'mcp__down__', 'mcp__'])
    expect([tool, await hook({ tool_name: tool })]).toEqual([tool, {}])
  expect(await hook({ tool_name: 'mcp__x__write' }, { servers: { x: 'no/such/server' } })).toEqual({})
  for (const event of ['PostToolUse', 'PostToolUseFailure', 'SessionStart'])
    expect(await hook({ tool_name: 'mcp__down__write', hook_event_name: event })).toEqual({})
  expect(await hook({ tool_name: undefined })).toEqual({})
})

test('of names that the host writes alike the mildest decides, unless the event says which it is', async () => {
  const down = { tool_name: 'mcp__my_srv__write' }
  expect(await hook(down)).toEqual({})
  expect(await hook({ ...down, mcp_server: { name: 'my srv', source: 'project' } })).toHaveProperty(
    'hookSpecificOutput',
  )
  expect(await hook({ ...down, mcp_server: { name: 'my_srv', source: 'project' } })).toEqual({})
  expect(await hook({ ...down, mcp_server: { name: 'my/srv', source: 'project' } })).toEqual({})
  expect(await hook({ ...down, mcp_server: 7 })).toEqual({})
  expect(await hook(down, { servers: { 'my srv': 'g/down', 'my.srv': 'g/down.too' } })).toHaveProperty(
    'hookSpecificOutput',
  )
  expect(await hook({ tool_name: 'mcp__a__b__write' })).toEqual({})
})

test('without memory a call is let through in 15 seconds of every 4:45 minutes of an outage', async () => {
  const since = Math.floor(probe(last - 120).observedAt.getTime() / MINUTE) * MINUTE
  const answers = [285, 299.999, 300, 569, 570, 590].map(async (seconds) => {
    const context = atTime(new Date(since + seconds * 1000))
    return 'hookSpecificOutput' in (await hook({ tool_name: 'mcp__down__write' }, { context }))
  })
  expect(await Promise.all(answers)).toEqual([false, false, true, true, false, true])
})

test('a bundle that is not renewed says nothing', async () => {
  const context = atTime(later(11 * MINUTE))
  expect(await hook({ tool_name: 'mcp__down__write' }, { context })).toEqual({})
})

test('a large event is read, one that is too large or no JSON is a problem without a word of it', async () => {
  const padding = (kib: number) => SECRET.repeat((kib * 1024) / SECRET.length)
  expect(await hook({ tool_name: 'mcp__down__write', tool_input: { a: padding(1000) } })).toHaveProperty(
    'hookSpecificOutput',
  )
  for (const [body, status] of [
    [JSON.stringify(eventOf({ tool_input: padding(1025) })), 413],
    [`{"${SECRET}"`, 400],
    [`{"${SECRET}":1}`, 422],
  ] as const) {
    const answer = await post(body, addressOf(SERVERS), atTime(now))
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain(SECRET)
  }
})

test('an address with a wrong list of servers is a problem', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `s${n}:g%2Fwell`).join(',')
  const statusOf = async (query: string) => {
    const answer = await post(JSON.stringify(eventOf({})), `http://assay.test/v1/hooks/claude-code${query}`, before)
    return [query.slice(0, 40), answer.status, answer.headers.get('content-type')]
  }
  const lists = [
    '',
    'down',
    'down:',
    ':g/down',
    'a:b:c',
    'a:g/well:',
    'a:g/well:local:x',
    'a:g/down,',
    'a:/',
    '%:g/down',
    `${'n'.repeat(201)}:g/down`,
  ]
  for (const list of [...lists, many(101), `a:${'x'.repeat(9000)}`]) {
    const query = `?servers=${encodeURIComponent(list)}`
    expect(await statusOf(query)).toEqual([query.slice(0, 40), 400, 'application/problem+json'])
  }
  expect((await statusOf(''))[1]).toBe(400)
  for (const list of [many(100), 'a:g%2Fwell:local'])
    expect((await statusOf(`?servers=${encodeURIComponent(list)}`))[1]).toBe(200)
})
