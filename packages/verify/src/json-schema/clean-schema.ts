import { cleanedNodes, MAX_CHANGES, type SchemaChange, type SchemaLimits } from './clean-nodes.ts'
import type { JsonSchema } from './json-value.ts'
import { isPlainObject } from './json-value.ts'
import { isWithinBytes, reducedSchema } from './reduced-schema.ts'

const DEFAULT_LIMITS: SchemaLimits = {
  depth: 24,
  nodes: 20_000,
  enumLength: 60,
  textLength: 2000,
  nameLength: 200,
  bytes: 20_000,
}

function cleanedWithin(schema: unknown, limits: SchemaLimits): { schema: JsonSchema | null; changes: SchemaChange[] } {
  if (schema === undefined || schema === null) return { schema: null, changes: [] }
  if (!isPlainObject(schema)) return { schema: null, changes: [{ kind: 'not_an_object', pointer: '' }] }
  const walked = cleanedNodes(schema, limits)
  if (isWithinBytes(walked.schema, limits.bytes)) return walked
  // First in the list, because it explains why the rest is missing.
  const changes = [{ kind: 'schema_reduced', pointer: '' } as const, ...walked.changes].slice(0, MAX_CHANGES)
  return { schema: reducedSchema(walked.schema, limits.bytes), changes }
}

/**
 * A third-party JSON schema made safe to store, to serve and to be read by models: plain JSON only, every string
 * cleaned, names like `__proto__` removed, secrets in `default`, `example`, `examples`, `const` and `enum` replaced by
 * `[redacted]`, and depth, nodes, enums, texts and size bounded. The input is not modified. `schema` is null when none
 * was given (no change) or when the input is no object (`not_an_object`); `changes` is empty when the schema is
 * unchanged, and has at most 100 entries. Never throws; the cost is linear in `limits.nodes` and in the text of the
 * nodes read.
 */
export function cleanSchema(
  schema: unknown,
  limits: Partial<SchemaLimits> = {},
): { schema: JsonSchema | null; changes: SchemaChange[] } {
  try {
    return cleanedWithin(schema, { ...DEFAULT_LIMITS, ...limits })
  } catch {
    // Reached only for an object that throws when it is read, such as a proxy or a throwing getter.
    return { schema: null, changes: [{ kind: 'not_an_object', pointer: '' }] }
  }
}
