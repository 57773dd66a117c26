import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../core/catalog/catalog'
import { accepts, agrees, schemaReader } from './schema-reading'

const shapeIn = (root: JsonSchema, node: unknown = root) => schemaReader(root).shapeOf(node)
const isRight = (schema: JsonSchema, value: unknown) => accepts(schemaReader(schema), shapeIn(schema), value)
const fits = (from: JsonSchema, to: JsonSchema, withNull = true) =>
  agrees([schemaReader(from), schemaReader(to)], shapeIn(from), shapeIn(to), withNull)

describe('references and allOf', () => {
  test('a reference is followed by name, by escape and through others', () => {
    const root = { $defs: { 'a/b c': { $ref: '#/definitions/x' } }, definitions: { x: { type: 'string' } } }
    expect(shapeIn(root, { $ref: '#/$defs/a~1b%20c' }).types).toEqual(new Set(['string']))
    expect(shapeIn(root, { $ref: '#' }).types).toBeNull()
    expect(schemaReader(root).follow({ $ref: '#/$defs/a~1b%20c' })).toBe(root.definitions.x)
  })

  test.each(['#/$defs/none', '#/%E0%A4%A', 'https://example.com/schema', '#anchor', '#/__proto__/x', 5, null])(
    'reference %s asks for nothing',
    ($ref) => {
      expect(shapeIn({}, { $ref })).toMatchObject({ types: null, values: null })
    },
  )

  test('what a reference says and what stands beside it hold together, the nearer description first', () => {
    const root = { $defs: { x: { type: 'string', description: 'far', minLength: 2, default: 'ab' } } }
    const shape = shapeIn(root, { $ref: '#/$defs/x', description: 'near', minLength: 5, maxLength: 9 })
    expect(shape.types).toEqual(new Set(['string']))
    expect(shape.keywords).toMatchObject({ description: 'near', minLength: 5, maxLength: 9, default: 'ab' })
  })

  test('all of allOf is drawn in: members, required names, the tighter bound, the shared types and values', () => {
    const shape = shapeIn({
      required: ['a'],
      allOf: [
        { type: ['number', 'string'], minimum: 1, properties: { a: { minimum: 1 }, b: {} }, enum: [1, 2, 3] },
        { allOf: [{ type: 'integer', minimum: 2, properties: { a: { type: 'integer' } }, required: ['b'] }] },
        { enum: [3, 2] },
      ],
    })
    expect(shape.types).toEqual(new Set(['integer']))
    expect([...(shape.values?.values() ?? [])]).toEqual([2, 3])
    expect(shape.keywords.minimum).toBe(2)
    expect([...shape.required]).toEqual(['a', 'b'])
    expect([...shape.properties.keys()]).toEqual(['a', 'b'])
    expect(shapeIn({}, shape.properties.get('a')).keywords.minimum).toBe(1)
  })

  test('cycles end', () => {
    const root: JsonSchema = {
      $defs: {
        a: { $ref: '#/$defs/b' },
        b: { $ref: '#/$defs/a', type: 'string' },
        c: { allOf: [{ $ref: '#/$defs/c' }] },
      },
    }
    expect(shapeIn(root, { $ref: '#/$defs/a' }).types).toEqual(new Set(['string']))
    expect(shapeIn(root, { $ref: '#/$defs/c' }).types).toBeNull()
    const self: JsonSchema = { anyOf: [{ $ref: '#' }, { type: 'string' }] }
    expect(schemaReader(self).variantsOf(shapeIn(self)).length).toBeGreaterThan(0)
  })

  test('true asks for nothing, false for what nothing is', () => {
    expect(shapeIn({}, true).types).toBeNull()
    expect(shapeIn({}, false).types).toEqual(new Set())
  })

  test('variants are the branches of every choice, without the impossible', () => {
    const schema = {
      type: 'object',
      oneOf: [{ required: ['a'] }, { required: ['b'] }, { type: 'string' }],
      anyOf: [{ required: ['c'] }, false],
    }
    const variants = schemaReader(schema).variantsOf(shapeIn(schema))
    expect(variants.map(({ required }) => [...required].sort().join())).toEqual(['a,c', 'b,c'])
  })
})

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

  test('null counts only where it is asked for', () => {
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

  test('whatever agrees carries every value over', () => {
    fc.assert(
      fc.property(telling, choiceOf(shape), fc.jsonValue({ maxDepth: 1 }), (from, to, value) => {
        if (fits(from, to) && isRight(from, value)) expect(isRight(to, value)).toBe(true)
      }),
      { numRuns: 1000 },
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
