import { expect, test } from 'vitest'
import { schemaRows } from './schema-rows'
import cases from './schema-rows.cases.json' with { type: 'json' }

const document = cases.document
const typeOf = (schema: Record<string, unknown>) =>
  schemaRows({ type: 'object', properties: { value: schema } }, document)[0]?.type

test('members of objects and of lists are below their own row, references followed', () => {
  const rows = schemaRows(
    {
      type: 'object',
      required: ['reasons'],
      properties: {
        reasons: { type: 'array', items: { $ref: '#/components/schemas/Reason' } },
        first: { anyOf: [{ $ref: '#/components/schemas/Reason' }, { type: 'null' }], description: 'The first.' },
      },
    },
    document,
  )
  expect(rows.map(({ depth, name, type, isRequired }) => [depth, name, type, isRequired])).toEqual([
    [0, 'reasons', 'list of objects', true],
    [1, 'code', 'string', true],
    [0, 'first', 'object or null', false],
    [1, 'code', 'string', true],
  ])
  expect(rows[2]?.description).toBe('The first.')
})

test('a description is that of the member, else that of what it refers to', () => {
  const [own, shared] = schemaRows(
    {
      properties: {
        own: { $ref: '#/components/schemas/Reason', description: 'Why.' },
        shared: { $ref: '#/components/schemas/Reason' },
      },
    },
    document,
  ).filter(({ depth }) => depth === 0)
  expect([own?.description, shared?.description]).toEqual(['Why.', 'A reason.'])
})

test('a schema that refers to itself ends', () => {
  expect(schemaRows({ $ref: '#/components/schemas/Folder' }, document)).toHaveLength(9)
})

test.each([
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer, 1 to 100'],
  [{ type: 'number', minimum: 0 }, 'number, at least 0'],
  [{ type: 'string', maxLength: 8, default: 'x' }, 'string, at most 8 characters, "x" where absent'],
  [{ enum: ['a', 'b'] }, '"a", "b"'],
  [{ const: 1 }, '1'],
  [{ type: ['string', 'null'], format: 'date-time' }, 'string or null, date-time'],
  [
    { type: 'array', items: { type: 'string', maxLength: 3 }, maxItems: 2 },
    'list of strings, at most 3 characters, at most 2',
  ],
  [{}, 'any JSON'],
])('%j is said as %s', (schema, said) => {
  expect(typeOf(schema)).toBe(said)
})
