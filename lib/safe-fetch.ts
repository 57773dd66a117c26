import type { IncomingHttpHeaders } from 'node:http'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { checkedLookup, isPublicAddress, type Resolve, resolveByDns, setupCheckAddress } from './safe-fetch/address'
import { notingCertificates } from './safe-fetch/certificates'
import { TooManyRedirects } from './safe-fetch/errors'
import {
  ACCEPTED_ENCODINGS,
  type BodyPlan,
  Exchange,
  type ResponseHead,
  type WholeResponse,
} from './safe-fetch/response'

/**
 * What may be dialled besides the public internet: exact origins such as `http://127.0.0.1:3901`, in the form of
 * `URL.origin`. The array must not change once it is used.
 */
export interface DialRules {
  readonly allowedOrigins: readonly string[]
}

/** Nothing but the public internet. */
export const PUBLIC_ONLY: DialRules = { allowedOrigins: [] }

export interface SafeInit {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Cap of one body, decompressed. */
  maxBytes: number
  /** The only time limit after the connection is open. */
  signal: AbortSignal
  rules: DialRules
  /** Whether a redirect to this address is followed; one that is not is the answer. Left out: every one. */
  follows?: (next: URL) => boolean
  /** Called once for each answer that is not a followed redirect. Default: the body is collected. */
  planFor?: (head: ResponseHead, url: string) => BodyPlan
}

export interface SafeResponse extends WholeResponse {
  /** Where the answer came from, after redirects. */
  url: string
  redirected: boolean
}

const MAX_REDIRECTS = 3
/** A host that takes longer to accept a connection is taken not to answer. */
const CONNECT_TIMEOUT_MS = 10_000
/**
 * Time for one of several addresses to connect before the next is tried; Node's default of 250 ms is too short for
 * distant hosts.
 */
const NEXT_ADDRESS_MS = 1_000
/**
 * How long an idle connection is kept where the server names no time: shorter than any server keeps one, so that no
 * request is sent on a connection that the server has just closed.
 */
const IDLE_MS = 1_000
/** The longest it is kept where the server names a time: strangers must not occupy sockets. */
const LONGEST_IDLE_MS = 5_000
/** Headers that belong to one origin and must not be sent to another. */
const ORIGIN_BOUND_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'mcp-session-id'])

/** Names and values of one head. More than any server needs, and the usual limit of servers for requests. */
const MOST_HEADER_BYTES = 16_384

const DIALLING = {
  timeout: CONNECT_TIMEOUT_MS,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
} as const

/** The limits of every connection. */
export const CONNECTIONS = {
  maxHeaderSize: MOST_HEADER_BYTES,
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: LONGEST_IDLE_MS,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const satisfies Agent.Options

export type SafeFetch = (address: string | URL, init: SafeInit) => Promise<SafeResponse>

/**
 * Builds a fetch for addresses that a stranger may have chosen. Connections are pooled separately for public and for
 * configured origins, so that the rules of one caller never apply to another. `resolve` replaces DNS; `openConfigured`
 * replaces how configured origins are reached.
 */
export function createSafeFetch(
  resolve: Resolve = resolveByDns(),
  openConfigured: () => Dispatcher = () => new Agent({ ...CONNECTIONS, connect: dialling({}) }),
): SafeFetch {
  let open: { checked: Dispatcher; configured: Dispatcher } | undefined
  const agentFor = (configured: boolean): Dispatcher => {
    open ??= {
      checked: new Agent({ ...CONNECTIONS, connect: dialling({ lookup: checkedLookup(resolve, isPublicAddress) }) }),
      configured: openConfigured(),
    }
    return configured ? open.configured : open.checked
  }

  return async (address, init) => {
    let destination = setupCheckAddress(address, init.rules)
    let headers = init.headers ?? {}
    for (let hops = 0; ; hops += 1) {
      init.signal.throwIfAborted()
      const answer = await exchange(agentFor(destination.configured), destination.url, headers, init)
      const location = redirectTarget(answer, destination.url, init)
      const { status, body } = answer
      if (location === undefined) {
        return { status, headers: answer.headers, body, url: destination.url.href, redirected: hops > 0 }
      }
      if (hops === MAX_REDIRECTS) throw new TooManyRedirects(status)
      const next = setupCheckAddress(location, originOf(location) === destination.url.origin ? init.rules : PUBLIC_ONLY)
      if (next.url.origin !== destination.url.origin) headers = withoutOriginBound(headers)
      destination = next
    }
  }
}

/** How connections are opened: with these options besides the usual ones, and noting certificates. */
export function dialling(options: Readonly<buildConnector.BuildOptions>): buildConnector.connector {
  return notingCertificates(buildConnector({ ...DIALLING, ...options } as buildConnector.BuildOptions))
}

/**
 * Fetches an address a stranger may have chosen. Only http and https; every address its host resolves to must be public
 * (unless the rules name its origin), and the address that was checked is the one dialled; every redirect is checked
 * again, and at most three are followed. A redirect leads to an origin that is not public only from that origin itself.
 * Throws `AddressRefused`, `NameNotResolved`, `ResolverUnreachable`, `ResponseTooLarge`, `ResponseInTooManyParts`,
 * `UnknownEncoding`, `NotHttp`, `TooManyRedirects`, the signal's reason, or the connection's own error.
 */
export const safeFetch: SafeFetch = createSafeFetch()

function exchange(
  agent: Dispatcher,
  url: URL,
  headers: Readonly<Record<string, string>>,
  init: SafeInit,
): Promise<WholeResponse> {
  const { method = 'GET', body = null, maxBytes, signal, planFor } = init
  const request: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...headers },
    body,
  }
  return new Promise((resolve, reject) => {
    const plan = (head: ResponseHead): BodyPlan => {
      if (method === 'HEAD' || redirectTarget(head, url, init) !== undefined) return 'discard'
      return planFor?.(head, url.href) ?? 'collect'
    }
    agent.dispatch(request, new Exchange({ maxBytes, signal, planFor: plan, resolve, reject }))
  })
}

/**
 * The target of a redirect to follow. 301, 302 and 303 turn a POST into a GET, which the caller did not request, so
 * they are not followed.
 */
function redirectTarget(
  head: ResponseHead,
  from: URL,
  { method = 'GET', follows }: Pick<SafeInit, 'method' | 'follows'>,
): string | undefined {
  if (head.status < 300) return undefined
  const followed = method === 'GET' || method === 'HEAD' ? [301, 302, 303, 307, 308] : [307, 308]
  const location = followed.includes(head.status) ? headerOf(head.headers, 'location') : undefined
  if (location === undefined) return undefined
  if (!URL.canParse(location, from.href)) return location
  const next = new URL(location, from.href)
  return follows === undefined || follows(next) ? next.href : undefined
}

/** undefined: not an address. */
function originOf(location: string): string | undefined {
  return URL.canParse(location) ? new URL(location).origin : undefined
}

function withoutOriginBound(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ORIGIN_BOUND_HEADERS.has(name.toLowerCase())))
}

/** One header's value; of a repeated header the first. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
