import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { describe, expect, test } from 'vitest'
import { accepts } from './accepts'
import { schemaReader } from './schema-reader'

function isRight(schema: JsonSchema, value: unknown): boolean {
  const reader = schemaReader(schema)
  return accepts(reader, reader.shapeOf(schema), value)
}

describe('accepts', () => {
  test.each<[JsonSchema, unknown, boolean]>([
    [{ type: 'integer' }, 1, true],
    [{ type: 'integer' }, 1.5, false],
    [{ type: ['string', 'null'] }, null, true],
    [{ type: 'object' }, [], false],
    [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }, true],
    [{ enum: ['1'] }, 1, false],
    [{ enum: [] }, 1, false],
    [{ minimum: 1, exclusiveMinimum: true }, 1, false],
    [{ exclusiveMaximum: 2 }, 2, false],
    [{ multipleOf: 0.5 }, 1.5, true],
    [{ multipleOf: 4 }, 6, false],
    [{ maxLength: 1 }, '😀', true],
    [{ minItems: 1 }, [], false],
    [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], false],
    [{ items: { type: 'string' } }, ['a', 1], false],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a'], true],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 'b'], false],
    [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, ['a', 'b'], false],
    [{ required: ['__proto__'] }, {}, false],
    [{ required: ['toString'] }, {}, false],
    [{ properties: { a: { type: 'string' } }, additionalProperties: false }, { b: 1 }, false],
    [{ additionalProperties: { type: 'string' } }, { b: 1 }, false],
    [{ minProperties: 1 }, {}, false],
    [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, 3, false],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 3, false],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 3.5, true],
  ])('%j takes %j: %s', (schema, value, expected) => {
    expect(isRight(schema, value)).toBe(expected)
  })
})
