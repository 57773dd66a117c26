import type { Json } from '../openapi/schemas'

/** A member of a JSON value as a row of an indented table. */
export interface SchemaRow {
  /** 0: a member of the value itself. */
  depth: number
  name: string
  /** In words, as "list of objects" or "number, 0 to 1, or null". */
  type: string
  isRequired: boolean
  description: string
}

/** Deeper members are left out: no answer has any, but a schema may refer to itself. */
const MOST_DEPTH = 8

/**
 * The members of a schema of an OpenAPI document, those of objects and lists below them, in the order of the schema.
 */
export function schemaRows(schema: Json, document: Json, depth = 0): SchemaRow[] {
  const { properties = {}, required = [] } = membersOf(schema, document)
  if (depth > MOST_DEPTH) return []
  return Object.entries(properties as Record<string, Json>).flatMap(([name, given]) => {
    const member = resolved(given, document)
    const row = {
      depth,
      name,
      type: typeOf(given, document),
      isRequired: (required as string[]).includes(name),
      description: String(given.description ?? member.description ?? ''),
    }
    return [row, ...schemaRows(given, document, depth + 1)]
  })
}

/**
 * Where the members of a value are described: in the object itself, in the entries of a list, or in the one of several
 * kinds that has any.
 */
function membersOf(schema: Json, document: Json): Json {
  const whole = resolved(schema, document)
  if (whole.properties !== undefined) return whole
  if (whole.items !== undefined) return membersOf(whole.items as Json, document)
  const parts = kindsOf(whole).map((kind) => membersOf(kind, document))
  return parts.find(({ properties }) => properties !== undefined) ?? {}
}

/** The kinds of which a value may be one, or which it has all at once. */
function kindsOf({ anyOf, oneOf, allOf }: Json): Json[] {
  return (anyOf ?? oneOf ?? allOf ?? []) as Json[]
}

function typeOf(given: Json, document: Json): string {
  const schema = resolved(given, document)
  const kinds = kindsOf(schema)
  if (kinds.length > 0) return [...new Set(kinds.map((kind) => typeOf(kind, document)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(', ')
  const { type } = schema
  if (type === 'array') return listType(schema, document)
  const words = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any JSON'
  return [words, ...limitsOf(schema)].join(', ')
}

function listType({ items, maxItems }: Json, document: Json): string {
  const most = maxItems === undefined ? '' : `, at most ${maxItems}`
  return `list of ${items === undefined ? 'any JSON' : plural(typeOf(items as Json, document))}${most}`
}

/** "string, 1 to 64 characters" -> "strings, 1 to 64 characters". */
function plural(type: string): string {
  return type.replace(/^(?:string|number|integer|object|boolean)\b/, '$&s')
}

function limitsOf({ minimum, maximum, minLength, maxLength, format, default: preset }: Json): string[] {
  return [
    typeof format === 'string' ? format : undefined,
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    preset === undefined ? undefined : `${JSON.stringify(preset)} where absent`,
  ].filter((words) => words !== undefined)
}

function range(least: unknown, most: unknown, unit: string): string | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? undefined : `at most ${most}${unit}`
}

function resolved(schema: Json, document: Json): Json {
  const { $ref, ...rest } = schema
  if (typeof $ref !== 'string') return schema
  const components = (document.components as { schemas: Record<string, Json> }).schemas
  const target = components[$ref.slice('#/components/schemas/'.length)]
  return target === undefined ? rest : { ...resolved(target, document), ...rest }
}
