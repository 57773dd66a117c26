import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import { freePort, untilAnswered } from '../bench/processes'
import { NEVER_ISSUED } from './contract-requests'
import { type RawResponse, rawRequest } from './raw-request'

// No spelling of a path evades the limits. Runs against services of its own that have low limits.

const CALLS = 40
const KEYS = 10
const AT_ONCE = 10
const START_WITHIN_MS = 120_000
const LIMITS = { LIMIT_KEYLESS: '12', LIMIT_KEY_CREATION: '3' }
/** The calls of one spelling may fall into two windows of a minute. */
const MOST_ANSWERED = 2 * 12
const MOST_KEYS = 3

const SPELLINGS = [
  '/v1',
  ...['/./v1', '/x/../v1', '/%2e/v1', '/x/%2e%2e/v1', '/x/%2E./v1', '/x/.%2e/v1', '/x;/../v1', '/_next/../v1'],
  ...['/x/..%2fv1', '/x%2f..%2fv1', '/x/%252e%252e/v1', '/x%5c..%5cv1', '/x/..\\v1', '/v1\\..\\v1', '/%5cv1', '//v1'],
  ...['/%761', '/%25761', '/%2fv1', '/v1/.', '/V1', '/v1;x', 'http://host/./v1', 'http://host/x/../v1'],
]

const ADAPTERS = [
  { adapter: 'standalone', script: 'e2e/start-standalone.mjs' },
  { adapter: 'next start', script: 'e2e/start-next.mjs' },
]
/** The caller is no trusted proxy, so the header must be ignored. */
const SETTINGS = { CLIENT_ADDRESS_HEADER: 'X-Forwarded-For', TRUSTED_PROXIES: '192.0.2.7' }

for (const { adapter, script } of ADAPTERS) {
  test.describe(`limits of ${adapter}`, () => {
    test.describe.configure({ mode: 'serial' })
    let service: ChildProcess
    let origin: string
    test.beforeAll(async () => {
      test.setTimeout(START_WITHIN_MS)
      origin = `http://127.0.0.1:${await freePort()}`
      const env = { ...process.env, ...SETTINGS, ...LIMITS, E2E_BARE: 'on' }
      service = spawn(process.execPath, [script, origin], { env, stdio: 'inherit', detached: true })
      await untilAnswered(`${origin}/openapi.json`, {}, () => service.exitCode !== null)
    })
    test.afterAll(async () => {
      if (service.exitCode !== null) return
      const ended = once(service, 'exit')
      // The whole process group, as Next runs in a process of its own.
      process.kill(-(service.pid ?? 0), 'SIGTERM')
      await ended
    })

    test(`${CALLS} calls and ${KEYS} key creations in every spelling are refused or limited`, async () => {
      test.setTimeout(START_WITHIN_MS)
      let created = 0
      for (const spelling of SPELLINGS) {
        const keys = await many(KEYS, () => rawRequest(origin, `${spelling}/keys`, 'POST', headersOfAnother()))
        created += keys.filter(({ status }) => status === 201).length
        expect(created, `keys with ${spelling}`).toBeLessThanOrEqual(MOST_KEYS)
        const calls = await many(CALLS, () => rawRequest(origin, `${spelling}/ping`, 'GET', headersOfAnother()))
        expect(calls.filter(isPing).length, `calls with ${spelling}`).toBeLessThanOrEqual(MOST_ANSWERED)
        for (const { status, body } of [...keys, ...calls]) expect(status, body).toBeLessThan(500)
      }
      expect(created, 'keys with the right spelling, which is the first').toBe(MOST_KEYS)
    })

    test('over the limit a tool call is answered by its tool, and a refused key is 401', async () => {
      const rpc = (method: string, params: object) =>
        fetch(`${origin}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        })
      await many(20, () => rawRequest(origin, '/v1/ping', 'GET', headersOfAnother()))
      expect((await rawRequest(origin, '/v1/ping')).status).toBe(429)
      const answer = await rpc('tools/call', { name: 'search', arguments: { q: 'files' } })
      expect(answer.status).toBe(200)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.text()).toMatch(
        /"text":"rate_limited: .*"isError":true|"isError":true.*"text":"rate_limited: /,
      )
      expect((await rpc('ping', {})).status).toBe(429)
      for (const key of [NEVER_ISSUED, 'assay_mistyped'])
        expect((await fetch(`${origin}/v1/ping`, { headers: { 'x-api-key': key } })).status).toBe(401)
    })

    test('the image optimizer is off, and fetches nothing for a caller', async () => {
      for (const url of ['/v1/ping', '/openapi.json', '/badge/a.svg', '/icon.svg', 'http://127.0.0.1/']) {
        const answer = await rawRequest(origin, `/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`)
        expect(answer.status, url).toBe(404)
      }
    })
  })
}

let calls = 0
/** Makes each call claim another address, over a connection of its own. */
function headersOfAnother(): Record<string, string> {
  calls += 1
  return { 'x-forwarded-for': `203.0.${(calls >> 8) & 255}.${calls & 255}`, connection: 'close' }
}

function isPing({ status, body }: RawResponse): boolean {
  return status === 200 && body.includes('"ok":true')
}

async function many(times: number, call: () => Promise<RawResponse>): Promise<RawResponse[]> {
  const answers: RawResponse[] = []
  for (let done = 0; done < times; done += AT_ONCE)
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, call))))
  return answers
}
