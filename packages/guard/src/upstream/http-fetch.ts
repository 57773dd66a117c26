import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { LONG_BYTES } from '../messages/message-reader.ts'
import { takeTurn } from '../messages/turns.ts'
import { EventBody } from './event-body.ts'

/** So long a connection that is not used is kept, in ms; a server that announces less gets less. */
const KEPT_MS = 4000
/** What `fetch` of Node sends. */
const SENT = { 'user-agent': 'node', 'accept-encoding': 'gzip, deflate, br' }

/** `onBytes` is called for whatever comes of the answer. */
export type HttpFetch = (url: string | URL, init: RequestInit, onBytes: () => void) => Promise<Response>

/**
 * What the transports of the SDK need of `fetch`, on the HTTP client of Node, for a third of its processor time and
 * with connections of its own for each server. An answer with a message over the limit is broken off. Redirects are not
 * followed: the transports do it themselves.
 */
export function httpFetch(largestMessageBytes: number): HttpFetch {
  const agents = {
    plain: new Agent({ keepAlive: true, timeout: KEPT_MS }),
    secure: new SecureAgent({ keepAlive: true, timeout: KEPT_MS }),
  }
  return async (url, init, onBytes) => answered(url, init, largestMessageBytes, onBytes, await sent(url, init, agents))
}

interface Agents {
  plain: Agent
  secure: SecureAgent
}

async function answered(
  url: string | URL,
  init: RequestInit,
  largestMessageBytes: number,
  onBytes: () => void,
  message: IncomingMessage,
): Promise<Response> {
  onBytes()
  message.on('data', onBytes).pause()
  const source = unpacked(message)
  const head = { url: String(url), status: message.statusCode ?? 0, statusText: message.statusMessage ?? '' }
  const headers = headersOf(message)
  if (!headers.get('content-type')?.includes('text/event-stream'))
    return answer({ ...head, headers }, () => collected(source, largestMessageBytes), null)
  const body = new EventBody(source.resume(), largestMessageBytes)
  const only = init.method === 'POST' ? await body.onlyAnswer() : null
  if (only === null)
    return answer(
      { ...head, headers },
      () => new Response(body.stream()).text(),
      () => body.stream(),
    )
  headers.set('content-type', 'application/json')
  return answer({ ...head, headers }, async () => JSON.stringify(only), null, only)
}

type Head = Pick<Response, 'url' | 'status' | 'statusText' | 'headers'>

/** The members of `Response` that the transports of the SDK use. A real one takes longer to make and to read. */
function answer(head: Head, text: () => Promise<string>, stream: (() => Response['body']) | null, value?: unknown) {
  const members = {
    ...head,
    ok: head.status >= 200 && head.status < 300,
    type: 'default',
    redirected: false,
    body: stream?.() ?? null,
    text,
    json: async () => value ?? JSON.parse(await text()),
  }
  return members as unknown as Response
}

function sent(to: string | URL, { method = 'GET', headers, body, signal }: RequestInit, agents: Agents) {
  const url = new URL(to)
  const [open, agent] = url.protocol === 'https:' ? [secureRequest, agents.secure] : [request, agents.plain]
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = open(url, { method, agent, headers: { ...SENT, ...Object.fromEntries(new Headers(headers)) } })
    const abort = () => void asked.destroy(new DOMException('This operation was aborted', 'AbortError'))
    signal?.addEventListener('abort', abort)
    asked.once('close', () => signal?.removeEventListener('abort', abort))
    asked.once('response', resolve)
    // What fails after the answer has begun is reported to its reader.
    asked.on('error', (error) => {
      // A server that was started anew knows none of the others either.
      if (asked.reusedSocket) for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
      reject(error)
    })
    if (signal?.aborted) abort()
    if (typeof body === 'string') asked.setHeader('content-length', Buffer.byteLength(body))
    asked.end(typeof body === 'string' ? body : undefined)
  })
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

function unpacked(message: IncomingMessage): Readable {
  const coding = message.headers['content-encoding']?.toLowerCase() ?? ''
  // Its reader receives the error.
  if (coding === 'br') return pipeline(message, createBrotliDecompress(), () => {})
  if (/^(x-)?gzip$|^deflate$/.test(coding)) return pipeline(message, createUnzip(), () => {})
  return message
}

function collected(source: Readable, most: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > most) source.destroy(new Error(`an answer of more than ${most} bytes`))
      else if (bytes > LONG_BYTES) {
        source.pause()
        takeTurn(() => source.resume())
      }
    })
    source.on('end', () => resolve(Buffer.concat(chunks).toString()))
    source.on('error', reject)
    source.on('close', () => reject(new Error('the answer was broken off')))
    source.resume()
  })
}
