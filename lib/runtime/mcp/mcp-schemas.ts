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
 * Levels of objects whose members an output schema names: the answer, and of the entries of its lists what every form
 * of them has.
 */
const LEVELS_NAMED = 2

/**
 * The schema of an operation's answer, short: names and types of members on the first levels, without descriptions,
 * values and bounds, which /openapi.json has. It takes every answer that the contract takes.
 */
export function outputSchema({ output }: Pick<OperationContract, 'output'>): ObjectSchema {
  const { $defs = {}, ...root } = toJson(output, 'output') as Json & { $defs?: Json }
  return { ...shortened(root, $defs, LEVELS_NAMED), type: 'object' }
}

function shortened(schema: Json, named: Json, levels: number): Json {
  const { $ref, anyOf, type, properties, items, required = [] } = schema
  if (typeof $ref === 'string') return shortened(named[$ref.slice('#/$defs/'.length)] as Json, named, levels)
  if (Array.isArray(anyOf)) return nullable(anyOf as Json[], named, levels)
  if (type === 'array') return shortenedList((items ?? {}) as Json, named, levels)
  if (type !== 'object') return type === undefined ? {} : { type }
  if (properties === undefined || levels === 0) return { type }
  const isNamed = (name: string) => levels === LEVELS_NAMED || (required as string[]).includes(name)
  const members = Object.entries(properties as Record<string, Json>).filter(([name]) => isNamed(name))
  return {
    type,
    properties: Object.fromEntries(members.map(([name, member]) => [name, shortened(member, named, levels - 1)])),
  }
}

/** Of entries of which no member is named, only that there is a list. */
function shortenedList(items: Json, named: Json, levels: number): Json {
  const entry = shortened(items, named, levels)
  return levels === 0 && entry.type === 'object' ? { type: 'array' } : { type: 'array', items: entry }
}

/** A choice: of one form or null, that form with null among its types; any other is left open. */
function nullable(choices: readonly Json[], named: Json, levels: number): Json {
  const forms = choices.filter(({ type }) => type !== 'null')
  const [form] = forms
  if (form === undefined || forms.length > 1 || forms.length === choices.length) return {}
  const { type, ...rest } = shortened(form, named, levels)
  return type === undefined ? {} : { ...rest, type: [type, 'null'].flat() }
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
