import { readJsonLines } from '../bench'

export type Message = { id?: string | number | null; method?: string; params?: Record<string, unknown> }

/** One recorded exchange over HTTP. Ports of recorded addresses are the words PORT1, PORT2 and so on. */
export interface HttpExchange {
  label: string
  server: string
  transport?: 'http'
  request: {
    method: string
    path?: string
    url?: string
    headers?: Record<string, string>
    body?: Message | string
  }
  response: {
    status: number
    headers?: Record<string, string>
    body?: string
    /** The server kept the answer open when the recording ended. */
    streamCut?: boolean
  }
}

/** One recorded exchange with a process: two messages. */
interface StdioExchange {
  label: string
  server: string
  transport: 'stdio'
  request: Message
  response: Record<string, unknown>
}

export type Exchange = HttpExchange | StdioExchange

/** What a probe of a recorded server must find. */
export interface Expected {
  reason: 'answered' | 'credentials_required' | 'not_found'
  /** Where the protected resource metadata is; left out where it is of no interest. */
  resourceMetadata?: 'header' | 'path' | 'root' | null
}

/** The exchanges of a file by server, in the order of the file. */
export function readTranscripts(path: string): Map<string, Exchange[]> {
  const servers = new Map<string, Exchange[]>()
  for (const exchange of readJsonLines<Exchange>(path)) {
    servers.set(exchange.server, [...(servers.get(exchange.server) ?? []), exchange])
  }
  return servers
}

export function isHttp(exchange: Exchange): exchange is HttpExchange {
  return exchange.transport !== 'stdio'
}

/** The path of a request, from its own address or path. */
export function pathOf({ request: { path, url } }: HttpExchange): string {
  return path ?? (url === undefined ? '/' : new URL(url.replace(/PORT\d/, '1')).pathname)
}

export function messageOf({ request: { body } }: HttpExchange): Message {
  return typeof body === 'object' ? body : {}
}

/** Of a server by what was recorded of it: it refuses strangers, lists its tools, or has nothing at the address. */
export function expectedOf(exchanges: readonly Exchange[]): Expected {
  const http = exchanges.filter(isHttp)
  const isAnswered = (exchange: HttpExchange) => exchange.response.status === 200
  if (http.some(({ response }) => response.status === 401)) {
    return { reason: 'credentials_required', resourceMetadata: metadataPlace(http.filter(isAnswered)) }
  }
  const posts = http.filter(({ request }) => request.method === 'POST')
  return { reason: posts.length > 0 && !posts.some(isAnswered) ? 'not_found' : 'answered' }
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** In the order in which a client looks for it. */
function metadataPlace(found: readonly HttpExchange[]): NonNullable<Expected['resourceMetadata']> | null {
  if (found.some(({ label }) => label.includes('WWW-Authenticate'))) return 'header'
  const paths = found.map(pathOf)
  if (paths.some((path) => path.startsWith(`${WELL_KNOWN}/`))) return 'path'
  return paths.includes(WELL_KNOWN) ? 'root' : null
}

/** Whether a recorded answer says that the request is invalid, so that `probe_defect` is the right reason. */
export function saysRequestIsInvalid(exchange: Exchange): boolean {
  if (!isHttp(exchange)) return /"code":-3202[01]\b/.test(JSON.stringify(exchange.response))
  const { body = '', status } = exchange.response
  return /"code":\s*-3202[01]\b/.test(body) || (status === 400 && /"code":\s*-32602\b/.test(body))
}
