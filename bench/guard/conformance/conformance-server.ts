import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  hostHeaderValidationResponse,
  isInitializeRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  ProtocolError,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { DURING, PROMPTS, RESOURCES, RESULTS, SCHEMAS } from './conformance-answers'

// The server that the conformance suite of MCP tests servers with: what its scenarios call, and nothing else. It
// listens
// on the port of its argument.

type Params = Record<string, unknown>
type Answer = (params: Params, context: ServerContext) => unknown

/** The suite's own answers are what the suite looks at. */
const ANY = { '~standard': { version: 1, vendor: 'conformance', validate: (value: unknown) => ({ value }) } } as const
const OPEN = { type: 'object' }
const CAPABILITIES = {
  ...{ tools: { listChanged: true }, prompts: { listChanged: true }, logging: {}, completions: {} },
  resources: { subscribe: true, listChanged: true },
}

const METHODS: Readonly<Record<string, Answer>> = {
  'tools/list': () => ({
    tools: [...Object.keys(RESULTS), ...Object.keys(DURING)].map((name) => ({
      ...{ name, description: `Tests ${name}.`, inputSchema: SCHEMAS[name] ?? OPEN },
    })),
  }),
  'tools/call': ({ name, arguments: args }, context) => callTool(String(name), (args ?? {}) as Params, context),
  'prompts/list': () => ({
    prompts: Object.entries(PROMPTS).map(([name, { takes }]) => ({
      ...{ name, description: `Tests ${name}.` },
      arguments: takes.map((one) => ({ name: one, required: true })),
    })),
  }),
  'prompts/get': ({ name, arguments: args }) => ({
    messages: PROMPTS[String(name)]?.contents((args ?? {}) as Params).map((content) => ({ role: 'user', content })),
  }),
  'resources/list': () => ({
    resources: Object.entries(RESOURCES).map(([uri, one]) => ({ uri, name: uri, ...one.shown })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }),
  'resources/read': ({ uri }) => ({ contents: [contentsOf(String(uri))] }),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
  'logging/setLevel': () => ({}),
  'completion/complete': () => ({ completion: { values: [], total: 0, hasMore: false } }),
}

async function callTool(name: string, args: Params, { mcpReq }: ServerContext): Promise<unknown> {
  const content = RESULTS[name]
  if (content !== undefined) return { content: content.content, ...(content.isError && { isError: true }) }
  const during = DURING[name]
  if (during === undefined) throw new ProtocolError(-32_602, `Tool ${name} not found`)
  const { progressToken = 0 } = mcpReq._meta ?? {}
  for (const notification of during.notifications?.(progressToken) ?? []) {
    await mcpReq.notify(notification)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const asked = during.asks?.(args)
  const answer = asked === undefined ? {} : await mcpReq.send(asked, ANY)
  return { content: [{ type: 'text', text: during.text(answer as Params) }] }
}

function contentsOf(uri: string): object {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id !== undefined)
    return {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }
  const resource = RESOURCES[uri]
  if (resource === undefined) throw new ProtocolError(-32_002, 'Resource not found', { uri })
  return { uri, ...resource.contents }
}

function openServer(): Server {
  const server = new Server({ name: 'conformance', version: '1.0.0' }, { capabilities: CAPABILITIES })
  server.removeRequestHandler('logging/setLevel')
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    const answer = METHODS[method]
    if (answer === undefined) throw new ProtocolError(-32_601, 'Method not found')
    return (await answer(params ?? {}, context)) as Params
  }
  return server
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()

async function handle(request: Request): Promise<Response> {
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  if (refused !== undefined) return refused
  const held = sessions.get(request.headers.get('mcp-session-id') ?? '')
  if (held !== undefined) return held.handleRequest(request)
  const body: unknown = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined
  if (!isInitializeRequest(body)) return new Response(null, { status: request.method === 'GET' ? 200 : 400 })
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  })
  await openServer().connect(transport)
  return transport.handleRequest(request, { parsedBody: body })
}

createServer(getRequestListener(handle, { overrideGlobalObjects: false })).listen(Number(process.argv[2]), '127.0.0.1')
