import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { testTools } from '../../core/catalog/test-tools'
import { argumentsFit } from './arguments-fit'
import cases from './arguments-fit.cases.json' with { type: 'json' }
import { countedSchema } from './test-counted-schema'

type Properties = Record<string, unknown>

const text = { type: 'string' }
/** A schema that requires all names, except those ending in `?`. */
const tool = (properties: Properties, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name.replace('?', ''), schema])),
  required: Object.keys(properties).filter((name) => !name.endsWith('?')),
  ...more,
})
/** `yes` (compatible), `mapped` (mappable only) or `no`, then the mapping of each parameter. */
const shown = (original: Properties, candidate: Properties) => {
  const { argsCompatible, mappable, parameterMap } = argumentsFit(tool(original), tool(candidate))
  const lines = parameterMap.map(({ from, to, kind }) => `${from ?? ''}>${to ?? ''} ${kind}`)
  return [argsCompatible ? 'yes' : mappable ? 'mapped' : 'no', ...lines].join(', ')
}

describe('compatible or not', () => {
  test.each<[Properties, Properties, string]>([
    [{}, {}, 'yes'],
    [{ path: text }, { path: text }, 'yes, path>path same'],
    [{ path: text }, { path: text, 'head?': text }, 'yes, path>path same'],
    [{ path: text, 'head?': text }, { path: text }, 'mapped, path>path same, head> missing'],
    [{ path: text, mode: text }, { path: text }, 'no, path>path same, mode> missing'],
    [{ path: text }, { path: text, mode: text }, 'no, path>path same, >mode extra'],
    [{ 'path?': text }, { path: text }, 'no, path>path same'],
    [{ path: text }, { path: text, mode: { ...text, default: 'r' } }, 'mapped, path>path same'],
    [{ path: text }, { path: text, mode: { const: 'r' } }, 'mapped, path>path same'],
    [{ path: text, 'n?': text }, { path: text, n: text }, 'no, path>path same, n>n same'],
    [{ path: text, 'n?': text }, { path: text, 'n?': text, 'm?': text }, 'yes, path>path same, n>n same'],
    [{ path: text, 'n?': { type: 'integer' } }, { path: text, 'n?': text }, 'mapped, path>path same, n> missing'],
    [{ q: text }, { query: text }, 'mapped, q>query renamed'],
    [{ path: text }, { path: text, mode: { type: 'integer', default: 'r' } }, 'no, path>path same, >mode extra'],
    [{ n: { type: 'integer' } }, { n: { type: 'number' } }, 'yes, n>n same'],
    [{ n: { type: 'number' } }, { n: { type: 'integer' } }, 'no, n> missing, >n extra'],
    [{ n: { enum: ['a'] } }, { n: { enum: ['a', 'b'] } }, 'yes, n>n same'],
    [{ n: { enum: ['a', 'b'] } }, { n: { enum: ['a', 'c'] } }, 'no, n> missing, >n extra'],
    [{ n: { type: ['string', 'null'] } }, { n: text }, 'no, n> missing, >n extra'],
    [{ 'n?': { anyOf: [text, { type: 'null' }] } }, { 'n?': text }, 'yes, n>n same'],
    [{ n: text }, { n: { ...text, pattern: '^a', maxLength: 3, format: 'uri' } }, 'yes, n>n same'],
    [{ n: { type: 'integer' } }, { n: { type: 'integer', maximum: 5 } }, 'yes, n>n same'],
    [{ n: {} }, { n: text }, 'yes, n>n same'],
    [{ n: {} }, { n: { enum: ['a', 'b'] } }, 'no, n> missing, >n extra'],
    [
      { n: { type: 'array', items: text } },
      { n: { type: 'array', items: { type: 'integer' } } },
      'no, n> missing, >n extra',
    ],
  ])('%j for %j: %s', (original, candidate, expected) => {
    expect(shown(original, candidate)).toBe(expected)
  })

  test('null without both schemas', () => {
    const unknown = { argsCompatible: null, mappable: null, parameterMap: [] }
    expect(argumentsFit(null, tool({}))).toEqual(unknown)
    expect(argumentsFit(tool({}), null)).toEqual(unknown)
  })

  test('an argument without a counterpart is lost, even where the candidate takes anything', () => {
    const open = { type: 'object', additionalProperties: true }
    expect(argumentsFit(tool({ a: text }), open)).toMatchObject({ argsCompatible: false, mappable: false })
  })

  test('a required but undeclared parameter is of any type', () => {
    const undeclared = { type: 'object', required: ['a', 'a', 7] }
    expect(argumentsFit(undeclared, tool({ a: text }))).toEqual({
      argsCompatible: true,
      mappable: true,
      parameterMap: [{ from: 'a', to: 'a', kind: 'same' }],
    })
    expect(argumentsFit(tool({ a: text }), undeclared).argsCompatible).toBe(true)
  })

  test('references and allOf are resolved, each within its own schema', () => {
    const original = {
      $ref: '#/$defs/all',
      $defs: { all: tool({ a: { $ref: '#/$defs/id' } }), id: { type: 'integer' } },
    }
    const candidate = {
      allOf: [{ $ref: '#/definitions/base' }, tool({ 'b?': text })],
      definitions: { base: tool({ a: { $ref: '#/definitions/id' } }), id: { type: 'number' } },
    }
    expect(argumentsFit(original, candidate)).toEqual({
      argsCompatible: true,
      mappable: true,
      parameterMap: [{ from: 'a', to: 'a', kind: 'same' }],
    })
    expect(argumentsFit(candidate, original).argsCompatible).toBe(false)
  })

  test('a choice of the candidate: one branch must fit; of the original: every branch must fit one', () => {
    const either = {
      type: 'object',
      properties: { a: text, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }
    const just = (name: string) => tool({ [name]: text })
    expect(argumentsFit(just('a'), either).argsCompatible).toBe(true)
    expect(argumentsFit(just('b'), either)).toMatchObject({ argsCompatible: true, parameterMap: [{ to: 'b' }] })
    expect(argumentsFit(just('c'), either).argsCompatible).toBe(false)
    expect(argumentsFit(either, either).argsCompatible).toBe(true)
    expect(argumentsFit(either, just('a')).argsCompatible).toBe(false)
    expect(argumentsFit(either, just('a')).parameterMap).toEqual([
      { from: 'a', to: 'a', kind: 'same' },
      { from: 'b', to: null, kind: 'missing' },
    ])
  })
})

describe('renamed', () => {
  const renames = (from: string, to: string, one: unknown = text, other: unknown = one) =>
    shown({ [from]: one, 'also?': { type: 'boolean' } }, { [to]: other, 'too?': { type: 'null' } }).startsWith('mapped')

  test.each(cases.bothWays)('%s is %s, both ways', (one, other) => {
    expect(renames(one, other)).toBe(true)
    expect(renames(other, one)).toBe(true)
  })

  const formed = { type: 'string', pattern: '^.' }
  test.each([
    ['start_date', 'end_date'],
    ['from', 'to'],
    ['x', 'y'],
    ['user_id', 'project_id'],
    ['user_id', 'user_name'],
    ['latitude', 'longitude'],
    ['source_path', 'target_path'],
    ['name', 'name_pattern'],
    ['price_per_day', 'day'],
    ['email', 'phone'],
    ['_', '$'],
  ])('%s is not %s', (one, other) => {
    expect(renames(one, other, formed)).toBe(false)
    expect(renames(other, one, formed)).toBe(false)
  })

  test('dates called from and to are start and end', () => {
    const date = { type: 'string', format: 'date' }
    expect(shown({ from: date, to: date }, { end_date: date, start_date: date })).toBe(
      'mapped, from>start_date renamed, to>end_date renamed',
    )
    const said = { ...text, description: 'First day, YYYY-MM-DD' }
    expect(renames('since', 'start_date', said)).toBe(true)
    expect(renames('source', 'start', text)).toBe(false)
  })

  test('types must agree', () => {
    expect(renames('limit', 'count', { type: 'integer' })).toBe(true)
    expect(renames('limit', 'count', { type: 'integer' }, text)).toBe(false)
  })

  test('one to one, the best first, a required one before an optional one', () => {
    expect(shown({ query: text, text }, { text, search: text })).toBe('mapped, query>search renamed, text>text same')
    expect(shown({ q: text }, { 'keyword?': text, search: text })).toBe('mapped, q>search renamed')
    expect(shown({ q: text, search: text }, { query: text })).toBe('no, q>query renamed, search> missing')
  })

  test('an id of something is an id, unless it is described as one of something else', () => {
    const said = (description: string) => ({ ...text, description })
    expect(renames('id', 'thread_id')).toBe(true)
    expect(renames('id', 'thread_id', said('ID of the thread'))).toBe(true)
    expect(renames('id', 'channel_id', said('ID of the thread'), said('ID of the channel'))).toBe(false)
  })

  test('by shared description words, when one description contains the other name', () => {
    const said = (description: string) => ({ type: 'number', description })
    const current = said('The electric current flowing, in amperes')
    expect(renames('I', 'current', current, said('Current flowing in amperes'))).toBe(true)
    expect(renames('I', 'voltage', current, said('Flowing in electric amperes'))).toBe(false)
  })

  test('one required text on each side, where nothing else describes its content', () => {
    expect(renames('company', 'query')).toBe(true)
    expect(renames('sentence', 'prompt')).toBe(true)
    expect(renames('company', 'country')).toBe(false)
    expect(renames('user_id', 'query')).toBe(false)
    expect(renames('company', 'query', text, { ...text, format: 'uri' })).toBe(false)
    expect(shown({ company: text, year: text }, { query: text })).toMatch(/^no, company> missing/)
  })
})

describe('hostile schemas', () => {
  test('names of the prototype are ordinary names', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},' +
        '"required":["__proto__","hasOwnProperty"]}',
    )
    const { argsCompatible, parameterMap } = argumentsFit(schema, schema)
    expect(argsCompatible).toBe(true)
    expect(parameterMap.map(({ from }) => from)).toEqual(['__proto__', 'constructor', 'hasOwnProperty'])
    expect(argumentsFit(schema, {}).parameterMap.every(({ kind }) => kind === 'missing')).toBe(true)
  })

  test('200 parameters a side, the required first', () => {
    const names = [...Array(500).keys()].map((index) => `p${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, text]))
    const { argsCompatible, mappable, parameterMap } = argumentsFit({ properties, required: ['p499'] }, { properties })
    expect(parameterMap.filter(({ kind }) => kind === 'same')).toHaveLength(199)
    expect(parameterMap.at(-1)).toEqual({ from: 'p499', to: null, kind: 'missing' })
    expect([argsCompatible, mappable]).toEqual([false, false])
    const all = { properties, required: names }
    expect(argumentsFit(all, all)).toMatchObject({ argsCompatible: false, mappable: false })
    const optional = argumentsFit({ properties }, { properties })
    expect(optional).toMatchObject({ argsCompatible: false, mappable: true })
  })

  test('the cost is bounded', () => {
    const branch = (depth: number): JsonSchema =>
      depth === 0 ? text : { anyOf: Array.from({ length: 10 }, () => branch(depth - 1)) }
    const wide = (prefix: string, schema: JsonSchema) => ({
      properties: Object.fromEntries([...Array(200).keys()].map((index) => [`${prefix}_user_${index}`, { ...schema }])),
    })
    const said = { ...text, description: [...Array(90).keys()].map((index) => `word${index}`).join(' ') }
    const rooted = (prefix: string) => ({
      // A description of its own each, as nodes that are one are read once.
      oneOf: [...Array(20).keys()].map((index) => wide(`${prefix}${index}`, { ...said })),
    })
    const MOST_LOOKS = 30_000
    const compare = (one: JsonSchema, other: JsonSchema) => {
      const [original, candidate] = [countedSchema(one, MOST_LOOKS), countedSchema(other, MOST_LOOKS)]
      expect(() => argumentsFit(original, candidate)).not.toThrow()
    }
    compare(wide('a', branch(3)), wide('b', branch(3)))
    compare(rooted('a'), rooted('b'))
    compare({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, { allOf: [{ $ref: '#' }], oneOf: [{ $ref: '#' }] })
  })

  const keyword = fc.constantFrom(
    'type',
    'properties',
    'required',
    'enum',
    'const',
    'default',
    'anyOf',
    'allOf',
    '$ref',
  )
  const { nonsense } = fc.letrec<{ nonsense: unknown }>((tie) => ({
    nonsense: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.anything(),
      fc.constantFrom('object', 'string', '#', '#/properties', '#/anyOf/0', true, false),
      fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'user_id', '__proto__')), tie('nonsense')),
      fc.array(tie('nonsense'), { maxLength: 3 }),
    ),
  }))

  test('any JSON, and input that is none', () => {
    fc.assert(
      fc.property(fc.dictionary(keyword, nonsense), fc.dictionary(keyword, nonsense), (one, other) => {
        const fit = argumentsFit(one, other)
        expect(fit.argsCompatible).toBeTypeOf('boolean')
        if (fit.argsCompatible) expect(fit.mappable).toBe(true)
        expect(argumentsFit(one, other)).toEqual(fit)
      }),
      { numRuns: 100 },
    )
  })
})

describe('always', () => {
  const word = fc.constantFrom(
    'user',
    'id',
    'query',
    'q',
    'limit',
    'count',
    'start',
    'end',
    'date',
    'from',
    'to',
    'name',
    '__proto__',
  )
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_'))
  const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array')
  const schema = fc
    .uniqueArray(fc.tuple(name, type, fc.boolean()), { selector: ([key]) => key, maxLength: 6 })
    .map((parameters) => ({
      properties: Object.fromEntries(parameters.map(([key, kind]) => [key, { type: kind }])),
      required: parameters.filter(([, , required]) => required).map(([key]) => key),
    }))

  test('a schema fits itself nevertheless', () => {
    fc.assert(
      fc.property(schema, (one) => {
        const { argsCompatible, parameterMap } = argumentsFit(one, one)
        expect(argsCompatible).toBe(true)
        expect(parameterMap.every(({ from, to, kind }) => kind === 'same' && from === to)).toBe(true)
      }),
    )
  })

  test('each parameter is listed once; the result follows from the map and the required names', () => {
    fc.assert(
      fc.property(schema, schema, (original, candidate) => {
        const { argsCompatible, mappable, parameterMap } = argumentsFit(original, candidate)
        const [from, to] = [parameterMap.flatMap((row) => row.from ?? []), parameterMap.flatMap((row) => row.to ?? [])]
        expect(from).toEqual(Object.keys(original.properties))
        expect(new Set(to).size).toBe(to.length)
        const extra = parameterMap.filter(({ kind }) => kind === 'extra').map((row) => row.to)
        expect(parameterMap.slice(from.length).map((row) => row.to)).toEqual(extra)
        const kept = original.required.every((key) => parameterMap.some((row) => row.from === key && row.to !== null))
        const fed = candidate.required.every((key) =>
          parameterMap.some((row) => row.to === key && row.from !== null && original.required.includes(row.from)),
        )
        expect(mappable).toBe(kept && fed)
        const isSame = parameterMap.every(({ kind }) => kind === 'same')
        expect(argsCompatible).toBe(isSame && fed)
        for (const row of parameterMap) expect(row.kind === 'same').toBe(row.from !== null && row.from === row.to)
      }),
      { numRuns: 200 },
    )
  })
})

it('every schema as authors write them fits itself', () => {
  for (const { inputSchema } of testTools(2_500)) {
    if (inputSchema === undefined) continue
    const { argsCompatible, parameterMap } = argumentsFit(inputSchema, inputSchema)
    expect([argsCompatible, ...new Set(parameterMap.map(({ kind }) => kind))].slice(0, 2)).toEqual(
      parameterMap.length === 0 ? [true] : [true, 'same'],
    )
  }
})
