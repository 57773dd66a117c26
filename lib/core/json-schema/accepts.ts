import { canonicalJson } from 'assay-verify/canonical-json'
import { DEEPEST_VALUE, isPlainObject } from 'assay-verify/json-schema/json-value'
import { boundIn, byJson } from './node'
import type { SchemaReader } from './schema-reader'
import { memberNode, type Shape } from './shape'

/**
 * Whether a value is valid, checking types, values, bounds, members and choices; patterns and formats are not checked.
 */
export function accepts(reader: SchemaReader, shape: Shape, value: unknown, depth = 0): boolean {
  if (depth > DEEPEST_VALUE || !reader.spend()) return false
  const inner = (node: unknown, held: unknown) => accepts(reader, reader.shapeOf(node), held, depth + 1)
  if (shape.types !== null && ![...shape.types].some((type) => isOfType(value, type))) return false
  if (shape.values !== null && !shape.values.has(canonicalJson(value))) return false
  if (!isWithinBounds(shape, value)) return false
  if (Array.isArray(value)) {
    const nodeAt = (index: number) => (index < shape.tuple.length ? shape.tuple[index] : shape.items)
    if (!value.every((item, index) => inner(nodeAt(index), item))) return false
  }
  if (isPlainObject(value)) {
    if (![...shape.required].every((name) => Object.hasOwn(value, name))) return false
    if (!Object.entries(value).every(([name, held]) => inner(memberNode(shape, name), held))) return false
  }
  return shape.choices.every(({ branches, exactlyOne }) => {
    const right = branches.filter((branch) => inner(branch, value)).length
    return exactlyOne ? right === 1 : right > 0
  })
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isPlainObject(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function isWithinBounds({ keywords }: Shape, value: unknown): boolean {
  const from = (name: string, size: number) => size >= (boundIn(keywords, name) ?? -Infinity)
  const upTo = (name: string, size: number) => size <= (boundIn(keywords, name) ?? Infinity)
  if (typeof value === 'number') {
    const [above, below] = [boundIn(keywords, 'exclusiveMinimum'), boundIn(keywords, 'exclusiveMaximum')]
    const isBetween = value > (above ?? -Infinity) && value < (below ?? Infinity)
    const step = boundIn(keywords, 'multipleOf') ?? 0
    return (
      from('minimum', value) && upTo('maximum', value) && isBetween && (step <= 0 || Number.isInteger(value / step))
    )
  }
  if (typeof value === 'string') {
    const length = [...value].length
    return from('minLength', length) && upTo('maxLength', length)
  }
  if (Array.isArray(value)) {
    const isRepeating = keywords.uniqueItems === true && byJson(value).size < value.length
    return from('minItems', value.length) && upTo('maxItems', value.length) && !isRepeating
  }
  if (!isPlainObject(value)) return true
  const size = Object.keys(value).length
  return from('minProperties', size) && upTo('maxProperties', size)
}
