import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { propertiesIn } from 'assay-verify/json-schema/json-value'
import { describe, expect, test } from 'vitest'
import { boundIn, choicesIn, inCurrentSpelling, namedTypes, requiredIn, valuesIn } from './node'

const text = { type: 'string' }

describe('the current spelling', () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    [
      'draft 4: exclusive bounds',
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
      { exclusiveMinimum: 1, exclusiveMaximum: 9 },
    ],
    ['drafts up to 2019: a tuple', { items: [text], additionalItems: false }, { prefixItems: [text], items: false }],
    ['a tuple that may go on', { items: [text] }, { prefixItems: [text] }],
    [
      'drafts up to 7: dependencies',
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    ],
  ])('%s', (_, schema, spelled) => {
    expect(inCurrentSpelling(schema)).toMatchObject(spelled)
    expect(boundIn(inCurrentSpelling(schema), 'minimum')).toBeUndefined()
  })

  test.each<[JsonSchema]>([
    [{}],
    [{ minimum: 1, exclusiveMinimum: false }],
    [{ prefixItems: [text], items: false, dependentRequired: { a: ['b'] } }],
    [{ dependencies: 'x', items: text }],
  ])('%j stays the same node', (schema) => {
    expect(inCurrentSpelling(schema)).toBe(schema)
  })
})

test.each<[JsonSchema, string[] | null]>([
  [{ type: 'string' }, ['string']],
  [{ type: ['string', 5, 'null'] }, ['string', 'null']],
  [{ type: 'float' }, ['float']],
  [{ type: 5 }, null],
  [{}, null],
])('types named by %j: %j', (schema, types) => {
  expect(namedTypes(schema)).toEqual(types)
})

test.each<[JsonSchema, unknown[] | null]>([
  [{ enum: ['a', 1, 'a'] }, ['a', 1]],
  [{ const: { b: 1, a: 2 } }, [{ a: 2, b: 1 }]],
  [{ const: 'a', enum: ['a', 'b'] }, ['a']],
  [{ const: 'c', enum: ['a', 'b'] }, []],
  [{ const: null }, [null]],
  [{ enum: [Number.NaN, undefined, -0] }, [0]],
  [{ enum: 'x' }, null],
  [{}, null],
])('values allowed by %j: %j', (schema, values) => {
  const allowed = valuesIn(schema)
  expect(allowed && [...allowed.values()]).toEqual(values)
})

test.each<[unknown, string[]]>([
  [{ properties: { b: text, a: true, ['__proto__']: text } }, ['b', 'a', '__proto__']],
  [{ properties: ['a'] }, []],
  [{ type: 'string' }, []],
  [null, []],
  [true, []],
])('properties of %j: %j', (schema, names) => {
  expect([...propertiesIn(schema).keys()]).toEqual(names)
})

test.each<[JsonSchema, string[]]>([
  [{ required: ['b', 'a', 'b', 5] }, ['b', 'a']],
  [{ required: true }, []],
  [{}, []],
])('names required by %j: %j', (schema, names) => {
  expect([...requiredIn(schema)]).toEqual(names)
})

test.each<[JsonSchema, ReturnType<typeof choicesIn>]>([
  [{ anyOf: [text], oneOf: [] }, [{ branches: [text], exactlyOne: false }]],
  [{ oneOf: [text, false] }, [{ branches: [text, false], exactlyOne: true }]],
  [{ anyOf: text }, []],
])('choices of %j: %j', (schema, choices) => {
  expect(choicesIn(schema)).toEqual(choices)
})
