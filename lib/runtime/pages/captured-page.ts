import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Listener } from './listener'

/** A whole answer, before it is sent to anybody. */
export interface CapturedPage {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

/**
 * The answer of a listener to a request, collected in memory. Rejects where the listener fails or does not end its
 * answer in time.
 */
export function capture(listener: Listener, request: IncomingMessage, withinMs: number): Promise<CapturedPage> {
  return new Promise((resolve, reject) => {
    const response = new CapturedResponse(request)
    const cut = setTimeout(() => response.destroy(new Error('The page took too long.')), withinMs)
    response.once('close', () => {
      clearTimeout(cut)
      if (response.finished) resolve(response.answer())
      else reject(response.failure ?? new Error('The answer was cut off.'))
    })
    Promise.resolve(listener(request, response)).catch((cause) => response.destroy(cause as Error))
  })
}

type Written = string | Uint8Array
type Done = (error?: Error | null) => void
type Encoded = BufferEncoding | Done | undefined

/** Takes what a listener writes, without a connection. */
class CapturedResponse extends ServerResponse {
  readonly #pieces: Buffer[] = []
  #isBegun = false
  failure: Error | undefined = undefined

  constructor(request: IncomingMessage) {
    super(request)
    Object.defineProperty(this, 'headersSent', { get: () => this.#isBegun })
  }

  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    more?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    this.statusCode = status
    const headers = typeof reason === 'object' ? reason : more
    for (const [name, value] of pairsOf(headers)) if (value !== undefined) this.setHeader(name, value)
    this.#isBegun = true
    return this
  }

  override flushHeaders(): void {
    this.#isBegun = true
  }

  override write(chunk: Written, encoding?: Encoded, done?: Done): boolean {
    this.#isBegun = true
    this.#pieces.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
        : Buffer.from(chunk),
    )
    const callback = typeof encoding === 'function' ? encoding : done
    if (callback !== undefined) process.nextTick(callback)
    return true
  }

  override end(chunk?: Written | Done, encoding?: Encoded, done?: Done): this {
    if (this.finished) return this
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') this.write(chunk, encoding)
    this.#isBegun = true
    this.finished = true
    const callback = [chunk, encoding, done].find((given) => typeof given === 'function')
    process.nextTick(() => {
      callback?.()
      this.emit('finish')
      this.emit('close')
    })
    return this
  }

  override destroy(error?: Error): this {
    if (this.finished || this.destroyed) return this
    this.destroyed = true
    this.failure = error
    process.nextTick(() => this.emit('close'))
    return this
  }

  answer(): CapturedPage {
    return { status: this.statusCode, headers: this.getHeaders(), body: Buffer.concat(this.#pieces) }
  }
}

function* pairsOf(
  headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined,
): Generator<[string, OutgoingHttpHeader | undefined]> {
  if (Array.isArray(headers)) {
    for (let at = 0; at + 1 < headers.length; at += 2) yield [String(headers[at]), headers[at + 1]]
  } else yield* Object.entries(headers ?? {})
}
