import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { COMPRESSED_FROM_BYTES, compressed, isCompressible, varyByEncoding } from '../../http/compression/compress'
import { type Encoding, encodingFor, encodingOfCopy, etagIn } from '../../http/compression/encoding'
import { COMMON_HEADERS } from '../../http/problem'
import type { CapturedPage } from './captured-page'

/** An answer that may be sent several times, to callers with different encodings. */
export interface CachedPage {
  status: number
  /** Bytes of the plain body. */
  bytes: number
  /** Answers a request with these headers; `isHead`: without the body. */
  send(headers: IncomingHttpHeaders, response: ServerResponse, isHead: boolean): Promise<void>
}

/** Headers of one connection, and those that are written anew for each caller. */
const DROPPED = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']

/** Next leaves redirects of its own without the headers that its configuration gives to pages. */
const DEFAULTS: OutgoingHttpHeaders = {
  'x-content-type-options': COMMON_HEADERS['x-content-type-options'],
  'referrer-policy': COMMON_HEADERS['referrer-policy'],
  'content-security-policy': COMMON_HEADERS['content-security-policy'],
}

/** `cacheControl`: in place of the one that the answer has. */
export function cachedPage({ status, headers, body }: CapturedPage, cacheControl: string | undefined): CachedPage {
  const own: OutgoingHttpHeaders = { ...DEFAULTS, ...headers }
  for (const name of DROPPED) delete own[name]
  if (cacheControl !== undefined) own['cache-control'] = cacheControl
  const isPlain = own['content-encoding'] === undefined && own['content-range'] === undefined
  const isCompressed = isPlain && body.length >= COMPRESSED_FROM_BYTES && isCompressible(textOf(own['content-type']))
  if (isCompressed) own.vary = varyByEncoding(textOf(own.vary))
  // A date is no better than a hash of the bytes.
  const etag = status === 200 ? `"${createHash('sha1').update(body).digest('base64url')}"` : undefined
  const bodies = new Map<Encoding, Promise<Uint8Array> | Uint8Array>([['identity', body]])
  const bodyIn = (encoding: Encoding) => {
    const known = bodies.get(encoding)
    if (known !== undefined || encoding === 'identity') return known ?? body
    const made = compressed(body, encoding)
    bodies.set(encoding, made)
    return made
  }
  return {
    status,
    bytes: body.length,
    send: async ({ 'accept-encoding': accepted, 'if-none-match': copies }, response, isHead) => {
      const encoding = isCompressed ? encodingFor(textOf(accepted)) : 'identity'
      const sent: OutgoingHttpHeaders = { ...own }
      if (etag !== undefined) {
        const copy = encodingOfCopy(copies, etag)
        sent.etag = etagIn(copy ?? encoding, etag)
        if (copy !== undefined) return void response.writeHead(304, sent).end()
      }
      const bytes = await bodyIn(encoding)
      if (encoding !== 'identity') sent['content-encoding'] = encoding
      if (status !== 304 && status !== 204) sent['content-length'] = bytes.length
      response.writeHead(status, sent)
      response.end(isHead ? undefined : bytes)
    },
  }
}

function textOf(value: number | string | readonly string[] | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}
