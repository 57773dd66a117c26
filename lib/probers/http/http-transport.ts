import type { IncomingHttpHeaders } from 'node:http'
import { headerOf, type SafeInit, type SafeResponse, safeFetch } from '../../safe-fetch'
import { setupCheckAddress } from '../../safe-fetch/address'
import type { BodyPlan, ResponseHead } from '../../safe-fetch/response'
import { isBrokenConnection } from '../failures'
import {
  INITIALIZED_TEXT,
  type JsonObject,
  type KnownReply,
  type ProbeMethod,
  type Reply,
  readReplyUnlessKnown,
  requestText,
} from '../mcp/json-rpc'
import { type Agreement, type McpTransport, notify, type TransportReply, withinMs } from '../mcp/mcp-transport'
import type { ProbeControls, ProbeSettings } from '../prober'
import { isEventStream, isLivingRefusal, livingRefusal, mediaType, oddities } from './http-response'
import { SseReader } from './sse'

/** A session id is sent back in a header, so it must be a valid header value. */
const SESSION_ID = /^[\x21-\x7e]{1,1024}$/
/** Ending the session is optional, so its answer is not waited for longer. */
const END_SESSION_MS = 1_000

const ACCEPT = 'application/json, text/event-stream'
const discard = () => 'discard' as const

/** Streamable HTTP: every message is a POST to one address, answered by JSON or by an event stream. */
export class HttpTransport implements McpTransport {
  readonly #settings: ProbeSettings
  readonly #controls: ProbeControls
  readonly #notes = new Set<string>()
  #url: URL
  #nextId = 1
  #agreement: Agreement | undefined
  #sessionId: string | undefined
  #hasAnswered = false

  /** Throws `AddressRefused`. */
  constructor(url: string, settings: ProbeSettings, controls: ProbeControls) {
    this.#url = setupCheckAddress(url, settings.dial).url
    this.#settings = settings
    this.#controls = controls
  }

  get inSession(): boolean {
    return this.#sessionId !== undefined
  }

  get notes(): readonly string[] {
    return [...this.#notes]
  }

  agree(agreement: Agreement): void {
    this.#agreement = agreement
  }

  async call(
    method: ProbeMethod,
    params: JsonObject | undefined,
    signal: AbortSignal,
    isKnown?: (digest: string) => boolean,
  ): Promise<TransportReply> {
    const id = this.#nextId
    this.#nextId += 1
    let streamed: Reply | KnownReply | undefined
    let streamedSize = 0
    const answer = await this.#send(method, requestText(id, method, params), signal, (head) => {
      if (!isEventStream(head.headers)) return 'collect'
      const reader = new SseReader(this.#settings.maxAnswerBytes)
      return (piece) =>
        reader.push(piece, ({ type, data }) => {
          streamedSize += data.length
          if (type === 'message') streamed = readReplyUnlessKnown(data, id, isKnown)
          if (streamed !== undefined) this.#controls.answered(head.status)
          return streamed !== undefined
        })
    })
    if (isLivingRefusal(answer)) throw livingRefusal(answer, this.#controls)
    if (method === 'initialize') this.#keepSession(answer.headers)
    const reply = streamed ?? this.#replyIn(answer, id, isKnown)
    if (reply !== undefined) this.#controls.answered(answer.status)
    const size = streamedSize + answer.body.length
    return { ...(reply ?? { kind: 'none', notes: oddities(answer) }), httpStatus: answer.status, size }
  }

  notifyInitialized(signal: AbortSignal): Promise<void> {
    return notify(signal, (limited) => this.#send(undefined, INITIALIZED_TEXT, limited, discard))
  }

  /** Ends the session, if there is one, also after the deadline of the probe. Never rejects. */
  async close(): Promise<void> {
    if (this.#sessionId === undefined) return
    const { maxAnswerBytes: maxBytes, dial: rules } = this.#settings
    const init = { method: 'DELETE', headers: this.#headers(undefined), maxBytes, rules, planFor: discard } as const
    this.#sessionId = undefined
    const sent = withinMs(END_SESSION_MS, null, (signal) => safeFetch(this.#url, { ...init, signal }))
    await sent.catch(() => undefined)
  }

  async #send(
    method: ProbeMethod | undefined,
    body: string,
    signal: AbortSignal,
    planFor: (head: ResponseHead) => BodyPlan,
  ): Promise<SafeResponse> {
    const { maxAnswerBytes: maxBytes, dial: rules } = this.#settings
    const init: SafeInit = { method: 'POST', headers: this.#headers(method), body, maxBytes, signal, rules, planFor }
    let answer: SafeResponse
    try {
      answer = await safeFetch(this.#url, init)
    } catch (error) {
      // The server may have closed the reused connection while this request was sent, which is not its failure.
      if (!this.#hasAnswered || !isBrokenConnection(error)) throw error
      answer = await safeFetch(this.#url, init)
    }
    this.#hasAnswered = true
    this.#follow(answer)
    return answer
  }

  /** Later requests go directly to the target of the first redirect. */
  #follow(answer: SafeResponse): void {
    if (!answer.redirected || answer.status >= 300) return
    const url = new URL(answer.url)
    if (url.origin !== this.#url.origin) {
      this.#notes.add('It redirects to another origin, which many clients do not follow.')
    }
    this.#url = url
  }

  #headers(method: ProbeMethod | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      'user-agent': this.#settings.userAgent,
      accept: ACCEPT,
      'content-type': 'application/json',
    }
    if (this.#agreement !== undefined) headers['mcp-protocol-version'] = this.#agreement.version
    if (this.#agreement?.modern && method !== undefined) headers['mcp-method'] = method
    if (this.#sessionId !== undefined) headers['mcp-session-id'] = this.#sessionId
    return headers
  }

  #keepSession(headers: IncomingHttpHeaders): void {
    const id = headerOf(headers, 'mcp-session-id')
    if (id === undefined) return
    if (SESSION_ID.test(id)) this.#sessionId = id
    else this.#notes.add('Its session id cannot be sent back in a header.')
  }

  #replyIn(
    answer: SafeResponse,
    id: number,
    isKnown: ((digest: string) => boolean) | undefined,
  ): Reply | KnownReply | undefined {
    // The body of a refusal only shows the generation, so its type does not matter; a success must have a type that
    // clients read.
    if (answer.status < 300 && mediaType(answer.headers) !== 'application/json') return undefined
    return readReplyUnlessKnown(answer.body.toString('utf8'), id, isKnown)
  }
}
