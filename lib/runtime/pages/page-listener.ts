import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Gate } from '../../http/gate'
import { COMMON_HEADERS } from '../../http/problem'
import type { ApiActivity } from './api-activity'
import { type CachedPage, cachedPage } from './cached-page'
import { type CapturedPage, capture } from './captured-page'
import { isMarkup, PAGE_POLICY, pageCaching, withoutFrameworkScripts } from './finished-page'
import type { Listener } from './listener'
import { readTarget } from './page-parameters'
import { openPageQueue, PageQueueFull, type PageQueueSettings, PageUnwanted } from './page-queue'
import { withPageStatus } from './page-status'

export interface PageSettings extends PageQueueSettings {
  /** How long a rendered page is sent to whoever asks for it; 0: to those who asked meanwhile. */
  keptSeconds: number
}

export interface PageContext {
  gate: Pick<Gate, 'admitPage'>
  /** The address of a request, as limits tell callers apart; null: not known. */
  addressOf(request: IncomingMessage): string | null
  /** Whether this target is a file of the build: files are not limited, and kept longer than pages. */
  isFile(target: string): boolean
  /** Whether requests of the API wait for the main thread. */
  api: Pick<ApiActivity, 'isAnswering' | 'isWaiting' | 'connections'>
  log(line: string, cause?: unknown): void
}

/** Pictures are drawn in a thread of their own: one that is drawn holds up no page. */
const PICTURES = { path: /^\/picture\//, atOnce: 2, mostWaiting: 32 }
/** Plain bytes of kept pages and files; each has its compressed forms besides. */
const MOST_CACHED_BYTES = 24 * 2 ** 20
/** Files of the build have their content in their name; the few others change with the build. */
const FILE_CACHED_MS = 600_000
/** Longer than any page takes beside a healthy database. */
const PAGE_WITHIN_MS = 30_000
const BUSY_RETRY_SECONDS = 5
/** Headers that Next reads of a page's request. No page depends on others, so that one answer serves all callers. */
const PASSED_HEADERS = ['host', 'accept']
/** Those that a part of a file depends on as well. */
const PART_HEADERS = [...PASSED_HEADERS, 'range', 'if-range']
/**
 * Next streams metadata into the body of a page for a reader without a name, and writes it into the head for one that
 * `htmlLimitedBots` lists: all that have one.
 */
const READER = 'assay-page'
/**
 * Pages, rendered where the API is answered: a bounded number of them, in a bounded share of the time while requests of
 * the API wait, each for all who ask for it at that moment; and a limit for each address. Parameters that a page does
 * not read are taken from its address. Answers 405, 429 and 503 itself.
 */
export function pageListener(next: Listener, settings: PageSettings, context: PageContext): Listener {
  const queue = openPageQueue(settings, context.api)
  const pictures = openPageQueue({ ...settings, ...PICTURES }, context.api)
  const cache = new LRUCache<string, CachedPage>({
    maxSize: MOST_CACHED_BYTES,
    // An empty answer takes some room too.
    sizeCalculation: ({ bytes }) => bytes + 1024,
  })
  const underWay = new Map<string, Promise<CachedPage>>()
  const render = async (request: IncomingMessage, isWanted: () => boolean, cacheControl?: string) =>
    (PICTURES.path.test(request.url ?? '') ? pictures : queue).run(async () => {
      request.method = 'GET'
      const [captured, asked] = withPageStatus(() => capture(next, request, PAGE_WITHIN_MS))
      const answer = finished(await captured, asked())
      return cachedPage(answer, answer.status === 200 ? cacheControl : undefined)
    }, isWanted)
  const shared = (request: IncomingMessage, key: string, isFile: boolean): Promise<CachedPage> => {
    const known = cache.get(key) ?? underWay.get(key)
    if (known !== undefined) return Promise.resolve(known)
    request.headers = passedOf(request, PASSED_HEADERS)
    const page = render(request, () => true, isFile ? undefined : pageCaching(settings.keptSeconds))
    underWay.set(key, page)
    const cachedMs = isFile ? FILE_CACHED_MS : settings.keptSeconds * 1000
    page.then(
      (made) => {
        underWay.delete(key)
        if (made.status === 200 && cachedMs > 0) cache.set(key, made, { ttl: cachedMs })
      },
      () => underWay.delete(key),
    )
    return page
  }
  const answerTo = (request: IncomingMessage, isFile: boolean, isWanted: () => boolean) => {
    const { headers, url } = request
    if (!isFile || headers.range === undefined) return shared(request, `${headers.host} ${url}`, isFile)
    request.headers = passedOf(request, PART_HEADERS)
    return render(request, isWanted)
  }
  return async (request, response) => {
    const { method, headers } = request
    const url = readTarget(request.url ?? '/')
    request.url = url
    const isHead = method === 'HEAD'
    if (method !== 'GET' && !isHead)
      return refuse(response, 405, 'This page answers GET, HEAD.', { allow: 'GET, HEAD' })
    const isFile = context.isFile(url)
    const window = isFile ? null : context.gate.admitPage(context.addressOf(request))
    if (window?.isOver) {
      const wait = Math.max(1, window.resetSeconds)
      const text = `${window.limit} pages a minute may be loaded from one address. Ask again in ${wait} s. The API has its own limits.`
      return refuse(response, 429, text, { 'retry-after': String(wait) })
    }
    try {
      const page = await answerTo(request, isFile, () => !response.destroyed)
      await page.send(headers, response, isHead)
    } catch (cause) {
      if (cause instanceof PageUnwanted || response.headersSent) return response.destroy()
      const isFull = cause instanceof PageQueueFull
      if (!isFull) context.log('a page failed', cause)
      const why = isFull ? 'Too many pages are being asked for at once.' : 'This page could not be made.'
      const text = `${why} Ask again in a moment. The API is not affected.`
      return refuse(response, 503, text, { 'retry-after': String(BUSY_RETRY_SECONDS) })
    }
  }
}

function passedOf({ headers }: IncomingMessage, names: readonly string[]): IncomingHttpHeaders {
  const passed = names.map((name) => [name, headers[name]])
  return { ...Object.fromEntries(passed), 'user-agent': READER }
}

/** The answer with the status that its page asked for and, where it is a page, without scripts of the framework. */
function finished({ status, headers, body }: CapturedPage, asked: number | null): CapturedPage {
  // Next answers a part that a file does not have with 500.
  if (headers['content-range']?.toString().startsWith('bytes */'))
    return {
      status: 416,
      headers: { ...headers, 'content-security-policy': COMMON_HEADERS['content-security-policy'] },
      body: Buffer.alloc(0),
    }
  const answer = { status: asked ?? status, headers, body }
  if (!isMarkup(headers['content-type']?.toString()))
    return { ...answer, headers: { ...headers, 'content-security-policy': COMMON_HEADERS['content-security-policy'] } }
  // Next varies pages by headers that only its own scripts send.
  const { vary: _ofNext, ...own } = headers
  return {
    ...answer,
    headers: { ...own, 'content-security-policy': PAGE_POLICY },
    body: Buffer.from(withoutFrameworkScripts(body.toString())),
  }
}

/** Plain text: whoever reads it sees it in a browser. */
function refuse(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>>) {
  const common = { ...COMMON_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, { ...common, ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
