import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import { idToPath } from 'assay-verify/subject-id'
import type { OperationContract } from '../lib/contract/operation'
import { OPERATIONS } from '../lib/contract/operations'
import { ADAPTERS, NEXT_URL, STANDALONE_URL } from './adapters'
import { expectProblem, NAMES, REGISTRY_NAME, sendGood } from './contract-requests'
import { rawRequest } from './raw-request'

// The API as an adapter mounts it: every operation once under `next start`, and the paths that a router may take for
// others. What operations answer is in api/, at a service in the process of the tests.

for (const name of NAMES) {
  const contract: OperationContract = OPERATIONS[name]

  test(`${name} answers under next start, and refuses another method`, async () => {
    const response = await sendGood(NEXT_URL, name)
    const isRefused = name === 'check'
    // No server of this catalog has an address or a package that is probed.
    if (isRefused) expect((await expectProblem(name, response)).code).toBe('not_checkable')
    else expect(response.status).toBe(contract.status ?? 200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    if (contract.status !== 204 && !isRefused) {
      expect(response.headers.get('content-type')).toBe(contract.mediaType ?? 'application/json')
      const body = contract.mediaType === undefined ? await response.json() : await response.text()
      expect(contract.output.parse(body)).toEqual(body)
    }
    const refused = await sendGood(NEXT_URL, name, { method: 'PATCH', body: null, key: null })
    expect((await expectProblem(name, refused)).code).toBe('method_not_allowed')
    const options = await sendGood(NEXT_URL, name, { method: 'OPTIONS', body: null, key: null })
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })
}

test('the official client of MCP calls a tool under next start', async () => {
  const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${NEXT_URL}/mcp`)))
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search')
  const { structuredContent } = await client.callTool({ name: 'search', arguments: { q: 'read a file', limit: 3 } })
  expect(structuredContent).toHaveProperty('results')
  await client.close()
})

/** Ids whose names are no plain segments of a path. */
const ODD_IDS = [
  'garden/cabinet-of/curious names/Search Documents',
  'garden/cabinet-of/curious names/...',
  'garden/cabinet-of/curious names/100%_sure',
  'garden/cabinet-of/curious names/already%2Fescaped',
  'garden/observatory/night-sky/events/meteors/next',
  'garden/図書館/検索/貸出状況/確認',
  'garden/trickster/markup/</script><script>alert(1)</script>',
]
const REFUSED: [target: string, status: number, code: string, method?: string][] = [
  ['/v1//ping', 400, 'invalid_path'],
  ['/v1/health/a/../b', 400, 'invalid_path'],
  ['/v1/health/%2e%2e/b', 400, 'invalid_path'],
  ['/v1/health/a%zz', 400, 'invalid_path'],
  ['/x/..%2fv1/ping', 400, 'invalid_path'],
  ['/%761/ping', 400, 'invalid_path'],
  ['http://host/./v1/ping', 400, 'invalid_path'],
  ['/tool/a/../b', 400, 'invalid_path'],
  ['/_next/static/%ff', 400, 'invalid_path'],
  ['*', 400, 'invalid_path'],
  ['/v1/search?q=%ff', 400, 'invalid_parameter'],
  ['/search?q=%ff', 400, 'invalid_parameter'],
  ['/v1/health/a%2F%2Fb', 400, 'invalid_id'],
  ['/v1/nothing', 404, 'unknown_path'],
  ['/v2/health/a', 404, 'unknown_path'],
  ['/v0.1/nothing', 404, 'unknown_path'],
  ['/registries/any', 404, 'unknown_path'],
  [`/v0.1/servers/${REGISTRY_NAME}`, 404, 'unknown_path'],
  ['/v1/ping', 405, 'method_not_allowed', 'TRACE'],
  ['/', 405, 'method_not_allowed', 'TRACE'],
  ['/search', 405, 'method_not_allowed', 'PROPFIND'],
  ['/cron/probe', 401, 'unauthorized'],
  ['/metrics', 401, 'unauthorized'],
]

for (const { adapter, origin } of ADAPTERS) {
  test(`ids and names with slashes, raw and escaped, at ${adapter}`, async () => {
    for (const id of ODD_IDS)
      for (const path of [idToPath(id), encodeURIComponent(id)]) {
        const response = await fetch(`${origin}/v1/health/${path}`)
        expect(response.status, path).toBe(200)
        expect((await response.json()).toolId).toBe(id)
      }
    for (const name of [REGISTRY_NAME, decodeURIComponent(REGISTRY_NAME), REGISTRY_NAME.replace('%2F', '%2f')])
      for (const base of ['', '/registries/any'])
        expect((await fetch(`${origin}${base}/v0.1/servers/${name}/versions/latest`)).status, name).toBe(200)
  })

  test(`paths that are refused, at ${adapter}`, async () => {
    for (const [target, status, code, method] of REFUSED) {
      // The standalone adapter answers metrics to programs on its machine.
      if (target === '/metrics' && origin !== NEXT_URL) continue
      const answer = await rawRequest(origin, target, method)
      expect(answer, target).toMatchObject({ status, type: 'application/problem+json' })
      expect(JSON.parse(answer.body).code, target).toBe(code)
    }
    for (const url of ['/v1/ping', '/icon.svg', 'http://127.0.0.1/']) {
      // The image optimizer is off, and fetches nothing for a caller.
      const answer = await rawRequest(origin, `/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`)
      expect(answer.status, url).toBe(404)
    }
  })

  test(`paths that are redirected, at ${adapter}`, async () => {
    for (const [from, location] of [
      ['/v1/ping/', '/v1/ping'],
      ['/v1/categories/files/?page=1', '/v1/categories/files?page=1'],
      ['/category/files/', '/category/files'],
      ['/category/Files', '/category/files'],
      ['/category/FILES', '/category/files'],
      ['/category/Version_Control', '/category/version-control'],
    ] as const)
      expect(await rawRequest(origin, from), from).toMatchObject({ status: 308, location })
    expect((await rawRequest(origin, '/category/none')).status).toBe(404)
  })
}

test('the standalone adapter ignores a request to upgrade to another protocol, and a slash after /mcp', async () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
  expect(await rawRequest(STANDALONE_URL, '/v1/ping', 'GET', upgrade)).toMatchObject({ status: 200 })
  expect(await rawRequest(STANDALONE_URL, '/lost/in/space', 'GET', upgrade)).toMatchObject({ status: 404 })
  expect(await rawRequest(STANDALONE_URL, '/mcp/')).toMatchObject({ status: 308, location: '/mcp' })
})
