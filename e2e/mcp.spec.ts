import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import { ADAPTERS, STANDALONE_URL } from './adapters'
import { TOOL } from './contract-requests'
import { rawRequest } from './raw-request'

const PROTOCOL_GENERATIONS = [
  { mode: 'legacy', version: '2025-11-25' },
  { mode: 'auto', version: '2026-07-28' },
] as const

/** A good call of every tool, with a member its answer must have. */
const CALLS: [tool: string, args: Record<string, unknown>, member: string][] = [
  ['route', { task: 'read a file', readOnly: true }, 'recommendation'],
  ['search', { q: 'read a file', limit: 3 }, 'results'],
  ['health', { toolId: TOOL }, 'verdict'],
  ['alternatives', { toolId: TOOL }, 'alternatives'],
  ['score', { toolId: TOOL }, 'attestation'],
  ['breakages', {}, 'breakages'],
  ['lookup', { packages: ['@northwind/file-cabinet'], ids: ['no/such/server'] }, 'resolved'],
  ['report_outcome', { toolId: TOOL, success: true, latencyMs: 250 }, 'accepted'],
]

for (const { adapter, origin } of ADAPTERS) {
  for (const { mode, version } of PROTOCOL_GENERATIONS) {
    test(`the official client of ${version} uses every tool at ${adapter}`, async () => {
      const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)))
      expect(client.getNegotiatedProtocolVersion()).toBe(version)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(CALLS.map(([name]) => name))
      for (const [name, args, member] of CALLS) {
        const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
        expect(isError, `${name}: ${JSON.stringify(content)}`).not.toBe(true)
        expect(structuredContent).toHaveProperty(member)
      }
      const unknown = await client.callTool({ name: 'health', arguments: { toolId: 'no/such/tool' } })
      expect(unknown).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('unknown_tool') }] })
      await client.close()
    })
  }

  test(`invalid requests are refused with JSON-RPC errors at ${adapter}`, async () => {
    const refused: [init: RequestInit, status: number][] = [
      [{ method: 'GET', headers: { accept: 'text/event-stream' } }, 405],
      [{ method: 'DELETE' }, 405],
      [{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }, 400],
      [{ method: 'POST', headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(262_144)}"` }, 413],
      [{ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
      // The BASE_URL of the adapters under test is on loopback, where other origins are refused.
      [
        { method: 'POST', headers: { 'content-type': 'application/json', origin: 'https://a.example' }, body: '{}' },
        403,
      ],
    ]
    for (const [init, status] of refused) {
      const response = await fetch(`${origin}/mcp`, init)
      expect(response.status, JSON.stringify(init).slice(0, 200)).toBe(status)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
    }
    const preflight = await fetch(`${origin}/mcp`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS'])
  })
}

test('a slash at the end of /mcp/ is a redirect at the standalone adapter', async () => {
  expect(await rawRequest(STANDALONE_URL, '/mcp/')).toMatchObject({ status: 308, location: '/mcp' })
})
