import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { expect, test } from 'vitest'
import { schemaChanges } from './schema-drift'

const withA = (a: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties: { a }, ...more })
const [text, number] = [{ type: 'string' }, { type: 'number' }]
const $defs = { 'a b': text }

test.each<[string, before: JsonSchema, after: JsonSchema, changes: string[]]>([
  [
    'an exclusive bound of draft 4, spelled as a number',
    withA({ ...number, minimum: 1, exclusiveMinimum: true }),
    withA({ ...number, exclusiveMinimum: 1 }),
    ['wording schema_rewritten'],
  ],
  [
    'a bound of draft 4 that becomes exclusive',
    withA({ ...number, minimum: 1 }),
    withA({ ...number, minimum: 1, exclusiveMinimum: true }),
    ['additive limit_widened', 'breaking limit_narrowed'],
  ],
  [
    'a tuple as a list of items, spelled as prefixItems',
    withA({ type: 'array', items: [text], additionalItems: false }),
    withA({ type: 'array', prefixItems: [text], items: false }),
    ['wording schema_rewritten'],
  ],
  [
    'another tuple as a list of items',
    withA({ type: 'array', items: [text] }),
    withA({ type: 'array', items: [number] }),
    ['breaking condition_changed'],
  ],
  [
    'dependencies',
    withA(text, { dependencies: { a: ['b'] } }),
    withA(text, { dependencies: { a: ['b', 'c'] } }),
    ['breaking condition_changed'],
  ],
  [
    'a reference with a percent-encoded name',
    withA(text, { $defs }),
    withA({ $ref: '#/$defs/a%20b' }, { $defs }),
    ['wording schema_rewritten'],
  ],
])('%s', (_, before, after, changes) => {
  expect(schemaChanges('input', before, after).map((found) => `${found.class} ${found.code}`)).toEqual(changes)
})
