import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../contract/errors'
import { OPERATIONS } from '../../contract/operations'
import { type Gate, NOBODY, openGate } from '../../http/gate'
import { openTestLimits, TEST_GATE } from '../../http/test-gate'
import { issueKey } from '../../keys/operations/create-key'
import { findKeyUsage } from '../../keys/sql/keys'
import { recordServers } from '../../store/catalog/catalog'
import { findKey } from '../../store/keys/keys'
import { apiKeys, countedBatches } from '../../store/keys/keys-schema'
import { outcomeCounts, reporters, usageDue } from '../../store/outcomes/usage-schema'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { openMemo } from '../cache/memo'
import type { Context } from '../context'
import { openKnownIds } from '../known-ids'
import { openTestContext } from '../test-context'
import { ingestEndpoint } from './ingest'

const now = new Date('2026-11-20T12:30:00Z')
const RISKY = 'o/call 415-555-0132/get_user_by_token'
const CATALOG = [
  testServer('o/s', { tools: [testTool('x'), testTool('y'), testTool('went')] }),
  testServer('o/call 415-555-0132', { tools: [testTool('get_user_by_token')] }),
]
/** Made up; they have the form of real ones. */
const PERSON = 'john.doe.of.nowhere@example.com'
const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'

let opened: Awaited<ReturnType<typeof openTestContext>>
let context: Context
let gate: Gate
let key: { apiKey: string; keyId: string }

beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  // A tool its server does not list any more is known all the same.
  const without = [testServer('o/s', { tools: [testTool('x'), testTool('y')] })]
  await recordServers(opened.context.db, { source: 'file', precedence: 1 }, without, now, uncategorized)
})
afterAll(() => opened.close())
beforeEach(async () => {
  const { db } = opened.context
  for (const table of [outcomeCounts, usageDue, countedBatches, apiKeys, reporters]) await db.delete(table)
  gate = openGate({ ...TEST_GATE, limits: openTestLimits(), findKey: (hash, at) => findKey(db, hash, at) })
  context = { ...opened.context, gate, memo: openMemo() }
  key = await issueKey(db, null, 600, now)
})

interface Sent {
  apiKey?: string | null
  idempotencyKey?: string
  address?: string
  at?: Date
  in?: Context
}
/** With the key, unless another or none is named. */
async function sendText(
  body: string,
  { apiKey = key.apiKey, idempotencyKey, address = 'x', at = now, in: within = context }: Sent = {},
) {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
  const request = new Request('http://assay.test/v1/ingest', { method: 'POST', headers, body })
  const response = await ingestEndpoint.handle(request, { ...within, now: at, address, caller: NOBODY })
  const text = await response.text()
  const json = JSON.parse(text)
  if (response.status === 200) expect(OPERATIONS.ingest.output.parse(json)).toEqual(json)
  else expect(Problem.parse(json)).toEqual(json)
  return { status: response.status, headers: response.headers, text, json }
}
const send = (events: unknown, how?: Sent) => sendText(JSON.stringify({ events }), how)
const ok = (toolId: string) => ({ toolId, success: true })
const rows = () => context.db.select().from(outcomeCounts).orderBy(outcomeCounts.subjectId)

describe('events are counted', () => {
  test('by tool, in their columns', async () => {
    const { json } = await send([
      { toolId: 'o/s/x', success: true, latencyMs: 12.5 },
      { toolId: 'o/s/x', success: false, errorClass: 'timeout' },
      { toolId: 'o/s/x', success: false, errorClass: 'rate_limit', latencyMs: 0 },
      { toolId: 'o/s/x', success: false },
      { toolId: 'o/s', success: true, latencyMs: 600_000 },
    ])
    expect(json).toEqual({ accepted: 5, ignored: 0, credits: 5 })
    expect((await rows()).map(({ hour, reporterKey, ...row }) => row)).toEqual([
      { subjectId: 'o/s', successes: 1, transportFailures: 0, callerFailures: 0, otherFailures: 0 },
      { subjectId: 'o/s/x', successes: 1, transportFailures: 1, callerFailures: 1, otherFailures: 1 },
    ])
  })

  test.each(['o/s/went', 'o/s', RISKY])(
    'of %s, which is known, now or formerly, whatever it looks like',
    async (id) => {
      expect((await send([ok(id)])).json).toEqual({ accepted: 1, ignored: 0, credits: 1 })
    },
  )

  test.each(['o/s/never', 'nobody/x', 'O/S/X', 'o/s/x/', 'o/s/x ', '/', 'a//b', '../x', 'get\u0000x', 'x'])(
    'but not of "%s", which never existed; it is counted as ignored and not stored',
    async (id) => {
      const { status, json } = await send([ok(id), ok('o/s/x')])
      if (status === 200) expect(json).toEqual({ accepted: 1, ignored: 1, credits: 1 })
      else expect(json).toMatchObject({ code: 'personal_data', event: 0 })
      expect((await rows()).every(({ subjectId }) => subjectId === 'o/s/x')).toBe(true)
      expect(await context.db.$count(usageDue)).toBe(status === 200 ? 1 : 0)
    },
  )

  test('when there are none, as none', async () => {
    expect((await send([])).json).toEqual({ accepted: 0, ignored: 0, credits: 0 })
  })

  test('up to a thousand, and they weigh', async () => {
    const { json, headers } = await send(Array.from({ length: 1000 }, () => ok('o/s/x')))
    expect(json).toEqual({ accepted: 1000, ignored: 0, credits: 50 })
    expect(headers.get('ratelimit')).toMatch(/^"keyed";r=589;/)
  })

  test('without a key too: all with one voice, and they earn nothing', async () => {
    for (const address of ['x', 'y'])
      expect((await send([ok('o/s/x')], { apiKey: null, address })).json).toEqual({
        accepted: 1,
        ignored: 0,
        credits: 0,
      })
    await send([ok('o/s/x')])
    const stored = await rows()
    expect(stored.map(({ successes }) => successes).sort()).toEqual([1, 2])
    expect(await context.db.$count(reporters)).toBe(2)
  })
})

describe('a batch is refused whole', () => {
  test.each([
    [PERSON, 'email'],
    [`o/s/${PERSON}`, 'email'],
    [encodeURIComponent(PERSON), 'email'],
    [Buffer.from(PERSON).toString('base64'), 'email'],
    [TOKEN, 'secret_token'],
    ['4111 1111 1111 1111', 'payment_card'],
    ['+44 20 7946 0958', 'phone'],
    ['could you find me a cleaner for tomorrow', 'free_text'],
    ['{"query":"flats"}', 'payload'],
  ])('for "%s"', async (id, rule) => {
    const { status, json, text } = await send([ok('o/s/x'), ok('o/s/never'), ok(id), ok(PERSON)])
    expect(status).toBe(422)
    expect(json).toMatchObject({ code: 'personal_data', event: 2, rule })
    expect(text).not.toContain(id)
    expect(await rows()).toEqual([])
    expect(await findKeyUsage(context.db, key.keyId, now)).toMatchObject({ credits: 0, recentEvents: 0 })
  })

  test.each([
    ['a member that is not known', `"${PERSON}":1`, 'unknown_member'],
    ['arguments', `"arguments":{"to":"${PERSON}"}`, 'unknown_member'],
    ['an error in words', `"error":"no such user ${PERSON}"`, 'unknown_member'],
    ['a time in words', `"latencyMs":"${TOKEN}"`, 'invalid_body'],
    ['a time in quotes', '"latencyMs":"12"', 'invalid_body'],
    ['a time beyond all', '"latencyMs":1e999', 'invalid_body'],
    ['a time before its beginning', '"latencyMs":-1', 'invalid_body'],
    ['a time of longer than ten minutes', '"latencyMs":600001', 'invalid_body'],
    ['a time that is null', '"latencyMs":null', 'invalid_body'],
    ['a time that is no JSON', '"latencyMs":Infinity', 'malformed_json'],
    ['a class of its own', `"errorClass":"${PERSON}"`, 'invalid_body'],
    ['a class of a call that succeeded', '"errorClass":"timeout"', 'invalid_body'],
    ['a member twice', '"success":true', 'malformed_json'],
    ['__proto__', '"__proto__":{"a":1}', 'malformed_json'],
    ['__proto__ in disguise', '"\\u005f_proto__":{"a":1}', 'malformed_json'],
  ])('for %s', async (_what, member, code) => {
    const { json, text } = await sendText(
      `{"events":[{"toolId":"o/s/x","success":true},{"toolId":"o/s/x","success":true,${member}}]}`,
    )
    expect(json.code).toBe(code)
    if (code !== 'malformed_json') expect(json.event).toBe(1)
    for (const sent of [PERSON, TOKEN, 'arguments', 'no such user']) expect(text).not.toContain(sent)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['{}', 'invalid_body'],
    ['{"events":{}}', 'invalid_body'],
    ['{"events":null}', 'invalid_body'],
    ['{"events":[[]]}', 'invalid_body'],
    ['{"events":[null]}', 'invalid_body'],
    ['{"events":[{}]}', 'invalid_body'],
    ['{"events":[{"toolId":"o/s/x"}]}', 'invalid_body'],
    ['{"events":[{"success":true}]}', 'invalid_body'],
    ['{"events":[{"toolId":"","success":true}]}', 'invalid_body'],
    ['{"events":[{"toolId":7,"success":true}]}', 'invalid_body'],
    ['{"events":[{"toolId":"o/s/x","success":1}]}', 'invalid_body'],
    ['{"events":[{"toolId":"o/s/x","success":"true"}]}', 'invalid_body'],
    [`{"events":[{"toolId":"${'x'.repeat(513)}","success":true}]}`, 'invalid_body'],
    [`{"events":[],"${PERSON}":1}`, 'unknown_member'],
    ['[{"toolId":"o/s/x","success":true}]', 'invalid_body'],
    ['', 'malformed_json'],
    ['events=1', 'malformed_json'],
  ])('for %s', async (body, code) => {
    const { json, text } = await sendText(body)
    expect(json.code).toBe(code)
    expect(text).not.toContain(PERSON)
  })

  test('for 1,001 events, and for a byte too many', async () => {
    expect((await send(Array.from({ length: 1001 }, () => ok('o/s/x')))).json).toMatchObject({
      code: 'too_many_entries',
    })
    const body = '{"events":[]}'
    expect((await sendText(body.padEnd(262_144))).status).toBe(200)
    expect(await sendText(body.padEnd(262_145))).toMatchObject({ status: 413, json: { code: 'body_too_large' } })
    expect(await rows()).toEqual([])
  })

  test('and nothing of it is logged or reaches the database', async () => {
    const asked = vi.fn()
    const knownIds = openKnownIds(context.db)
    const unknownAmong = async (ids: Iterable<string>) => {
      asked()
      return knownIds.unknownAmong(ids)
    }
    const count = vi.fn()
    const stderr = vi.spyOn(process.stderr, 'write')
    const within = { ...context, knownIds: { unknownAmong }, outcomeWriter: { count, flush: async () => undefined } }
    expect((await send([ok(PERSON)], { in: within })).status).toBe(422)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(count).not.toHaveBeenCalled()
    expect(stderr).not.toHaveBeenCalled()
  })
})

describe('an idempotency key', () => {
  /** A UUIDv7 of a moment. */
  const uuidOf = (at: Date, last = 1) => {
    const time = at.getTime().toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(last).padStart(12, '0')}`
  }
  const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

  test('makes a batch count once, however often it is sent', async () => {
    const idempotencyKey = uuidOf(now)
    const first = await send([ok('o/s/x'), ok('o/s/never')], { idempotencyKey })
    expect(first.json).toEqual({ accepted: 1, ignored: 1, credits: 1 })
    const again = { idempotencyKey: idempotencyKey.toUpperCase(), at: hoursLater(23) }
    expect((await send([ok('o/s/x'), ok('o/s/never')], again)).json).toEqual(first.json)
    const spaced = '{ "events": [{"success":true,"toolId":"o/s/x"}, {"toolId":"o/s/never","success":true}] }'
    expect((await sendText(spaced, again)).json).toEqual(first.json)
    const together = await Promise.all(
      Array.from({ length: 5 }, () => send([ok('o/s/x')], { idempotencyKey: uuidOf(now, 2) })),
    )
    expect(new Set(together.map(({ text }) => text)).size).toBe(1)
    expect((await rows()).map(({ successes }) => successes)).toEqual([2])
  })

  test.each([
    ['nothing', []],
    ['another tool', [ok('o/s/y'), ok('o/s/never')]],
    ['another outcome', [{ toolId: 'o/s/x', success: false }, ok('o/s/never')]],
    ['one event more', [ok('o/s/x'), ok('o/s/never'), ok('o/s/x')]],
    ['another order', [ok('o/s/never'), ok('o/s/x')]],
  ])('is not taken with another body: %s', async (_what, events) => {
    const idempotencyKey = uuidOf(now)
    const first = await send([ok('o/s/x'), ok('o/s/never')], { idempotencyKey })
    const stored = await rows()
    const { status, json, text } = await send(events, { idempotencyKey, at: hoursLater(23) })
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused'])
    expect(text).not.toContain(idempotencyKey)
    expect(await rows()).toEqual(stored)
    // What it was used for first is still answered.
    expect((await send([ok('o/s/x'), ok('o/s/never')], { idempotencyKey })).json).toEqual(first.json)
  })

  test('is not taken with another body at the same time either: one of them counts', async () => {
    const bodies = Array.from({ length: 6 }, (_, n) => Array.from({ length: n + 1 }, () => ok('o/s/x')))
    const answers = await Promise.all(bodies.map((events) => send(events, { idempotencyKey: uuidOf(now) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
    const [row] = await rows()
    expect(answers.find(({ status }) => status === 200)?.json.accepted).toBe(row?.successes)
  })

  test('of a batch that was counted before contents were kept is answered as it was', async () => {
    const idempotencyKey = uuidOf(now)
    const first = await send([ok('o/s/x')], { idempotencyKey })
    await context.db.update(countedBatches).set({ content: null })
    expect((await send([ok('o/s/y')], { idempotencyKey })).json).toEqual(first.json)
  })

  test('of another caller is another', async () => {
    const idempotencyKey = uuidOf(now)
    const other = await issueKey(context.db, null, 600, now)
    const senders: Sent[] = [{}, { apiKey: other.apiKey }, { apiKey: null }, { apiKey: null, address: 'y' }]
    for (const sender of senders) await send([ok('o/s/x')], { ...sender, idempotencyKey })
    expect((await rows()).reduce((sum, { successes }) => sum + successes, 0)).toBe(4)
  })

  test('is kept as a hash only, and not of a batch that was refused', async () => {
    const idempotencyKey = uuidOf(now)
    expect((await send([ok(PERSON)], { idempotencyKey })).status).toBe(422)
    expect(await context.db.$count(countedBatches)).toBe(0)
    expect((await send([ok('o/s/x')], { idempotencyKey })).json).toMatchObject({ accepted: 1 })
    const [kept] = await context.db.select().from(countedBatches)
    expect(kept?.hash).toMatch(/^[\w-]{43}$/)
    expect(kept?.content).toMatch(/^[\w-]{43}$/)
    // The same body under another key leaves another content.
    await send([ok('o/s/x')], { idempotencyKey: uuidOf(now, 2) })
    const both = await context.db.select().from(countedBatches)
    expect(new Set(both.map(({ content }) => content)).size).toBe(2)
    expect(kept?.expiresAt.getTime()).toBeGreaterThanOrEqual(hoursLater(24).getTime())
  })

  test.each([
    ['nothing', ''],
    ['a word', PERSON],
    ['a UUID of version 4', 'dafa7817-e246-48f3-91a7-e87653d587b8'],
    ['one of yesterday', uuidOf(hoursLater(-24.1))],
    ['one of tomorrow', uuidOf(hoursLater(24.1))],
    ['two', `${uuidOf(now)}, ${uuidOf(now, 2)}`],
  ])('is not %s', async (_what, idempotencyKey) => {
    const { status, json, text } = await send([ok('o/s/x')], { idempotencyKey })
    expect([status, json.code]).toEqual([422, 'invalid_idempotency_key'])
    if (idempotencyKey !== '') expect(text).not.toContain(idempotencyKey)
    expect(await rows()).toEqual([])
  })
})
