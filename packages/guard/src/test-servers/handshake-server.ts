// A server of the generation with a handshake, on the first SDK: everything that passes between a server and its
// client.
// Over stdio, or over HTTP where its argument is a port; then it writes the port that it listens on to stdout.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

const OPEN = { type: 'object', additionalProperties: true }
const NAMES = [
  'echo',
  'meta',
  'progress',
  'release',
  'slow',
  'cancelled',
  'sample',
  'elicit',
  'roots',
  'unknown-request',
  'binary',
  'log',
  'changes',
  'touch',
  'protocol-error',
  'tool-error',
  'vendor-notification',
]
const TOOLS: object[] = NAMES.map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: OPEN,
  _meta: { name },
}))
TOOLS.push({
  name: 'structured',
  title: 'Structured',
  inputSchema: OPEN,
  outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  annotations: { readOnlyHint: true },
})

/** The first SDK and the second have members in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const text = (value: unknown) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value, inOrder) }],
})
const anything = z.looseObject({})
const cancelled: string[] = []
let release = () => {}

interface Call extends RequestHandlerExtra<ServerRequest, ServerNotification> {
  args: Record<string, unknown>
  meta: Record<string, unknown>
}

interface Settings {
  subscribed: Set<string>
  level: string | null
  extra: object[]
}

function callsOf(it: Server, set: Settings): Record<string, (call: Call) => object | Promise<object>> {
  return {
    echo: ({ args }) => text(args),
    meta: ({ meta }) => text({ ...meta, progressToken: undefined }),
    structured: () => ({ ...text('{"n":1}'), structuredContent: { n: 1 }, _meta: { kept: true } }),
    binary: () => ({
      content: [{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(3_000_000, 7).toString('base64') }],
    }),
    progress: async ({ meta, sendNotification }) => {
      const progressToken = meta.progressToken as number | string | undefined
      for (let progress = 1; progress <= 3; progress++)
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 3, message: `step ${progress}` }
          await sendNotification({ method: 'notifications/progress', params })
        }
      return new Promise((resolve) => {
        release = () => resolve(text('done'))
      })
    },
    // Answered first, it would hide what the client reads in the same moment.
    release: () => {
      release()
      return text('released')
    },
    slow: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          cancelled.push(String(signal.reason))
          resolve(text('cancelled'))
        })
      }),
    cancelled: () => text(cancelled.splice(0)),
    sample: async ({ sendRequest }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Say.' } }]
      return text(await sendRequest({ method: 'sampling/createMessage', params: { messages, maxTokens: 5 } }, anything))
    },
    elicit: async ({ sendRequest }) => {
      const requestedSchema = { type: 'object' as const, properties: { name: { type: 'string' as const } } }
      return text(
        await sendRequest({ method: 'elicitation/create', params: { message: 'Who?', requestedSchema } }, anything),
      )
    },
    roots: async ({ sendRequest }) => text(await sendRequest({ method: 'roots/list' }, anything)),
    'unknown-request': async ({ sendRequest }) => {
      try {
        return text(await sendRequest({ method: 'vendor/ask', params: { a: 1 } } as never, anything))
      } catch (error) {
        return text({ code: (error as McpError).code })
      }
    },
    log: async ({ sendNotification }) => {
      await sendNotification({
        method: 'notifications/message',
        params: { level: 'warning', logger: 'l', data: { level: set.level } },
      })
      return text({ level: set.level })
    },
    touch: async ({ args }) => {
      const uri = String(args.uri)
      if (set.subscribed.has(uri)) await it.sendResourceUpdated({ uri })
      return text([...set.subscribed])
    },
    changes: async () => {
      set.extra = [{ name: `added-${set.extra.length}`, inputSchema: OPEN }]
      await it.sendToolListChanged()
      return text('changed')
    },
    'vendor-notification': async ({ sendNotification }) => {
      await sendNotification({ method: 'notifications/vendor', params: { b: 2 } } as never)
      return text('told')
    },
    'protocol-error': () => {
      throw new McpError(-32_050, 'Not so', { why: ['x'] })
    },
    'tool-error': () => ({ ...text('failed'), isError: true }),
  }
}

function server() {
  const capabilities = {
    ...{ tools: { listChanged: true }, prompts: { listChanged: true }, completions: {}, logging: {} },
    ...{ resources: { subscribe: true, listChanged: true }, experimental: { vendor: { x: 1 } } },
  }
  const it = new Server({ name: 'with-handshake', version: '3.2.1', title: 'T' }, { capabilities, instructions: 'Do.' })
  const set: Settings = { subscribed: new Set(), level: null, extra: [] }

  const calls = callsOf(it, set)

  it.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...TOOLS, ...set.extra] as never }))
  it.setRequestHandler(CallToolRequestSchema, ({ params }, handlers) => {
    const call = calls[params.name]
    if (call === undefined) throw new McpError(-32_602, `Tool ${params.name} not found`)
    return call({ ...handlers, args: params.arguments ?? {}, meta: { ...params._meta } }) as never
  })
  it.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [{ name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] }],
  }))
  it.setRequestHandler(GetPromptRequestSchema, ({ params }) => ({
    description: 'Greets.',
    messages: [{ role: 'user', content: { type: 'text', text: `Hello ${params.arguments?.who}` } }],
    _meta: { kept: params.name },
  }))
  it.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [{ uri: 'test://a', name: 'a', mimeType: 'text/plain', size: 3 }],
  }))
  it.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: 'test://items/{id}', name: 'items' }],
  }))
  it.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri === 'test://a') return { contents: [{ uri, mimeType: 'text/plain', text: 'aaa' }] }
    if (uri.startsWith('test://items/')) return { contents: [{ uri, blob: Buffer.from(uri).toString('base64') }] }
    throw new McpError(-32_002, 'Resource not found', { uri })
  })
  it.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
    set.subscribed.add(uri)
    return {}
  })
  it.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    set.subscribed.delete(uri)
    return {}
  })
  it.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    set.level = params.level
    return {}
  })
  it.setRequestHandler(CompleteRequestSchema, ({ params: { ref, argument, context } }) => ({
    completion: {
      values: [`${'name' in ref ? ref.name : ref.uri}:${argument.name}=${argument.value}`],
      total: 1,
      hasMore: false,
    },
    _meta: { context },
  }))
  it.fallbackRequestHandler = async ({ method, params }) => {
    if (method !== 'vendor/echo') throw new McpError(-32_601, 'Method not found')
    return { echoed: params }
  }
  return it
}

async function serveHttp(port: number) {
  const sessions = new Map<unknown, StreamableHTTPServerTransport>()
  const http = createServer(async (request, response) => {
    const held = sessions.get(request.headers['mcp-session-id'])
    if (held !== undefined) return void held.handleRequest(request, response)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    await server().connect(transport as Transport)
    await transport.handleRequest(request, response)
  })
  http.listen(port, '127.0.0.1', () => process.stdout.write(`${(http.address() as AddressInfo).port}\n`))
}

const [port] = process.argv.slice(2)
if (port === undefined) await server().connect(new StdioServerTransport())
else await serveHttp(Number(port))
