import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, get, request as open } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Listener } from './listener'
import { type PageContext, type PageSettings, pageListener } from './page-listener'

const SETTINGS: PageSettings = { atOnce: 2, mostWaiting: 4, share: 0.99, keptSeconds: 60 }
const FILES = new Set(['/assets/site.js', '/assets/2.js', '/_next/static/a.js', '/favicon.ico'])
const PAGE = `<p>${'a page '.repeat(300)}</p>`

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server of pages as Next would render them; `arrived` has each request, `rendered` each that reached it. */
async function serve(more: Partial<PageSettings> = {}, context: Partial<PageContext> = {}, render = html) {
  const rendered: { url: string | undefined; method: string | undefined; headers: unknown }[] = []
  const next: Listener = (request, response) => {
    rendered.push({ url: request.url, method: request.method, headers: { ...request.headers } })
    return render(request, response)
  }
  const log = vi.fn()
  const listener = pageListener(
    next,
    { ...SETTINGS, ...more },
    {
      gate: { admitPage: () => null },
      addressOf: () => 'x',
      isFile: (target) => FILES.has(target),
      api: { isAnswering: () => false, isWaiting: () => true, connections: () => 0 },
      log,
      ...context,
    },
  )
  const arrived: IncomingMessage[] = []
  const server = createServer((request, response) => {
    arrived.push(request)
    return listener(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, arrived, rendered, log }
}

function html(_request: IncomingMessage, response: ServerResponse): void {
  response.statusCode = 200
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Cache-Control', 'private, no-store')
  response.setHeader('Vary', 'rsc, next-router-state-tree')
  response.write(PAGE.slice(0, 100))
  response.end(PAGE.slice(100))
}

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = open(url, { headers, method })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }
}

describe('a page', () => {
  test('is the same one, rendered and kept once, whatever parameters its address has that it does not read', async () => {
    const { origin, rendered } = await serve()
    const addresses = Array.from({ length: 50 }, (_, n) => `/sitemap-tools-1.xml?unknown=${n}`)
    const files = ['/assets/site.js?v=1', '/assets/site.js?v=2', '/assets/site.js']
    const searches = ['/search?q=a&n=1', '/search?n=2&q=a', '/search?q=b']
    for (const address of [...addresses, ...files, ...searches]) expect((await ask(origin + address)).status).toBe(200)
    expect(rendered.map(({ url }) => url)).toEqual([
      '/sitemap-tools-1.xml',
      '/assets/site.js',
      '/search?q=a',
      '/search?q=b',
    ])
  })

  test('is rendered once for all who ask for it, whatever headers they send', async () => {
    const { origin, rendered } = await serve()
    const answers = await Promise.all(
      [{}, { 'user-agent': 'bot' }, { cookie: 'a=b' }, { 'x-forwarded-host': 'evil' }].map((headers) =>
        ask(`${origin}/docs`, headers),
      ),
    )
    answers.push(await ask(`${origin}/docs`))
    for (const { status, body, headers } of answers) {
      expect([status, body.toString()]).toEqual([200, PAGE])
      expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=20, stale-while-revalidate=30')
    }
    expect(rendered).toHaveLength(1)
    expect(rendered[0]?.headers).toMatchObject({ 'user-agent': 'assay-page' })
    expect(Object.keys(rendered[0]?.headers as object).sort()).toEqual(['accept', 'host', 'user-agent'])
    await ask(`${origin}/search?q=other`)
    expect(rendered).toHaveLength(2)
  })

  test('is sent in the encoding each caller accepts, with a tag of its own, and 304 in any of them', async () => {
    const { origin } = await serve()
    const br = await ask(`${origin}/`, { 'accept-encoding': 'gzip, br' })
    const gz = await ask(`${origin}/`, { 'accept-encoding': 'gzip;q=1, br;q=0.2' })
    const plain = await ask(`${origin}/`)
    expect(brotliDecompressSync(br.body).toString()).toBe(PAGE)
    expect(gunzipSync(gz.body).toString()).toBe(PAGE)
    expect(plain.body.toString()).toBe(PAGE)
    const tags = [br, gz, plain].map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    for (const { headers, body } of [br, gz, plain]) {
      expect(headers.vary).toContain('accept-encoding')
      expect(headers['content-length']).toBe(String(body.length))
    }
    for (const tag of tags) {
      const again = await ask(`${origin}/`, { 'if-none-match': tag ?? '', 'accept-encoding': 'gzip' })
      expect([again.status, again.headers.etag, again.body.length]).toEqual([304, tag, 0])
    }
    const head = await ask(`${origin}/`, { 'accept-encoding': 'br' }, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(br.body.length)])
  })

  test('is whole for those who ask as scripts of Next do, and varies by encoding only', async () => {
    const { origin, rendered } = await serve()
    for (const headers of [{ rsc: '1' }, { 'next-router-prefetch': '1' }]) {
      const page = await ask(`${origin}/docs`, headers)
      expect([page.body.toString(), page.headers.vary]).toEqual([PAGE, 'accept-encoding'])
    }
    expect(rendered).toHaveLength(1)
    expect(rendered[0]?.headers).not.toHaveProperty('rsc')
  })

  test('is sent whole, from what is kept, to those who ask for a part', async () => {
    const { origin, rendered } = await serve()
    for (const range of ['bytes=0-1', 'bytes=2-3']) {
      const { status, body } = await ask(`${origin}/docs`, { range, rsc: '1' })
      expect([status, body.toString()]).toEqual([200, PAGE])
    }
    expect(rendered).toHaveLength(1)
    expect(rendered[0]?.headers).not.toHaveProperty('range')
  })

  test('a part of a file is not shared, and asked for without other headers of the caller', async () => {
    const { origin, rendered } = await serve()
    for (const range of ['bytes=0-1', 'bytes=2-3'])
      await ask(`${origin}/assets/site.js`, { range, rsc: '1', cookie: 'a=b', 'if-range': '"tag"' })
    expect(rendered.map(({ headers }) => headers)).toMatchObject([{ range: 'bytes=0-1' }, { range: 'bytes=2-3' }])
    for (const { headers } of rendered)
      expect(Object.keys(headers as object).sort()).toEqual(['accept', 'host', 'if-range', 'range', 'user-agent'])
  })

  test('whose path only looks like a file of the build counts for the limit of its address', async () => {
    const over = { limit: 2, remaining: 0, resetSeconds: 37, isOver: true }
    const { origin, rendered } = await serve({}, { gate: { admitPage: () => over } })
    for (const path of ['/random.x1', '/search.html?q=1', '/a.b', '/_next/static/b.js', '/assets/random-1.js'])
      expect((await ask(`${origin}${path}`)).status).toBe(429)
    expect(rendered).toEqual([])
    for (const path of FILES) expect((await ask(`${origin}${path}`)).status).toBe(200)
  })

  test('only a page has the policy of pages: a file and a redirect may load nothing', async () => {
    const { origin } = await serve({}, {}, (request, response) => {
      const type = request.url === '/' ? 'text/html' : 'image/svg+xml'
      response
        .writeHead(200, { 'content-type': type, 'content-security-policy': "script-src 'unsafe-inline'" })
        .end('<p></p>')
    })
    const policyOf = async (path: string) => (await ask(`${origin}${path}`)).headers['content-security-policy']
    expect(await policyOf('/')).toContain("script-src 'self';")
    expect(await policyOf('/favicon.ico')).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  test('that redirects, with a few bytes of markup, sends whoever asks elsewhere', async () => {
    const { origin } = await serve({}, {}, (_request, response) => {
      response.writeHead(308, { location: '/server/a', 'content-type': 'text/html', vary: 'rsc' }).end('<p></p>')
    })
    const { status, headers } = await ask(`${origin}/tool/a`)
    expect([status, headers.location, headers.vary]).toEqual([308, '/server/a', undefined])
  })

  test('a part that a file does not have is 416', async () => {
    const { origin } = await serve({}, {}, (_request, response) => {
      response.writeHead(500, { 'content-range': 'bytes */3', 'content-type': 'text/javascript' }).end('error')
    })
    const { status, headers, body } = await ask(`${origin}/assets/site.js`, { range: 'bytes=9-' })
    expect([status, headers['content-range'], body.toString()]).toEqual([416, 'bytes */3', ''])
  })

  test('that is not found is not kept', async () => {
    const { origin, rendered } = await serve({}, {}, (_request, response) => response.writeHead(404).end('none'))
    for (const _turn of [1, 2]) expect((await ask(`${origin}/none`)).headers['cache-control']).toBeUndefined()
    expect(rendered).toHaveLength(2)
  })

  test('is not asked for by any other method', async () => {
    const { origin, rendered } = await serve()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await ask(`${origin}/`, {}, method)
      expect([status, headers.allow, headers['x-content-type-options']]).toEqual([405, 'GET, HEAD', 'nosniff'])
    }
    expect(rendered).toEqual([])
  })

  test('whose rendering fails is 503, and the next one is rendered', async () => {
    let turn = 0
    const { origin, log } = await serve({}, {}, (request, response) => {
      turn += 1
      if (turn === 1) throw new Error('defect')
      if (turn === 2) return response.destroy()
      return html(request, response)
    })
    expect(await Promise.all([ask(`${origin}/`)])).toMatchObject([{ status: 503 }])
    expect((await ask(`${origin}/`)).status).toBe(503)
    expect((await ask(`${origin}/`)).status).toBe(200)
    expect(log).toHaveBeenCalledTimes(2)
  })
})

describe('too many pages', () => {
  test('at once are 503 with a time to wait, and those that waited are answered', async () => {
    const waiting: (() => void)[] = []
    const { origin, rendered } = await serve({}, {}, (request, response) => {
      waiting.push(() => html(request, response))
    })
    const asked = Array.from({ length: 6 }, (_, n) => ask(`${origin}/search?q=${n}`))
    await vi.waitFor(() => expect(rendered).toHaveLength(2))
    // Two are rendered and four wait, once all have arrived.
    await vi.waitFor(async () => {
      const over = await Promise.race([
        ask(`${origin}/search?q=over`),
        new Promise<undefined>((go) => setTimeout(go, 100)),
      ])
      expect(over).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'x-content-type-options': 'nosniff' } })
    })
    const release = setInterval(() => waiting.shift()?.(), 1)
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(6).fill(200))
    clearInterval(release)
  })

  test('of one address are 429; files and others go on', async () => {
    const admitPage = (address: string | null) => ({
      limit: 2,
      remaining: 0,
      resetSeconds: 37,
      isOver: address === 'greedy',
    })
    const addressOf = ({ headers }: IncomingMessage) => String(headers['x-test'])
    const { origin, rendered } = await serve({}, { gate: { admitPage }, addressOf })
    const over = await ask(`${origin}/`, { 'x-test': 'greedy' })
    expect(over).toMatchObject({ status: 429, headers: { 'retry-after': '37', 'referrer-policy': 'no-referrer' } })
    expect(over.body.toString()).toContain('2 pages a minute')
    expect(rendered).toEqual([])
    expect((await ask(`${origin}/_next/static/a.js`, { 'x-test': 'greedy' })).status).toBe(200)
    expect((await ask(`${origin}/`, { 'x-test': 'other' })).status).toBe(200)
  })

  test('whose readers left are not rendered', async () => {
    let release: () => void = () => undefined
    const { origin, arrived, rendered } = await serve({ atOnce: 1 }, {}, (request, response) => {
      release = () => html(request, response)
      if (request.url !== '/search?q=1') release()
    })
    const first = ask(`${origin}/search?q=1`)
    await vi.waitFor(() => expect(rendered).toHaveLength(1))
    const leaving = get(`${origin}/assets/2.js`, { headers: { range: 'bytes=0-1' } })
    leaving.on('error', () => undefined)
    await vi.waitFor(() => expect(arrived).toHaveLength(2))
    leaving.destroy()
    await vi.waitFor(() => expect(arrived[1]?.socket.destroyed).toBe(true))
    release()
    expect((await first).status).toBe(200)
    expect((await ask(`${origin}/search?q=3`)).status).toBe(200)
    expect(rendered.map(({ url }) => url)).toEqual(['/search?q=1', '/search?q=3'])
  })
})
