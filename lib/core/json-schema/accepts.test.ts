import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { describe, expect, test } from 'vitest'
import { accepts } from './accepts'
import cases from './accepts.cases.json' with { type: 'json' }
import { schemaReader } from './schema-reader'

function isRight(schema: JsonSchema, value: unknown): boolean {
  const reader = schemaReader(schema)
  return accepts(reader, reader.shapeOf(schema), value)
}

describe('accepts', () => {
  test.each(cases.accepted as [JsonSchema, unknown, boolean][])('%j takes %j: %s', (schema, value, expected) => {
    expect(isRight(schema, value)).toBe(expected)
  })
})
