import { canonicalJson } from 'assay-verify/canonical-json'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { asJson, isPlainObject, listIn } from 'assay-verify/json-schema/json-value'

// The keywords of one schema node, without following its references or reading the nodes inside it.

/** Values by their canonical JSON. */
export type JsonValues = ReadonlyMap<string, unknown>

/** One `anyOf` or `oneOf`. */
export interface Choice {
  branches: readonly unknown[]
  exactlyOne: boolean
}

/**
 * A node as draft 2020-12 spells it: `items` as a list becomes `prefixItems`, `exclusiveMinimum: true` the minimum,
 * `dependencies` become `dependentRequired` and `dependentSchemas`. The node itself where it has none of these.
 */
export function inCurrentSpelling(node: JsonSchema): JsonSchema {
  const { items, additionalItems, dependencies } = node
  const isTuple = Array.isArray(items)
  const depends = isPlainObject(dependencies)
  if (!isTuple && !depends && node.exclusiveMinimum !== true && node.exclusiveMaximum !== true) return node
  const spelled: JsonSchema = { ...node }
  if (isTuple) Object.assign(spelled, { prefixItems: items, items: additionalItems })
  if (node.exclusiveMinimum === true) Object.assign(spelled, { exclusiveMinimum: node.minimum, minimum: undefined })
  if (node.exclusiveMaximum === true) Object.assign(spelled, { exclusiveMaximum: node.maximum, maximum: undefined })
  if (depends) {
    const [names, schemas] = [true, false].map((isList) =>
      Object.entries(dependencies).filter(([, needed]) => Array.isArray(needed) === isList),
    )
    if (names?.length) spelled.dependentRequired ??= Object.fromEntries(names)
    if (schemas?.length) spelled.dependentSchemas ??= Object.fromEntries(schemas)
  }
  return spelled
}

/** The names in `type`, also those unknown to JSON Schema; null: there is none. */
export function namedTypes({ type }: JsonSchema): string[] | null {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((name): name is string => typeof name === 'string') : null
}

/** The only values that `enum` and `const` together allow; null: any. */
export function valuesIn(node: JsonSchema): JsonValues | null {
  const listed = Array.isArray(node.enum) ? byJson(node.enum.flatMap(asJson)) : null
  return sharedValues(node.const === undefined ? null : byJson(asJson(node.const)), listed)
}

export const byJson = (values: readonly unknown[]): JsonValues =>
  new Map(values.map((value) => [canonicalJson(value), value]))

/** The values that both sets allow; null: no limit. */
export function sharedValues(one: JsonValues | null, other: JsonValues | null): JsonValues | null {
  if (one === null || other === null) return one ?? other
  return new Map([...one].filter(([json]) => other.has(json)))
}

export function requiredIn(node: JsonSchema): ReadonlySet<string> {
  return new Set(listIn(node.required).filter((name) => typeof name === 'string'))
}

/** The `anyOf` and `oneOf` that have branches. */
export function choicesIn({ anyOf, oneOf }: JsonSchema): readonly Choice[] {
  const choices = [
    { branches: listIn(anyOf), exactlyOne: false },
    { branches: listIn(oneOf), exactlyOne: true },
  ]
  return choices.filter(({ branches }) => branches.length > 0)
}

/** A numeric bound of a node in its current spelling; undefined: there is none. */
export function boundIn(node: JsonSchema, name: string): number | undefined {
  const bound = node[name]
  return typeof bound === 'number' && Number.isFinite(bound) ? bound : undefined
}
