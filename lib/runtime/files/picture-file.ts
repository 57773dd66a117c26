import { createHash } from 'node:crypto'
import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import { encodingOfCopy } from '../../http/compression/encoding'
import { RETRY_AFTER_SECONDS } from '../../http/not-ready'
import { refusal } from '../../http/operation'
import { COMMON_HEADERS, problem } from '../../http/problem'
import { decodePath, targetOf } from '../../http/request-target'
import { everyMethod } from '../next-adapter'
import { type ByteCache, openByteCache } from './byte-cache'
import { type DrawPicture, openPictureDrawer, PicturesFull, startPictureThread } from './picture-drawer'

/** Long enough for the previews of one message, short enough that a new state is soon shown. */
const CACHE_CONTROL = 'public, max-age=60, s-maxage=60, stale-while-revalidate=600'
/** Drawn pictures that are kept: some hundred, of about 40 kB each. */
const MOST_CACHED_BYTES = 4 * 2 ** 20
const DRAWER = { mostWaiting: 32, withinMs: 15_000, idleMs: 60_000 }

/** What a picture shows. The same facts are the same picture. */
export interface Drawing<Facts> {
  facts: Facts
  /** The element, made of names, properties and texts without functions. */
  draw(facts: Facts): unknown
}

interface Pictures {
  cache: ByteCache<Uint8Array<ArrayBuffer>>
  draw: DrawPicture
}

// Routes may load this file separately; all copies share this global, so that there is one thread.
const GLOBAL_KEY = Symbol.for('assay.pictures')
const shared = globalThis as { [GLOBAL_KEY]?: Pictures }

function pictures(): Pictures {
  shared[GLOBAL_KEY] ??= {
    cache: openByteCache({ mostBytes: MOST_CACHED_BYTES, bytesOf: ({ length }) => length }),
    draw: openPictureDrawer({ start: startPictureThread, ...DRAWER }),
  }
  return shared[GLOBAL_KEY]
}

/**
 * A picture as a route of Next, which both adapters serve: a PNG with an ETag, drawn in a thread; 503 where it cannot
 * be drawn. `drawingOf` answers what it shows, by the part of the path after `prefix`; undefined: there is none.
 */
export function mountPicture<Facts>(
  prefix: string,
  drawingOf: (name: string, context: Context) => Promise<Drawing<Facts> | undefined>,
) {
  const { GET, HEAD } = everyMethod(async (request, context) => {
    const { path } = targetOf(request.url)
    try {
      const drawing = await drawingOf(decodePath(path.slice(prefix.length)), context)
      if (drawing === undefined) return problem('unknown_path', 'There is no such picture.', path)
      return await pictureResponse(drawing, request)
    } catch (cause) {
      if (cause instanceof NotDrawn && !(cause.cause instanceof PicturesFull))
        context.log('a picture could not be drawn', cause.cause)
      return refusal(cause instanceof NotDrawn ? NOT_NOW : cause, path, context)
    }
  })
  return { GET, HEAD }
}

async function pictureResponse<Facts>({ facts, draw }: Drawing<Facts>, request: Request): Promise<Response> {
  const key = createHash('sha1')
    .update(JSON.stringify([draw.name, facts]))
    .digest('base64url')
  const etag = `"${key}"`
  const headers = { ...COMMON_HEADERS, 'content-type': 'image/png', 'cache-control': CACHE_CONTROL, etag }
  if (encodingOfCopy(request.headers.get('if-none-match'), etag) !== undefined)
    return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD') return new Response(null, { headers })
  const { cache, draw: drawn } = pictures()
  const body = await cache.of(key, () =>
    drawn(draw(facts)).catch((cause) => Promise.reject(new NotDrawn('not drawn', { cause }))),
  )
  return new Response(body, { headers: { ...headers, 'content-length': String(body?.length ?? 0) } })
}

class NotDrawn extends Error {}
const NOT_NOW = new ApiError('not_ready', 'This picture cannot be drawn at the moment. Ask again in a moment.', {
  retryAfterSeconds: RETRY_AFTER_SECONDS,
})
