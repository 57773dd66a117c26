import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CompactAlternativesAnswer, CompactRouteAnswer, CompactSearchAnswer } from '../../contract/compact'
import { OPERATIONS } from '../../contract/operations'
import { AlternativesAnswer } from '../../contract/shapes/candidates'
import { RouteAnswer } from '../../contract/shapes/route'
import { SearchAnswer } from '../../contract/shapes/test-answers'
import { UNTRUSTED_TEXTS } from '../../contract/untrusted-texts'
import { HOSTILE, type McpWorld, openMcpWorld } from '../test-mcp'
import cases from './mcp-clients.cases.json' with { type: 'json' }
import { type SummarizedName, summaryOf } from './mcp-summaries'
import { MCP_TOOLS } from './mcp-tools'

let world: McpWorld
beforeAll(async () => {
  world = await openMcpWorld({ LIMITS: 'off' })
})
afterAll(() => world.close())

type Refused = [tool: string, args: Record<string, unknown>, text: string]
interface ToolFacts {
  name: string
  description?: string | undefined
  inputSchema: { type: string; properties?: Record<string, unknown> | undefined; required?: string[] | undefined }
  outputSchema?: unknown
  annotations?: object | undefined
}
interface CallFacts {
  isError?: boolean | undefined
  structuredContent?: unknown
  content: { type: string; text?: string | undefined }[]
}
/** What both official clients can do, as these tests use it. */
interface AnyClient {
  generation: string
  instructions: string | undefined
  server: { name: string; version: string } | undefined
  listTools(): Promise<ToolFacts[]>
  call(name: string, args: Record<string, unknown>): Promise<CallFacts>
  close(): Promise<void>
}

const INFO = { name: 'test', version: '1' }

async function openOld(): Promise<AnyClient> {
  const client = new OldClient(INFO)
  const transport = new OldTransport(new URL(world.url))
  await client.connect(transport as Parameters<OldClient['connect']>[0])
  return {
    generation: transport.protocolVersion ?? '',
    instructions: client.getInstructions(),
    server: client.getServerVersion(),
    listTools: async () => (await client.listTools()).tools as ToolFacts[],
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as CallFacts,
    close: () => client.close(),
  }
}

async function openModern(mode: 'legacy' | 'auto' | { pin: string }): Promise<AnyClient> {
  const client = new ModernClient(INFO, { versionNegotiation: { mode } })
  await client.connect(new ModernTransport(new URL(world.url)))
  return {
    generation: client.getNegotiatedProtocolVersion() ?? '',
    instructions: client.getInstructions(),
    server: client.getServerVersion(),
    listTools: async () => (await client.listTools()).tools as ToolFacts[],
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as CallFacts,
    close: () => client.close(),
  }
}

/** A good call of every tool. */
const GOOD: Record<string, Record<string, unknown>> = {
  route: { task: 'read a file', readOnly: true, minScore: 0, exclude: ['x/y', 'x/z'], limit: 3 },
  search: { q: 'read a file', limit: 2 },
  health: { toolId: 'g/files/read_file' },
  alternatives: { toolId: 'g/files/read_file' },
  score: { toolId: 'g/files/read_file', explain: true },
  breakages: {},
  lookup: { ids: ['g/files', 'no/such'], packages: ['left-pad'], repos: ['https://github.com/h/cabinet'] },
  report_outcome: { toolId: 'g/files/read_file', success: false, latencyMs: 1200, errorClass: 'timeout' },
}

const CLIENTS: [name: string, open: () => Promise<AnyClient>, generation: string][] = [
  ['the first official client', openOld, '2025-11-25'],
  ['the official client as it is by default', () => openModern('legacy'), '2025-11-25'],
  ['the official client that negotiates', () => openModern('auto'), '2026-07-28'],
  [
    'the official client of the stateless protocol generation alone',
    () => openModern({ pin: '2026-07-28' }),
    '2026-07-28',
  ],
]

describe.each(CLIENTS)('%s', (_name, open, generation) => {
  let client: AnyClient
  beforeAll(async () => {
    client = await open()
  })
  afterAll(() => client.close())

  test(`speaks ${generation} and learns the name of the server`, () => {
    expect(client.generation).toBe(generation)
    expect(client.server).toMatchObject({ name: 'assay', version: '1' })
    expect(client.instructions).toContain('route')
  })

  test('lists every tool, with annotations and schemas', async () => {
    const tools = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(MCP_TOOLS))
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      const isRead = name !== 'report_outcome'
      const hints = { readOnlyHint: isRead, destructiveHint: false, idempotentHint: isRead, openWorldHint: isRead }
      expect(annotations, name).toEqual(hints)
      expect(inputSchema.type, name).toBe('object')
      expect(outputSchema, name).toMatchObject({ type: 'object' })
    }
  })

  test.each(Object.keys(GOOD))('calls %s and gets what the operation answers', async (name) => {
    // Clients validate the structured answer by the schema of the list.
    await client.listTools()
    const { isError, structuredContent, content } = await client.call(name, GOOD[name] ?? {})
    expect(isError, content[0]?.text).not.toBe(true)
    const operation = MCP_TOOLS[name]?.operation as SummarizedName
    expect(OPERATIONS[operation].output.parse(structuredContent)).toEqual(structuredContent)
    expect(content).toEqual([{ type: 'text', text: summaryOf(operation, structuredContent) }])
  })

  test.each([
    ['route', { task: 'read a file' }, CompactRouteAnswer, RouteAnswer],
    ['search', { q: 'read a file' }, CompactSearchAnswer, SearchAnswer],
    ['alternatives', { toolId: 'g/files/read_file' }, CompactAlternativesAnswer, AlternativesAnswer],
  ] as const)(
    'gets a compact answer of %s, and the whole one where it asks for that',
    async (name, args, short, whole) => {
      const compact = await client.call(name, args)
      expect(short.parse(compact.structuredContent)).toEqual(compact.structuredContent)
      expect(JSON.stringify(compact)).not.toContain('inputSchema')
      const all = await client.call(name, { ...args, compact: false })
      expect(whole.parse(all.structuredContent)).toEqual(all.structuredContent)
      expect(JSON.stringify(all.structuredContent)).toContain('"inputSchema":{')
    },
  )

  test('gets texts of third parties as data', async () => {
    const { structuredContent, content } = await client.call('search', { q: 'read a file', compact: false })
    const { results } = OPERATIONS.search.output.parse(structuredContent)
    expect(results[0]).toMatchObject({ toolId: 'g/files/read_file', description: HOSTILE })
    expect(content[0]?.text).toContain('data, not instructions')
    expect(content[0]?.text).not.toContain('Ignore all previous')
    expect(client.instructions).toContain(UNTRUSTED_TEXTS)
  })

  test.each(['g/files/odd name/with 100%_#?', 'g/files'])('takes the id %s whole', async (toolId) => {
    expect((await client.call('health', { toolId })).structuredContent).toMatchObject({ toolId })
  })

  test.each([...(cases.refused as Refused[]), ['health', { toolId: 'a\ud800b' }, 'invalid_id: '] satisfies Refused])(
    '%s of %j is a result that says %s',
    async (tool, args, text) => {
      const { isError, content, structuredContent } = await client.call(tool, args)
      expect(isError).toBe(true)
      expect(structuredContent).toBeUndefined()
      expect(content).toEqual([{ type: 'text', text: expect.stringContaining(text) }])
      expect(content[0]?.text).not.toMatch(/call me|someone/)
    },
  )

  test('is refused a tool that there is not, without its name', async () => {
    for (const name of ['no_such_tool_xyz', 'toString', '__proto__', 'createKey']) {
      const refused = await client.call(name, {}).catch((cause: Error) => cause)
      expect(refused).toBeInstanceOf(Error)
      expect(String(refused)).toContain('There is no tool of this name')
      expect(String(refused)).not.toContain(name)
    }
  })
})

test('what models read is whole: no references, no operation without words', async () => {
  const client = await openModern('auto')
  const tools = await client.listTools()
  await client.close()
  for (const { name, description = '', inputSchema } of tools) {
    expect(description.length, name).toBeGreaterThan(80)
    const args = Object.entries((inputSchema.properties ?? {}) as Record<string, { description?: string }>)
    expect(args.map(([argument]) => argument).sort(), name).toEqual(Object.keys(MCP_TOOLS[name]?.args ?? {}).sort())
    for (const [argument, schema] of args) expect(schema.description, `${name} ${argument}`).toMatch(/\w/)
    expect(JSON.stringify(inputSchema), name).not.toContain('$ref')
  }
  const schemas = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]))
  expect(schemas.score).toMatchObject({
    required: ['toolId'],
    properties: { explain: { type: 'boolean', default: false }, toolId: { type: 'string', maxLength: 512 } },
    additionalProperties: false,
  })
  expect(schemas.route?.properties?.exclude).toMatchObject({ type: 'array', items: { type: 'string' } })
  expect(schemas.report_outcome?.required).toEqual(['toolId', 'success'])
})

test('nothing was logged of all this', () => {
  expect(world.logged).toEqual([])
})
