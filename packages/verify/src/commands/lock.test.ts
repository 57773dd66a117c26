import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookup } from '../../../../lib/api/operations/lookup'
import { openTestContext } from '../../../../lib/api/test-context'
import { recordServers } from '../../../../lib/store/catalog/catalog'
import { servers } from '../../../../lib/store/catalog/catalog-schema'
import { recordListing } from '../../../../lib/store/catalog/observed-listing'
import { streamable, testServer, testTool, uncategorized } from '../../../../lib/store/test-catalog'
import type { LockAnswer } from '../../../../lib/tool-lock/contract/lock'
import { lockMany } from '../../../../lib/tool-lock/operations/lock-many'
import type { CatalogTool } from '../catalog-tool.ts'
import { digestOf } from '../leaves/leaf.ts'
import { serverDigests } from '../lock/server-digests.ts'
import { type Responder, startTestService, type TestService } from './lock/test-service.ts'
import cases from './lock.cases.json' with { type: 'json' }
import { lock } from './lock.ts'

const now = new Date('2026-11-20T12:00:00Z')
const HOSTILE = 'x%0A::error::“pwned”\u202e'
const TOOLS = [
  testTool('add', { annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } }),
  testTool('multiply', { inputSchema: { type: 'object', required: ['b', 'a'] } }),
  testTool(`::error::,file=a:b [x](y) %`),
]
const CATALOG = [
  testServer('x/one', { remotes: [streamable('https://one.example/mcp')] }),
  testServer('x/two'),
  testServer(`x/${HOSTILE.replace('\u202e', '')}`),
]

let folder = ''
let service: TestService
let opened: Awaited<ReturnType<typeof openTestContext>>
let answering: Responder
let count = 0

const list = async (id: string, tools: readonly CatalogTool[], at = now) => {
  const { db } = opened.context
  const [row] = await db.select({ key: servers.key }).from(servers).where(eq(servers.id, id))
  const record = { serverKey: row?.key ?? 0, tools, complete: true, protocolVersion: null }
  await recordListing(db, record, at, uncategorized)
}
const asService: Responder = (path, body) => {
  const context = { ...opened.context, now }
  if (path === '/v1/lock') return lockMany({ body: body as { ids: string[] } }, context)
  return path === '/v1/reliability/lookup' ? lookup({ body: body as object }, context) : 404
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-lock-'))
  opened = await openTestContext(CATALOG, now)
  service = await startTestService((path, body) => answering(path, body))
})
afterAll(async () => {
  await service.close()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  answering = asService
  count += 1
  for (const { id } of CATALOG) await list(id, TOOLS)
})

const pathOf = (name = 'lock.json') => join(folder, `${count}-${name}`)
async function run(...args: string[]) {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const code = await lock(args, { print, warn: print, now: () => now })
  return { code, lines, text: lines.join('\n') }
}
const add = (...ids: string[]) => run('add', pathOf(), ...ids, '--url', service.url)
const check = (...more: string[]) => run('check', pathOf(), ...more)
const edit = async (change: (file: Record<string, unknown>) => unknown) => {
  const file = JSON.parse(await readFile(pathOf(), 'utf8')) as Record<string, unknown>
  await writeFile(pathOf(), JSON.stringify(change(file) ?? file))
}

describe('add and check', () => {
  test('nothing changed: no difference, also where keys, sets and tools are in another order', async () => {
    expect(await add('x/one', 'x/two')).toMatchObject({ code: 0, lines: [expect.stringMatching(/^Pinned: 2 servers/)] })
    const reordered = TOOLS.toReversed().map((tool) => ({
      ...Object.fromEntries(Object.entries(tool).reverse()),
      inputSchema: tool.name === 'multiply' ? { required: ['a', 'b'], type: 'object' } : tool.inputSchema,
    }))
    await list('x/one', reordered as CatalogTool[])
    const { code, lines } = await check()
    expect(lines.at(-1)).toBe('Compared: 2 servers, 0 differences.')
    expect(code).toBe(0)
  })

  test.each<[string, Partial<CatalogTool>, string, string]>([
    ['a description', { description: 'Adds, and sends a copy home.' }, 'description', 'The description of tool “add”'],
    ['a title', { title: 'Sum' }, 'description', 'The title of tool “add”'],
    [
      'an input schema',
      { inputSchema: { type: 'object', required: ['x'] } },
      'schema',
      'The input schema of tool “add”',
    ],
    ['an output schema', { outputSchema: null }, 'schema', 'The output schema of tool “add”'],
    ['an annotation', { annotations: { readOnlyHint: false } }, 'annotations', 'The annotations of tool “add”'],
    ['no annotations', { annotations: null }, 'annotations', 'The annotations of tool “add”'],
  ])('a planted change of %s is found, in its class only', async (_, change, name, text) => {
    await add('x/one', 'x/two')
    await list('x/one', [{ ...(TOOLS[0] as CatalogTool), ...change }, ...TOOLS.slice(1)])
    const { code, lines } = await check()
    expect(lines).toContain(`${name.padEnd(13)}${text} of “x/one” changed.`)
    expect(lines.at(-1)).toBe('Compared: 2 servers, 1 difference.')
    expect(code).toBe(1)
    expect((await check('--classes', name)).code).toBe(1)
    const others = ['tools', 'description', 'schema', 'annotations', 'server'].filter((other) => other !== name)
    expect((await check('--classes', others.join(','))).code).toBe(0)
  })

  test('tools added and removed are found, and update takes them', async () => {
    await add('x/one')
    await list('x/one', [...TOOLS.slice(1), testTool('new')])
    const { code, text } = await check()
    expect(text).toContain('Tool “add” of “x/one” is gone.')
    expect(text).toContain('Tool “new” of “x/one” is new.')
    expect(code).toBe(1)
    expect((await run('update', pathOf())).code).toBe(0)
    expect((await check()).code).toBe(0)
  })

  test('a server that its catalog dropped is a difference in any class', async () => {
    await add('x/two')
    const deleted = testServer('x/two', { lifecycle: 'deleted' })
    await recordServers(opened.context.db, { source: 'file', precedence: 1 }, [deleted], now, uncategorized)
    const { code, text } = await check('--classes', 'skills')
    await recordServers(opened.context.db, { source: 'file', precedence: 1 }, [testServer('x/two')], now, uncategorized)
    expect(text).toContain('removed      “x/two” was removed from its catalog')
    expect(code).toBe(1)
  })

  test('a server that the service does not know cannot be checked', async () => {
    await add('x/one')
    await edit((file) => ({ ...file, servers: [...(file.servers as object[]), { id: 'no/such', tools: [] }] }))
    const { code, text } = await check()
    expect(text).toContain('not checked  “no/such” is not known to the service.')
    expect(code).toBe(2)
    expect(await run('update', pathOf())).toMatchObject({
      code: 0,
      lines: [expect.stringContaining('kept         no/such'), expect.anything()],
    })
    expect(await readFile(pathOf(), 'utf8')).toContain('no/such')
  })

  test('adding what is not known changes nothing', async () => {
    await add('x/one')
    const before = await readFile(pathOf(), 'utf8')
    expect(await run('add', pathOf(), 'x/two', 'no/such')).toMatchObject({ code: 2 })
    expect(await readFile(pathOf(), 'utf8')).toBe(before)
  })
})

describe('the file', () => {
  test('is sorted, has no times, and is the same when it is written again', async () => {
    await add('x/two', 'x/one/add')
    const first = await readFile(pathOf(), 'utf8')
    const ids = [...first.matchAll(/^ {6}"id": "(.*)"/gm)].map(([, id]) => id)
    expect(ids).toEqual(['x/one', 'x/two'])
    expect(first).not.toContain('2026-')
    await run('update', pathOf())
    expect(await readFile(pathOf(), 'utf8')).toBe(first)
    await list('x/one', [{ ...(TOOLS[0] as CatalogTool), description: 'Else.' }, ...TOOLS.slice(1)])
    await run('update', pathOf())
    const changed = (await readFile(pathOf(), 'utf8')).split('\n')
    expect(changed.filter((line, index) => line !== first.split('\n')[index])).toHaveLength(1)
  })

  test('members that are not known are kept on update', async () => {
    await add('x/one')
    await edit((file) => {
      const [entry] = file.servers as { tools: object[] }[]
      const tools = entry?.tools.map((tool) => ({ ...tool, reviewedBy: 'Kim' }))
      return { ...file, team: { name: 'blue' }, servers: [{ ...entry, note: 'ours', tools }] }
    })
    await run('update', pathOf())
    const file = JSON.parse(await readFile(pathOf(), 'utf8')) as { servers: { tools: object[] }[] }
    expect(file).toMatchObject({ team: { name: 'blue' }, servers: [{ note: 'ours' }] })
    expect(file.servers[0]?.tools.every((tool) => 'reviewedBy' in tool)).toBe(true)
    expect((await check()).code).toBe(0)
  })

  test.each(cases.refused as [string, string, string][])('%s is refused and stays as it is', async (_, text, why) => {
    await writeFile(pathOf(), text)
    for (const action of ['check', 'update']) {
      const { code, text: printed } = await run(action, pathOf(), '--url', service.url)
      expect(printed).toContain(why)
      expect(code).toBe(2)
    }
    expect(await readFile(pathOf(), 'utf8')).toBe(text)
  })

  test('a folder, a missing file and bytes that are no text are refused', async () => {
    await mkdir(pathOf('folder'))
    expect(await run('check', pathOf('folder'), '--url', service.url)).toMatchObject({ code: 2 })
    expect(await run('add', pathOf('folder'), 'x/one', '--url', service.url)).toMatchObject({ code: 2 })
    expect((await run('check', pathOf('missing'), '--url', service.url)).text).toContain('there is no file')
    await writeFile(pathOf('bytes'), Uint8Array.of(0x7b, 0xff, 0x7d))
    expect((await run('check', pathOf('bytes'), '--url', service.url)).text).toContain('not UTF-8')
  })

  test('ten thousand servers are pinned, compared and found changed', async () => {
    let description = 'Does it.'
    answering = (_path, body) => manyServers((body as { ids: string[] }).ids, description)
    const ids = Array.from({ length: 10_000 }, (_, n) => `m/${n}`)
    const text = JSON.stringify({ version: 1, service: service.url, servers: ids.map((id) => ({ id })) })
    await writeFile(pathOf(), text)
    expect((await run('update', pathOf())).lines).toEqual([expect.stringMatching(/^Pinned: 10000 servers/)])
    const asked = service.bodies.slice(-20) as { ids: string[] }[]
    expect(asked.map((body) => body.ids.length)).toEqual(Array.from({ length: 20 }, () => 500))
    expect(await check()).toMatchObject({ code: 0, lines: ['Compared: 10000 servers, 0 differences.'] })
    description = 'Else.'
    expect((await check('--format', 'sarif')).code).toBe(1)
  })
})

function manyServers(ids: readonly string[], description: string): LockAnswer {
  const { tools } = serverDigests({ tools: [testTool('t', { description })], declarations: null })
  const [tool] = tools ?? []
  if (tool === undefined) throw new Error('no tool')
  const listed = [{ ...tool, inputSchemaAsWritten: null, since: now.toISOString() }]
  const row = { version: null, digest: digestOf({}), leaf: null, isRemoved: false, parts: [] }
  const seenBy = [{ vantage: 'test', at: now.toISOString() }]
  return {
    servers: ids.map((id) => ({ ...row, ids: [id], serverId: id, tools: listed, seenBy })),
    unknown: [],
    remaining: [],
  }
}

describe('a service that cannot be used', () => {
  test.each<[string, Responder, string]>([
    ['fails', () => 500, 'answered with status 500'],
    ['knows no lock', () => 404, 'answered 404'],
    ['answers no JSON', () => '<html>', 'something that is not JSON'],
    ['answers something else', () => ({ ok: true }), 'is it an Assay service?'],
    ['answers nothing of what was asked', () => ({ servers: [], unknown: [], remaining: [] }), 'what it was asked'],
    ['answers other ids', () => ({ servers: [], unknown: ['x/two'], remaining: [] }), 'what it was asked'],
    ['never gets on', (_, body) => ({ servers: [], unknown: [], remaining: (body as { ids: string[] }).ids }), 'asked'],
    ['answers more than anybody needs', () => ' '.repeat(33_000_000), '/v1/lock'],
  ])('%s', async (_, answer, why) => {
    await add('x/one')
    answering = answer
    const { code, text } = await check()
    expect(text).toContain(why)
    expect(code).toBe(2)
  })

  test('is asked again where it refuses for its limits', async () => {
    await add('x/one')
    let refusals = 2
    answering = (path, body) => (refusals-- > 0 ? 429 : asService(path, body))
    expect((await check()).code).toBe(0)
  })

  test('is gone', async () => {
    await add('x/one')
    expect((await check('--url', 'http://127.0.0.1:1')).code).toBe(2)
    expect((await check('--url', 'ftp://x')).text).toContain('is not the address of a service')
  })
})

test.each<[string, string[]]>([
  ['no words', []],
  ['an unknown action', ['pin', 'f']],
  ['no file', ['check']],
  ['no ids', ['add', 'f', '--url', 'http://x']],
  ['an unknown class', ['check', 'f', '--classes', 'prose']],
  ['an unknown format', ['check', 'f', '--format', 'xml']],
  ['an unknown option', ['check', 'f', '--all']],
  ['convert without a format', ['convert', 'f', '--output', 'g']],
])('a command line with %s is refused', async (_, args) => {
  expect(await run(...args)).toMatchObject({ code: 2, lines: [expect.stringMatching(/\n\nassay-verify lock /)] })
})

describe('reports', () => {
  const plant = async () => {
    await add('x/one', CATALOG[2]?.id ?? '')
    const changed = TOOLS.map((tool) => ({ ...tool, description: 'Else.' }))
    await list(CATALOG[2]?.id ?? '', changed)
    await list('x/one', changed)
  }

  test('workflow commands cannot be forged by names', async () => {
    await plant()
    const { lines } = await check('--format', 'github')
    expect(lines).toHaveLength(8)
    const errors = lines.filter((line) => line.startsWith('::error '))
    expect(errors).toHaveLength(6)
    for (const line of lines) {
      const [, properties = '', message = ''] =
        /^::(?:error|notice) (file=[^,:]+,line=\d+,title=[^,:]+)::([^\r\n]*)$/.exec(line) ?? []
      expect([properties, message].every((part) => part !== '')).toBe(true)
      // Every percent sign begins one of the runner's own escapes.
      expect(message.replaceAll(/%(25|0D|0A)/g, '')).not.toContain('%')
    }
  })

  test('SARIF names rule, message and line of each difference, and links of strangers are none', async () => {
    await plant()
    const { code } = await check('--format', 'sarif', '--output', pathOf('report.sarif'))
    expect(code).toBe(1)
    const { results, invocations } = sarifIn(await readFile(pathOf('report.sarif'), 'utf8'))
    expect(results).toHaveLength(6)
    expect(invocations[0]?.executionSuccessful).toBe(true)
    const written = (await readFile(pathOf(), 'utf8')).split('\n')
    const lines = results.map(({ locations: [location] }) =>
      written[(location?.physicalLocation.region.startLine ?? 0) - 1]?.trim(),
    )
    expect(lines).toContain('"name": "add",')
    for (const { message } of results) expect(message.text).not.toMatch(/(^|[^\\])\[/)
  })

  test('SARIF says that servers could not be checked', async () => {
    await add('x/one')
    await edit((file) => ({ ...file, servers: [{ id: 'no/such' }] }))
    const { code, text } = await check('--format', 'sarif')
    expect(sarifIn(text).invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error' }],
    })
    expect(code).toBe(2)
  })
})

interface Sarif {
  version: string
  runs: {
    tool: { driver: { name: string; rules: { id: string; shortDescription: { text: string } }[] } }
    invocations: {
      executionSuccessful: boolean
      toolExecutionNotifications: { level: string; message: { text: string } }[]
    }[]
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      message: { text: string }
      partialFingerprints: Record<string, string>
      locations: {
        physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } }
        logicalLocations: { fullyQualifiedName: string }[]
      }[]
    }[]
    columnKind: string
  }[]
}

/**
 * What SARIF 2.1.0 requires of the members that are written here (sections 3.13, 3.14, 3.18 to 3.20, 3.27, 3.29, 3.30,
 * 3.33, 3.49, 3.58). It was also validated once by the published schema, which no package that is installed here has.
 */
function sarifIn(text: string): Sarif['runs'][number] {
  const report = JSON.parse(text) as Sarif
  expect(Object.keys(report).sort()).toEqual(['$schema', 'runs', 'version'])
  expect([report.version, report.runs.length]).toEqual(['2.1.0', 1])
  const [run] = report.runs as [Sarif['runs'][number]]
  const { tool, results, invocations, columnKind, ...rest } = run
  expect([rest, columnKind]).toEqual([{}, 'utf16CodeUnits'])
  const { name, rules } = tool.driver
  expect(name).not.toBe('')
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  for (const { executionSuccessful, toolExecutionNotifications } of invocations) {
    expect(typeof executionSuccessful).toBe('boolean')
    for (const { level, message } of toolExecutionNotifications)
      expect([['none', 'note', 'warning', 'error'].includes(level), message.text !== '']).toEqual([true, true])
  }
  for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints, ...others } of results) {
    expect([others, rules[ruleIndex]?.id, level]).toEqual([{}, ruleId, 'error'])
    expect(message.text).not.toBe('')
    expect(Object.values(partialFingerprints).every((value) => typeof value === 'string')).toBe(true)
    for (const { physicalLocation, logicalLocations } of locations) {
      expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1)
      expect(URL.canParse(physicalLocation.artifactLocation.uri, 'file:///')).toBe(true)
      expect(logicalLocations[0]?.fullyQualifiedName).not.toBe('')
    }
  }
  return run
}

describe('mcp-lock.json', () => {
  /** As mcp-lock computes it. */
  const hashed = (value: unknown) => digestOf(value)
  const mcpLock = (tools: object) =>
    JSON.stringify({
      version: 1,
      locked: now.toISOString(),
      host: 'h',
      client: 'c',
      configPath: '~/c',
      servers: {
        mine: { transport: 'streamable-http', url: 'https://one.example/mcp', serverVersion: '1', tools, toolCount: 3 },
        unknown: { transport: 'stdio', command: '/bin/local', tools: {}, toolCount: 0 },
      },
    })
  const pinned = (tool: CatalogTool) => ({
    descriptionHash: hashed(tool.description),
    inputSchemaHash: hashed(tool.inputSchema ?? {}),
    capabilities: [],
  })

  test('is written with the hashes that mcp-lock computes', async () => {
    await add('x/one')
    expect((await run('convert', pathOf(), '--to', 'mcp-lock', '--output', pathOf('mcp-lock.json'))).code).toBe(0)
    const { version, servers: written } = JSON.parse(await readFile(pathOf('mcp-lock.json'), 'utf8'))
    expect(version).toBe(1)
    expect(written['x/one'].toolCount).toBe(3)
    for (const tool of TOOLS)
      expect(written['x/one'].tools[tool.name]).toEqual({
        ...pinned(tool),
        capabilities: ['read', 'write', 'delete', 'execute', 'network', 'database', 'secrets'],
      })
  })

  test('is read: the server is found by its address, and what it pinned is compared', async () => {
    const tools = Object.fromEntries(TOOLS.map((tool) => [tool.name, pinned(tool)]))
    await writeFile(pathOf('mcp-lock.json'), mcpLock(tools))
    const converted = await run(
      ...['convert', pathOf('mcp-lock.json'), '--from', 'mcp-lock', '--url', service.url, '--output', pathOf()],
    )
    expect(converted.lines).toEqual([
      expect.stringContaining('left out     unknown'),
      expect.stringContaining('Converted: 1 of 2 servers'),
    ])
    expect(converted.code).toBe(2)
    expect(JSON.parse(await readFile(pathOf(), 'utf8'))).toMatchObject({
      service: service.url,
      servers: [{ id: 'x/one', clientName: 'mine', version: '1' }],
    })
    expect((await check()).code).toBe(0)
    const [first, ...others] = TOOLS as [CatalogTool, ...CatalogTool[]]
    await list('x/one', [{ ...first, description: 'Else.' }, ...others])
    expect((await check()).lines).toContain('description  The description of tool “add” of “x/one” changed.')
    await list('x/one', [{ ...first, inputSchema: { type: 'object', required: ['x'] } }, ...others])
    expect((await check()).lines).toContain('schema       The input schema of tool “add” of “x/one” changed.')
    const back = pathOf('back.json')
    await run('convert', pathOf(), '--to', 'mcp-lock', '--output', back)
    expect(JSON.parse(await readFile(back, 'utf8')).servers.mine.tools.add).toMatchObject({
      descriptionHash: hashed(first.description),
    })
  })

  test('overwrites nothing', async () => {
    await add('x/one')
    expect((await run('convert', pathOf(), '--to', 'mcp-lock', '--output', pathOf())).text).toContain('exists already')
  })

  test.each<[string, string]>([
    ['another file', '{"version":1,"servers":[]}'],
    ['a newer version', '{"version":2,"servers":{}}'],
    ['a hash that is none', '{"version":1,"servers":{"a":{"tools":{"t":{"descriptionHash":"x"}}}}}'],
    ['no tools', '{"version":1,"servers":{"a":{}}}'],
  ])('%s is refused', async (_, text) => {
    await writeFile(pathOf('bad.json'), text)
    const args = ['convert', pathOf('bad.json'), '--from', 'mcp-lock', '--url', service.url, '--output', pathOf('new')]
    expect(await run(...args)).toMatchObject({ code: 2, lines: [expect.stringContaining('cannot be used')] })
  })
})
