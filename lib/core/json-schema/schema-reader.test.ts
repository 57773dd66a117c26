import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { describe, expect, test } from 'vitest'
import { schemaReader } from './schema-reader'

const shapeIn = (root: JsonSchema, node: unknown = root) => schemaReader(root).shapeOf(node)

describe('references and allOf', () => {
  test('a reference is followed by name, by escape and through others', () => {
    const root = { $defs: { 'a/b c': { $ref: '#/definitions/x' } }, definitions: { x: { type: 'string' } } }
    expect(shapeIn(root, { $ref: '#/$defs/a~1b%20c' }).types).toEqual(new Set(['string']))
    expect(shapeIn(root, { $ref: '#' }).types).toBeNull()
    expect(schemaReader(root).follow({ $ref: '#/$defs/a~1b%20c' })).toBe(root.definitions.x)
  })

  test.each(['#/$defs/none', '#/%E0%A4%A', 'https://example.com/schema', '#anchor', '#/__proto__/x', 5, null])(
    'reference %s requires nothing',
    ($ref) => {
      expect(shapeIn({}, { $ref })).toMatchObject({ types: null, values: null })
    },
  )

  test('a reference and its sibling keywords apply together, the nearer description first', () => {
    const root = { $defs: { x: { type: 'string', description: 'far', minLength: 2, default: 'ab' } } }
    const shape = shapeIn(root, { $ref: '#/$defs/x', description: 'near', minLength: 5, maxLength: 9 })
    expect(shape.types).toEqual(new Set(['string']))
    expect(shape.keywords).toMatchObject({ description: 'near', minLength: 5, maxLength: 9, default: 'ab' })
  })

  test('allOf is merged: members, required names, the tighter bound, the shared types and values', () => {
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

  test('circular references end', () => {
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

  test('true requires nothing, false allows nothing', () => {
    expect(shapeIn({}, true).types).toBeNull()
    expect(shapeIn({}, false).types).toEqual(new Set())
  })

  test('variants are the branches of every choice, without impossible ones', () => {
    const schema = {
      type: 'object',
      oneOf: [{ required: ['a'] }, { required: ['b'] }, { type: 'string' }],
      anyOf: [{ required: ['c'] }, false],
    }
    const variants = schemaReader(schema).variantsOf(shapeIn(schema))
    expect(variants.map(({ required }) => [...required].sort().join())).toEqual(['a,c', 'b,c'])
  })
})
