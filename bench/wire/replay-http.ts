import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, type RunningServer } from '../processes'
import { type HttpExchange, type Message, messageOf, pathOf } from './transcripts'

interface Asked {
  httpMethod: string
  path: string
  headers: IncomingHttpHeaders
  message: Message
}

/**
 * At the address that is probed, answers each request as the recorded server answered the most similar one: same HTTP
 * method, path and JSON-RPC method, then protocol version, then the same headers; 404 where there is none. With
 * `first`, that answer is given to the first request, with `always` to all.
 */
export async function replayHttp(
  exchanges: readonly HttpExchange[],
  { first, always = false }: { first?: HttpExchange; always?: boolean } = {},
): Promise<RunningServer> {
  let requests = 0
  const server = createServer(async (request, response) => {
    const asked = await askedBy(request)
    requests += 1
    const isForced = first !== undefined && (always || requests === 1)
    const exchange = isForced ? first : mostSimilar(exchanges, asked)
    if (exchange === undefined) response.writeHead(404).end()
    else answer(exchange, asked, new URL(served.url).port, response)
  })
  const served = await listen(server, 'localhost')
  const probed = exchanges.find(({ request }) => request.method === 'POST')
  const path = probed === undefined ? '/mcp' : pathOf(probed)
  return { url: served.url + path, stop: served.stop }
}

async function askedBy(request: IncomingMessage): Promise<Asked> {
  let body = ''
  for await (const piece of request) body += piece
  const { method: httpMethod = '', url: path = '', headers } = request
  return { httpMethod, path, headers, message: body === '' ? {} : (JSON.parse(body) as Message) }
}

function mostSimilar(exchanges: readonly HttpExchange[], asked: Asked): HttpExchange | undefined {
  const fit = exchanges.filter(
    (exchange) =>
      exchange.request.method === asked.httpMethod &&
      pathOf(exchange) === asked.path &&
      messageOf(exchange).method === asked.message.method,
  )
  const scored = fit.map((exchange) => ({ exchange, score: similarity(exchange, asked) }))
  return scored.sort((a, b) => b.score - a.score)[0]?.exchange
}

function similarity(exchange: HttpExchange, { headers, message }: Asked): number {
  const recorded = exchange.request.headers ?? {}
  const isSameVersion = versionOf(recorded, messageOf(exchange)) === versionOf(headers, message)
  const same = ['mcp-session-id', 'mcp-method', 'accept', 'origin'].filter(
    (name) => (recorded[name] === undefined) === (headers[name] === undefined),
  )
  const isSameAccept = recorded.accept === headers.accept
  return (isSameVersion ? 10 : 0) + same.length + (isSameAccept ? 1 : 0)
}

function versionOf(headers: Readonly<IncomingHttpHeaders>, { params }: Message): unknown {
  return params?.protocolVersion ?? headers['mcp-protocol-version']
}

function answer({ response: recorded }: HttpExchange, asked: Asked, port: string, response: ServerResponse): void {
  const here = (text: string) => text.replace(/PORT\d/g, port)
  const headers = Object.entries(recorded.headers ?? {}).map(([name, value]) => [name, here(value)] as const)
  response.writeHead(recorded.status, Object.fromEntries(headers))
  response.write(withId(here(recorded.body ?? ''), asked.message.id))
  if (recorded.streamCut !== true) response.end()
}

/** A body of JSON or of an event stream whose replies answer the request with this id. */
function withId(body: string, id: Message['id']): string {
  return body
    .split('\n')
    .map((line) => {
      const prefix = line.startsWith('data: ') ? 'data: ' : ''
      const message = parsed(line.slice(prefix.length))
      if (message === undefined || message.id === null || message.id === undefined || id === undefined) return line
      return prefix + JSON.stringify({ ...message, id })
    })
    .join('\n')
}

function parsed(text: string): Message | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Message
  } catch {
    return undefined
  }
}
