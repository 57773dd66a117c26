import { z } from 'zod'
import { FLAG_VALUES } from '../../contract/faults/must-be'
import { keepDefault } from '../../contract/openapi/schemas'
import type { OperationContract } from '../../contract/operation'

type Json = Record<string, unknown>
/** A JSON Schema (2020-12) whose root is an object, as MCP requires. */
export type ObjectSchema = Json & { type: 'object' }

const described = new WeakMap<z.ZodType, ObjectSchema>()

/**
 * An operation's query and path, or its body, as a tool's arguments; made once. References are expanded, because models
 * do not resolve them.
 */
export function argumentsSchema(contract: Pick<OperationContract, 'input' | 'body'>): ObjectSchema {
  const shape = contract.body?.schema ?? contract.input
  const known = described.get(shape)
  if (known !== undefined) return known
  const schema = schemaOfArguments(shape)
  described.set(shape, schema)
  return schema
}

export function schemaOfArguments(schema: z.ZodType): ObjectSchema {
  const { $defs = {}, ...root } = toJson(schema, 'input') as Json & { $defs?: Json }
  return { ...(writtenOut(root, $defs) as Json), type: 'object' }
}

/**
 * The arguments as the list of tools has them: with these words and defaults, without examples and patterns, which the
 * refusal of a wrong argument says.
 */
export function listedArguments(
  { description: _description, properties, ...schema }: ObjectSchema,
  words: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, unknown>>,
): ObjectSchema {
  const listed = Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { description: _words, examples: _examples, pattern: _pattern, ...kept } = property
    const own = Object.hasOwn(defaults, name) ? { default: defaults[name] } : {}
    return [name, { ...kept, ...own, description: words[name] }]
  })
  return { ...schema, properties: Object.fromEntries(listed) }
}

/**
 * The schema of an operation's answer, short: names and types of its members, without theirs, descriptions, values and
 * bounds, which /openapi.json has. It takes every answer that the contract takes.
 */
export function outputSchema({ output }: Pick<OperationContract, 'output'>): ObjectSchema {
  const { $defs = {}, ...root } = toJson(output, 'output') as Json & { $defs?: Json }
  const { properties = {} } = resolved(root, $defs)
  const members = Object.entries(properties as Record<string, Json>)
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, typeOf(member, $defs)])),
  }
}

/** Of a choice between one form and null both types; any other choice is left open. */
function typeOf(schema: Json, named: Json): Json {
  const { anyOf, type } = resolved(schema, named)
  if (!Array.isArray(anyOf)) return type === undefined ? {} : { type }
  const types = anyOf.map((choice) => typeOf(choice as Json, named).type)
  return types.length === 2 && types[1] === 'null' && types[0] !== undefined ? { type: types.flat() } : {}
}

function resolved(schema: Json, named: Json): Json {
  const { $ref } = schema
  return typeof $ref === 'string' ? resolved(named[$ref.slice('#/$defs/'.length)] as Json, named) : schema
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    id: _id,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: keepDefault,
  }) as Json
  return json
}

/** Expands references; the contract's shapes for arguments have no cycles. */
function writtenOut(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => writtenOut(item, named))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, id: _id, example, ...rest } = value as Json
  const target = typeof $ref === 'string' ? { ...(named[$ref.slice('#/$defs/'.length)] as Json), ...rest } : undefined
  if (target !== undefined) return writtenOut(target, named)
  const schema = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, writtenOut(part, named)]))
  return flagAsBoolean(example === undefined ? schema : { ...schema, examples: [example] })
}

/** A flag of a query is a text; JSON has booleans. */
function flagAsBoolean(schema: Json): Json {
  if (JSON.stringify(schema.enum) !== JSON.stringify(FLAG_VALUES)) return schema
  const { enum: _values, ...rest } = schema
  const description = typeof rest.description === 'string' ? rest.description.replace(/^1:/, 'true:') : undefined
  return { ...rest, type: 'boolean', default: rest.default === '1', ...(description ? { description } : {}) }
}
