import { z } from 'zod'

export type Json = Record<string, unknown>

/** Turns shapes into JSON Schema, and collects those with an id: they are described once and referred to. */
export interface SchemaCollector {
  /** The schema of what the service receives (`input`) or sends (`output`). */
  describe(shape: z.ZodType, io: 'input' | 'output'): Json
  /** Every shape with an id described so far, by its id. */
  components: Readonly<Record<string, Json>>
}

export function collectSchemas(): SchemaCollector {
  const components: Record<string, Json> = {}
  const describe = (shape: z.ZodType, io: 'input' | 'output'): Json => {
    const described = z.toJSONSchema(shape, { io, unrepresentable: 'any', override: tidy })
    const { $schema: _dialect, $defs = {}, ...schema } = toComponents(described)
    for (const [id, component] of Object.entries($defs as Record<string, Json>)) {
      const known = components[id]
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
        throw new Error(`two shapes are called ${id}`)
      }
      components[id] = component
    }
    return schema
  }
  return { describe, components }
}

function toComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** What zod leaves out of a parameter that is read from text: the value it has where it is absent. */
export function keepDefault({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  const { def } = zodSchema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'default') jsonSchema.default = def.defaultValue
}

/** Removes what only zod needs: the bounds of safe integers, and patterns that repeat the format. */
function tidy(described: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  const { jsonSchema } = described
  keepDefault(described)
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  // OpenAPI 3.0 has `example`; JSON Schema has `examples`.
  if ('example' in jsonSchema) {
    jsonSchema.examples = [jsonSchema.example]
    delete jsonSchema.example
  }
  delete jsonSchema.id
}
