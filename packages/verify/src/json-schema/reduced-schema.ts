import type { JsonSchema } from './json-value.ts'
import { isPlainObject, propertiesIn } from './json-value.ts'

const encoder = new TextEncoder()

/** Most bytes of UTF-8 for one unit of UTF-16. */
const MOST_BYTES_OF_UNIT = 3

/** Whether the schema as JSON in UTF-8 has at most so many bytes. */
export function isWithinBytes(schema: JsonSchema, bytes: number): boolean {
  const text = JSON.stringify(schema)
  return text.length * MOST_BYTES_OF_UNIT <= bytes || encoder.encode(text).length <= bytes
}

interface Detail {
  descriptionLength: number
  depth: number
}

// From mildest to harshest; the first that fits is taken.
const DETAILS: readonly Detail[] = [
  { descriptionLength: 300, depth: 24 },
  { descriptionLength: 80, depth: 8 },
  { descriptionLength: 0, depth: 8 },
  { descriptionLength: 0, depth: 1 },
]

function reducedProperties(schema: JsonSchema, detail: Detail): JsonSchema {
  const kept: JsonSchema = {}
  for (const [name, property] of propertiesIn(schema)) {
    kept[name] = isPlainObject(property) ? reduced(property, { ...detail, depth: detail.depth - 1 }) : true
  }
  return kept
}

function reduced(schema: JsonSchema, detail: Detail): JsonSchema {
  const kept: JsonSchema = {}
  if (schema.type !== undefined) kept.type = schema.type
  if (typeof schema.description === 'string' && detail.descriptionLength > 0) {
    const characters = [...schema.description.slice(0, detail.descriptionLength * 2)]
    const isCut =
      characters.length > detail.descriptionLength || schema.description.length > detail.descriptionLength * 2
    kept.description = isCut ? `${characters.slice(0, detail.descriptionLength - 1).join('')}…` : schema.description
  }
  if (isPlainObject(schema.properties) && detail.depth > 0) kept.properties = reducedProperties(schema, detail)
  if (Array.isArray(schema.required)) kept.required = schema.required
  if (isPlainObject(schema.items) && detail.depth > 0)
    kept.items = reduced(schema.items, { ...detail, depth: detail.depth - 1 })
  return kept
}

/**
 * A cleaned schema reduced to types, descriptions, properties, items and required names, until it fits `bytes`; only
 * `{ type: 'object' }` when nothing else does.
 */
export function reducedSchema(schema: JsonSchema, bytes: number): JsonSchema {
  for (const detail of DETAILS) {
    const candidate = reduced(schema, detail)
    if (isWithinBytes(candidate, bytes)) return candidate
  }
  return { type: 'object' }
}
