import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { type FuzzResponse, openResponseCheck } from '../fuzz/check-response'
import { type Document, type FuzzRequest, requestsFrom } from '../fuzz/requests'
import { SLASHED_PARAMETERS } from '../lib/contract/operation'
import type { OutputOf } from '../lib/contract/operations'
import { CATEGORIES } from '../lib/core/catalog/taxonomy'
import { ADAPTERS } from './adapters'

const REQUESTS = 1000
const KEYS = 40
const RUN_WITHIN_MS = 180_000
/** In characters. Node itself refuses a request head of more than 16 KB. */
const MOST_HEAD = 12_000
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}

for (const { adapter, origin } of ADAPTERS) {
  test(`${REQUESTS} requests made from the document get answers as it describes at ${adapter}`, async () => {
    test.setTimeout(RUN_WITHIN_MS)
    const { document, known, keys } = await learn(origin)
    const check = openResponseCheck(document)
    const statuses = new Set<number>()
    const property = fc.asyncProperty(requestsFrom(document, known, keys), async (generated) => {
      const [path = ''] = generated.target.split('?')
      fc.pre(generated.target.length + JSON.stringify(generated.headers).length < MOST_HEAD)
      const answer = await send(origin, generated)
      statuses.add(answer.status)
      expect(answer.status, answer.text).toBeLessThan(500)
      // With a slash in a parameter that may hold none it is another path, where no operation is mounted.
      const mayHoldSlash = SLASHED_PARAMETERS.some((name) => generated.path.includes(`{${name}}`))
      if (generated.path.includes('{') && !mayHoldSlash && answer.text.includes('"unknown_path"')) return
      // Every adapter redirects to the path without it, for all operations alike, so that none describes it.
      if (path.endsWith('/') && answer.status === 308) {
        expect(answer.headers.location).toBe(generated.target.replace(/\/(?=\?|$)/, ''))
        return
      }
      expect(check(generated, answer)).toEqual([])
    })
    await fc.assert(property, { numRuns: REQUESTS, maxSkipsPerRun: 10 })
    expect([...statuses]).toEqual(expect.arrayContaining([200, 304, 400, 401, 404, 405, 422]))
  })
}

/** The document of a service, ids it knows, and new keys. */
async function learn(origin: string) {
  const read = async <Answer>(path: string, init?: RequestInit): Promise<Answer> =>
    (await fetch(origin + path, init)).json()
  const feed = await read<OutputOf<'feed'>>('/v1/reliability/feed')
  const ids = feed.scores.map(({ toolId }) => toolId)
  const issued = Array.from({ length: KEYS }, () => read<OutputOf<'createKey'>>('/v1/keys', { method: 'POST' }))
  return {
    document: await read<Document>('/openapi.json'),
    known: { toolId: ids, exclude: ids, ids, slug: CATEGORIES.map(({ slug }) => slug), since: [feed.version] },
    keys: (await Promise.all(issued)).map(({ apiKey }) => apiKey),
  }
}

/** Sends a request unchanged: `fetch` would normalize the target and refuse some headers. */
function send(origin: string, { method, target, headers, body }: FuzzRequest): Promise<FuzzResponse> {
  const { hostname, port } = new URL(origin)
  const sentBody = method === 'GET' || method === 'HEAD' ? null : body
  return new Promise((resolve, reject) => {
    const length = sentBody === null ? {} : { 'content-length': sentBody.length }
    const sent = request({ hostname, port, path: target, method, headers: { ...headers, ...length } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(pieces)
        const decode = bytes.length === 0 ? undefined : DECODERS[response.headers['content-encoding'] ?? '']
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(given),
          text: (decode === undefined ? bytes : decode(bytes)).toString(),
        })
      })
    })
    sent.on('error', reject)
    sent.end(sentBody)
  })
}
