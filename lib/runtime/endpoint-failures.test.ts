import { describe, expect, test, vi } from 'vitest'
import type { Context } from '../api/context'
import { Problem } from '../contract/errors'
import { openApiDocument } from '../contract/openapi'
import type { OperationContract } from '../contract/operation'
import { OPERATIONS, type OperationName } from '../contract/operations'
import { NOBODY, OPEN_GATE } from '../http/gate'
import type { Endpoint } from '../http/operation'
import { ENDPOINTS } from './endpoints'
import { mount } from './next-adapter'

const names = Object.keys(OPERATIONS) as OperationName[]
const DETAILS = 'relation "subjects" of hunter22 does not exist'
const now = new Date('2026-11-20T12:00:00Z')
const PATH: Partial<Record<OperationName, string>> = {
  search: '/v1/search?q=a',
  route: '/v1/route?task=a',
  health: '/v1/health/a/b',
  score: '/v1/score/a/b',
  lock: '/v1/lock?ids=a/b',
  hookClaudeCode: '/v1/hooks/claude-code?servers=a:a%252Fb',
  alternatives: '/v1/alternatives/a/b',
  category: '/v1/categories/files',
  categoryCsv: '/v1/categories/files.csv',
  incident: '/v1/incidents/inc_1',
  registryVersions: '/v0.1/servers/a%2Fb/versions',
  registryVersion: '/v0.1/servers/a%2Fb/versions/latest',
  policyVersions: '/registries/strict/v0.1/servers/a%2Fb/versions',
  policyVersion: '/registries/strict/v0.1/servers/a%2Fb/versions/latest',
  bundleTile: `/v1/bundle/tiles/${'A'.repeat(43)}`,
  logTile: '/log/tile/0/000',
  logProof: '/v1/log/proof?leaf=0',
  logDocument: `/v1/log/documents/sha256:${'0'.repeat(64)}`,
  logObservations: '/v1/log/observations/2026-11-20T11:00:00.000Z',
  badge: '/badge/a/b.svg',
  badgeEndpoint: '/badge/a/b.json',
}
const BODY: Partial<Record<OperationName, string>> = {
  ingest: '{"events":[{"toolId":"a/b","success":true}]}',
  lockMany: '{"ids":["a/b"]}',
  hookClaudeCode: '{"hook_event_name":"PreToolUse","tool_name":"mcp__a__b"}',
  lookup: '{"ids":["a/b"]}',
}
/** Operations that need nothing of the app, and so answer the same whatever is broken. */
const NEED_NOTHING: readonly OperationName[] = ['ping', 'healthz']
const hasNoApp = (name: OperationName) => (OPERATIONS[name] as OperationContract).needsApp === false

const KEY = { keyId: 'key_a', reporterKey: 1, createdAt: now, ownLimit: null, credits: 0, recentCredits: 0 }

const requestOf = (name: OperationName) => {
  const { method, path } = OPERATIONS[name]
  const body = BODY[name]
  const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  return new Request(`http://assay.test${PATH[name] ?? path}`, { method, ...init })
}
const statusesOf = (name: OperationName) => {
  const { paths } = openApiDocument('https://assay.example')
  const { method, path } = OPERATIONS[name]
  const described = (paths as Record<string, Record<string, { responses: object }>>)[path]?.[method.toLowerCase()]
  return Object.keys(described?.responses ?? {})
}
async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  expect(text).not.toContain('hunter22')
  return Problem.parse(JSON.parse(text))
}

const notReadyLines: string[] = []

describe.each(names)('%s', (name) => {
  const endpoint: Endpoint<Context> = ENDPOINTS[name]

  test.skipIf(hasNoApp(name))('documents an internal failure, and answers it without details', async () => {
    expect(statusesOf(name)).toContain('500')
    const logged: string[] = []
    const broken = () => Promise.reject(new Error(DETAILS))
    // The first that an operation asks: the gate, or for one without limits the database.
    const own = { gate: { ...OPEN_GATE, admit: broken }, reachability: broken, searchIndex: { ranker: broken } }
    const context = { ...own, now, address: null, caller: NOBODY, log: (line: string) => logged.push(line) }
    const response = await endpoint.handle(requestOf(name), context as unknown as Context)
    expect(response.status).toBe(500)
    expect(await problemOf(response)).toMatchObject({ code: 'internal', status: 500 })
    expect(logged).toEqual([`internal error at ${OPERATIONS[name].path}`])
  })

  test.skipIf(NEED_NOTHING.includes(name))('answers 500 where nothing it needs is available', async () => {
    const broken = () => {
      throw new Error(DETAILS)
    }
    const gate = { ...OPEN_GATE, admit: async () => ({ ...NOBODY, key: KEY }) }
    const own = { gate, now, address: null, caller: NOBODY, demonstration: false, log: () => undefined }
    const context = new Proxy(own, {
      get: (target, member) => (member in target ? Reflect.get(target, member) : broken()),
      ownKeys: broken,
    })
    const response = await endpoint.handle(requestOf(name), context as unknown as Context)
    expect(response.status).toBe(500)
    expect((await problemOf(response)).code).toBe('internal')
  })

  test.skipIf(hasNoApp(name))('documents a service that is not ready, and answers that under Next', async () => {
    expect(statusesOf(name)).toContain('503')
    // No server listens there.
    vi.stubEnv('DATABASE_URL', 'postgres://hunter22@127.0.0.1:1/none')
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { method } = OPERATIONS[name]
    const response = await mount(name)[method](requestOf(name))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await problemOf(response)).toMatchObject({ code: 'not_ready', status: 503 })
    for (const [written] of stderr.mock.calls) notReadyLines.push(...(String(written).match(/.*not ready.*/g) ?? []))
    expect(String(stderr.mock.calls)).not.toContain('hunter22')
  })
})

test('a service that is not ready has one line in the log, however many calls it refuses', () => {
  expect(notReadyLines).toEqual([expect.stringContaining('not ready: the database does not answer')])
})

test('a process that cannot open its database still says that it lives', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://hunter22@127.0.0.1:1/none')
  const response = await mount('healthz').GET(requestOf('healthz'))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ ok: true })
  expect(statusesOf('healthz')).not.toContain('503')
})
