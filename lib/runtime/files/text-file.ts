import { hash } from 'node:crypto'
import type { Context } from '../../api/context'
import { COMPRESSED_FROM_BYTES, compressed } from '../../http/compression/compress'
import { refusal } from '../../http/operation'
import { Prepared } from '../../http/prepared'
import { COMMON_HEADERS, problem } from '../../http/problem'
import { targetOf } from '../../http/request-target'
import { preparedResponse } from '../../http/response'
import { everyMethod } from '../next-adapter'
import { type ByteCache, openByteCache } from './byte-cache'

/** How long such a file is kept here, and may be kept by anybody. */
const CACHED_SECONDS = 600
/** All such files with their compressed forms: twelve parts of a sitemap. */
const MOST_CACHED_BYTES = 16 * 2 ** 20

// Routes may load this file separately; all copies share this global.
const GLOBAL_KEY = Symbol.for('assay.cached-text-files')
const shared = globalThis as { [GLOBAL_KEY]?: ByteCache<Prepared> }

function cachedFiles(): ByteCache<Prepared> {
  shared[GLOBAL_KEY] ??= openByteCache<Prepared>({
    mostBytes: MOST_CACHED_BYTES,
    ttlMs: CACHED_SECONDS * 1000,
    bytesOf: ({ bodies }) => Object.values(bodies).reduce((sum, { length }) => sum + length, 0),
  })
  return shared[GLOBAL_KEY]
}

/**
 * A file of text that is made when it is first asked for and then kept for a while, as a route of Next, which both
 * adapters serve: with an ETag, compressed where that is worth it. It depends on its path alone, whatever parameters
 * are asked for. `textOf` answers its text; undefined: there is none at this path.
 */
export function mountTextFile(
  mediaType: string,
  textOf: (context: Context, path: string) => string | undefined | Promise<string | undefined>,
) {
  const { GET, HEAD } = everyMethod(async (request, context) => {
    const { path } = targetOf(request.url)
    try {
      const file = await cachedFiles().of(`${context.baseUrl}${path}`, async () => {
        const text = await textOf(context, path)
        return text === undefined ? null : preparedText(text)
      })
      if (file === null) return problem('unknown_path', 'There is no such file.', path)
      const representation = {
        status: 200,
        mediaType,
        cacheControl: `public, max-age=${CACHED_SECONDS}`,
        isCacheable: true,
      }
      return preparedResponse(file, request, representation, COMMON_HEADERS)
    } catch (cause) {
      return refusal(cause, path, context)
    }
  })
  return { GET, HEAD }
}

async function preparedText(text: string): Promise<Prepared> {
  const identity = Buffer.from(text)
  const etag = `"${hash('sha1', identity, 'base64url')}"`
  if (identity.length < COMPRESSED_FROM_BYTES) return new Prepared(etag, { identity })
  const [br, gzip] = await Promise.all([compressed(identity, 'br'), compressed(identity, 'gzip')])
  return new Prepared(etag, { identity, br, gzip })
}
