import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { ImageResponse } from 'next/og'
import type { Context } from '../../api/context'
import { encodingOfCopy } from '../../http/compression/encoding'
import { refusal } from '../../http/operation'
import { COMMON_HEADERS, problem } from '../../http/problem'
import { decodePath, targetOf } from '../../http/request-target'
import { everyMethod } from '../next-adapter'

/** Pixels, as readers of link previews ask for. */
const SIZE = { width: 1200, height: 630 }
/** Long enough for the previews of one message, short enough that a new state is soon shown. */
const CACHE_CONTROL = 'public, max-age=60, s-maxage=60, stale-while-revalidate=600'
/** Drawn pictures that are kept, of about 40 kB each. */
const MOST_KEPT = 100

type Element = ConstructorParameters<typeof ImageResponse>[0]

/** What a picture shows. The same facts are the same picture. */
export interface Drawing<Facts> {
  facts: Facts
  draw(facts: Facts): Element
}

const kept = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: MOST_KEPT })

/**
 * A picture as a route of Next, which both adapters serve: a PNG with an ETag. `drawingOf` answers what it shows, by the part of the path after `prefix`; undefined: there is
 * none.
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
      return refusal(cause, path, context)
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
  let picture = kept.get(key)
  if (picture === undefined) {
    picture = drawn(draw(facts))
    kept.set(key, picture)
    picture.catch(() => kept.delete(key))
  }
  const body = await picture
  return new Response(body, { headers: { ...headers, 'content-length': String(body.length) } })
}

/** Loads its library with the first picture: until then it takes neither time nor memory. */
async function drawn(element: Element): Promise<Uint8Array<ArrayBuffer>> {
  const [{ ImageResponse }, regular, bold] = await Promise.all([
    import('next/og'),
    readFile(join(process.cwd(), 'app/_fonts/picture-regular.ttf')),
    readFile(join(process.cwd(), 'app/_fonts/picture-bold.ttf')),
  ])
  const fonts = [
    { name: 'sans', data: new Uint8Array(regular).buffer, weight: 400 as const },
    { name: 'sans', data: new Uint8Array(bold).buffer, weight: 600 as const },
  ]
  return new Uint8Array(await new ImageResponse(element, { ...SIZE, fonts }).arrayBuffer())
}
