import { setMaxListeners } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type Dispatcher, errors } from 'undici'
import { ByteBlocks } from '../core/bytes/byte-blocks'
import { NotHttp, ResponseInTooManyParts, ResponseTooLarge, UnknownEncoding } from './errors'

export interface ResponseHead {
  status: number
  headers: IncomingHttpHeaders
}

/** Receives a body piece by piece, decompressed. Returns true once the rest is not needed. */
export type Sink = (piece: Buffer) => boolean

/** What to do with a body, decided by its head: pass it to a sink, collect it, or not wait for it. */
export type BodyPlan = Sink | 'collect' | 'discard'

/** A whole answer; `body` is empty where it went to a sink. */
export interface WholeResponse extends ResponseHead {
  body: Buffer
}

export interface ExchangeOptions {
  /** Of the decompressed body. */
  maxBytes: number
  signal: AbortSignal
  planFor: (head: ResponseHead) => BodyPlan
  resolve: (answer: WholeResponse) => void
  reject: (error: unknown) => void
}

/** What `accept-encoding` may offer, because `decoderFor` reads it. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/**
 * Pieces a body may arrive in. Each takes time whatever its size. A JSON encoder that writes every token by itself
 * needs one for every ten bytes or so, and still sends a listing of 1 MB; an event stream that sends one a millisecond
 * stays below it for longer than a probe lasts.
 */
export const MOST_PIECES = 100_000
/** Interim (1xx) answers before the final one: a busy server may send one every second. */
export const MOST_INTERIM_ANSWERS = 50
/** Header lines of one answer; their size is capped as well. Real answers have some ten to forty. */
export const MOST_HEADER_LINES = 256

/**
 * How long a body that is no longer needed may take to end, which keeps its connection usable for the next request.
 */
const LINGER_MS = 20

// Sync flushes decompress what has arrived so far, as event streams need, and accept a missing trailer.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

function decoderFor(encoding: string): Transform | null | undefined {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip(ZLIB)
    case 'deflate':
      return createInflate(ZLIB)
    case 'br':
      return createBrotliDecompress(BROTLI)
    default:
      return undefined
  }
}

/** One HTTP exchange: receives an answer under a cap that counts decompressed bytes. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  #controller: Dispatcher.DispatchController | undefined
  #head: ResponseHead = { status: 0, headers: {} }
  #plan: BodyPlan = 'collect'
  #decoder: Transform | null = null
  #linger: NodeJS.Timeout | undefined
  readonly #body = new ByteBlocks()
  #bytes = 0
  #pieces = 0
  #interims = 0
  #satisfied = false
  #ended = false
  #settled = false

  constructor(options: ExchangeOptions) {
    this.#options = options
    // Many fetches may share a signal, and each removes its listener.
    setMaxListeners(0, options.signal)
    options.signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#settled) controller.abort(new Error('the answer is no longer needed'))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#interims += 1
      if (this.#interims > MOST_INTERIM_ANSWERS) this.#fail(new ResponseInTooManyParts('interim answers', status))
      return
    }
    if (linesOf(headers) > MOST_HEADER_LINES) {
      this.#fail(new ResponseInTooManyParts('header lines', status))
      return
    }
    this.#head = { status, headers }
    this.#plan = this.#options.planFor(this.#head)
    if (this.#plan === 'discard') {
      this.#enough()
    } else if (Number(headers['content-length'] ?? 0) > this.#options.maxBytes) {
      this.#fail(new ResponseTooLarge(status))
    } else if (headers['content-encoding'] !== undefined) {
      // Two such headers are an array, whose text is an unknown encoding.
      this.#decode(String(headers['content-encoding']))
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#pieces += 1
    if (this.#pieces > MOST_PIECES) {
      this.#fail(new ResponseInTooManyParts('pieces', this.#head.status))
    } else if (this.#decoder === null) {
      this.#take(piece)
    } else if (!this.#decoder.destroyed && !this.#decoder.write(piece)) {
      controller.pause()
      this.#decoder.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(): void {
    this.#ended = true
    if (this.#decoder === null || this.#satisfied) this.#finish()
    else this.#decoder.end()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#ended = true
    if (this.#satisfied) this.#finish()
    // Errors of the parser have no code.
    else this.#fail(error instanceof errors.HTTPParserError ? new NotHttp({ cause: error }) : error)
  }

  readonly #onAbort = () => this.#fail(this.#options.signal.reason)

  #decode(encoding: string): void {
    const decoder = decoderFor(encoding)
    if (decoder === undefined) {
      this.#fail(new UnknownEncoding(this.#head.status))
      return
    }
    this.#decoder = decoder
    decoder?.on('data', (piece: Buffer) => this.#take(piece))
    decoder?.on('end', () => this.#finish())
    decoder?.on('error', (error) => this.#fail(error))
  }

  #take(piece: Buffer): void {
    if (this.#settled || this.#satisfied) return
    this.#bytes += piece.length
    if (this.#bytes > this.#options.maxBytes) this.#fail(new ResponseTooLarge(this.#head.status))
    else if (typeof this.#plan === 'function') this.#pour(this.#plan, piece)
    else this.#body.add(piece)
  }

  #pour(sink: Sink, piece: Buffer): void {
    try {
      if (sink(piece)) this.#enough()
    } catch (error) {
      this.#fail(error)
    }
  }

  #enough(): void {
    this.#satisfied = true
    this.#linger = setTimeout(() => this.#finish(), LINGER_MS)
  }

  #finish(): void {
    if (this.#settled) return
    const { buffer, byteOffset, byteLength } = this.#body.take()
    const body = Buffer.from(buffer, byteOffset, byteLength)
    this.#settle()
    const { status, headers } = this.#head
    const answer = { status, headers, body }
    // The connection is free one turn of the event loop later; resolving now would make the caller's next request open
    // another one.
    queueMicrotask(() => setImmediate(this.#options.resolve, answer))
  }

  #fail(error: unknown): void {
    if (this.#settled) return
    this.#settle()
    this.#options.reject(error)
  }

  #settle(): void {
    this.#settled = true
    this.#body.clear()
    clearTimeout(this.#linger)
    this.#options.signal.removeEventListener('abort', this.#onAbort)
    this.#decoder?.destroy()
    // An answer that is still arriving can only be stopped by closing its connection.
    if (!this.#ended) this.#controller?.abort(new Error('the rest of the answer is not needed'))
  }
}

function linesOf(headers: IncomingHttpHeaders): number {
  return Object.values(headers).reduce((lines, value) => lines + (Array.isArray(value) ? value.length : 1), 0)
}
