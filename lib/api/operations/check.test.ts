import { probes } from 'assay-verify/state/test-observations'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FirstCheckTurn } from '../../contract/first-checks'
import { openGate } from '../../http/gate'
import { openTestLimits, TEST_GATE } from '../../http/test-gate'
import { serverDemand } from '../../store/evidence/demand-schema'
import { probeTargets } from '../../store/evidence/evidence-schema'
import { scheduleServers } from '../../store/evidence/scheduled-targets'
import { recordVantage } from '../../store/evidence/vantages'
import { streamable, targetingBy, testServer, testTool } from '../../store/test-catalog'
import { TEST_EPOCH } from '../../store/test-databases'
import { openMemo } from '../cache/memo'
import { checkNow, firstChecks } from '../page-data/first-checks'
import { openTestContext } from '../test-context'
import { checkEndpoint } from './check'
import { lookup } from './lookup'

const NOW = TEST_EPOCH
const minutesOn = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const keyIs = (key = -1) => eq(probeTargets.serverKey, key)
const single = (nth: number) => `many/s${nth}`
const catalog = [
  ...Array.from({ length: 12 }, (_, nth) =>
    testServer(single(nth), { remotes: [streamable(`https://s${nth}.example/mcp`)], tools: [testTool('a')] }),
  ),
  ...Array.from({ length: 6 }, (_, nth) =>
    testServer(`host/${nth}`, { remotes: [streamable(`https://one.example/${nth}`)] }),
  ),
  testServer('none/at-all'),
  testServer('seen/one', { remotes: [streamable('https://seen.example/mcp')] }),
]

describe('POST /v1/check', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  beforeAll(async () => {
    opened = await openTestContext(catalog, NOW)
    await opened.watched('seen/one', probes(0, 3))
    await scheduleServers(opened.context.db, targetingBy('streamable-http'), 'changed', 100, NOW)
  })
  afterAll(() => opened.close())
  let gate = openGate({ ...TEST_GATE, findKey: async () => undefined })
  beforeEach(async () => {
    gate = openGate({ ...TEST_GATE, limits: openTestLimits(), freePerMinute: 1000, findKey: async () => undefined })
    await opened.context.db.update(probeTargets).set({ askedAt: null, priority: 1, dueAt: NOW })
  })

  const contextAt = (at: Date, address = '192.0.2.1') => ({
    ...opened.context,
    ...{ gate, address, now: at, memo: openMemo() },
  })
  const ask = (id: string, at = NOW, { address = '192.0.2.1', headers = {} } = {}) =>
    checkEndpoint.handle(
      new Request(`https://assay.example/v1/check/${id}`, { method: 'POST', headers }),
      contextAt(at, address),
    )

  test('says when the check comes, and puts it before all others', async () => {
    const answer = await ask(single(7))
    expect(answer.status).toBe(202)
    const turn = FirstCheckTurn.parse(await answer.json())
    expect(turn).toEqual({
      serverId: single(7),
      askedAt: NOW.toISOString(),
      dueAt: NOW.toISOString(),
      ahead: 0,
      inMinutes: null,
    })
    await recordVantage(opened.context.db, 'here', NOW)
    expect((await checkNow(single(7), contextAt(NOW)))?.turn.inMinutes).toBe(1)
    const others = await checkNow('host/5', contextAt(NOW))
    expect(others).toMatchObject({ turn: { ahead: 1, inMinutes: null }, limits: { caller: 10, host: 4, hostLeft: 4 } })
  })

  test('of a tool, its server is checked', async () => {
    expect(await (await ask(`${single(3)}/a`)).json()).toMatchObject({ serverId: single(3), ahead: 0 })
  })

  test('one address asks for ten an hour; what it asked for already takes none of them', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      expect((await ask(single(nth))).status).toBe(202)
      expect((await ask(single(nth))).status).toBe(202)
    }
    const over = await ask(single(10))
    expect(over.status).toBe(429)
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(over.headers.get('ratelimit-policy')).toBe('"checks";q=10;w=3600')
    expect((await checkNow(single(10), contextAt(NOW)))?.turn.askedAt).toBeNull()
    expect((await ask(single(10), NOW, { address: '192.0.2.2' })).status).toBe(202)
  })

  test('at one host so many an hour are asked for as its budget allows, by whomever', async () => {
    for (let nth = 0; nth < 4; nth += 1)
      expect((await ask(`host/${nth}`, minutesOn(nth), { address: `192.0.2.${nth}` })).status).toBe(202)
    const over = await ask('host/4', minutesOn(10), { address: '192.0.2.9' })
    expect(over.status).toBe(429)
    expect(over.headers.get('retry-after')).toBe('3000')
    expect((await checkNow('host/4', contextAt(minutesOn(10))))?.limits).toMatchObject({ host: 4, hostLeft: 0 })
    expect((await ask('host/4', minutesOn(61), { address: '192.0.2.9' })).status).toBe(202)
  })

  test.each([
    ['seen/one', 409, 'already_checked'],
    ['none/at-all', 409, 'not_checkable'],
    ['no/such', 404, 'unknown_tool'],
  ])('%s is refused with %s %s', async (id, status, code) => {
    const answer = await ask(id)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
  })

  test('a form is sent back to the page of the server, which says how it went', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
    const answer = await ask('host/0', NOW, { headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/server/host/0?check=asked'])
    for (let nth = 1; nth < 4; nth += 1) await ask(`host/${nth}`)
    expect((await ask('host/4', NOW, { headers })).headers.get('location')).toBe('/server/host/4?check=limited')
    expect((await ask('seen/one', NOW, { headers })).headers.get('location')).toBe('/server/seen/one')
    expect((await ask('no/such', NOW, { headers })).status).toBe(404)
  })

  test('progress is counted, and its pace is not known while nothing probes', async () => {
    const now = minutesOn(120)
    await opened.context.db.delete(serverDemand)
    const [some] = await opened.context.db.select({ key: probeTargets.serverKey }).from(probeTargets)
    expect(await firstChecks(contextAt(now))).toMatchObject({ checkable: 19, checked: 0, perHour: null })
    await recordVantage(opened.context.db, 'here', now)
    expect(await firstChecks(contextAt(now))).toMatchObject({ checked: 0, perHour: 0, nextInMinutes: null })
    await opened.context.db.update(probeTargets).set({ seenFrom: 'here', firstProbedAt: minutesOn(70) })
    await opened.context.db.update(probeTargets).set({ seenFrom: null, firstProbedAt: null }).where(keyIs(some?.key))
    expect(await firstChecks(contextAt(now))).toMatchObject({ checked: 18, perHour: 18, nextInMinutes: 3 })
    await opened.context.db.update(probeTargets).set({ seenFrom: 'here', firstProbedAt: minutesOn(0) })
    expect(await firstChecks(contextAt(now))).toMatchObject({ checked: 19, perHour: 0, nextInMinutes: null })
    await opened.context.db.update(probeTargets).set({ seenFrom: null, firstProbedAt: null })
  })

  test('reading, looking up and asking for what was never checked is counted by server, and nothing else', async () => {
    const { context } = opened
    await context.demand.flush()
    await context.db.delete(serverDemand)
    await ask(`${single(5)}/a`)
    await lookup({ body: { urls: ['https://s6.example/mcp', 'https://seen.example/mcp'] } }, context)
    await context.demand.flush()
    const rows = await context.db.select().from(serverDemand)
    expect(rows.map(({ minutes }) => minutes)).toEqual([1, 1])
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['countedAt', 'minutes', 'serverKey'])
  })
})
