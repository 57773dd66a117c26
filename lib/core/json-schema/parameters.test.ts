import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { expect, test } from 'vitest'
import { parameterNames, requiredParams } from './parameters'

const [a, b] = [
  { properties: { a: {} }, required: ['a'] },
  { properties: { b: {} }, required: ['b'] },
]

test.each<[JsonSchema | null, names: string[], required: string[]]>([
  [null, [], []],
  [{ type: 'object' }, [], []],
  [{ type: 'array', items: a }, [], []],
  [{ properties: { b: {}, a: {} }, required: ['c', 'a', 'b'] }, ['b', 'a'], ['b', 'a', 'c']],
  [{ ...a, allOf: [b] }, ['a'], ['a', 'b']],
  [{ $ref: '#/$defs/a', $defs: { a } }, [], ['a']],
  [{ ...a, oneOf: [b, { required: ['c', 'b'] }] }, ['a'], ['a', 'b']],
])('%j declares %j and requires %j', (schema, names, required) => {
  expect(parameterNames(schema)).toEqual(names)
  expect(requiredParams(schema)).toEqual(required)
})
