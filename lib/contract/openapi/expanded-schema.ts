import { z } from 'zod'
import type { Json } from './schemas'

const described = new WeakMap<z.ZodType, Json>()

/** The JSON Schema of what is received, with all references expanded; made once for each shape. */
export function expandedSchema(schema: z.ZodType): Json {
  const known = described.get(schema)
  if (known !== undefined) return known
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  const expanded = expand(json, (json.$defs ?? {}) as Json) as Json
  described.set(schema, expanded)
  return expanded
}

function expand(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, named))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, $defs: _defs, ...rest } = value as Json
  const target = typeof $ref === 'string' ? { ...(named[$ref.slice('#/$defs/'.length)] as Json), ...rest } : undefined
  if (target !== undefined) return expand(target, named)
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, expand(part, named)]))
}

/** The schemas of the members of an object. */
export function propertiesOf({ properties }: Json): Readonly<Record<string, Json>> {
  return (properties ?? {}) as Record<string, Json>
}

/** The schema of what is at a place in a value; empty where the schema has no such place. */
export function schemaAt(schema: Json, path: readonly PropertyKey[]): Json {
  return path.reduce<Json>((outer, part) => {
    const inner = typeof part === 'number' ? (outer.items as Json | undefined) : propertiesOf(outer)[String(part)]
    return inner ?? {}
  }, schema)
}
