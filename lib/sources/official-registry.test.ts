import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type OfficialRegistrySettings, openOfficialRegistry } from './official-registry'
import cases from './official-registry.cases.json' with { type: 'json' }
import { type SourceBatch, type SourceMemory, SourceUnavailable } from './source'

type Handler = (url: URL, response: ServerResponse, request: IncomingMessage) => void

const NOW = new Date('2026-11-20T10:00:00Z')
const servers: Server[] = []

async function closeAll(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
afterEach(closeAll)

/** A scripted registry on loopback. */
async function registry(handler: Handler): Promise<string> {
  const server = createServer((request, response) =>
    handler(new URL(String(request.url), 'http://registry'), response, request),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

/** A registry that answers pages in order; the cursor is the index of the next. */
function pagesOf(...pages: unknown[][]): Handler {
  return (url, response) => {
    const index = Number(url.searchParams.get('cursor') ?? 0)
    const nextCursor = index + 1 < pages.length ? String(index + 1) : undefined
    json(response, { servers: pages[index], metadata: { count: pages[index]?.length, nextCursor } })
  }
}

function entry(server: object, official: object = { status: 'active', isLatest: true }): object {
  return {
    server: { description: 'A server', version: '1.0.0', ...server },
    _meta: { 'io.modelcontextprotocol.registry/official': official },
  }
}

interface Options {
  memory?: SourceMemory
  settings?: Partial<OfficialRegistrySettings>
  signal?: AbortSignal
}

async function run(base: string, options: Options = {}) {
  const settings = {
    base,
    userAgent: 'Assay/test',
    // Long enough for 9 MB on a busy machine; requests without an answer take this long.
    patience: { headMs: 2000, bodyMs: 4000, retryPausesMs: [] },
    ...options.settings,
  }
  const signal = options.signal ?? new AbortController().signal
  const opened = openOfficialRegistry(settings, options.memory ?? { since: null }, { now: NOW, signal })
  const batches: SourceBatch[] = []
  let failure: unknown
  try {
    for await (const batch of opened.batches) batches.push(batch)
  } catch (error) {
    failure = error
  }
  return {
    failure,
    batches,
    memory: opened.memory(),
    servers: batches.flatMap((batch) => batch.servers),
    deleted: batches.flatMap((batch) => batch.deleted),
    rejected: batches.flatMap((batch) => batch.rejected),
    adjusted: batches.flatMap((batch) => Object.entries(batch.adjusted)),
  }
}

describe('a run', () => {
  test('reads all pages by cursor', async () => {
    const asked: string[] = []
    const handler = pagesOf([entry({ name: 'a/one' }), entry({ name: 'a/two' })], [entry({ name: 'a/three' })], [])
    const base = await registry((url, response, request) => {
      asked.push(`${url.pathname}${url.search} ${request.headers['user-agent']}`)
      handler(url, response, request)
    })
    const { servers, failure } = await run(base)
    expect(failure).toBeUndefined()
    expect(servers.map((server) => server.id)).toEqual(['official/a/one', 'official/a/two', 'official/a/three'])
    expect(asked).toEqual([
      '/v0.1/servers?limit=100 Assay/test',
      '/v0.1/servers?limit=100&cursor=1 Assay/test',
      '/v0.1/servers?limit=100&cursor=2 Assay/test',
    ])
  })

  test('keeps the facts of a server', async () => {
    const base = await registry(
      pagesOf([entry(cases.entry, { status: 'deprecated', isLatest: true, publishedAt: '2026-01-01T00:00:00Z' })]),
    )
    const { servers, adjusted } = await run(base)
    expect(servers).toEqual(cases.expected)
    expect(Object.fromEntries(adjusted)).toEqual({ package_dropped: 1, remote_dropped: 1 })
  })

  test.each([
    ['a header', { headers: [{ name: 'Authorization', isRequired: true, isSecret: true }] }, 'auth'],
    ['a variable', { variables: { token: { isRequired: true, isSecret: true } } }, 'auth'],
    ['an optional secret', { headers: [{ name: 'X-Key', isSecret: true }] }, 'unknown'],
    ['a required setting', { headers: [{ name: 'X-Region', isRequired: true }] }, 'unknown'],
    ['nothing', {}, 'unknown'],
    ['nonsense', { headers: 7, variables: [null] }, 'unknown'],
  ])('%s of a remote declares access %#', async (_, parts, access) => {
    const base = await registry(
      pagesOf([entry({ name: 'a/b', remotes: [{ type: 'streamable-http', url: 'https://a.example/mcp', ...parts }] })]),
    )
    const { servers } = await run(base)
    expect(servers.map((server) => server.declaredAccess)).toEqual([access])
  })

  test('only the newest version counts, by the statement of the registry', async () => {
    const base = await registry(
      pagesOf(
        [
          entry({ name: 'a/b', version: '2.0.0' }, { status: 'deleted', isLatest: false }),
          entry({ name: 'a/b', version: '1.0.0' }, { status: 'active', isLatest: true }),
        ],
        [entry({ name: 'a/b', version: '0.9.0' }, { status: 'active', isLatest: false })],
      ),
    )
    const { servers, deleted, adjusted } = await run(base)
    expect(servers.map((server) => server.version)).toEqual(['1.0.0'])
    expect(deleted).toEqual([])
    expect(adjusted).toEqual([
      ['older_version', 1],
      ['older_version', 1],
    ])
  })

  test('only the newest version counts, by number, where the registry makes no statement', async () => {
    const base = await registry(
      pagesOf(
        [entry({ name: 'a/b', version: '1.9.0' }, {}), entry({ name: 'a/b', version: '1.10.0' }, {})],
        [
          entry({ name: 'a/b', version: '1.2.0' }, {}),
          entry({ name: 'c/d', version: '1.0.0' }, {}),
          entry({ name: 'c/d', version: '2.0.0' }, { status: 'deleted' }),
        ],
      ),
    )
    const { servers, deleted } = await run(base)
    expect(servers.map((server) => [server.id, server.version])).toEqual([['official/a/b', '1.10.0']])
    expect(deleted).toEqual(['official/c/d'])
  })

  test('deleted servers are yielded as deleted ids', async () => {
    const base = await registry(
      pagesOf([entry({ name: 'a/b' }, { status: 'deleted', isLatest: true }), entry({ name: 'a/c' })]),
    )
    const { servers, deleted } = await run(base)
    expect(servers.map((server) => server.id)).toEqual(['official/a/c'])
    expect(deleted).toEqual(['official/a/b'])
  })

  test('an invalid entry is a rejection and does not affect the page', async () => {
    const base = await registry(
      pagesOf(
        [entry({ name: 'a/b' })],
        [
          null,
          'text',
          entry({ name: 7 }),
          entry({ name: 'a/../b' }),
          entry({ name: 'a/b\u202e' }),
          entry({ name: 'a/x' }, { status: 'frozen' }),
          entry({ name: 'a/good' }),
        ],
      ),
    )
    const { servers, rejected, failure } = await run(base)
    expect(failure).toBeUndefined()
    expect(servers.map((server) => server.id)).toEqual(['official/a/b', 'official/a/good'])
    expect(rejected).toEqual([
      { at: 'page 2, entry 1', why: 'no server name' },
      { at: 'page 2, entry 2', why: 'no server name' },
      { at: 'page 2, entry 3', why: 'no server name' },
      { at: 'page 2, entry 4', why: 'its server id cannot be used: dot_segment' },
      { at: 'page 2, entry 5', why: 'its server id cannot be used: control_character' },
      { at: 'page 2, entry 6', why: 'a status that is none of active, deprecated and deleted' },
    ])
  })

  test('an empty list as Go writes it, null', async () => {
    const base = await registry((_, response) => json(response, { servers: null, metadata: { count: 0 } }))
    const { servers, failure } = await run(base)
    expect({ servers, failure }).toEqual({ servers: [], failure: undefined })
  })

  test('a page with more entries than requested is split into small batches', async () => {
    const base = await registry(pagesOf(Array.from({ length: 250 }, (_, index) => entry({ name: `a/${index}` }))))
    const { batches } = await run(base)
    expect(batches.map((batch) => batch.servers.length)).toEqual([100, 100, 50])
  })
})

describe('the memory of a run', () => {
  test('the next run asks for what changed since shortly before this one began', async () => {
    const asked: (string | null)[] = []
    const base = await registry((url, response) => {
      asked.push(url.searchParams.get('updated_since'))
      response.setHeader('date', 'Fri, 20 Nov 2026 10:30:00 GMT')
      json(response, { servers: [], metadata: {} })
    })
    const first = await run(base)
    expect(first.memory).toEqual({ since: '2026-11-20T09:50:00.000Z' })
    await run(base, { memory: first.memory })
    expect(asked).toEqual([null, '2026-11-20T09:50:00.000Z'])
  })

  test('a registry whose clock is behind is asked by its own clock', async () => {
    const base = await registry((_, response) => {
      response.setHeader('date', 'Fri, 20 Nov 2026 09:00:00 GMT')
      json(response, { servers: [], metadata: {} })
    })
    expect((await run(base)).memory).toEqual({ since: '2026-11-20T08:50:00.000Z' })
  })

  test('a failed run does not change it', async () => {
    const base = await registry((url, response) => {
      if (url.searchParams.has('cursor')) response.writeHead(500).end()
      else json(response, { servers: [entry({ name: 'a/b' })], metadata: { nextCursor: 'x' } })
    })
    const { memory, servers, failure } = await run(base, { memory: { since: '2026-11-01T00:00:00.000Z' } })
    expect(failure).toEqual(new SourceUnavailable(`Page 2 of ${base} cannot be fetched: it answered with status 500.`))
    expect(servers.map((server) => server.id)).toEqual(['official/a/b'])
    expect(memory).toEqual({ since: '2026-11-01T00:00:00.000Z' })
  })
})

describe('a faulty registry', () => {
  const cases: [string, Handler, string][] = [
    ['a page that is not JSON', (_, response) => response.end('<html>maintenance</html>'), 'the answer is not JSON'],
    ['an empty answer', (_, response) => response.end(), 'the answer is not JSON'],
    ['another form', (_, response) => json(response, { items: [] }), 'the answer has not the expected form at servers'],
    ['a list', (_, response) => json(response, []), 'the answer has not the expected form'],
    ['null', (_, response) => json(response, null), 'the answer has not the expected form'],
    [
      'a cursor that is not text',
      (_, response) => json(response, { servers: [], metadata: { nextCursor: 7 } }),
      'the answer has not the expected form at metadata.nextCursor',
    ],
    ['not found', (_, response) => response.writeHead(404).end('secret inside'), 'it answered with status 404'],
    [
      'too many requests',
      (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
      'it answered with status 429',
    ],
    [
      'a huge page',
      (_, response) => json(response, { servers: ['x'.repeat(9_000_000)] }),
      'the answer is larger than 8388608 bytes',
    ],
    ['an endless page', endless, 'the answer is larger than 8388608 bytes'],
    ['silence', () => {}, 'it did not answer within the time allowed'],
    [
      'a body that stalls',
      (_, response) => response.writeHead(200).write('{"servers":['),
      'it did not answer within the time allowed',
    ],
    ['a broken connection', (_, response) => response.destroy(), 'it cannot be reached (UND_ERR_SOCKET)'],
    [
      'a redirect into a private network',
      (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      'its address may not be dialled (not_a_public_address)',
    ],
  ]
  test.each(cases)('%s', async (_, handler, why) => {
    const base = await registry(handler)
    const { failure } = await run(base)
    expect(failure).toBeInstanceOf(SourceUnavailable)
    expect(String(failure)).toBe(`SourceUnavailable: Page 1 of ${base} cannot be fetched: ${why}.`)
  })

  test('deeply nested JSON is an invalid entry, not a crash', async () => {
    const base = await registry((_, response) =>
      response.end(`{"servers":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`),
    )
    const { failure, rejected } = await run(base)
    expect(failure).toBeUndefined()
    expect(rejected).toEqual([{ at: 'page 1, entry 1', why: 'no server name' }])
  })

  test('a repeated cursor', async () => {
    const base = await registry((_, response) =>
      json(response, { servers: [entry({ name: 'a/b' })], metadata: { nextCursor: 'again' } }),
    )
    const { failure, servers } = await run(base)
    expect(failure).toEqual(new SourceUnavailable(`Page 2 of ${base} leads back to an earlier page.`))
    expect(servers).not.toEqual([])
  })

  test('no server at the address', async () => {
    const base = await registry(() => {})
    await closeAll()
    const { failure } = await run(base)
    expect(failure).toEqual(
      new SourceUnavailable(`Page 1 of ${base} cannot be fetched: it cannot be reached (ECONNREFUSED).`),
    )
  })

  test('a temporary failure is tried again, another is not', async () => {
    let asked = 0
    const base = await registry((_, response) => {
      asked += 1
      if (asked < 3) response.writeHead(503).end()
      else json(response, { servers: [entry({ name: 'a/b' })] })
    })
    const settings = { patience: { headMs: 500, bodyMs: 500, retryPausesMs: [1, 1] } }
    expect((await run(base, { settings })).servers).toHaveLength(1)

    const other = await registry((_, response) => {
      asked += 1
      response.writeHead(400).end()
    })
    asked = 0
    expect((await run(other, { settings })).failure).toBeInstanceOf(SourceUnavailable)
    expect(asked).toBe(1)
  })

  test('an aborted signal ends it with its own reason', async () => {
    const stop = new AbortController()
    const base = await registry(() => stop.abort(new Error('shutting down')))
    expect((await run(base, { signal: stop.signal })).failure).toEqual(new Error('shutting down'))
  })
})

/** Writes while the client reads. */
function endless(_: URL, response: ServerResponse): void {
  const piece = `{"servers":[${'"x",'.repeat(20_000)}`
  const write = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', write)
  write()
}
