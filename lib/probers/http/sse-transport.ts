import { type SafeResponse, safeFetch } from '../../safe-fetch'
import {
  INITIALIZED_TEXT,
  type JsonObject,
  type ProbeMethod,
  type Reply,
  readReply,
  requestText,
} from '../mcp/json-rpc'
import { type Agreement, type McpTransport, notify, type TransportReply, unlessAborted } from '../mcp/mcp-transport'
import { type ProbeControls, ProbeFailure, type ProbeSettings } from '../prober'
import { isEventStream, isLivingRefusal, livingRefusal, oddities } from './http-response'
import { type SseEvent, SseReader } from './sse'

/**
 * One stream carries every answer of a probe: its cap is this many answers of the largest size, enough for a handshake
 * and a listing.
 */
const STREAM_ANSWERS = 4

/** The address did not open a stream as the transport of 2024-11-05 does. */
export interface NotOpened {
  opened: false
  httpStatus: number
  notes: readonly string[]
}

type SizedReply = Reply & { size: number }

/**
 * HTTP with an event stream, 2024-11-05: a GET opens the stream, its first event names where to POST, answers arrive on
 * the stream.
 */
export class SseTransport implements McpTransport {
  readonly opened = true
  readonly inSession = false
  readonly notes: readonly string[] = []
  readonly #settings: ProbeSettings
  readonly #controls: ProbeControls
  readonly #stop = new AbortController()
  readonly #onDeadline = () => this.#stop.abort(this.#controls.signal.reason)
  /** Settles when the stream is over, with its answer or with the error that ended it. */
  #stream: Promise<SafeResponse> = new Promise(() => {})
  #endpoint = ''
  #version: string | undefined
  #nextId = 1
  #waiting: { id: number; resolve: (reply: SizedReply) => void } | undefined

  private constructor(settings: ProbeSettings, controls: ProbeControls) {
    this.#settings = settings
    this.#controls = controls
    controls.signal.addEventListener('abort', this.#onDeadline, { once: true })
  }

  /** Opens the stream and waits for the address to POST to. Rejects as `McpTransport` does. */
  static async open(
    url: string,
    settings: ProbeSettings,
    controls: ProbeControls,
    signal: AbortSignal,
  ): Promise<SseTransport | NotOpened> {
    const transport = new SseTransport(settings, controls)
    try {
      const answer = await unlessAborted(signal, transport.#open(url))
      if (answer === undefined) return transport
      if (isLivingRefusal(answer)) throw livingRefusal(answer, controls)
      transport.close()
      return { opened: false, httpStatus: answer.status, notes: oddities(answer) }
    } catch (error) {
      transport.close()
      throw error
    }
  }

  agree({ version }: Agreement): void {
    this.#version = version
  }

  close(): void {
    this.#controls.signal.removeEventListener('abort', this.#onDeadline)
    this.#stop.abort(new Error('the probe is over'))
  }

  async call(method: ProbeMethod, params: JsonObject | undefined, signal: AbortSignal): Promise<TransportReply> {
    const id = this.#nextId
    this.#nextId += 1
    const replied = new Promise<SizedReply>((resolve) => {
      this.#waiting = { id, resolve }
    })
    const refused = this.#post(requestText(id, method, params), signal)
    const outcome = await unlessAborted(signal, Promise.race([replied, refused, this.#ended()]))
    return 'httpStatus' in outcome ? outcome : { ...outcome, httpStatus: 200 }
  }

  notifyInitialized(signal: AbortSignal): Promise<void> {
    return notify(signal, (limited) => this.#send(INITIALIZED_TEXT, limited))
  }

  /** Resolves with undefined once the endpoint is known, or with an answer that opens no stream. */
  #open(url: string): Promise<SafeResponse | undefined> {
    return new Promise((resolve, reject) => {
      const reader = new SseReader(this.#settings.maxAnswerBytes)
      this.#stream = safeFetch(url, {
        headers: { 'user-agent': this.#settings.userAgent, accept: 'text/event-stream' },
        maxBytes: this.#settings.maxAnswerBytes * STREAM_ANSWERS,
        signal: this.#stop.signal,
        rules: this.#settings.dial,
        planFor: ({ status, headers }, from) => {
          if (status !== 200 || !isEventStream(headers)) return 'collect'
          return (piece) => reader.push(piece, (event) => this.#take(event, from, () => resolve(undefined)))
        },
      })
      this.#stream.then(resolve, reject)
    })
  }

  #take(event: SseEvent, from: string, onEndpoint: () => void): boolean {
    if (event.type === 'endpoint' && this.#endpoint === '') {
      this.#endpoint = endpointIn(event.data, from)
      onEndpoint()
    } else if (event.type === 'message' && this.#waiting !== undefined) {
      const reply = readReply(event.data, this.#waiting.id)
      if (reply !== undefined) this.#deliver({ ...reply, size: event.data.length })
    }
    return false
  }

  #deliver(reply: SizedReply): void {
    this.#controls.answered(200)
    this.#waiting?.resolve(reply)
    this.#waiting = undefined
  }

  async #ended(): Promise<never> {
    const { status } = await this.#stream
    throw new ProbeFailure('not_the_protocol', { httpStatus: status, notes: ['Its stream ended before the answer.'] })
  }

  /** Resolves only where the POST itself is refused: answers arrive on the stream. */
  async #post(text: string, signal: AbortSignal): Promise<TransportReply> {
    const answer = await this.#send(text, signal)
    if (isLivingRefusal(answer)) throw livingRefusal(answer, this.#controls)
    if (answer.status < 300) return new Promise<never>(() => {})
    return { kind: 'none', notes: oddities(answer), httpStatus: answer.status, size: 0 }
  }

  #send(text: string, signal: AbortSignal): Promise<SafeResponse> {
    const headers: Record<string, string> = {
      'user-agent': this.#settings.userAgent,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    if (this.#version !== undefined) headers['mcp-protocol-version'] = this.#version
    return safeFetch(this.#endpoint, {
      method: 'POST',
      headers,
      body: text,
      maxBytes: this.#settings.maxAnswerBytes,
      signal,
      rules: this.#settings.dial,
      planFor: ({ status }) => (status < 300 ? 'discard' : 'collect'),
    })
  }
}

/** Where messages are posted. Another origin is refused: a stream must not direct requests to other hosts. */
function endpointIn(data: string, from: string): string {
  const url = URL.canParse(data, from) ? new URL(data, from) : undefined
  if (url?.origin === new URL(from).origin) return url.href
  const notes = ['Its endpoint event names no address of its own origin.']
  throw new ProbeFailure('not_the_protocol', { httpStatus: 200, notes })
}
