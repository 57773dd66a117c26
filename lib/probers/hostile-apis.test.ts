import { gzipSync } from 'node:zlib'
import type { ProbeReason } from 'assay-verify/state/observation'
import { outcomeOf } from 'assay-verify/state/observation'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import cases from './hostile-apis.cases.json' with { type: 'json' }
import { knownRequest, rememberRequest } from './openapi/known-requests'
import { compressed, deepReply, dripping, MEGABYTE, poured } from './test-hostile-answers'
import { HOSTILE_DESCRIPTIONS } from './test-hostile-descriptions'
import type { Responder } from './test-mcp'
import { serveDescription } from './test-openapi'
import { manifest, npmIndexAt, packument, pypiIndexAt, pypiProject } from './test-package-index'
import { probe, serve, serveTcp } from './test-servers'

const JSON_TYPE = 'application/json'
const KINDS = ['http-api', 'http-api-docs', 'openapi', 'npm', 'pypi'] as const
type Kind = (typeof KINDS)[number]
/** What a failure on the way is for each kind; what is left out is the same as for an address. */
const INCONCLUSIVE = { openapi: 'description_unavailable', npm: 'index_unusable', pypi: 'index_unusable' } as const

/** Whether the body of its answers is read. */
function isRead(kind: Kind): kind is keyof typeof INCONCLUSIVE {
  return kind in INCONCLUSIVE
}

async function probeHostile(kind: Kind, origin: string, deadlineMs = 4_000) {
  const packageIndexes = { npm: await npmIndexAt(origin), pypi: pypiIndexAt(origin) }
  const url = kind === 'npm' || kind === 'pypi' ? 'weather' : `${origin}/x`
  return probe(url, { transport: kind, packageIndexes, deadlineMs, maxAnswerBytes: 8_000_000 })
}

/** HEAD is refused: its answers have no body that could be hostile. */
const serveHttp = (answerer: Responder) =>
  serve((request, response) => {
    if (request.method === 'HEAD') response.writeHead(405).end()
    else answerer({ id: 1 } as never, response, request)
  })
const redirectLoop: Responder = (_, response) => response.writeHead(302, { location: '/x' }).end()
const garbage = Buffer.from(Array.from({ length: 10_000 }, (_, at) => (at * 89) % 256))

describe.each(KINDS)('%s', (kind) => {
  const of = (reason: ProbeReason) => (isRead(kind) ? INCONCLUSIVE[kind] : reason)

  test.each<[string, Responder, ProbeReason]>([
    ['no answer', () => undefined, of('timed_out')],
    ['a redirect loop', redirectLoop, of('not_the_protocol')],
    [
      'headers without end',
      (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(),
      of('answer_too_large'),
    ],
  ])('%s', async (_, answerer, reason) => {
    const found = await probeHostile(kind, await serveHttp(answerer), 1_000)
    expect(found).toMatchObject({ reason, tools: null })
    expect(outcomeOf(found.reason)).toBe(isRead(kind) ? 'inconclusive' : 'failed')
  })

  test.each<[string, string | null]>([
    ['a reset', null],
    ['half a head', 'HTTP/1.1 200 OK\r\ncontent-ty'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.7\r\n'],
  ])('%s', async (_, answer) => {
    const origin = await serveTcp((socket) => {
      socket.once('data', () => (answer === null ? socket.resetAndDestroy() : socket.end(answer)))
    })
    const found = await probeHostile(kind, origin)
    expect(outcomeOf(found.reason)).toBe(isRead(kind) ? 'inconclusive' : 'failed')
  })
})

// Of the others the head alone shows that an address answers as an API, or that a page is there.
describe.each(KINDS.filter(isRead))('the body of %s', (kind) => {
  test.each<[string, Responder]>([
    ['a byte now and then', dripping(JSON_TYPE, ' ', 20)],
    ['a body without end', poured(JSON_TYPE, MEGABYTE)],
    ['100 MB', poured(JSON_TYPE, MEGABYTE, 100)],
    ['a gzip bomb', compressed('gzip', gzipSync(Buffer.alloc(100_000_000, ' ')))],
    ['garbage', (_, response) => response.end(garbage)],
    ['garbage called gzip', compressed('gzip', garbage)],
    ['a web page called JSON', (_, response) => response.writeHead(200, { 'content-type': JSON_TYPE }).end('<html>')],
    ['JSON 100,000 deep', (_, response) => response.end(deepReply(1))],
    ['JSON of a million arrays', (_, response) => response.end(`[${'[],'.repeat(1_000_000)}[]]`)],
    ['null', (_, response) => response.end('null')],
  ])('%s', async (_, answerer) => {
    const found = await probeHostile(kind, await serveHttp(answerer), 2_000)
    expect(found).toMatchObject({ reason: INCONCLUSIVE[kind], tools: null, notes: [expect.any(String)] })
    expect(found.packageFacts).toBeUndefined()
  })

  test('half a body', async () => {
    const origin = await serveTcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"name"'))
    })
    expect(await probeHostile(kind, origin)).toMatchObject({ reason: INCONCLUSIVE[kind], tools: null })
  })
})

test('a body without end is not held in memory', async () => {
  const origin = await serveHttp(poured(JSON_TYPE, MEGABYTE))
  for (const kind of KINDS) await probeHostile(kind, origin)
  const before = process.memoryUsage()
  for (let round = 0; round < 3; round += 1) {
    for (const kind of KINDS) await probeHostile(kind, origin)
  }
  const after = process.memoryUsage()
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(100_000_000)
  expect(after.rss - before.rss).toBeLessThan(200_000_000)
})

describe('a hostile description', () => {
  test.each(Object.entries(HOSTILE_DESCRIPTIONS))('%s', async (_, { text, reason, type = JSON_TYPE }) => {
    const { url } = await serveDescription(text(), undefined, { 'content-type': type })
    const found = await probe(url, { transport: 'openapi', deadlineMs: 15_000, maxAnswerBytes: 8_000_000 })
    expect(found.reason).toBe(reason)
    for (const { inputSchema } of found.tools ?? []) expect(JSON.stringify(inputSchema).length).toBeLessThan(30_000)
  })

  test('keeps no other one waiting for long', async () => {
    const { text } = HOSTILE_DESCRIPTIONS['YAML of 600,000 anchors'] ?? { text: () => '' }
    const hostile = await serveDescription(text(), undefined, { 'content-type': 'text/yaml' })
    const good = await serveDescription('openapi: 3.1.0\npaths: {/health: {get: {}}}', undefined, {
      'content-type': 'text/yaml',
    })
    const options = { transport: 'openapi', deadlineMs: 30_000 } as const
    const [, ...found] = await Promise.all([
      probe(hostile.url, options),
      probe(good.url, options),
      probe(good.url, options),
    ])
    expect(found.map(({ reason }) => reason)).toEqual(['api_answered', 'api_answered'])
  })
})

test('whatever JSON a description or an index answers, no prober is defective', { timeout: 60_000 }, async () => {
  let answer: unknown = null
  const origin = await serve((_, response) => response.end(JSON.stringify(answer)))
  const npm = await npmIndexAt(origin)
  const packageIndexes = { npm, pypi: pypiIndexAt(origin) }
  const bases = {
    openapi: {
      openapi: '3.1.0',
      paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query' }] } } },
      servers: [{}],
    },
    npm: packument('weather', [manifest('weather', '1.0.0')]),
    pypi: pypiProject('weather'),
  }
  const keys = cases.keys
  const value = fc.jsonValue({ maxDepth: 3 })
  const change = fc.tuple(fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 }), value)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('openapi', 'npm', 'pypi'),
      fc.array(change, { maxLength: 4 }),
      async (kind, changes) => {
        answer = changes.reduce(
          (document, [path, held]) => changed(document, path, held),
          bases[kind as keyof typeof bases] as unknown,
        )
        const url = kind === 'openapi' ? `${origin}/x` : 'weather'
        const { reason } = await probe(url, { transport: kind as Kind, packageIndexes })
        expect(reason).not.toBe('probe_defect')
      },
    ),
    { seed: 14, numRuns: 300 },
  )
})

/** The value with what lies at a path replaced, as far as the path leads. */
function changed(value: unknown, [first, ...rest]: readonly string[], held: unknown): unknown {
  if (first === undefined) return held
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => changed(item, [first, ...rest], held))
  return { ...value, [first]: changed((value as Record<string, unknown>)[first], rest, held) }
}

test('descriptions without validators are not remembered', () => {
  rememberRequest('http://127.0.0.1/a', null, null)
  expect(knownRequest('http://127.0.0.1/a', null)).toBeUndefined()
})
