import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { expect, test } from 'vitest'
import { referenced } from './reference'

const root: JsonSchema = {
  $defs: { 'a/b c~': { type: 'string' }, '%': { type: 'null' }, list: [{ type: 'integer' }] },
  '': { type: 'boolean' },
}

test.each<[unknown, unknown]>([
  ['#', root],
  ['#/$defs/a~1b%20c~0', { type: 'string' }],
  ['#/$defs/%', { type: 'null' }],
  ['#/$defs/list/0', { type: 'integer' }],
  ['#/', { type: 'boolean' }],
  ['#/$defs/none', undefined],
  ['#/$defs/constructor', undefined],
  ['#/$defs/list/0/type/length', undefined],
  ['#anchor', undefined],
  ['other.json#/$defs/list', undefined],
  ['https://example.com/schema', undefined],
  [5, undefined],
  [undefined, undefined],
])('%j points to %j', (reference, target) => {
  expect(referenced(root, reference)).toEqual(target)
})
