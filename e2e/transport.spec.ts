import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { ADAPTERS } from './adapters'
import { rawBytes } from './raw-request'

// What holds for every answer, whatever it is about: encodings, policies, and what is done with requests that are none.

/** Texts over a kilobyte; where Next serves the pages, the host in front of it compresses them. */
const LARGE = ['/openapi.json', '/llms.txt', '/v1/reliability/feed', '/v1/search?q=files', '/badge/a.svg']
const PAGES = ['/', '/docs']
const SMALL = ['/v1/ping', '/icon.svg', '/robots.txt']
const OTHERS = ['/nothing-here', '//docs', '/v1/nothing', '/v1/health/no-such-tool', '/og.png']
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body } as const

for (const { adapter, origin } of ADAPTERS) {
  test(`texts over a kilobyte are compressed as asked for, at ${adapter}`, async () => {
    for (const path of [...LARGE, ...(adapter === 'standalone' ? PAGES : [])]) {
      const plain = await rawBytes(origin, path)
      expect(plain.headers['content-encoding'], path).toBeUndefined()
      expect(plain.body.length, path).toBeGreaterThan(1024)
      expect(String(plain.headers.vary), path).toContain('accept-encoding')
      for (const [accepted, encoding] of [
        ['gzip', 'gzip'],
        ['gzip, deflate, br', 'br'],
        ['br;q=0.5, gzip', 'gzip'],
        ['identity', 'identity'],
        ['br;q=0, gzip;q=0', 'identity'],
      ] as const) {
        const { headers, body } = await rawBytes(origin, path, { 'accept-encoding': accepted })
        expect(headers['content-encoding'] ?? 'identity', `${path} for ${accepted}`).toBe(encoding)
        const text = DECODERS[encoding](body).toString()
        expect(text.slice(0, 15), path).toBe(plain.body.toString().slice(0, 15))
        if (encoding !== 'identity') expect(body.length, path).toBeLessThan(text.length)
      }
    }
    for (const path of ['/v1/ping', '/v1/nothing', '/openapi.json', '/badge/a.svg', '/llms.txt', '/mcp']) {
      expect(String((await rawBytes(origin, path)).headers.vary), path).not.toMatch(/rsc|next-/i)
    }
    for (const path of [...SMALL, '/og.png']) {
      const { headers } = await rawBytes(origin, path, { 'accept-encoding': 'gzip, br' })
      expect(headers['content-encoding'], path).toBeUndefined()
    }
  })

  test(`a copy in any encoding is confirmed with 304, at ${adapter}`, async () => {
    for (const path of ['/openapi.json', '/badge/a.svg']) {
      const tags = await Promise.all(
        ['gzip', 'br', 'identity'].map(async (accepted) => {
          const { headers } = await rawBytes(origin, path, { 'accept-encoding': accepted })
          return String(headers.etag)
        }),
      )
      expect(new Set(tags).size, path).toBe(3)
      for (const tag of tags) {
        const again = await rawBytes(origin, path, { 'accept-encoding': 'gzip', 'if-none-match': tag })
        expect([again.status, again.headers.etag, again.body.length], path).toEqual([304, tag, 0])
      }
    }
  })

  test(`every answer says what may be done with it, at ${adapter}`, async () => {
    for (const path of [...LARGE, ...PAGES, ...SMALL, ...OTHERS]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const { headers } = await rawBytes(origin, path, {}, method)
        expect(headers['x-content-type-options'], `${method} ${path}`).toBe('nosniff')
        expect(headers['referrer-policy'], `${method} ${path}`).toBe('no-referrer')
        expect(String(headers['content-security-policy']), `${method} ${path}`).toContain("frame-ancestors 'none'")
      }
    }
  })

  test(`a request with two Host headers is refused, before the API and before pages, at ${adapter}`, async () => {
    for (const path of ['/v1/ping', '/']) {
      const answer = await exchange(origin, `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_path"/)
    }
  })

  test(`a question about the whole server is answered, at ${adapter}`, async () => {
    const answer = await exchange(origin, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 204 [\s\S]*\r\nallow: GET, /i)
    expect(await exchange(origin, 'GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    )
  })
}

/** Sends bytes as they are and gives all that comes until the server closes. */
function exchange(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
