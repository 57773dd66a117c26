import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { expect, test } from 'vitest'
import { compareTools } from './drift'
import type { ToolVersion } from './types'

const tool = (more: Partial<ToolVersion>): ToolVersion => ({
  title: null,
  description: 'Does it.',
  inputSchema: null,
  outputSchema: null,
  annotations: null,
  ...more,
})
const takes = (properties: Record<string, unknown>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const lines = (before: Partial<ToolVersion>, after: Partial<ToolVersion>) =>
  compareTools(tool(before), tool(after)).map((change) => [change.before, change.after])
const ofInput = (before: JsonSchema, after: JsonSchema) => lines({ inputSchema: before }, { inputSchema: after })

test.each<[string, JsonSchema, JsonSchema, (string | undefined)[]]>([
  [
    'a limit',
    takes({ count: { type: 'integer', maximum: 50 } }),
    takes({ count: { type: 'integer', maximum: 20 } }),
    ['count: maximum 50', 'count: maximum 20'],
  ],
  [
    'a new limit',
    takes({ count: { type: 'integer' } }),
    takes({ count: { type: 'integer', minimum: 1 } }),
    ['count: no minimum', 'count: minimum 1'],
  ],
  ['a type', takes({ id: { type: 'string' } }), takes({ id: { type: 'integer' } }), ['id: string', 'id: integer']],
  ['values', takes({ by: { enum: ['a', 'b'] } }), takes({ by: { enum: ['a'] } }), ['by: “b”', undefined]],
  [
    'a default',
    takes({ n: { type: 'integer', default: 1 } }),
    takes({ n: { type: 'integer', default: 2 } }),
    ['n: default 1', 'n: default 2'],
  ],
  ['a name', takes({ q: { type: 'string' } }), takes({ query: { type: 'string' } }), ['q', 'query']],
  ['a removed argument', takes({ q: { type: 'string' } }), takes({}), ['q: optional', undefined]],
  ['a new argument', takes({}), takes({ q: { type: 'string' } }, ['q']), [undefined, 'q: required']],
  [
    'a required argument',
    takes({ q: { type: 'string' } }),
    takes({ q: { type: 'string' } }, ['q']),
    ['q: optional', 'q: required'],
  ],
])('the difference of %s', (_, before, after, wanted) => {
  expect(ofInput(before, after)).toContainEqual(wanted)
})

test('of a promise', () => {
  expect(lines({ annotations: { readOnlyHint: true } }, { annotations: { destructiveHint: true } })).toContainEqual([
    'only reads',
    'may change and delete things',
  ])
})

test('of texts is one visible line, cut', () => {
  const [difference] = lines({ description: 'One\u0000.\nTwo.' }, { description: 'x'.repeat(5000) })
  expect(difference?.[0]?.split(/[^ -~]/)).toHaveLength(1)
  expect(difference?.[1]?.length).toBeLessThanOrEqual(200)
})
