import { accepts } from './accepts'
import type { SchemaReader } from './schema-reader'
import { memberNode, type Shape } from './shape'

type Readers = readonly [SchemaReader, SchemaReader]

/**
 * Whether every value one shape allows is valid for another, each with the reader of its schema: by types, values, and
 * one level of items and members, below which only types count. A shape without a type agrees with every one. Null
 * counts only `withNull`.
 */
export function agrees(readers: Readers, from: Shape, to: Shape, withNull: boolean, depth = 0): boolean {
  const targets = readers[1].variantsOf(to)
  return readers[0].variantsOf(from).every((one) => {
    if (one.values !== null) {
      const legal = [...one.values.values()].filter((value) => accepts(readers[0], one, value))
      const counting = legal.filter((value) => value !== null || withNull)
      return counting.every((value) => targets.some((target) => accepts(readers[1], target, value)))
    }
    const types = one.types === null ? [undefined] : [...one.types].filter((type) => type !== 'null' || withNull)
    return types.every((type) => targets.some((target) => isTaken(readers, { ...one, type }, target, depth)))
  })
}

function isTaken(readers: Readers, one: Shape & { type: string | undefined }, target: Shape, depth: number): boolean {
  const { type } = one
  const [reader, targetReader] = readers
  if (!targetReader.spend()) return false
  if (type === undefined) return target.values === null
  const isNumber = type === 'integer' && target.types?.has('number') === true
  if (target.types !== null && !target.types.has(type) && !isNumber) return false
  if (target.values !== null) {
    const all = { boolean: [true, false], null: [null] }[type]
    return all?.every((value) => accepts(targetReader, target, value)) ?? false
  }
  if (depth > 0) return true
  const inner = (from: unknown, to: unknown) =>
    agrees(readers, reader.shapeOf(from), targetReader.shapeOf(to), true, depth + 1)
  if (type === 'array') return one.items === undefined || target.items === undefined || inner(one.items, target.items)
  if (type !== 'object') return true
  const isFed = (name: string) => one.required.has(name) && inner(memberNode(one, name), memberNode(target, name))
  const isOpen = target.keywords.additionalProperties !== false
  return [...target.required].every(isFed) && (isOpen || [...one.required].every((name) => target.properties.has(name)))
}
