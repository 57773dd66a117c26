import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Encoding } from './encoding'

/** Bytes from which a text is compressed: below, the headers outweigh what it saves. */
export const COMPRESSED_FROM_BYTES = 1024
/** Up to this size a compression of some 20 to 50 microseconds is cheaper than handing the work to another thread. */
const AT_ONCE_UP_TO_BYTES = 8192
/** Further levels take several times as long and save a twentieth. */
const BROTLI_QUALITY = 4
/** In half the time of gzip, a twentieth larger. */
const BROTLI_QUALITY_AT_ONCE = 1
const GZIP_LEVEL = 6

const brotliInThread = promisify(brotliCompress)
const gzipInThread = promisify(gzip)

/** A body in an encoding. What takes more than a moment runs on zlib's threads. */
export function compressed(
  body: Uint8Array | string,
  encoding: Exclude<Encoding, 'identity'>,
): Uint8Array | Promise<Uint8Array> {
  const isSmall = body.length <= AT_ONCE_UP_TO_BYTES
  if (encoding === 'gzip') {
    return isSmall ? gzipSync(body, { level: GZIP_LEVEL }) : gzipInThread(body, { level: GZIP_LEVEL })
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isSmall ? BROTLI_QUALITY_AT_ONCE : BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return isSmall ? brotliCompressSync(body, { params }) : brotliInThread(body, { params })
}

/**
 * Types whose bytes compress well. Pictures, fonts and archives are compressed already; an event stream must not wait
 * for more bytes.
 */
const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/([\w.+-]*\+)?(json|xml|javascript|manifest)\b|image\/svg\+xml)/i

/** Whether a body of this type may be compressed. */
export function isCompressible(contentType: string | null | undefined): boolean {
  return contentType != null && COMPRESSIBLE.test(contentType)
}

/** The value of Vary with Accept-Encoding in it, and what it held before. */
export function varyByEncoding(vary: string | null | undefined): string {
  if (vary == null || vary === '') return 'accept-encoding'
  return vary === '*' || /(^|,)\s*accept-encoding\s*(,|$)/i.test(vary) ? vary : `${vary}, accept-encoding`
}
