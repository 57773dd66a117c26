import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { propertiesIn } from 'assay-verify/json-schema/json-value'
import { schemaReader } from './schema-reader'
import { requiredNames } from './shape'

/** The names a schema declares directly, in its order; empty for null, an unknown schema. */
export function parameterNames(schema: JsonSchema | null): string[] {
  return [...propertiesIn(schema).keys()]
}

/**
 * The names every call must give, in the order of the schema's properties, undeclared ones last; of a choice (`anyOf`,
 * `oneOf`) those that all its branches require. Empty for null, an unknown schema, as for one that requires nothing.
 */
export function requiredParams(schema: JsonSchema | null): string[] {
  if (schema === null) return []
  const reader = schemaReader(schema)
  const [first, ...others] = reader.variantsOf(reader.shapeOf(schema))
  return first === undefined
    ? []
    : requiredNames(first).filter((name) => others.every(({ required }) => required.has(name)))
}
