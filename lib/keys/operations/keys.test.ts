import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../api/context'
import { ingestEndpoint } from '../../api/operations/ingest'
import { pingEndpoint } from '../../api/operations/ping'
import { openTestContext } from '../../api/test-context'
import { Problem } from '../../contract/errors'
import { OPERATIONS } from '../../contract/operations'
import { isWellFormedApiKey } from '../../core/caller/api-key'
import { type Gate, NOBODY, openGate } from '../../http/gate'
import type { Endpoint } from '../../http/operation'
import { openTestLimits, TEST_GATE } from '../../http/test-gate'
import { findKey } from '../../store/keys/keys'
import { apiKeys, keyDays } from '../../store/keys/keys-schema'
import { reporters } from '../../store/outcomes/usage-schema'
import { openKeyRevisions } from '../../store/signing/key-revisions'
import { testServer, testTool } from '../../store/test-catalog'
import { createKeyEndpoint, issueKey } from './create-key'
import { revokeKeyEndpoint } from './revoke-key'
import { showKeyEndpoint } from './show-key'

const now = new Date('2026-11-20T12:30:00Z')
let opened: Awaited<ReturnType<typeof openTestContext>>
let context: Context

beforeAll(async () => {
  opened = await openTestContext([testServer('o/s', { tools: [testTool('x'), testTool('y')] })], now)
})
afterAll(() => opened.close())
beforeEach(async () => {
  for (const table of [apiKeys, reporters]) await opened.context.db.delete(table)
  context = { ...opened.context, gate: openTestGate() }
})

/**
 * A gate as a process has it; another one is another process. Each call reads revisions anew, as calls a second apart
 * do, unless `isLate`.
 */
function openTestGate(isLate = false): Gate {
  let monotonicMs = 0
  const revisions = openKeyRevisions(opened.context.db, () => {
    monotonicMs += 1000
    return monotonicMs
  })
  const findKeyHere = (hash: string, at: Date) => findKey(opened.context.db, hash, at)
  const keyRevision = async () => (isLate ? 0 : (await revisions.current()).api_keys)
  return openGate({ ...TEST_GATE, limits: openTestLimits(), findKey: findKeyHere, keyRevision })
}

interface Sent {
  key?: string
  body?: string
  type?: string
  in?: Context
}
async function send(
  endpoint: Endpoint<Context>,
  { key, body, type = 'application/json', in: within = context }: Sent = {},
) {
  const { method, path } = endpoint.contract
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': type }),
  }
  const request = new Request(`http://assay.test${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const response = await endpoint.handle(request, { ...within, caller: NOBODY, address: '198.51.100.1' })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text === '' ? null : JSON.parse(text) }
}
async function issue(within?: Context): Promise<{ apiKey: string; keyId: string }> {
  const { status, json } = await send(createKeyEndpoint, within === undefined ? {} : { in: within })
  expect(status).toBe(201)
  return OPERATIONS.createKey.output.parse(json)
}
const tell = (key: string | undefined, events: number, toolId = 'o/s/x') =>
  send(ingestEndpoint, {
    ...(key === undefined ? {} : { key }),
    body: JSON.stringify({ events: Array.from({ length: events }, () => ({ toolId, success: true })) }),
  })

describe('a key is created', () => {
  test.each([
    ['without a body', undefined, undefined],
    ['with an empty one', '', undefined],
    ['with {}', '{}', undefined],
    ['with an e-mail address', '{"email":"ann@example.org"}', undefined],
    ['with an empty body of any type', '', 'text/plain'],
  ])('%s', async (_what, body, type) => {
    const { status, headers, json } = await send(createKeyEndpoint, {
      ...(body === undefined ? {} : { body }),
      ...(type === undefined ? {} : { type }),
    })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(OPERATIONS.createKey.output.parse(json)).toEqual(json)
    expect(json).toMatchObject({ tier: 'free', limits: { perMinute: 600 } })
    expect(isWellFormedApiKey(json.apiKey)).toBe(true)
    expect(json.apiKey).not.toContain(json.keyId.slice(4))
  })

  test('and neither it nor the e-mail address is kept', async () => {
    const { json } = await send(createKeyEndpoint, { body: '{"email":"ann@example.org"}' })
    const kept = JSON.stringify(await context.db.select().from(apiKeys))
    expect(kept).toContain(json.keyId)
    expect(kept).not.toContain(json.apiKey.slice(6, 20))
    expect(kept).not.toContain('ann')
  })

  test.each([
    ['{"email":"ann"}', 422, 'invalid_body'],
    ['{"email":null}', 422, 'invalid_body'],
    ['{"name":"ann@example.org"}', 422, 'unknown_member'],
    ['{"ann@example.org":1}', 422, 'unknown_member'],
    ['[]', 422, 'invalid_body'],
    ['{', 400, 'malformed_json'],
    [' ', 400, 'malformed_json'],
    ['{"email":"ann@example.org","email":"ann@example.org"}', 400, 'malformed_json'],
    [`{"email":"${'a'.repeat(4096)}"}`, 413, 'body_too_large'],
  ])('but not for %s', async (body, status, code) => {
    const answer = await send(createKeyEndpoint, { body })
    expect(answer.status).toBe(status)
    expect(Problem.parse(answer.json).code).toBe(code)
    expect(answer.text).not.toContain('ann')
    expect(await context.db.$count(apiKeys)).toBe(0)
  })

  test('but not of another type', async () => {
    expect(await send(createKeyEndpoint, { body: '{}', type: 'text/plain' })).toMatchObject({ status: 415 })
  })

  test('five times an hour, and what was refused did not count', async () => {
    for (let turn = 0; turn < 7; turn += 1) await send(createKeyEndpoint, { body: '{"email":1}' })
    for (let turn = 0; turn < 5; turn += 1) await issue()
    expect(await send(createKeyEndpoint)).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
    expect(await context.db.$count(apiKeys)).toBe(5)
  })

  test('with a limit of its own by whoever runs the service', async () => {
    const raised = await issueKey(context.db, 100_000, 600, now)
    expect(raised).toMatchObject({ tier: 'raised', limits: { perMinute: 100_000 } })
    expect((await send(showKeyEndpoint, { key: raised.apiKey })).json).toMatchObject({
      tier: 'raised',
      limits: { perMinute: 100_000 },
      usage: { remaining: 99_999 },
    })
  })
})

describe('a key shows', () => {
  test('nothing used at first, and no part of itself', async () => {
    const { apiKey, keyId } = await issue()
    const { status, json, text } = await send(showKeyEndpoint, { key: apiKey })
    expect(status).toBe(200)
    expect(OPERATIONS.showKey.output.parse(json)).toEqual(json)
    expect(json).toMatchObject({
      keyId,
      tier: 'free',
      createdAt: now.toISOString(),
      limits: { perMinute: 600 },
      credits: { total: 0, recent: 0, today: 0 },
      usage: { events: 0, eventsToday: 0, remaining: 599 },
    })
    expect(text).not.toContain(apiKey.slice(6))
  })

  test('at once what it reported and earned, and a higher limit as soon as the key is read again', async () => {
    const { apiKey } = await issue()
    expect((await tell(apiKey, 60)).json).toEqual({ accepted: 60, ignored: 0, credits: 50 })
    expect((await tell(apiKey, 40, 'o/s/y')).json).toMatchObject({ credits: 40 })
    const { json } = await send(showKeyEndpoint, { key: apiKey })
    expect(json).toMatchObject({
      credits: { total: 90, recent: 90, today: 90 },
      usage: { events: 100, eventsToday: 100 },
      limits: { perMinute: 609 },
    })
    const later = { ...context, now: new Date(now.getTime() + 10_001) }
    const again = await send(showKeyEndpoint, { key: apiKey, in: later })
    expect(again.headers.get('ratelimit-policy')).toBe('"keyed";q=609;w=60')
  })

  test('nothing of other keys', async () => {
    const [mine, theirs] = [await issue(), await issue()]
    await tell(theirs.apiKey, 30)
    expect((await send(showKeyEndpoint, { key: mine.apiKey })).json).toMatchObject({
      keyId: mine.keyId,
      credits: { total: 0 },
    })
  })

  test('what is left is null where there are no limits', async () => {
    const { apiKey } = await issue()
    const gate = openGate({ ...TEST_GATE, findKey: (hash, at) => findKey(context.db, hash, at) })
    const { json } = await send(showKeyEndpoint, { key: apiKey, in: { ...context, gate } })
    expect(OPERATIONS.showKey.output.parse(json).usage.remaining).toBeNull()
  })

  test('not without it', async () => {
    for (const endpoint of [showKeyEndpoint, revokeKeyEndpoint]) {
      const answer = await send(endpoint)
      expect(answer).toMatchObject({ status: 401, json: { code: 'key_required' } })
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
  })
})

describe('a key is revoked', () => {
  test('and is gone at once, with its ledger and its voice', async () => {
    const [mine, theirs] = [await issue(), await issue()]
    await tell(mine.apiKey, 3)
    await tell(theirs.apiKey, 3)
    const gone = await send(revokeKeyEndpoint, { key: mine.apiKey })
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect(gone.headers.get('ratelimit')).toContain('"keyed"')
    for (const endpoint of [showKeyEndpoint, revokeKeyEndpoint]) {
      const answer = await send(endpoint, { key: mine.apiKey })
      expect(answer).toMatchObject({ status: 401, json: { code: 'revoked_key' } })
      expect(answer.text).not.toContain(mine.apiKey)
    }
    expect((await tell(mine.apiKey, 1)).json.code).toBe('revoked_key')
    expect(await context.db.$count(keyDays)).toBe(1)
    expect((await send(showKeyEndpoint, { key: theirs.apiKey })).status).toBe(200)
  })

  test('and another process that had accepted it refuses it as soon as it reads what was revoked', async () => {
    const there = { ...context, gate: openTestGate() }
    const [mine, theirs] = [await issue(), await issue()]
    for (const { apiKey } of [mine, theirs])
      expect((await send(pingEndpoint, { key: apiKey, in: there })).status).toBe(200)
    expect((await send(revokeKeyEndpoint, { key: mine.apiKey })).status).toBe(204)
    const refused = await send(pingEndpoint, { key: mine.apiKey, in: there })
    expect(refused).toMatchObject({ status: 401, json: { code: 'revoked_key' } })
    expect((await send(pingEndpoint, { key: theirs.apiKey, in: there })).status).toBe(200)
  })

  test('and a process that still remembers it neither counts nor shows anything', async () => {
    const there = { ...context, gate: openTestGate(true) }
    const { apiKey } = await issue()
    expect((await send(showKeyEndpoint, { key: apiKey, in: there })).status).toBe(200)
    expect((await send(revokeKeyEndpoint, { key: apiKey })).status).toBe(204)
    const returned = await send(ingestEndpoint, {
      key: apiKey,
      in: there,
      body: '{"events":[{"toolId":"o/s/x","success":true}]}',
    })
    expect(returned).toMatchObject({ status: 401, json: { code: 'revoked_key' } })
    expect(await send(showKeyEndpoint, { key: apiKey, in: there })).toMatchObject({ status: 401 })
    expect((await send(revokeKeyEndpoint, { key: apiKey, in: there })).status).toBe(204)
    const later = { ...there, now: new Date(now.getTime() + 10_001) }
    expect(await send(showKeyEndpoint, { key: apiKey, in: later })).toMatchObject({ json: { code: 'revoked_key' } })
  })
})
