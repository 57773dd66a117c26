import {
  SSEClientTransport,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type { Launch } from '../servers/configured-server.ts'
import { httpFetch } from './http-fetch.ts'
import type { PendingCall } from './pending-call.ts'
import { type ProcessEnd, ProcessTransport } from './process-transport.ts'

/** An answer may be so large; the official client reads no more from a process either. */
export const LARGEST_MESSAGE_BYTES = STDIO_DEFAULT_MAX_BUFFER_SIZE

export interface TransportOptions {
  largestMessageBytes: number
  /** What a process writes to its standard error: goes where the guard's own goes, or nowhere. */
  stderr: 'inherit' | 'ignore'
}

// A stream of notifications that broke off is opened again for some minutes; the official default is twice.
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 12,
}

/** So many streams of one server may break off at once and be known when they go on. */
const MOST_RESUMED = 1000

/** Tells the fetch of a request for which call it is made. It is not sent. */
const CALL_HEADER = 'assay-guard-call'
const calls = new Map<string, PendingCall>()
let callCount = 0

/** Options that make what comes of its answer over HTTP a sign of life of a call; `forget` once it has ended. */
export function signsOf(call: PendingCall): { headers: Record<string, string>; forget: () => void } {
  callCount += 1
  const id = String(callCount)
  calls.set(id, call)
  return { headers: { [CALL_HEADER]: id }, forget: () => void calls.delete(id) }
}

/** How a server is reached. Nothing is started yet. `starting`: what waits for its handshake. */
export function transportOf(launch: Launch, options: TransportOptions, starting: PendingCall): Transport {
  if (launch.kind === 'stdio') return stdioTransport(launch, options)
  const url = new URL(launch.url)
  const requestInit = { headers: { ...launch.headers } }
  // A stream that broke off is asked for again from an event of it on.
  const resumed = new Map<string, PendingCall>()
  const fetchIt = httpFetch(options.largestMessageBytes)
  const fetch = (to: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const call = calls.get(headers.get(CALL_HEADER) ?? '') ?? resumed.get(headers.get('last-event-id') ?? '')
    headers.delete(CALL_HEADER)
    return fetchIt(to, { ...init, headers }, (call ?? starting).sign)
  }
  if (launch.transport === 'sse') return new SSEClientTransport(url, { requestInit, fetch })
  const transport = new StreamableHTTPClientTransport(url, { requestInit, fetch, reconnectionOptions: RECONNECTION })
  const send = transport.send.bind(transport)
  const waiting = requestsOf(transport)
  transport.send = (message, sendOptions) => {
    const call = calls.get(sendOptions?.headers?.[CALL_HEADER] ?? '') ?? starting
    const id = 'id' in message && 'method' in message ? message.id : undefined
    if (id !== undefined) waiting.add(id)
    // A call may go on after its first answer: a handshake has more to say, and a question more to ask.
    const streamEnded = () => {
      if (waiting.delete(id)) call.streamEnded()
    }
    let lastEvent = ''
    const noted = (event: string) => {
      resumed.delete(lastEvent)
      lastEvent = event
      if (waiting.has(id)) resumed.set(event, call)
      const [oldest = ''] = resumed.size > MOST_RESUMED ? resumed.keys() : []
      resumed.delete(oldest)
    }
    const onresumptiontoken = sendOptions?.onresumptiontoken ?? noted
    const onRequestStreamEnd = sendOptions?.onRequestStreamEnd ?? streamEnded
    return send(message, { ...sendOptions, onresumptiontoken, onRequestStreamEnd }).catch((error) => {
      waiting.delete(id)
      throw error
    })
  }
  return transport
}

/** The ids of requests, until they are taken out: an answer takes its own out. */
function requestsOf(transport: Transport): Set<unknown> {
  const waiting = new Set<unknown>()
  let handler: Transport['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    get: () => handler,
    set: (given: NonNullable<Transport['onmessage']>) => {
      handler = (message, extra) => {
        if (!('method' in message)) waiting.delete(message.id)
        given(message, extra)
      }
    },
  })
  return waiting
}

function stdioTransport({ env, ...launch }: Launch & { kind: 'stdio' }, options: TransportOptions): ProcessTransport {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new ProcessTransport({ ...launch, ...options, env: { ...Object.fromEntries(own), ...env } })
}

/** Whether a transport gave up its process by itself, as after a message over the limit. */
export function isGivenUp(transport: Transport): boolean {
  return transport instanceof ProcessTransport && transport.pid === null
}

/** How the process of a transport ended; null: it has not, or there is none. */
export function processEndOf(transport: Transport): ProcessEnd | null {
  return transport instanceof ProcessTransport ? transport.end : null
}

const END_SESSION_MS = 1000

/** Tells a server that a session is over, as far as it listens. */
export async function endSession(transport: Transport): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport) || transport.sessionId === undefined) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_SESSION_MS)
  })
  await Promise.race([transport.terminateSession().catch(() => {}), late])
  clearTimeout(timer)
}

/** Calls back when a process closed its output, or its input, though it may still run. */
export function whenHalfClosed(transport: Transport, on: { onMute: () => void; onDeaf: () => void }): void {
  if (!(transport instanceof ProcessTransport)) return
  transport.onmute = on.onMute
  transport.ondeaf = on.onDeaf
}
