import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { type CreateMcpHandlerOptions, createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ProbeResult } from './probe'
import { PROTOCOL_GENERATIONS } from './prober'
import { freePort, nodeCommand, probe, probeProcess, serve, startNode } from './test-servers'

const require = createRequire(import.meta.url)

/** The script of a reference server. */
function fileOf(name: string): string {
  const manifest = require.resolve(`@modelcontextprotocol/${name}/package.json`)
  const { bin } = require(manifest) as { bin: Record<string, string> }
  return join(dirname(manifest), Object.values(bin)[0] ?? '')
}

function names({ tools }: ProbeResult): string[] {
  return (tools ?? []).map((tool) => tool.name)
}

const OF_EVERYTHING = {
  reason: 'answered',
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'mcp-servers/everything', title: 'Everything Reference Server' },
  toolsCut: false,
  notes: [],
}

describe('the everything server', () => {
  test('over streamable HTTP: initialize, with a session that is ended', async () => {
    const port = await freePort()
    const file = fileOf('server-everything')
    const server = await startNode([file, 'streamableHttp'], { PORT: String(port) }, /listening on port/)
    let log = ''
    server.stdout?.on('data', (piece) => {
      log += piece
    })
    for (const generation of [null, ...PROTOCOL_GENERATIONS]) {
      const found = await probe(`http://127.0.0.1:${port}/mcp`, { generation })
      expect(found).toMatchObject({ ...OF_EVERYTHING, generation: 'initialize', httpStatus: 200 })
      expect(found.observation).toMatchObject({ reason: 'answered', httpStatus: 200, latencyMs: expect.any(Number) })
      expect(names(found)).toEqual(expect.arrayContaining(['echo', 'get-sum']))
    }
    await expect.poll(() => log.match(/Received session termination/g)?.length).toBe(4)
    expect(log.match(/Session initialized/g)?.length).toBe(4)
  })

  test('over HTTP with an event stream, whichever transport its catalog names', async () => {
    const port = await freePort()
    await startNode([fileOf('server-everything'), 'sse'], { PORT: String(port) }, /running on port/)
    for (const transport of ['sse', 'streamable-http'] as const) {
      for (const generation of [null, ...PROTOCOL_GENERATIONS]) {
        const found = await probe(`http://127.0.0.1:${port}/sse`, { transport, generation })
        expect(found).toMatchObject({ ...OF_EVERYTHING, generation: 'sse', httpStatus: 200 })
        expect(names(found)).toContain('echo')
      }
    }
  })

  test('over HTTP with an event stream, at an address it does not serve', async () => {
    const port = await freePort()
    await startNode([fileOf('server-everything'), 'sse'], { PORT: String(port) }, /running on port/)
    const found = await probe(`http://127.0.0.1:${port}/mcp`)
    expect(found).toMatchObject({ reason: 'not_found', httpStatus: 404, tools: null, observation: { latencyMs: null } })
  })

  test('echo, as the catalog stores it', async () => {
    const { tools } = await probeProcess(nodeCommand(fileOf('server-everything')))
    expect(tools?.find((tool) => tool.name === 'echo')).toMatchObject({
      name: 'echo',
      title: 'Echo Tool',
      description: 'Echoes back the input string',
      inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      outputSchema: null,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })
  })
})

test.each([
  ['server-everything', 'mcp-servers/everything', 'echo'],
  ['server-filesystem', 'secure-filesystem-server', 'read_text_file'],
  ['server-memory', 'memory-server', 'create_entities'],
  ['server-sequential-thinking', 'sequential-thinking-server', 'sequentialthinking'],
])('%s over stdio', async (name, serverName, tool) => {
  const command = nodeCommand(fileOf(name), ...(name === 'server-filesystem' ? [tmpdir()] : []))
  for (const generation of [null, 'initialize'] as const) {
    const found = await probeProcess(command, { generation })
    const serverInfo = { name: serverName }
    expect(found).toMatchObject({
      reason: 'answered',
      generation: 'initialize',
      httpStatus: null,
      toolsCut: false,
      serverInfo,
    })
    expect(names(found)).toContain(tool)
  }
})

/** A server of SDK 2.x; `seen` collects the method and the name of every message. */
async function serveV2(options: CreateMcpHandlerOptions, seen: string[] = []): Promise<string> {
  const newServer = () => {
    const server = new McpServer({ name: 'v2', version: '2.0.0' })
    const inputSchema = z.object({ text: z.string() })
    server.registerTool('echo', { description: 'Echo', inputSchema }, ({ text }) => ({
      content: [{ type: 'text', text }],
    }))
    return server
  }
  const { fetch } = createMcpHandler(newServer, options)
  const recorded = async (request: Request) => {
    const body = request.method === 'POST' ? ((await request.clone().json()) as { method: string }) : null
    seen.push(`${request.method} ${body?.method ?? ''}`.trim())
    return fetch(request)
  }
  const handler = toNodeHandler({ fetch: recorded })
  // Node's types differ from the adapter's in optional members.
  return serve((request, response) => void handler(request as Parameters<typeof handler>[0], response))
}

describe('servers of SDK 2.x', () => {
  const modern = { reason: 'answered', generation: 'modern', protocolVersion: '2026-07-28', serverInfo: { name: 'v2' } }

  test.each(['auto', 'sse'] as const)(
    'modern only, answering by %s: two messages, no session',
    async (responseMode) => {
      const seen: string[] = []
      const found = await probe(await serveV2({ legacy: 'reject', responseMode }, seen))
      expect(found).toMatchObject(modern)
      expect(names(found)).toEqual(['echo'])
      expect(seen).toEqual(['POST server/discover', 'POST tools/list'])
    },
  )

  test.each(PROTOCOL_GENERATIONS)('modern only, remembered as %s', async (generation) => {
    expect(await probe(await serveV2({ legacy: 'reject' }), { generation })).toMatchObject(modern)
  })

  test('of both generations: modern first, and a stored generation stays', async () => {
    const seen: string[] = []
    const url = await serveV2({ legacy: 'stateless' }, seen)
    expect(await probe(url)).toMatchObject(modern)
    expect(await probe(url, { generation: 'initialize' })).toMatchObject({
      generation: 'initialize',
      protocolVersion: '2025-11-25',
    })
    const older = ['POST initialize', 'POST notifications/initialized', 'POST tools/list']
    expect(seen).toEqual(['POST server/discover', 'POST tools/list', ...older])
  })

  test.each(['serve', 'reject'] as const)('over stdio, the older generation: %s', async (legacy) => {
    const code = `
      import { McpServer } from '@modelcontextprotocol/server'
      import { serveStdio } from '@modelcontextprotocol/server/stdio'
      import { z } from 'zod'
      serveStdio(() => {
        const server = new McpServer({ name: 'v2', version: '2.0.0' })
        const inputSchema = z.object({ text: z.string() })
        server.registerTool('echo', { inputSchema }, ({ text }) => ({ content: [{ type: 'text', text }] }))
        return server
      }, { legacy: '${legacy}' })`
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    const command = { ...nodeCommand('--input-type=module', '-e', code), cwd }
    expect(await probeProcess(command)).toMatchObject(modern)
    const { generation, tools } = await probeProcess(command, { generation: 'initialize' })
    expect(generation).toBe(legacy === 'serve' ? 'initialize' : 'modern')
    expect(tools).toHaveLength(1)
  })
})
