import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { digestOf } from 'assay-verify/leaves/leaf'
import { formulaDocument } from 'assay-verify/score/formula-document'
import { ERRORS, Problem } from '../lib/contract/errors'
import { errorsOf, type OperationContract } from '../lib/contract/operation'
import { OPERATIONS, type OperationName } from '../lib/contract/operations'
import { makeApiKey } from '../lib/core/caller/api-key'

export const TOOL = 'garden/northwind/file-cabinet/read_file'
/** Its server in the registry, escaped as clients do. */
export const REGISTRY_NAME = encodeURIComponent('assay.garden/northwind__file-cabinet')
export const NAMES = Object.keys(OPERATIONS) as OperationName[]

/** Of a tile of the decision bundle without servers, which every service under test has. */
const EMPTY_TILE_DIGEST = createHash('sha256')
  .update(gzipSync('{"form":1,"servers":[]}', { level: 9 }))
  .digest('base64url')

/** A request for an operation. Its method is the contract's, and `sendGood` adds a key where one is needed. */
export interface GoodRequest {
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** One good request of every operation. */
export const GOOD: Record<OperationName, GoodRequest> = {
  ping: { path: '/v1/ping' },
  search: { path: '/v1/search?q=read%20a%20file' },
  route: {
    path: '/v1/route?task=read%20a%20file%20and%20then%20convert%20currencies&exclude=harbour/a,harbour/b&exclude=harbour/c',
  },
  health: { path: `/v1/health/${TOOL}` },
  score: { path: `/v1/score/${TOOL}?explain=1` },
  declarations: { path: `/v1/declarations/${TOOL}` },
  history: { path: `/v1/history/${TOOL}` },
  lock: { path: `/v1/lock?ids=garden/northwind/file-cabinet,${TOOL}&ids=no/such/server` },
  lockMany: { path: '/v1/lock', body: { ids: ['garden/northwind/file-cabinet', 'no/such/server'] } },
  hookClaudeCode: {
    path: `/v1/hooks/claude-code?servers=${encodeURIComponent('files:garden%2Fnorthwind%2Ffile-cabinet')}`,
    body: {
      ...{ session_id: '0', cwd: '/', hook_event_name: 'PreToolUse', tool_name: 'mcp__files__read_file' },
      ...{ tool_input: { path: '/a' }, tool_use_id: '1', mcp_server: { name: 'files', source: 'project' } },
    },
  },
  alternatives: { path: `/v1/alternatives/${TOOL}` },
  product: { path: '/v1/products/northwind-file-cabinet' },
  breakages: { path: '/v1/breakages' },
  incidents: { path: '/v1/incidents?state=open&category=files' },
  incident: { path: '/v1/incidents/inc_1' },
  registryServers: { path: '/v0.1/servers?limit=2&version=latest' },
  registryVersions: { path: `/v0.1/servers/${REGISTRY_NAME}/versions` },
  registryVersion: { path: `/v0.1/servers/${REGISTRY_NAME}/versions/latest` },
  policyServers: { path: '/registries/any/v0.1/servers?limit=2' },
  policyVersions: { path: `/registries/any/v0.1/servers/${REGISTRY_NAME}/versions` },
  policyVersion: { path: `/registries/any/v0.1/servers/${REGISTRY_NAME}/versions/latest` },
  aiCatalog: { path: '/.well-known/ai-catalog.json' },
  breakagesRss: { path: '/v1/breakages.rss' },
  breakagesAtom: { path: '/v1/breakages.atom' },
  breakagesJsonFeed: { path: '/v1/breakages.feed.json' },
  report: { path: '/v1/report' },
  categories: { path: '/v1/categories' },
  category: { path: '/v1/categories/files' },
  categoryCsv: { path: '/v1/categories/files.csv' },
  feed: { path: '/v1/reliability/feed' },
  bundleManifest: { path: '/v1/bundle/manifest' },
  bundleTile: { path: `/v1/bundle/tiles/${EMPTY_TILE_DIGEST}` },
  lookup: {
    path: '/v1/reliability/lookup',
    body: {
      repos: ['https://code.example/northwind/file-cabinet', 'github.com/nobody/nothing'],
      packages: ['@northwind/file-cabinet', 'paper-drawer'],
      ids: ['garden/northwind/file-cabinet', 'no/such/server'],
    },
  },
  ingest: {
    path: '/v1/ingest',
    body: {
      events: [
        { toolId: TOOL, success: true, latencyMs: 41.5 },
        { toolId: TOOL, success: false, errorClass: 'timeout' },
        { toolId: 'no/such/tool', success: true },
      ],
    },
  },
  check: { path: '/v1/check/garden/northwind/file-cabinet' },
  createKey: { path: '/v1/keys' },
  showKey: { path: '/v1/keys/me' },
  revokeKey: { path: '/v1/keys/me' },
  log: { path: '/v1/log' },
  logCheckpoint: { path: '/log/checkpoint' },
  logTile: { path: '/log/tile/entries/000.p/4' },
  logProof: { path: '/v1/log/proof?leaf=0' },
  logDocument: { path: `/v1/log/documents/${digestOf(formulaDocument())}` },
  logLeaves: { path: '/v1/log/leaves' },
  logObservations: { path: '/v1/log/observations/2026-11-22T09:00:00.000Z' },
  badge: { path: `/badge/${TOOL}.svg` },
  badgeEndpoint: { path: `/badge/${TOOL}.json` },
  jwks: { path: '/.well-known/jwks.json' },
  openapi: { path: '/openapi.json' },
  llms: { path: '/llms.txt' },
  healthz: { path: '/healthz' },
  readyz: { path: '/readyz' },
}

/** A well-formed key that was never issued. */
export const NEVER_ISSUED = makeApiKey(Uint8Array.from({ length: 96 }, (_, n) => (n * 37 + 11) % 248))

export async function newKey(origin: string): Promise<string> {
  const response = await fetch(`${origin}/v1/keys`, { method: 'POST' })
  assert.equal(response.status, 201)
  return OPERATIONS.createKey.output.parse(await response.json()).apiKey
}

/** Events the service has counted for this key. */
export async function eventsOf(origin: string, key: string): Promise<number> {
  const response = await fetch(`${origin}/v1/keys/me`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(response.status, 200)
  return OPERATIONS.showKey.output.parse(await response.json()).usage.events
}

export interface Changes {
  method?: string
  /** Replaces the good path. */
  path?: string
  /** Replaces the good body; null: none. */
  body?: string | Uint8Array<ArrayBuffer> | null
  headers?: Readonly<Record<string, string>>
  /** Replaces the new key of an operation that needs one; null: none. */
  key?: string | null
}

/** Sends the good request of an operation with some changes. */
export async function sendGood(origin: string, name: OperationName, changes: Changes = {}): Promise<Response> {
  const contract: OperationContract = OPERATIONS[name]
  const good = GOOD[name]
  const key = changes.key === undefined && contract.key === 'required' ? await newKey(origin) : changes.key
  const body = changes.body === undefined ? (good.body === undefined ? null : JSON.stringify(good.body)) : changes.body
  const headers = {
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(key == null ? {} : { authorization: `Bearer ${key}` }),
    ...good.headers,
    ...changes.headers,
  }
  const url = origin + (changes.path ?? good.path)
  return fetch(url, { method: changes.method ?? contract.method, headers, body })
}

/**
 * Checks that an answer is a problem as every refusal has it, with a code this operation documents. Returns the
 * problem.
 */
export async function expectProblem(name: OperationName, response: Response, what = ''): Promise<Problem> {
  const contract: OperationContract = OPERATIONS[name]
  const text = await response.text()
  const told = `${name} ${what}: ${text.slice(0, 200)}`
  assert.equal(response.headers.get('content-type'), 'application/problem+json', told)
  assert.equal(response.headers.get('cache-control'), 'no-store', told)
  const given = JSON.parse(text)
  const problem = Problem.parse(given)
  assert.deepEqual(problem, given)
  assert.equal(problem.status, response.status, told)
  assert.equal(ERRORS[problem.code].status, response.status, told)
  assert.ok(errorsOf(contract).includes(problem.code), `${name} documents ${problem.code}`)
  return problem
}

/** The path of an operation with its first parameter replaced, and the others as in its good request. */
export function pathWith(name: OperationName, parameter: string): string {
  const path = OPERATIONS[name].path.replace(/\{\w+\}/, parameter)
  return path.replace('{serverName}', REGISTRY_NAME).replace('{version}', 'latest')
}
