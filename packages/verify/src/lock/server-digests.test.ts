import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testTools } from '../../../../lib/core/catalog/test-tools'
import type { Declarations } from '../../../../lib/core/declarations/declarations'
import { compareTools } from '../../../../lib/core/drift/drift'
import type { CatalogTool, ToolAnnotations } from '../catalog-tool.ts'
import type { JsonSchema } from '../json-schema/json-value.ts'
import { digestOf } from '../leaves/leaf.ts'
import { DECLARED_PARTS } from './declared-part.ts'
import { serverDigests, TOOL_PARTS, type ToolPart, toolDigests } from './server-digests.ts'

const TOOL: CatalogTool = {
  name: 'add',
  title: 'Add',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, unit: { enum: ['m', 'km'], type: ['string', 'null'], default: null } },
    required: ['unit', 'a'],
  },
  outputSchema: null,
  annotations: { title: 'Adding', readOnlyHint: true },
}
const declared = (more: Partial<Declarations> = {}): Declarations => ({
  instructions: 'Be kind.',
  serverInfo: { name: 'one', title: null, version: '1.2', websiteUrl: null },
  capabilities: ['prompts', 'tools'],
  extensions: {},
  prompts: [{ name: 'sum', title: null, description: '', arguments: [] }],
  resources: [{ uri: 'file:///a', name: 'A', description: '', mimeType: null }],
  templates: [],
  skills: null,
  card: 'none',
  listsRead: true,
  toolsRead: true,
  cut: [],
  flags: [],
  ...more,
})

const changed = (more: Partial<CatalogTool>): ToolPart[] => {
  const [was, is] = [toolDigests(TOOL), toolDigests({ ...TOOL, ...more })]
  return TOOL_PARTS.filter((part) => was[part] !== is[part])
}
const ofSchema = (inputSchema: JsonSchema) => toolDigests({ ...TOOL, inputSchema }).inputSchema

describe('digests of a tool', () => {
  test.each<[string, Partial<CatalogTool>, ToolPart[]]>([
    ['another description', { description: 'Adds 2 numbers.' }, ['description']],
    ['no description', { description: '' }, ['description']],
    ['another title', { title: 'Sum' }, ['title']],
    ['another title among the annotations', { annotations: { title: 'Sum', readOnlyHint: true } }, ['title']],
    ['another hint', { annotations: { title: 'Adding', readOnlyHint: false } }, ['annotations']],
    ['a hint that is the default', { annotations: { ...TOOL.annotations, openWorldHint: true } }, ['annotations']],
    ['an output schema', { outputSchema: {} }, ['outputSchema']],
    ['no input schema', { inputSchema: null }, ['inputSchema']],
    ['a text in the schema', { inputSchema: { ...TOOL.inputSchema, description: 'x' } }, ['inputSchema']],
    ['nothing', {}, []],
  ])('%s', (_, more, parts) => {
    expect(changed(more)).toEqual(parts)
  })

  test('are sha256 of canonical JSON, and null where there is nothing', () => {
    expect(toolDigests({ ...TOOL, title: null, annotations: {}, description: '' })).toEqual({
      name: 'add',
      title: null,
      description: null,
      inputSchema: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      outputSchema: null,
      annotations: null,
    })
    expect(toolDigests(TOOL).description).toBe(digestOf('Adds two numbers.'))
    const nulls = { title: null, readOnlyHint: null } as unknown as ToolAnnotations
    expect(toolDigests({ ...TOOL, annotations: nulls }).annotations).toBeNull()
  })

  test.each<[string, JsonSchema, JsonSchema]>([
    ['sets in another order', { required: ['a', 'b'], enum: [1, 'x'] }, { enum: ['x', 1], required: ['b', 'a', 'b'] }],
    ['a type in a list', { type: ['string'] }, { type: 'string' }],
    ['types in another order', { type: ['null', 'string'] }, { type: ['string', 'null'] }],
    ['nothing required', { type: 'object' }, { type: 'object', required: [] }],
    ['a null keyword', { items: { type: 'string' } }, { items: { type: 'string', description: null } }],
    ['dependencies', { dependencies: { a: ['b', 'c'] } }, { dependencies: { a: ['c', 'b'] } }],
  ])('%s: the same schema', (_, one, other) => {
    expect(ofSchema(one)).toBe(ofSchema(other))
  })

  test.each<[string, JsonSchema, JsonSchema]>([
    ['the default null', { type: 'string' }, { type: 'string', default: null }],
    ['lists in a default', { default: { required: ['a', 'b'] } }, { default: { required: ['b', 'a'] } }],
    ['the order of a tuple', { prefixItems: [{ type: 'string' }, {}] }, { prefixItems: [{}, { type: 'string' }] }],
    ['a property named enum', { properties: { enum: {} } }, { properties: {} }],
    ['nothing allowed', {}, { enum: [] }],
    ['a property that is null', { properties: {} }, { properties: { a: null } }],
  ])('%s: another schema', (_, one, other) => {
    expect(ofSchema(one)).not.toBe(ofSchema(other))
  })
})

describe('digests of a server', () => {
  test('name every part, and null what was not read', () => {
    const digests = serverDigests({ tools: [TOOL], declarations: declared() })
    expect(digests).toMatchObject({ v: 1, version: '1.2', tools: [{ name: 'add' }] })
    expect(Object.keys(digests.parts)).toEqual([...DECLARED_PARTS])
    expect(digests.parts.skills).toBeNull()
    expect(digests.parts.instructions).toBe(digestOf('Be kind.'))
    expect(serverDigests({ tools: null, declarations: null })).toMatchObject({ version: null, tools: null })
  })

  test('have none of a list that was cut', () => {
    const cut = declared({ cut: ['prompts'] })
    expect(serverDigests({ tools: null, declarations: cut }).parts).toMatchObject({ prompts: null })
    expect(serverDigests({ tools: null, declarations: cut }).parts.resources).not.toBeNull()
  })

  test('each part has a digest of its own', () => {
    const was = serverDigests({ tools: [], declarations: declared() }).parts
    const is = serverDigests({ tools: [], declarations: declared({ prompts: [] }) }).parts
    expect(DECLARED_PARTS.filter((part) => was[part] !== is[part])).toEqual(['prompts'])
  })

  test('of two tools with one name the first counts', () => {
    const [only, second] =
      serverDigests({
        tools: [TOOL, { ...TOOL, description: 'Another.' }],
        declarations: null,
      }).tools ?? []
    expect([only, second]).toEqual([toolDigests(TOOL), undefined])
  })

  test('names that objects know are names like others', () => {
    const names = ['__proto__', 'constructor', 'toString'].map((name) => ({ ...TOOL, name }))
    expect(serverDigests({ tools: names, declarations: null }).tools?.map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ])
  })
})

describe('whatever the content', () => {
  /** The same value with the keys of every object in reverse order, and members that are absent. */
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, member]) => [key, rewritten(member)] as const)
    return { ...Object.fromEntries(entries.reverse()), absent: undefined }
  }
  const someTool = fc.record({
    name: fc.string(),
    title: fc.option(fc.string()),
    description: fc.string(),
    inputSchema: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
    outputSchema: fc.option(fc.dictionary(fc.constantFrom('type', 'enum', 'required', 'properties'), fc.jsonValue())),
    annotations: fc.option(fc.record({ readOnlyHint: fc.boolean() }, { requiredKeys: [] })),
  })

  test('the order of keys and of tools does not matter', () => {
    fc.assert(
      fc.property(fc.uniqueArray(someTool, { selector: ({ name }) => name }), (tools) => {
        const other = tools.toReversed().map((tool) => rewritten(tool) as CatalogTool)
        const was = serverDigests({ tools, declarations: declared() })
        const is = serverDigests({ tools: other, declarations: rewritten(declared()) as Declarations })
        expect(digestOf(is)).toBe(digestOf(was))
      }),
    )
  })

  test('what drift reports of a schema changes a digest', () => {
    fc.assert(
      fc.property(someTool, someTool, (one, other) => {
        const after = { ...other, name: one.name }
        const isReported = compareTools(one, after).some(({ code }) => code !== 'schema_rewritten')
        expect(!isReported || digestOf(toolDigests(one)) !== digestOf(toolDigests(after))).toBe(true)
      }),
    )
  })

  test('tools of a catalog keep their digests when they are read again', () => {
    for (const { name, description, inputSchema } of testTools(50)) {
      const tool: CatalogTool = {
        ...{ name, description, title: null, outputSchema: null, annotations: null },
        inputSchema: inputSchema ?? null,
      }
      expect(toolDigests(JSON.parse(JSON.stringify(tool)) as CatalogTool)).toEqual(toolDigests(tool))
    }
  })
})
