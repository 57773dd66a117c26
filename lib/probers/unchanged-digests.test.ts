import { digestOf } from 'assay-verify/leaves/leaf'
import { serverDigests } from 'assay-verify/lock/server-digests'
import { expect, test } from 'vitest'
import { type Declarations, mergedDeclarations } from '../core/declarations/declarations'
import { scripted, sendJson, status } from './test-mcp'
import { probe } from './test-servers'

const PROBES = 200

/** Numbers from 0 to below 1, the same in every run. */
function sequence(): () => number {
  let state = 20_261_123
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** The same content: keys, and lists whose order means nothing, in another order. */
function rewriter(next: () => number) {
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, rank: next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item)
  const SETS = ['required', 'enum', 'type']
  const rewritten = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return (SETS.includes(key) ? shuffled(value) : value).map((item) => rewritten(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(shuffled(Object.entries(value)).map(([name, member]) => [name, rewritten(member, name)]))
  }
  return { shuffled, rewritten }
}

const TOOLS = Array.from({ length: 8 }, (_, n) => ({
  name: `tool_${n}`,
  title: `Tool ${n}`,
  description: `Does ${n}.`,
  inputSchema: {
    type: 'object',
    properties: { a: { type: ['string', 'null'] }, b: { enum: ['x', 'y', 'z'] }, c: { items: { type: 'number' } } },
    required: ['a', 'b', 'c'],
  },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readOnlyHint: true, idempotentHint: true, title: 'Hint' },
}))
const PROMPTS = ['sum', 'plan', 'ask'].map((name) => ({ name, description: `To ${name}.`, arguments: [] }))
const RESOURCES = ['a', 'b', 'c'].map((name) => ({ uri: `file:///${name}`, name, mimeType: 'text/plain' }))

/**
 * A server that writes the same declarations in another order, on other pages and with another time in every answer.
 */
async function rewritingServer(listings: Set<string>) {
  const next = sequence()
  const { shuffled, rewritten } = rewriter(next)
  const answer = (make: (params: Record<string, unknown>) => object) =>
    (({ id, params }, response) => {
      const made: { _meta?: object } = make(params)
      const _meta = { ...made._meta, generatedAt: next(), requestId: `r${next()}` }
      sendJson(response, 200, { jsonrpc: '2.0', id, result: rewritten({ ...made, _meta }) as object })
    }) satisfies Parameters<typeof scripted>[0][string]
  let order = TOOLS
  return scripted({
    'server/discover': answer(() => ({
      supportedVersions: ['2026-07-28'],
      capabilities: rewritten({ tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } }),
      instructions: 'Add before you multiply.',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'rewriting', version: '1.0.0' } },
    })),
    'tools/list': answer(({ cursor }) => {
      if (cursor === undefined) order = shuffled(TOOLS)
      const start = Number(cursor ?? 0)
      const end = start + 1 + Math.floor(next() * 8)
      if (start === 0) listings.add(JSON.stringify(order.map(({ name }) => name)))
      return { tools: order.slice(start, end), ...(end < order.length ? { nextCursor: String(end) } : {}) }
    }),
    'prompts/list': answer(() => ({ prompts: shuffled(PROMPTS) })),
    'resources/list': answer(() => ({ resources: shuffled(RESOURCES) })),
    'resources/templates/list': answer(() => ({ resourceTemplates: [] })),
    else: status(404),
  })
}

test('two hundred probes of a server that rewrites its answers without changing them give one digest', async () => {
  const listings = new Set<string>()
  const { url } = await rewritingServer(listings)
  const found = new Map<string, number>()
  let declarations: Declarations | null = null
  for (let count = 0; count < PROBES; count += 1) {
    const { tools, toolsCut, declared, reason } = await probe(url, { readDeclarations: count % 5 === 0 })
    expect([reason, toolsCut, tools?.length]).toEqual(['answered', false, TOOLS.length])
    if (declared) declarations = mergedDeclarations(declarations, declared)
    const digest = digestOf(serverDigests({ tools, declarations }))
    found.set(digest, (found.get(digest) ?? 0) + 1)
  }
  expect(listings.size).toBeGreaterThan(PROBES / 2)
  expect(declarations).toMatchObject({ prompts: expect.anything(), resources: expect.anything() })
  expect([...found.values()]).toEqual([PROBES])
})
