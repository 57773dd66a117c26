import type { JsonSchema } from '../catalog/catalog'
import { isPlainObject } from '../json-schema/json-value'
import { propertiesIn } from '../json-schema/node'

const encoder = new TextEncoder()

/** Bytes of the schema as JSON in UTF-8. */
export function schemaBytes(schema: JsonSchema): number {
  return encoder.encode(JSON.stringify(schema)).length
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
 * A cleaned schema reduced to types, descriptions, properties, items and required names, until it fits `bytes`; only `{ type: 'object' }`
 * when nothing else does.
 */
export function reducedSchema(schema: JsonSchema, bytes: number): JsonSchema {
  for (const detail of DETAILS) {
    const candidate = reduced(schema, detail)
    if (schemaBytes(candidate) <= bytes) return candidate
  }
  return { type: 'object' }
}
