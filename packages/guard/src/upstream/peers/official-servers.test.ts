import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { Server as FirstServer } from '@modelcontextprotocol/sdk/server/index.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Launch } from '../../servers/configured-server.ts'
import { besideGoodServer, type TestUpstream, testUpstream, textOf, until } from '../../test-upstream.ts'
import type { Members } from '../upstream.ts'

const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] })

async function listening(http: HttpServer, transport: 'streamable-http' | 'sse'): Promise<Launch> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { kind: 'http', url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, headers: {}, transport }
}

function asking(upstream: TestUpstream['upstream'], method: string, params: Members = {}): Promise<Members> {
  const { signal } = new AbortController()
  return upstream.request({ method, params, signal, onProgress: () => {}, allowInputRequired: false })
}

describe('a server without a handshake, over HTTP', () => {
  const QUESTION = inputRequired.elicit({
    message: 'Who?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  })

  async function served() {
    const headers: IncomingMessage['headers'][] = []
    const tools = new Set(['who', 'meta'])
    const handler = createMcpHandler(
      () => {
        const it = new McpServer(
          { name: 'modern', version: '1' },
          { capabilities: { logging: {}, tools: { listChanged: true }, resources: { subscribe: true } } },
        )
        const region = z.string().meta({ 'x-mcp-header': 'Region' })
        it.registerTool('query', { inputSchema: z.object({ region }) }, (args) => text(args))
        if (tools.has('meta'))
          it.registerTool('meta', { inputSchema: z.looseObject({}) }, (_, { mcpReq }) => text(mcpReq.envelope))
        if (tools.has('who'))
          it.registerTool('who', { inputSchema: z.looseObject({}) }, (_, { mcpReq: { inputResponses } }) =>
            inputResponses === undefined ? inputRequired({ inputRequests: { who: QUESTION } }) : text(inputResponses),
          )
        it.registerResource('a', 'test://a', {}, () => ({ contents: [] }))
        return it
      },
      { legacy: 'reject' },
    )
    const answer = toNodeHandler(handler)
    const http = createServer((request, response) => {
      headers.push(request.headers)
      void answer(request as never, response)
    })
    return { launch: await listening(http, 'streamable-http'), headers, tools, notify: handler.notify }
  }

  it.each(['legacy', 'modern'] as const)(
    'gets arguments in headers, also of a tool not known before: a %s agent',
    async (era) => {
      const { launch, headers } = await served()
      const { call } = testUpstream(launch, { agent: { era } })
      for (let n = 0; n < 2; n += 1) expect(textOf(await call('query', { region: 'eu' }))).toBe('{"region":"eu"}')
      expect(headers.filter((one) => one['mcp-param-region'] === 'eu').length).toBeGreaterThanOrEqual(2)
    },
  )

  it('asks the agent, which answers in its own generation', async () => {
    const { launch } = await served()
    const answer = { action: 'accept', content: { name: 'Ada' } }
    const capabilities = { elicitation: { form: {} } }
    const legacy = testUpstream(launch, { agent: { capabilities }, onRequest: async () => answer })
    expect(JSON.parse(textOf(await legacy.call('who')))).toEqual({ who: answer })
    const modern = testUpstream(launch, { agent: { capabilities, era: 'modern' } })
    expect(await modern.call('who', {}, { allowInputRequired: true })).toMatchObject({ resultType: 'input_required' })
  })

  it('says of changes', async () => {
    const { launch, tools, notify } = await served()
    const { upstream, changes } = testUpstream(launch)
    expect((await upstream.learn(30_000))?.tools).toHaveLength(3)
    tools.delete('who')
    // Whether it is listened to yet is not told.
    while (changes.length < 2) {
      notify.toolsChanged()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(upstream.known?.tools?.map(({ name }) => name)).toEqual(['query', 'meta'])
  })

  it('is told by an agent with a handshake of which resources and from which level on', async () => {
    const { launch, notify } = await served()
    const { upstream, call, notifications } = testUpstream(launch)
    expect(await asking(upstream, 'resources/subscribe', { uri: 'test://a' })).toEqual({})
    expect(await asking(upstream, 'logging/setLevel', { level: 'debug' })).toEqual({})
    expect(JSON.parse(textOf(await call('meta')))).toMatchObject({ 'io.modelcontextprotocol/logLevel': 'debug' })
    notify.resourceUpdated('test://a')
    notify.resourceUpdated('test://b')
    await until(() => notifications.length > 0)
    expect(notifications).toMatchObject([{ method: 'notifications/resources/updated', params: { uri: 'test://a' } }])
  })
})

describe('a server over the transport of 2024-11-05', () => {
  async function served() {
    const sessions = new Map<string, SSEServerTransport>()
    let isLost = false
    async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      if (request.method === 'POST') {
        const session = sessions.get(new URL(request.url ?? '', 'http://a').searchParams.get('sessionId') ?? '')
        if (session === undefined) response.writeHead(404).end()
        else await session.handlePostMessage(request, response)
        return
      }
      if (isLost) return void response.writeHead(503).end()
      const transport = new SSEServerTransport('/messages', response)
      sessions.set(transport.sessionId, transport)
      const server = new FirstServer({ name: 'old', version: '1' }, { capabilities: { tools: {} } })
      server.setRequestHandler(ListToolsRequestSchema, () => ({
        tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
      }))
      server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
        if (params.name !== 'hang') return text(params.arguments)
        return new Promise<never>(() => {})
      })
      await server.connect(transport)
    }
    const http = createServer((request, response) => void serve(request, response))
    return {
      launch: await listening(http, 'sse'),
      forget: () => sessions.clear(),
      cut: () => http.closeAllConnections(),
      lose: (how: boolean) => {
        isLost = how
      },
    }
  }

  it('is called, and known', async () => {
    const { launch } = await served()
    const { upstream, call } = testUpstream(launch)
    expect((await upstream.learn(30_000))?.tools).toHaveLength(1)
    expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
  })

  it('that lost the session: it is opened anew, and the request sent again', async () => {
    const { launch, forget } = await served()
    const { call, circuit } = testUpstream(launch)
    await call('echo')
    forget()
    expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
    expect(circuit.failures).toBe(0)
  })

  it('whose stream breaks off: what waits ends, and the next call opens it anew', async () => {
    await besideGoodServer(async () => {
      const { launch, cut } = await served()
      const { call } = testUpstream(launch)
      await call('echo')
      const hung = expect(call('hang')).rejects.toMatchObject({ kind: 'closed', wasSent: true })
      await new Promise((resolve) => setTimeout(resolve, 50))
      cut()
      await hung
      expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
    })
  })

  it('that cannot be reached does not start', async () => {
    await besideGoodServer(async () => {
      const { launch, lose } = await served()
      const { call } = testUpstream(launch)
      lose(true)
      await expect(call('echo')).rejects.toMatchObject({ kind: 'start', wasSent: false })
      lose(false)
      expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
    })
  })
})
