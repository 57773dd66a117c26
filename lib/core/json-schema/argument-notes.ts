import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { isPlainObject, propertiesIn } from 'assay-verify/json-schema/json-value'
import { boundIn, inCurrentSpelling, namedTypes, requiredIn, valuesIn } from './node'

/** An argument of a tool in a list. */
export interface ArgumentNote {
  name: string
  isRequired: boolean
  /** What it takes, in a few words; empty: text, or the schema does not say. */
  note: string
}

/** Of a tool in a list. */
const SHOWN = 12
const MOST_VALUES = 4
const MOST_VALUE_LETTERS = 40

/** The named arguments of a tool, the required ones first, a dozen at most; none for any other schema. */
export function argumentNotes(schema: JsonSchema | null): ArgumentNote[] {
  if (schema === null) return []
  const required = requiredIn(schema)
  const all = [...propertiesIn(schema)].map(([name, node]) => ({
    name,
    isRequired: required.has(name),
    note: isPlainObject(node) ? noteOf(inCurrentSpelling(node)) : '',
  }))
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)].slice(0, SHOWN)
}

const TYPE_NOTES: Readonly<Record<string, string>> = { array: 'list', object: 'object', boolean: 'yes or no' }

function noteOf(node: JsonSchema): string {
  const values = [...(valuesIn(node)?.values() ?? [])].filter((value) => typeof value === 'string')
  const joined = values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : (values[0] ?? '')
  if (values.length > 0 && values.length <= MOST_VALUES && joined.length <= MOST_VALUE_LETTERS) return joined
  if (values.length > 0) return `one of ${values.length}`
  const most = boundIn(node, 'maximum')
  if (most !== undefined) return `up to ${most.toLocaleString('en')}`
  if (node.format === 'date' || node.format === 'date-time') return 'date'
  const [type = ''] = (namedTypes(node) ?? []).filter((name) => name !== 'null')
  return Object.hasOwn(TYPE_NOTES, type) ? (TYPE_NOTES[type] ?? '') : ''
}
