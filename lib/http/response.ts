import { hash } from 'node:crypto'
import type { CachePolicy, OperationContract } from '../contract/operation'
import { COMPRESSED_FROM_BYTES, compressed, isCompressible, varyByEncoding } from './compression/compress'
import { encodingFor, encodingOfCopy, etagIn } from './compression/encoding'
import { JsonText, type Prepared } from './prepared'

/** How successful answers of one operation are sent. */
export interface Representation {
  status: number
  mediaType: string
  cacheControl: string
  /** Whether callers may cache it, and so revalidate it. */
  isCacheable: boolean
}

const JSON_TYPE = 'application/json'

export function representationOf({ status = 200, mediaType = JSON_TYPE, cache }: OperationContract): Representation {
  return {
    status,
    mediaType,
    cacheControl: cache === null ? 'no-store' : cachedFor(cache),
    isCacheable: cache !== null,
  }
}

function cachedFor({ maxAgeSeconds, staleWhileRevalidateSeconds }: CachePolicy): string {
  const stale =
    staleWhileRevalidateSeconds === undefined ? '' : `, stale-while-revalidate=${staleWhileRevalidateSeconds}`
  return `public, max-age=${maxAgeSeconds}${stale}`
}

/**
 * Plain data, or its JSON, in the contract's representation, compressed where the caller accepts it and it is large
 * enough, with a strong ETag for each encoding; 304 where the caller has it already, in whatever encoding. Writes into
 * `headers`.
 */
export function dataResponse(
  answer: unknown,
  request: Request,
  { status, mediaType, cacheControl, isCacheable }: Representation,
  headers: Record<string, string>,
): Response | Promise<Response> {
  if (status === 204) return new Response(null, { status, headers })
  const body = textOf(answer, mediaType)
  headers['content-type'] = mediaType
  headers['cache-control'] = cacheControl
  const isLarge = Buffer.byteLength(body) >= COMPRESSED_FROM_BYTES
  if (isLarge) headers.vary = 'accept-encoding'
  const encoding = isLarge ? encodingFor(request.headers.get('accept-encoding')) : 'identity'
  if (isCacheable) {
    const etag = `"${hash('sha1', body, 'base64url')}"`
    const copy = encodingOfCopy(request.headers.get('if-none-match'), etag)
    headers.etag = etagIn(copy ?? encoding, etag)
    if (copy !== undefined) return new Response(null, { status: 304, headers })
  }
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  if (encoding === 'identity') return new Response(body, { status, headers })
  const bytes = compressed(body, encoding)
  return bytes instanceof Promise
    ? bytes.then((ready) => bytesResponse(ready, status, headers))
    : bytesResponse(bytes, status, headers)
}

function textOf(answer: unknown, mediaType: string): string {
  if (answer instanceof JsonText) return answer.text
  return mediaType === JSON_TYPE ? JSON.stringify(answer) : String(answer)
}

function bytesResponse(bytes: Uint8Array, status: number, headers: Record<string, string>): Response {
  headers['content-length'] = String(bytes.length)
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers })
}

/** Bytes that were made and compressed in advance; 304 as for plain data. */
export function preparedResponse(
  prepared: Prepared,
  request: Request,
  { mediaType, cacheControl }: Representation,
  own: Readonly<Record<string, string>>,
): Response {
  const encoding = prepared.encodingFor(request.headers.get('accept-encoding'))
  const copy = encodingOfCopy(request.headers.get('if-none-match'), prepared.etag)
  const headers: Record<string, string> = {
    ...own,
    'content-type': mediaType,
    'cache-control': cacheControl,
    ...prepared.headers,
    etag: prepared.etagOf(copy ?? encoding),
    vary: 'accept-encoding',
  }
  if (copy !== undefined) return new Response(null, { status: 304, headers })
  const body = prepared.bodies[encoding] ?? prepared.bodies.identity
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  headers['content-length'] = String(body.length)
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), { headers })
}

/**
 * A complete answer without an ETag, compressed where that is worth it. An event stream stays as it is: its messages
 * must not wait for each other.
 */
export async function compressedResponse(response: Response, request: Request): Promise<Response> {
  const { status, headers } = response
  if (response.body === null || !isCompressible(headers.get('content-type'))) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const own = new Headers(headers)
  if (body.length < COMPRESSED_FROM_BYTES) return new Response(body, { status, headers: own })
  own.set('vary', varyByEncoding(own.get('vary')))
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  if (encoding === 'identity') return new Response(body, { status, headers: own })
  const bytes = await compressed(body, encoding)
  own.set('content-encoding', encoding)
  own.set('content-length', String(bytes.length))
  return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers: own })
}
