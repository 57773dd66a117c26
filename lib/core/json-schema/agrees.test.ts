import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accepts } from './accepts'
import { agrees } from './agrees'
import { schemaReader } from './schema-reader'

const shapeIn = (schema: JsonSchema) => schemaReader(schema).shapeOf(schema)
const isRight = (schema: JsonSchema, value: unknown) => accepts(schemaReader(schema), shapeIn(schema), value)
const fits = (from: JsonSchema, to: JsonSchema, withNull = true) =>
  agrees([schemaReader(from), schemaReader(to)], shapeIn(from), shapeIn(to), withNull)

describe('agrees', () => {
  const [text, whole, number] = [{ type: 'string' }, { type: 'integer' }, { type: 'number' }]
  test.each<[JsonSchema, JsonSchema, boolean]>([
    [whole, number, true],
    [number, whole, false],
    [number, { type: ['integer', 'number'] }, true],
    [text, { type: ['string', 'null'] }, true],
    [{ type: ['string', 'integer'] }, { anyOf: [text, whole] }, true],
    [{ anyOf: [text, whole] }, text, false],
    [text, { oneOf: [whole, text] }, true],
    [{ type: 'string', enum: ['a'] }, { enum: ['a', 'b'] }, true],
    [{ enum: ['a', 'c'] }, { enum: ['a', 'b'] }, false],
    [{ const: 'a' }, text, true],
    [{ enum: ['a', 'b'] }, { anyOf: [{ const: 'a' }, { const: 'b' }] }, true],
    [text, { type: 'string', enum: ['a'] }, false],
    [{ type: 'boolean' }, { enum: [true, false] }, true],
    [{ type: 'string', format: 'uri' }, { type: 'string', format: 'date', pattern: '^a', maxLength: 1 }, true],
    [{}, text, true],
    [{}, { enum: ['a'] }, false],
    [text, {}, true],
    [text, { type: 'array', items: text }, false],
    [{ type: 'array', items: whole }, { type: 'array', items: number }, true],
    [{ type: 'array', items: text }, { type: 'array', items: number }, false],
    [{ type: 'array' }, { type: 'array', items: number }, true],
    [{ type: 'object' }, { type: 'object', required: ['a'] }, false],
    [{ type: 'object', required: ['a'] }, { type: 'object', properties: { a: text }, required: ['a'] }, true],
    [{ type: 'object', required: ['a'] }, { type: 'object', additionalProperties: false }, false],
    [text, { not: {} }, true],
  ])('%j for %j: %s', (from, to, expected) => {
    expect(fits(from, to)).toBe(expected)
  })

  test('null counts only with `withNull`', () => {
    expect(fits({ type: ['string', 'null'] }, text)).toBe(false)
    expect(fits({ type: ['string', 'null'] }, text, false)).toBe(true)
    expect(fits({ anyOf: [text, { type: 'null' }] }, text, false)).toBe(true)
  })

  const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null')
  const shape = fc.record(
    {
      type: fc.oneof(type, fc.array(type, { minLength: 1 })),
      enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  const choiceOf = (one: typeof shape) =>
    fc.oneof(one, fc.record({ anyOf: fc.array(one, { minLength: 1, maxLength: 3 }) }))
  const telling = choiceOf(shape.filter((one) => one.type !== undefined || one.enum !== undefined))

  test('every value of a schema that agrees is accepted by the other', () => {
    fc.assert(
      fc.property(telling, choiceOf(shape), fc.jsonValue({ maxDepth: 1 }), (from, to, value) => {
        if (fits(from, to) && isRight(from, value)) expect(isRight(to, value)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('every schema agrees with itself', () => {
    fc.assert(
      fc.property(telling, (one) => {
        expect(fits(one, one)).toBe(true)
      }),
    )
  })
})
