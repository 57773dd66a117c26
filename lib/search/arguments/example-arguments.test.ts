import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { testTools } from '../../core/catalog/test-tools'
import { accepts } from '../../core/json-schema/accepts'
import { requiredParams } from '../../core/json-schema/parameters'
import { schemaReader } from '../../core/json-schema/schema-reader'
import { exampleArguments } from './example-arguments'
import cases from './example-arguments.cases.json' with { type: 'json' }
import { countedSchema } from './test-counted-schema'

/** The example of one required parameter `name`. */
const exampleOf = (schema: unknown, name = 'a', more: JsonSchema = {}) =>
  exampleArguments({ type: 'object', properties: { [name]: schema }, required: [name], ...more })[name]
const isRight = (schema: JsonSchema, value: unknown) => {
  const reader = schemaReader(schema)
  return accepts(reader, reader.shapeOf(schema), value)
}

describe('requiredParams', () => {
  test('in the order of the properties, undeclared ones last', () => {
    const schema = { properties: { a: {}, b: {}, c: {} }, required: ['d', 'c', 'a', 'a', 5] }
    expect(requiredParams(schema)).toEqual(['a', 'c', 'd'])
    expect(Object.keys(exampleArguments(schema))).toEqual(['a', 'c', 'd'])
  })

  test('resolves references and allOf; of a choice takes the names every branch requires', () => {
    const $defs = { base: { properties: { a: {} }, required: ['a'] } }
    expect(requiredParams({ allOf: [{ $ref: '#/$defs/base' }, { required: ['b'] }], $defs })).toEqual(['a', 'b'])
    expect(requiredParams({ anyOf: [{ required: ['a', 'b'] }, { required: ['c', 'b'] }] })).toEqual(['b'])
  })

  test('requires nothing where the schema is unknown', () => {
    expect(requiredParams(null)).toEqual([])
    expect(requiredParams({ type: 'object' })).toEqual([])
    expect(exampleArguments(null)).toEqual({})
    expect(exampleArguments({ properties: { a: { type: 'string', default: 'x' } } })).toEqual({})
  })
})

describe('values written by the author', () => {
  test('const before default before examples before enum', () => {
    const all = { enum: ['e', 'x', 'd', 'c'], examples: ['x'], default: 'd', const: 'c' }
    expect(exampleOf(all)).toBe('c')
    expect(exampleOf({ ...all, const: undefined })).toBe('d')
    expect(exampleOf({ enum: all.enum, examples: ['x'] })).toBe('x')
    expect(exampleOf({ enum: all.enum })).toBe('e')
    expect(exampleOf({ type: 'string', default: '' })).toBe('')
    expect(exampleOf({ type: ['string', 'null'], default: null })).toBeNull()
  })

  test('invalid and redacted values are skipped', () => {
    expect(exampleOf({ type: 'integer', default: 'ten', examples: [0, 7], minimum: 5 })).toBe(7)
    expect(exampleOf({ type: 'string', default: '[redacted]' }, 'api_key')).toBe('example')
    expect(exampleOf({ type: 'integer', enum: ['a', 3] })).toBe(3)
    expect(exampleOf({ type: 'object', properties: { b: { const: 1 } }, required: ['b'], default: {} })).toEqual({
      b: 1,
    })
  })
})

describe('plausible values', () => {
  test.each(cases.plausibleValues as [JsonSchema, unknown][])('%j', (schema, expected) => {
    expect(exampleOf(schema)).toEqual(expected)
  })

  test.each(cases.plausibleTexts)('text %s (%s): %s', (name, description, expected) => {
    expect(exampleOf({ type: 'string', description }, name)).toBe(expected)
  })

  test.each([
    '^[a-z]+$',
    '^0x[a-fA-F0-9]{40}$',
    '^([01]\\d|2[0-3]):([0-5]\\d)$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^AS\\d+$',
    '^[^/]+/[^/]+$',
    '^(?:a|b)?c{2,}\\.(d|e)*$',
    '^\\p{Lu}\\s?$',
    '^[#!]\\/$',
  ])('text of pattern %s', (pattern) => {
    expect(exampleOf({ type: 'string', pattern })).toMatch(new RegExp(pattern, 'u'))
    expect(exampleOf({ type: 'string', pattern }, 'start_date')).toMatch(new RegExp(pattern, 'u'))
  })

  test.each(['^(a+)+$|(x|x)*y', '(', '('.repeat(10_000), '^((a{999}){999}){999}$', '(?<=a)b\\1', '^.*.*.*.*.*.*!$'])(
    'a pattern that is unsafe to run',
    (pattern) => {
      const tested = vi.spyOn(RegExp.prototype, 'test')
      expect(exampleOf({ type: 'string', pattern })).toBeTypeOf('string')
      expect(tested.mock.contexts.map((form) => (form as RegExp).source)).not.toContain(pattern)
    },
  )
})

describe('choices and references', () => {
  test('takes the first branch with a valid value, null last', () => {
    expect(exampleOf({ anyOf: [{ type: 'integer' }, { type: 'string' }] })).toBe(1)
    expect(exampleOf({ anyOf: [{ type: 'null' }, { type: 'string' }] })).toBe('example')
    expect(exampleOf({ anyOf: [{ enum: [] }, { const: 5 }] })).toBe(5)
    expect(exampleOf({ type: 'string', anyOf: [{ minLength: 9 }] })).toBe('exampleaa')
    expect(exampleOf({ oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'string' }] })).toBe('example')
  })

  test('a choice at the root', () => {
    const schema = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'one' }, a: { type: 'integer' } }, required: ['a'] },
        { properties: { kind: { const: 'other' } } },
      ],
    }
    expect(exampleArguments(schema)).toEqual({ kind: 'one', a: 1 })
  })

  test('a cycle ends with the smallest valid value', () => {
    const node = (next: unknown) => ({
      $ref: '#/$defs/node',
      $defs: { node: { properties: { value: { const: 1 }, next }, required: ['value', 'next'] } },
    })
    const self = { $ref: '#/$defs/node' }
    expect(exampleArguments(node({ anyOf: [self, { type: 'null' }] }))).toEqual({ value: 1, next: null })
    expect(exampleArguments(node({ type: 'array', items: self }))).toEqual({ value: 1, next: [] })
    expect(exampleArguments(node(self))).toEqual({ value: 1, next: {} })
    expect(
      exampleArguments({ anyOf: [{ $ref: '#' }], required: ['a'], properties: { a: { $ref: '#' } } }),
    ).toHaveProperty('a')
  })

  test('objects nest to a depth of 6', () => {
    let schema: JsonSchema = { type: 'object', properties: { a: { const: 1 } }, required: ['a'] }
    for (let level = 0; level < 5; level++) schema = { type: 'object', properties: { a: schema }, required: ['a'] }
    expect(JSON.stringify(exampleArguments(schema))).toBe('{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}')
    for (let level = 0; level < 500; level++) schema = { type: 'object', properties: { a: schema }, required: ['a'] }
    expect(JSON.stringify(exampleArguments(schema))).toBe('{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}}')
  })
})

describe('hostile schemas', () => {
  test('names of the prototype are ordinary names', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"const":{"__proto__":1}},"constructor":{"type":"integer"}},' +
        '"required":["__proto__","constructor","toString"]}',
    )
    const example = exampleArguments(schema)
    expect(JSON.stringify(example)).toBe('{"__proto__":{"__proto__":1},"constructor":1,"toString":"example"}')
    expect(Object.getPrototypeOf(example)).toBe(Object.prototype)
    expect(requiredParams(schema)).toEqual(['__proto__', 'constructor', 'toString'])
  })

  test('the cost is bounded', () => {
    const fan = (level: number) => ({
      type: 'object',
      properties: Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((key) => [key, { $ref: `#/$defs/${level}` }])),
      required: ['0', '1', '2', '3', '4', '5', '6', '7'],
    })
    const $defs = Object.fromEntries([...Array(9).keys()].map((level) => [level, fan(level + 1)]))
    let choices: JsonSchema = { type: 'string' }
    for (let level = 0; level < 5000; level++) choices = { anyOf: [choices, choices] }
    const endless = {
      type: 'array',
      minItems: 1e12,
      items: { type: 'array', minItems: 1e12, items: { minLength: 1e12 } },
    }
    const ofOne = (a: unknown) => ({ type: 'object', properties: { a }, required: ['a'] })
    const made = (schema: JsonSchema) => {
      return JSON.stringify(exampleArguments(countedSchema(schema, 1_000_000))).length
    }
    expect(made({ ...fan(0), $defs })).toBeLessThan(100_000)
    expect(made(ofOne(choices))).toBeLessThan(100)
    expect(made(ofOne(endless))).toBeLessThan(1_000_000)
  })

  test('any JSON, and input that is none', () => {
    const keyword = fc.constantFrom(
      ...'type properties required items enum const default anyOf oneOf allOf $ref pattern minimum minItems'.split(' '),
    )
    const nonsense = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.anything(),
        fc.constantFrom('object', 'array', 'string', '#', '#/properties', '#/anyOf/0', '(a', true, false),
        fc.array(fc.constantFrom('a', 'b', '__proto__', 'object')),
        fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'b')), tie('node')),
        fc.array(tie('node'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(keyword, nonsense.node), (schema) => {
        const [example, names] = [exampleArguments(schema), requiredParams(schema)]
        expect(JSON.parse(JSON.stringify(example))).toEqual(example)
        expect(Object.keys(example)).toEqual(expect.arrayContaining(names))
        expect(exampleArguments(schema)).toEqual(example)
      }),
      { numRuns: 100 },
    )
  })
})

describe('every satisfiable schema is satisfied', () => {
  const text = fc
    .record({ minLength: fc.nat(40), more: fc.nat(40) })
    .map(({ minLength, more }) => ({ type: 'string', minLength, maxLength: minLength + more }))
  const whole = fc
    .record({ minimum: fc.integer(), multipleOf: fc.integer({ min: 1, max: 90 }), more: fc.nat(1000) })
    .map(({ minimum, multipleOf, more }) => ({
      type: 'integer',
      ...{ minimum, multipleOf, maximum: minimum + multipleOf + more },
    }))
  const between = fc
    .tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 0.01, max: 1e6, noNaN: true }))
    .map(([low, width]) => ({ type: 'number', exclusiveMinimum: low, exclusiveMaximum: low + width }))
  const met = fc.letrec<{ node: JsonSchema; object: JsonSchema }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      ...[text, whole, between, fc.constantFrom<JsonSchema>({}, { type: 'boolean' }, { type: ['null', 'string'] })],
      fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1 }) }),
      fc.record({ type: fc.constant('array'), items: tie('node'), minItems: fc.nat(4) }),
      fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      tie('object'),
    ),
    object: fc
      .record({
        properties: fc.dictionary(fc.string({ maxLength: 8 }), tie('node'), { maxKeys: 4 }),
        skip: fc.boolean(),
      })
      .map(({ properties, skip }) => ({
        type: 'object',
        ...{ properties, required: Object.keys(properties).slice(Number(skip)), additionalProperties: false },
      })),
  }))

  test('by this validator, and only with the required names', () => {
    fc.assert(
      fc.property(met.object, (schema) => {
        const example = exampleArguments(schema)
        expect(isRight(schema, example)).toBe(true)
        expect(Object.keys(example).sort()).toEqual(requiredParams(schema).sort())
      }),
      { numRuns: 100 },
    )
  })

  test('numbers are within their bounds', () => {
    fc.assert(
      fc.property(whole, between, (one, other) => {
        const [found, near] = [Number(exampleOf(one)), Number(exampleOf(other))]
        expect(found >= one.minimum && found <= one.maximum && found % one.multipleOf === 0).toBe(true)
        expect(near > other.exclusiveMinimum && near < other.exclusiveMaximum).toBe(true)
      }),
    )
  })

  test('texts have the required length', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('city', 'url', 'a', 'query'), (schema, name) => {
        const { length } = String(exampleOf(schema, name))
        expect(length >= schema.minLength && length <= schema.maxLength).toBe(true)
      }),
    )
  })
})

it('makes JSON with every required name for schemas as authors write them', () => {
  for (const { inputSchema } of testTools(2_500)) {
    if (inputSchema === undefined) continue
    const example = exampleArguments(inputSchema)
    expect(JSON.parse(JSON.stringify(example))).toEqual(example)
    expect(Object.keys(example)).toEqual(expect.arrayContaining(requiredParams(inputSchema)))
  }
})
