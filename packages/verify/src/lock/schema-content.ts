import { canonicalJson } from '../canonical-json.ts'
import type { JsonSchema } from '../json-schema/json-value.ts'
import { isPlainObject } from '../json-schema/json-value.ts'
import { SCHEMA_MAP_KEYWORDS, SUBSCHEMA_KEYWORDS, VALUE_KEYWORDS } from '../json-schema/keywords.ts'

/**
 * The schema without what changes neither its meaning nor its texts: lists that are sets (`required`, `enum`, the names
 * in `type`) are sorted, each entry once; `type: ["string"]` is `type: "string"`; an empty `required` and keywords that
 * are null are left out, except where null is a value (`default`, `const`). Values that the author wrote (defaults,
 * examples) and unknown keywords are kept as they are.
 */
export function schemaContent(schema: JsonSchema): JsonSchema {
  return nodeContent(schema) as JsonSchema
}

function nodeContent(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(nodeContent)
  if (!isPlainObject(node)) return node
  return Object.fromEntries(Object.entries(node).flatMap(([keyword, value]) => keywordContent(keyword, value)))
}

function keywordContent(keyword: string, value: unknown): [string, unknown][] {
  if (VALUE_KEYWORDS.has(keyword)) return [[keyword, value]]
  if (value === null || value === undefined) return []
  if (keyword === 'enum') return [[keyword, asSet(value)]]
  if (keyword === 'required') return Array.isArray(value) && value.length === 0 ? [] : [[keyword, asSet(value)]]
  if (keyword === 'type') return [[keyword, typeContent(value)]]
  if (keyword === 'dependentRequired') return [[keyword, mapped(value, asSet)]]
  if (SCHEMA_MAP_KEYWORDS.has(keyword)) return [[keyword, mapped(value, dependencyContent)]]
  return [[keyword, SUBSCHEMA_KEYWORDS.has(keyword) ? nodeContent(value) : value]]
}

/** In `dependencies`, of drafts up to 7, a list is a set of names. */
const dependencyContent = (value: unknown) => (Array.isArray(value) ? asSet(value) : nodeContent(value))

function mapped(value: unknown, contentOf: (member: unknown) => unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, contentOf(member)]))
}

function typeContent(value: unknown): unknown {
  const names = asSet(value)
  return Array.isArray(names) && names.length === 1 ? names[0] : names
}

function asSet(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const byText = new Map(value.map((entry) => [canonicalJson(entry), entry]))
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}
