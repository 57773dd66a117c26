import { hash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '../config'
import { Problem } from '../contract/errors'
import { OPERATIONS } from '../contract/operations'
import { makeApiKey } from '../core/caller/api-key'
import { DatabaseUnavailable } from '../store/connection/database-unavailable'
import type { KeyRecord } from '../store/keys/keys'
import { type Gate, type GateSettings, NOBODY, openGate } from './gate'
import { type BaseContext, defineEndpoint, type Endpoint } from './operation'
import { openTestLimits, TEST_GATE } from './test-gate'

const now = new Date('2026-11-20T12:00:00Z')
const KEY = makeApiKey(Uint8Array.from({ length: 96 }, (_, n) => n))
const OTHER_KEY = makeApiKey(Uint8Array.from({ length: 96 }, (_, n) => n + 50))
const REVOKED = makeApiKey(Uint8Array.from({ length: 96 }, (_, n) => n + 100))
const record = (more: Partial<KeyRecord> = {}): KeyRecord => ({
  keyId: 'key_a',
  reporterKey: 1,
  createdAt: now,
  ownLimit: null,
  credits: 0,
  recentCredits: 0,
  ...more,
})

let records: Map<string, KeyRecord>
let asked: string[]
beforeEach(() => {
  records = new Map([[KEY, record()]])
  asked = []
})
const changed = `${KEY.slice(0, 20)}${KEY[20] === 'a' ? 'b' : 'a'}${KEY.slice(21)}`
/** Keyless 3 a minute, keyed 5, 2 keys an hour. */
function gateWith(more: Partial<GateSettings> = {}): Gate {
  return openGate({
    ...TEST_GATE,
    limits: openTestLimits(),
    keylessPerMinute: 3,
    keyedPerMinute: 5,
    keysAnHour: 2,
    findKey: async (digest) => {
      asked.push(digest)
      return [...records].find(([key]) => hash('sha256', key, 'base64url') === digest)?.[1]
    },
    ...more,
  })
}

const ping = defineEndpoint('ping', async () => ({ ok: true }))
const cached = defineEndpoint('categories', async () => ({ categories: [] }) as never)
const refusing = defineEndpoint('category', async () => ({}) as never)
const own = defineEndpoint('showKey', async (_input, { caller }) => ({ keyId: caller.key?.keyId }) as never)
const creating = defineEndpoint('createKey', async () => ({}) as never)
const feed = defineEndpoint('feed', async () => ({}) as never)
const logTile = defineEndpoint('logTile', async () => 'tile')
const jwks = defineEndpoint('jwks', async () => ({ keys: [] }))
const badge = defineEndpoint(
  'badge',
  async () => '<svg>healthy</svg>',
  () => '<svg>rate limited</svg>',
)

interface Asked {
  headers?: Record<string, string>
  address?: string | null
  path?: string
  at?: Date
}
async function ask(
  gate: Gate,
  endpoint: Endpoint<BaseContext>,
  { headers = {}, address = 'x', path, at = now }: Asked = {},
) {
  const { method, path: place } = endpoint.contract
  const context: BaseContext = { log: unexpected, gate, address, now: at, caller: NOBODY }
  const answer = await endpoint.handle(new Request(`http://assay.test${path ?? place}`, { method, headers }), context)
  const text = await answer.text()
  const problem = answer.status >= 400 ? Problem.parse(JSON.parse(text)) : undefined
  return { status: answer.status, headers: answer.headers, text, code: problem?.code, caller: context.caller }
}
function unexpected(line: string, cause?: unknown): never {
  throw new Error(line, { cause })
}
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
const rate = (headers: Headers) => [headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/t=\d+/, 't')]

describe('who asks', () => {
  test('without a key is known by its address, and no key is queried', async () => {
    const { status, caller } = await ask(gateWith(), ping)
    expect(status).toBe(200)
    expect(caller).toMatchObject({ key: null, address: 'x', perMinute: 3, remaining: 2 })
    expect(asked).toEqual([])
  })

  test.each([
    ['Authorization: Bearer', { authorization: `Bearer ${KEY}` }],
    ['another spelling of it', { authorization: `bEARER   ${KEY} ` }],
    ['X-API-Key', { 'x-api-key': ` ${KEY} ` }],
    ['both, the same', { authorization: `Bearer ${KEY}`, 'x-api-key': KEY }],
    ['X-API-Key behind a proxy’s own Authorization', { authorization: 'Basic YTpi', 'x-api-key': KEY }],
  ])('is known by %s', async (_what, headers) => {
    const { status, caller } = await ask(gateWith(), own, { headers })
    expect(status).toBe(200)
    expect(caller).toMatchObject({ key: { keyId: 'key_a' }, perMinute: 5, remaining: 4 })
    expect(asked).toEqual([hash('sha256', KEY, 'base64url')])
  })

  test.each([
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a scheme alone', { authorization: 'Bearer' }],
    ['a scheme and a space', { authorization: 'Bearer ' }],
    ['a key without its scheme', { authorization: KEY }],
  ])('with %s is nobody in particular', async (_what, headers) => {
    expect((await ask(gateWith(), ping, { headers })).caller.key).toBeNull()
    expect(await ask(gateWith(), own, { headers })).toMatchObject({ status: 401, code: 'key_required' })
  })

  test.each([
    ['a key with a letter changed', { authorization: `Bearer ${changed}` }, 'mistyped_key'],
    ['a key cut short', { 'x-api-key': KEY.slice(0, -1) }, 'mistyped_key'],
    ['an empty key', { 'x-api-key': '' }, 'mistyped_key'],
    ['a key of somebody else’s', { authorization: 'Bearer sk-hunter22' }, 'mistyped_key'],
    ['two different keys', { authorization: `Bearer ${KEY}`, 'x-api-key': OTHER_KEY }, 'mistyped_key'],
    ['a key that was revoked', { authorization: `Bearer ${REVOKED}` }, 'revoked_key'],
  ])('with %s is refused, also where no key is needed, and it is not said again', async (_what, headers, code) => {
    for (const endpoint of [ping, own]) {
      const gate = gateWith()
      const answer = await ask(gate, endpoint, { headers })
      expect(answer).toMatchObject({ status: 401, code })
      for (const sent of Object.values(headers)) if (sent !== '') expect(answer.text).not.toContain(sent.slice(7))
      expect(rate(answer.headers)).toEqual(['"keyless";q=3;w=60', '"keyless";r=2;t'])
      // It took from the window of where it came from.
      expect((await ask(gate, ping)).caller.remaining).toBe(1)
    }
  })

  test('is not queried where its checksum does not match', async () => {
    await ask(gateWith(), ping, bearer(changed))
    expect(asked).toEqual([])
  })

  test('is remembered for ten seconds, also where there is no such key', async () => {
    const gate = gateWith()
    const later = new Date(now.getTime() + 10_001)
    for (const at of [now, now, later]) await ask(gate, ping, { ...bearer(KEY), at })
    expect(asked).toHaveLength(2)
    for (const at of [now, now, later]) await ask(gate, ping, { ...bearer(REVOKED), at })
    expect(asked).toHaveLength(4)
  })

  test('is forgotten at once where its key was revoked here', async () => {
    const gate = gateWith()
    records.set(OTHER_KEY, record({ keyId: 'key_b' }))
    await ask(gate, ping, bearer(KEY))
    await ask(gate, ping, bearer(OTHER_KEY))
    records.clear()
    gate.forgetKey('key_a')
    expect(await ask(gate, ping, bearer(KEY))).toMatchObject({ status: 401, code: 'revoked_key' })
    expect((await ask(gate, ping, bearer(OTHER_KEY))).status).toBe(200)
  })
})

describe('how much one may ask', () => {
  test('up to the limit; then 429 with what to do, and others are not touched', async () => {
    const gate = gateWith()
    const statuses = []
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await ask(gate, ping)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const over = await ask(gate, ping)
    expect(over).toMatchObject({ status: 429, code: 'rate_limited' })
    const wait = Number(over.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(over.headers.get('ratelimit-policy')).toBe('"keyless";q=3;w=60')
    expect(over.headers.get('ratelimit')).toBe(`"keyless";r=0;t=${wait}`)
    expect((await ask(gate, ping, { address: 'y' })).status).toBe(200)
    expect((await ask(gate, ping, bearer(KEY))).status).toBe(200)
  })

  test('is in the headers of successful answers, of 304 and of errors', async () => {
    const gate = gateWith({ keylessPerMinute: 9 })
    const good = await ask(gate, cached)
    expect(rate(good.headers)).toEqual(['"keyless";q=9;w=60', '"keyless";r=8;t'])
    const etag = good.headers.get('etag') ?? ''
    const same = await ask(gate, cached, { headers: { 'if-none-match': etag } })
    expect([same.status, ...rate(same.headers)]).toEqual([304, '"keyless";q=9;w=60', '"keyless";r=7;t'])
    const refused = await ask(gate, refusing, { path: '/v1/categories/files?page=0' })
    expect([refused.status, ...rate(refused.headers)]).toEqual([400, '"keyless";q=9;w=60', '"keyless";r=6;t'])
    const needy = await ask(gate, own)
    expect([needy.status, ...rate(needy.headers)]).toEqual([401, '"keyless";q=9;w=60', '"keyless";r=5;t'])
    const keyed = await ask(gate, own, bearer(KEY))
    expect(rate(keyed.headers)).toEqual(['"keyed";q=5;w=60', '"keyed";r=4;t'])
  })

  test.each([
    ['as every key', {}, 5],
    ['more by its credits', { recentCredits: 29, credits: 500 }, 7],
    ['what it was given', { ownLimit: 1000, recentCredits: 29 }, 1000],
  ])('with a key: %s', async (_what, more, perMinute) => {
    records.set(KEY, record(more))
    expect((await ask(gateWith(), own, bearer(KEY))).caller).toMatchObject({ perMinute, remaining: perMinute - 1 })
  })

  test('guessing keys takes from the calls that the guesser may make without one', async () => {
    const gate = gateWith()
    const codes = []
    for (let turn = 0; turn < 4; turn += 1) codes.push((await ask(gate, ping, bearer(REVOKED))).code)
    expect(codes).toEqual(Array(4).fill('revoked_key'))
    expect((await ask(gate, ping)).status).toBe(429)
    expect((await ask(gate, ping, bearer(KEY))).status).toBe(200)
  })

  test.each([
    ['revoked', REVOKED, 'revoked_key'],
    ['mistyped', changed, 'mistyped_key'],
  ])('a key that is %s is 401 over the limit of its address, too, and in every call', async (_what, key, code) => {
    const gate = gateWith()
    for (let turn = 0; turn < 4; turn += 1) await ask(gate, ping)
    expect((await ask(gate, ping)).code).toBe('rate_limited')
    for (const endpoint of [ping, own, jwks, creating]) {
      const answer = await ask(gate, endpoint, bearer(key))
      expect([answer.status, answer.code, ...rate(answer.headers)]).toEqual([
        401,
        code,
        '"keyless";q=3;w=60',
        '"keyless";r=0;t',
      ])
    }
  })

  test('callers whose address is not known share one window', async () => {
    const gate = gateWith()
    for (let turn = 0; turn < 3; turn += 1) await ask(gate, ping, { address: null })
    expect((await ask(gate, ping, { address: null })).status).toBe(429)
    expect((await ask(gate, ping, { address: 'unknown ' })).status).toBe(200)
  })

  test('the points of the body are taken too, and shown', async () => {
    const gate = gateWith()
    const headers: Record<string, string> = {}
    const { caller } = await ask(gate, ping)
    await gate.charge(caller, 2, headers, now)
    expect(headers.ratelimit).toMatch(/^"keyless";r=0;t=\d+$/)
    expect(caller.remaining).toBe(0)
    await expect(gate.charge(caller, 1, headers, now)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('what may be asked once a minute counts once a minute', async () => {
    const gate = gateWith({ keylessPerMinute: 9 })
    const first = 9 - (OPERATIONS.feed.weight ?? 1)
    const left = []
    for (let turn = 0; turn < 3; turn += 1) left.push((await ask(gate, feed)).caller.remaining)
    expect(left).toEqual([first, first, first])
    expect((await ask(gate, feed, { address: 'y' })).caller.remaining).toBe(first)
    expect((await ask(gate, ping)).caller.remaining).toBe(first - 1)
  })

  test('too many wrong keys stop queries for further ones, while keys in use keep working', async () => {
    const gate = gateWith()
    expect((await ask(gate, ping, bearer(KEY))).status).toBe(200)
    const guesses = Array.from({ length: 9 }, (_, n) => makeApiKey(Uint8Array.from({ length: 96 }, (_, i) => i + n)))
    const codes = []
    for (const guess of guesses.slice(1)) {
      const { code, headers } = await ask(gate, ping, bearer(guess))
      codes.push(code)
      if (code === 'rate_limited') expect(rate(headers)).toEqual(['"keyless";q=3;w=60', '"keyless";r=0;t'])
    }
    expect(codes).toEqual([...Array(4).fill('revoked_key'), ...Array(4).fill('rate_limited')])
    // The one in use, those its limit allows, and one more.
    expect(asked).toHaveLength(1 + 3 + 1)
    expect((await ask(gate, ping, bearer(KEY))).status).toBe(200)
    expect((await ask(gate, ping, { ...bearer(OTHER_KEY), address: 'y' })).code).toBe('revoked_key')
  })

  test('who used up the limit without a key goes on with one', async () => {
    const gate = gateWith()
    for (let turn = 0; turn < 4; turn += 1) await ask(gate, ping)
    expect((await ask(gate, ping)).code).toBe('rate_limited')
    expect((await ask(gate, ping, bearer(KEY))).status).toBe(200)
  })

  test('where addresses are not known, nobody is kept out for the guesses of others', async () => {
    const gate = gateWith()
    for (let n = 1; n < 9; n += 1)
      await ask(gate, ping, { ...bearer(makeApiKey(Uint8Array.from({ length: 96 }, (_, i) => i + n))), address: null })
    expect((await ask(gate, ping, { ...bearer(KEY), address: null })).status).toBe(200)
  })

  test('keys are created only so many an hour from one address, with a key or without', async () => {
    const gate = gateWith({ keylessPerMinute: 9, keyedPerMinute: 9 })
    expect((await ask(gate, creating)).status).toBe(201)
    expect((await ask(gate, creating, bearer(KEY))).status).toBe(201)
    const over = await ask(gate, creating)
    expect(over).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(rate(over.headers)).toEqual(['"creation";q=2;w=3600', '"creation";r=0;t'])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await ask(gate, creating, { address: 'y' })).status).toBe(201)
    expect((await ask(gate, ping)).status).toBe(200)
  })

  test('creating keys takes no points, and used up points do not keep from creating one', async () => {
    const gate = gateWith()
    expect((await ask(gate, ping)).caller.remaining).toBe(2)
    const first = await ask(gate, creating)
    expect([first.status, ...rate(first.headers)]).toEqual([201, '"creation";q=2;w=3600', '"creation";r=1;t'])
    expect((await ask(gate, ping)).caller.remaining).toBe(1)
    for (let turn = 0; turn < 3; turn += 1) await ask(gate, ping)
    expect((await ask(gate, ping)).code).toBe('rate_limited')
    expect((await ask(gate, creating)).status).toBe(201)
  })

  test('what is free takes no points, has its own limit, and used up points do not keep from it', async () => {
    const gate = gateWith({ freePerMinute: 4 })
    for (let turn = 0; turn < 4; turn += 1) await ask(gate, ping)
    for (let turn = 0; turn < 4; turn += 1) {
      const free = await ask(gate, jwks)
      expect([free.status, ...rate(free.headers)]).toEqual([200, '"free";q=4;w=60', `"free";r=${3 - turn};t`])
    }
    const over = await ask(gate, jwks)
    expect([over.status, over.code, ...rate(over.headers)]).toEqual([
      429,
      'rate_limited',
      '"free";q=4;w=60',
      '"free";r=0;t',
    ])
    expect((await ask(gate, ping, { address: 'y' })).caller.remaining).toBe(2)
    expect((await ask(gate, jwks, { address: 'y' })).status).toBe(200)
    expect((await ask(gate, jwks, bearer(KEY))).status).toBe(200)
    expect((await ask(gate, own, bearer(KEY))).caller.remaining).toBe(4)
  })

  test('files of the log have a limit of their own, in which the whole of a large log can be read', async () => {
    const gate = gateWith({ freePerMinute: 1, logFilesPerMinute: 5 })
    for (const endpoint of [ping, ping, ping, jwks]) await ask(gate, endpoint)
    for (let turn = 0; turn < 5; turn += 1) {
      const tile = await ask(gate, logTile, { path: '/log/tile/0/000' })
      expect([tile.status, ...rate(tile.headers)]).toEqual([200, '"log-files";q=5;w=60', `"log-files";r=${4 - turn};t`])
    }
    expect(await ask(gate, logTile, { path: '/log/tile/0/000' })).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(OPERATIONS.logCheckpoint.limitedBy).toBe('logFiles')
    // Tiles of two levels and bundles of a million leaves, each read three times.
    expect(3 * 2 * (1_000_000 / 256 + 16)).toBeLessThan(parseConfig({}).limits.logFilesPerMinute)
  })

  test('a badge over its limit is a badge that says so, for its caller alone', async () => {
    const gate = gateWith({ freePerMinute: 1 })
    const path = '/badge/a/b.svg'
    const good = await ask(gate, badge, { path })
    expect([good.status, good.text, good.headers.get('cache-control')?.slice(0, 6)]).toEqual([
      200,
      '<svg>healthy</svg>',
      'public',
    ])
    const headers = { 'if-none-match': '*' }
    const over = await ask(gate, badge, { path, headers })
    expect([over.status, over.text, over.headers.get('content-type')]).toEqual([
      200,
      '<svg>rate limited</svg>',
      'image/svg+xml; charset=utf-8',
    ])
    const wait = over.headers.get('retry-after')
    expect(over.headers.get('cache-control')).toBe(`private, max-age=${wait}`)
    expect(over.headers.get('etag')).toBeNull()
    expect(rate(over.headers)).toEqual(['"free";q=1;w=60', '"free";r=0;t'])
  })

  test('pages have a window of their own', () => {
    const gate = gateWith({ pagesPerMinute: 2 })
    expect([1, 2, 3].map(() => gate.admitPage('x')?.isOver)).toEqual([false, false, true])
    expect(gate.admitPage('y')?.isOver).toBe(false)
    expect(gate.admitPage(null)).toBeNull()
    expect(gateWith({ limits: null }).admitPage('x')).toBeNull()
  })

  describe('a refusal says what its reader can do', () => {
    const detailOf = async (gate: Gate, endpoint: Endpoint<BaseContext>, asked: Asked = {}) => {
      for (let turn = 0; turn < 30; turn += 1) {
        const { code, text } = await ask(gate, endpoint, asked)
        if (code === 'rate_limited') return Problem.parse(JSON.parse(text)).detail
      }
      throw new Error('never refused')
    }

    test('without a key: how to get one, and what it gives', async () => {
      const detail = await detailOf(gateWith(), ping)
      expect(detail).toMatch(
        /^The 3 points .* without a key .* Ask again in \d+ s, or use a key, which has 5: POST \/v1\/keys /,
      )
    })

    test('with a key: when to ask again and how credits raise the limit, and not to get a key', async () => {
      const detail = await detailOf(gateWith(), own, bearer(KEY))
      expect(detail).toMatch(
        /^The 5 points a minute of this key .* \d+ s\. Reported outcomes \(POST \/v1\/ingest\) earn credits/,
      )
      expect(detail).not.toContain('/v1/keys')
    })

    test('with a key of a limit of its own, which credits do not raise: when to ask again', async () => {
      records.set(KEY, record({ ownLimit: 7 }))
      expect(await detailOf(gateWith(), own, bearer(KEY))).toMatch(/^The 7 points .* Ask again in \d+ s\.$/)
    })

    test('out of keys: when the next may be created', async () => {
      const detail = await detailOf(gateWith(), creating)
      expect(detail).toMatch(/^2 keys an hour .* in 3600 s, at 2026-11-20T13:00:00Z\./)
      expect(detail).not.toContain('POST /v1/keys')
    })

    test('of what is free: to keep a copy', async () => {
      expect(await detailOf(gateWith({ freePerMinute: 2 }), jwks)).toMatch(/^The 2 requests .*Cache-Control/)
    })

    test('for wrong keys: to check the key', async () => {
      const gate = gateWith()
      const guesses = Array.from({ length: 5 }, (_, n) =>
        makeApiKey(Uint8Array.from({ length: 96 }, (_, i) => i + n + 1)),
      )
      const details = []
      for (const guess of guesses) details.push((await ask(gate, ping, { ...bearer(guess), address: 'z' })).text)
      expect(details.at(-1)).toContain('Check the key')
    })
  })

  test('keys that were asked for wrongly were not created', async () => {
    const gate = gateWith({ keylessPerMinute: 9 })
    for (let turn = 0; turn < 4; turn += 1)
      expect((await ask(gate, creating, { path: '/v1/keys?more=1' })).code).toBe('unknown_parameter')
    expect((await ask(gate, creating)).status).toBe(201)
  })

  test('without limits nothing is refused, but keys are still checked', async () => {
    const gate = gateWith({ limits: null })
    for (let turn = 0; turn < 9; turn += 1) {
      const { status, headers, caller } = await ask(gate, turn % 2 === 0 ? creating : feed)
      expect(status).toBeLessThan(300)
      expect(headers.get('ratelimit')).toBeNull()
      expect(caller).toMatchObject({ perMinute: null, remaining: null })
    }
    expect((await ask(gate, own, bearer(KEY))).caller.key?.keyId).toBe('key_a')
    expect((await ask(gate, ping, bearer(REVOKED))).code).toBe('revoked_key')
  })

  test('a preflight and a wrong method take nothing', async () => {
    const gate = gateWith()
    const context: BaseContext = { log: unexpected, gate, address: 'x', now, caller: NOBODY }
    for (const method of ['OPTIONS', 'PUT', 'OPTIONS', 'PUT', 'PATCH'])
      await ping.handle(new Request('http://assay.test/v1/ping', { method }), context)
    expect((await ask(gate, ping)).caller.remaining).toBe(2)
  })

  test('a database that cannot find the key fails the call and not the process', async () => {
    const logged: string[] = []
    const gate = gateWith({ findKey: async () => Promise.reject(new Error('no connection')) })
    const context: BaseContext = { log: (line) => logged.push(line), gate, address: 'x', now, caller: NOBODY }
    const answer = await ping.handle(new Request('http://assay.test/v1/ping', bearer(KEY)), context)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('connection')
    expect(logged).toEqual(['internal error at /v1/ping'])
  })
})

describe('while the database cannot be asked', () => {
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  let isAway = false
  const gate = () =>
    gateWith({
      findKey: async () => {
        if (isAway) throw new Error('Failed query', { cause: new DatabaseUnavailable('unreachable') })
        return record()
      },
    })
  const keyed = { authorization: `Bearer ${KEY}` }
  beforeEach(() => {
    isAway = false
  })

  test('a key that was seen lately is accepted for a quarter of an hour, then the answer is 503', async () => {
    const own = gate()
    expect(await ask(own, ping, { headers: keyed })).toMatchObject({ status: 200 })
    isAway = true
    expect(await ask(own, ping, { headers: keyed, at: minutesLater(14) })).toMatchObject({ status: 200 })
    const late = await ask(own, ping, { headers: keyed, at: minutesLater(16) })
    expect(late).toMatchObject({ status: 503, code: 'not_ready' })
    expect(late.headers.get('retry-after')).toBe('5')
  })

  test('a key that was never seen is neither refused nor accepted: 503', async () => {
    isAway = true
    expect(await ask(gate(), ping, { headers: keyed })).toMatchObject({ status: 503, code: 'not_ready' })
  })
})
