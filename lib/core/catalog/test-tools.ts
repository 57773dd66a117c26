import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import parameters from './test-parameters.json' with { type: 'json' }
import data from './test-tools.json' with { type: 'json' }

export interface TestTool {
  name: string
  description: string
  /** Left out where the listing names no parameters. */
  inputSchema?: JsonSchema
}

/**
 * Parameters as tool authors write them, each with a usual or odd property of its kind, written by hand from JSON
 * Schema's own keywords and from what generators (zod, pydantic, Go structs, OpenAPI) emit: plain ones first, odd last.
 */
const TEST_PARAMETERS: [name: string, schema: object | boolean][] = Object.entries(parameters)

const VERBS = ['get', 'list', 'search', 'create', 'update', 'delete', 'send', 'convert', 'validate', 'export']
const THINGS = data.things

/** Names as published servers spell them: snake, camel, kebab, dotted, with spaces, slashes, colons, other scripts. */
const SPELLINGS: readonly ((verb: string, thing: string) => string)[] = [
  (verb, thing) => `${verb}_${thing}`,
  (verb, thing) => verb + thing.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase()),
  (verb, thing) => `${verb}-${thing.replaceAll('_', '-')}`,
  (verb, thing) => `${thing}.${verb}`,
  (verb, thing) => `${thing}/${verb}`,
  (verb, thing) => `${verb.toUpperCase()} ${thing.replaceAll('_', ' ')}`,
  (verb, thing) => `${thing}:${verb}`,
  (verb, thing) => `${verb}_${thing}_v2`,
  (verb, thing) => `查询_${thing}_${verb}`,
]

type Shape = (parameters: Record<string, object | boolean>, required: string[]) => JsonSchema

/** What authors and generators put around the parameters of a tool. */
const SHAPES: readonly Shape[] = [
  (properties, required) => ({ type: 'object', properties, required }),
  (properties) => ({ type: 'object', properties }),
  (properties, required) => ({ properties, required, type: 'object', additionalProperties: false, title: 'Arguments' }),
  (properties, required) => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    required,
  }),
  (properties, required) => ({
    type: 'object',
    $defs: { Request: { type: 'object', properties, required } },
    properties: { request: { $ref: '#/$defs/Request' } },
    required: ['request'],
  }),
  (properties, required) => ({
    type: 'object',
    definitions: { Node: { type: 'object', properties: { ...properties, next: { $ref: '#/definitions/Node' } } } },
    properties: { ...properties, node: { $ref: '#/definitions/Node' }, missing: { $ref: '#/definitions/Nothing' } },
    required,
  }),
  (properties, required) => ({
    allOf: [
      { properties, required },
      { type: 'object', description: 'All of it.' },
    ],
  }),
  (properties, required) => ({ type: 'object', properties, anyOf: required.map((name) => ({ required: [name] })) }),
  (properties, required) => ({ type: 'object', properties, required: [...required, 'undeclared'] }),
  (properties, required) => ({
    type: 'object',
    properties: { level1: nested(5, { type: 'object', properties, required }) },
  }),
]

/** Of tools without parameters, and of incomplete ones. */
const BARE: readonly JsonSchema[] = data.bare

function nested(levels: number, inner: JsonSchema): JsonSchema {
  return levels === 0 ? inner : { type: 'object', properties: { [`level${levels}`]: nested(levels - 1, inner) } }
}

/** Every fifth has no schema at all, as in catalogs that list names and descriptions only. */
const SCHEMALESS = 5
const MOST_PARAMETERS = 9

/**
 * `count` tools, always the same; from 1,100 on with every parameter of `TEST_PARAMETERS` in every shape. The first
 * 2,700 names are distinct.
 */
export function testTools(count: number): TestTool[] {
  return Array.from({ length: count }, (_, n) => {
    const verb = VERBS[n % VERBS.length] ?? ''
    const thing = THINGS[Math.floor(n / VERBS.length) % THINGS.length] ?? ''
    const spell = SPELLINGS[Math.floor(n / (VERBS.length * THINGS.length) + n) % SPELLINGS.length]
    const name = spell?.(verb, thing) ?? ''
    const tool = { name, description: `Can ${verb} a ${thing.replaceAll('_', ' ')}. Number ${n} of its kind.` }
    return n % SCHEMALESS === SCHEMALESS - 1
      ? tool
      : { ...tool, inputSchema: testSchema(n - Math.floor(n / SCHEMALESS)) }
  })
}

/** The schema with this number; any two numbers below 7,000 give two schemas. */
function testSchema(n: number): JsonSchema {
  const bare = BARE[n]
  if (bare !== undefined) return bare
  const shape = SHAPES[n % SHAPES.length]
  const first = Math.floor(n / SHAPES.length)
  const beside = (first + Math.floor(first / TEST_PARAMETERS.length)) % MOST_PARAMETERS
  const parameters = Array.from({ length: 1 + beside }, (_, step) => parameterAt(first + step * 13))
  const required = parameters.map(([name]) => name).filter((_, at) => (n + at) % 3 !== 0)
  return shape?.(Object.fromEntries(parameters), required) ?? {}
}

function parameterAt(n: number): readonly [string, object | boolean] {
  return TEST_PARAMETERS[n % TEST_PARAMETERS.length] ?? ['', {}]
}
