import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib'
import { BROTLI_QUALITY, COMPRESSED_FROM_BYTES, isCompressible, varyByEncoding } from './compress'
import { encodingFor, etagIn } from './encoding'

/**
 * Names the encoding of a body that was encoded before; replaced by Content-Encoding. A host that would strip that
 * header leaves this one.
 */
export const DONE_ENCODING = 'x-assay-encoding'

type Written = string | Uint8Array
type Done = (error?: Error | null) => void

/**
 * Compresses what any listener writes to a response of Node's server from now on, as it is written: for a host whose
 * own code cannot be changed. Leaves alone what is small, encoded already, no text, a part, or an event stream.
 */
export function compressStream(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead, write: writeOwn, end: endOwn, flushHeaders } = response
  const own = { writeHead, write: writeOwn, end: endOwn, flushHeaders }
  let stream: Gzip | BrotliCompress | undefined
  /** The beginning of a body that may turn out to be too small. */
  let held: Buffer | undefined
  const begin = (bytes?: number) => {
    if (response.headersSent) return
    if (bytes !== undefined && !response.hasHeader('content-length')) response.setHeader('content-length', bytes)
    response.writeHead(response.statusCode)
  }
  const open = () => {
    stream = openStream(request, response)
    stream?.on('data', (piece: Buffer) => {
      if (own.write.call(response, piece, 'utf8')) return
      stream?.pause()
      response.once('drain', () => stream?.resume())
    })
    stream?.on('end', () => own.end.call(response, undefined, 'utf8'))
    stream?.on('drain', () => response.emit('drain'))
    response.once('close', () => stream?.destroy())
  }
  const write = (chunk: Written, encoding?: BufferEncoding | Done, done?: Done): boolean => {
    const bytes = bytesOf(chunk, encoding)
    const callback = typeof encoding === 'function' ? encoding : done
    if (held === undefined && !response.headersSent && bytes.length < COMPRESSED_FROM_BYTES && mayCompress(response)) {
      held = bytes
      if (callback !== undefined) process.nextTick(callback)
      return true
    }
    begin()
    const all = held === undefined || held.length === 0 ? bytes : Buffer.concat([held, bytes])
    held = Buffer.alloc(0)
    return stream === undefined ? own.write.call(response, all, 'utf8', callback) : stream.write(all, callback)
  }
  Object.assign(response, {
    writeHead: (status: number, reason?: string | Fields, more?: Fields) => {
      response.statusCode = status
      if (typeof reason === 'string') response.statusMessage = reason
      setAll(response, typeof reason === 'string' ? more : (reason ?? more))
      open()
      return own.writeHead.call(response, status)
    },
    write,
    end: (chunk?: Written | Done | null, encoding?: BufferEncoding | Done, done?: Done) => {
      const callback = [chunk, encoding, done].find((given): given is Done => typeof given === 'function')
      const last = chunk == null || typeof chunk === 'function' ? undefined : bytesOf(chunk, encoding)
      const all = Buffer.concat([held ?? Buffer.alloc(0), last ?? Buffer.alloc(0)])
      held = Buffer.alloc(0)
      begin(all.length)
      const rest = all.length === 0 ? undefined : all
      if (stream === undefined) own.end.call(response, rest, 'utf8', callback)
      else stream.end(rest, callback)
      return response
    },
    // How large a body is must be known before its head is sent.
    flushHeaders: () => {
      if (!mayCompress(response)) own.flushHeaders.call(response)
    },
    // Next calls it after the first piece of a page.
    flush: () => stream?.flush(),
  })
}

type Fields = OutgoingHttpHeaders | OutgoingHttpHeader[]

function setAll(response: ServerResponse, fields: Fields | undefined): void {
  if (Array.isArray(fields)) {
    for (let at = 0; at + 1 < fields.length; at += 2) response.setHeader(String(fields[at]), fields[at + 1] ?? '')
  } else
    for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) response.setHeader(name, value)
}

function bytesOf(chunk: Written, encoding?: BufferEncoding | Done): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
    : Buffer.from(chunk)
}

function fieldOf(response: ServerResponse, name: string): string | undefined {
  const value = response.getHeader(name)
  return value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value)
}

function mayCompress(response: ServerResponse): boolean {
  return (
    isCompressible(fieldOf(response, 'content-type')) &&
    ![DONE_ENCODING, 'content-encoding', 'content-range'].some((name) => response.hasHeader(name)) &&
    ![204, 304].includes(response.statusCode) &&
    !/no-transform/i.test(fieldOf(response, 'cache-control') ?? '')
  )
}

/** Settles the headers of an answer, and opens the stream where its body is to be compressed. */
function openStream(request: IncomingMessage, response: ServerResponse): Gzip | BrotliCompress | undefined {
  const done = fieldOf(response, DONE_ENCODING)
  if (done !== undefined && done !== 'identity') response.setHeader('content-encoding', done)
  if (!mayCompress(response)) return void response.removeHeader(DONE_ENCODING)
  const length = fieldOf(response, 'content-length')
  if (length !== undefined && Number(length) < COMPRESSED_FROM_BYTES) return undefined
  response.setHeader('vary', varyByEncoding(fieldOf(response, 'vary')))
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
  if (encoding === 'identity' || request.method === 'HEAD') return undefined
  response.setHeader('content-encoding', encoding)
  response.removeHeader('content-length')
  const etag = fieldOf(response, 'etag')
  if (etag?.startsWith('"')) response.setHeader('etag', etagIn(encoding, etag))
  if (encoding === 'gzip') return createGzip()
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}
