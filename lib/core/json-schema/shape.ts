import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { asJson, isPlainObject, listIn, propertiesIn } from 'assay-verify/json-schema/json-value'
import { LOWER_BOUNDS, UPPER_BOUNDS } from 'assay-verify/json-schema/keywords'
import {
  boundIn,
  type Choice,
  choicesIn,
  inCurrentSpelling,
  type JsonValues,
  namedTypes,
  requiredIn,
  sharedValues,
  valuesIn,
} from './node'

/**
 * The requirements of one schema node, its references followed and all its `allOf` merged. Nodes inside it are not read
 * yet.
 */
export interface Shape {
  /** Types it may have; null: any; empty: no value is valid. */
  types: ReadonlySet<string> | null
  /** The only values it may have (`enum`, `const`); null: any. */
  values: JsonValues | null
  /** Values written by its author, in this order: const, default, examples, enum. They need not be valid. */
  stated: readonly unknown[]
  properties: ReadonlyMap<string, unknown>
  required: ReadonlySet<string>
  choices: readonly Choice[]
  /** Nodes of an array's first items. */
  tuple: readonly unknown[]
  /** Node of an array's further items; undefined: anything. */
  items: unknown
  /** Every keyword in its current spelling: the tightest of all bounds, and of other keywords the first found. */
  keywords: JsonSchema
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

const ANYTHING: Shape = {
  types: null,
  values: null,
  stated: [],
  properties: new Map(),
  required: new Set(),
  choices: [],
  tuple: [],
  items: undefined,
  keywords: {},
}
const NOTHING: Shape = { ...ANYTHING, types: new Set() }

/** The requirements of a node without following references. Only `false` allows nothing. */
export function ownShape(node: unknown): Shape {
  if (!isPlainObject(node)) return node === false ? NOTHING : ANYTHING
  const keywords = inCurrentSpelling(node)
  const { default: given, ...others } = keywords
  const stated = asJson(given)
  const types = (namedTypes(node) ?? []).filter((type) => TYPES.has(type))
  const values = valuesIn(node)
  const fixed = node.const === undefined ? [] : asJson(node.const)
  return {
    types: types.length === 0 ? null : new Set(types),
    values,
    stated: [
      ...fixed,
      ...stated,
      ...[...listIn(node.examples), node.example].flatMap(asJson),
      ...(values?.values() ?? []),
    ],
    properties: propertiesIn(node),
    required: requiredIn(node),
    choices: choicesIn(node),
    tuple: listIn(keywords.prefixItems),
    items: keywords.items,
    // A default that JSON cannot represent is ignored.
    keywords: Object.assign(others, ...stated.map((value) => ({ default: value }))),
  }
}

/** The requirements of both together. */
export function merged(one: Shape, other: Shape): Shape {
  return {
    types: sharedTypes(one.types, other.types),
    values: sharedValues(one.values, other.values),
    stated: [...one.stated, ...other.stated],
    properties: mergedProperties(one.properties, other.properties),
    required: new Set([...one.required, ...other.required]),
    choices: [...one.choices, ...other.choices],
    tuple: one.tuple.length > 0 ? one.tuple : other.tuple,
    items: both(one.items, other.items),
    keywords: mergedKeywords(one.keywords, other.keywords),
  }
}

function mergedKeywords(one: JsonSchema, other: JsonSchema): JsonSchema {
  const keywords: JsonSchema = { ...other, ...one }
  for (const [bounds, tightest] of [[LOWER_BOUNDS, Math.max] as const, [UPPER_BOUNDS, Math.min] as const]) {
    for (const name of bounds) {
      const given = [boundIn(one, name), boundIn(other, name)].filter((bound) => bound !== undefined)
      if (given.length > 0) keywords[name] = tightest(...given)
    }
  }
  return keywords
}

function mergedProperties(one: Shape['properties'], other: Shape['properties']): Shape['properties'] {
  if (one.size === 0 || other.size === 0) return one.size === 0 ? other : one
  const all = new Map(one)
  for (const [name, node] of other) all.set(name, both(all.get(name), node))
  return all
}

const both = (one: unknown, other: unknown) =>
  one === undefined || one === other ? other : other === undefined ? one : { allOf: [one, other] }

function sharedTypes(one: Shape['types'], other: Shape['types']): Shape['types'] {
  if (one === null || other === null) return one ?? other
  const within = (type: string, types: ReadonlySet<string>) =>
    types.has(type) || (type === 'integer' && types.has('number'))
  return new Set([...[...one].filter((type) => within(type, other)), ...[...other].filter((type) => within(type, one))])
}

/** The node of a member: its own, or the one for all other members. */
export function memberNode({ properties, keywords }: Shape, name: string): unknown {
  return properties.has(name) ? properties.get(name) : keywords.additionalProperties
}

/** The required names in the order of the properties, undeclared ones last. */
export function requiredNames({ required, properties }: Shape): string[] {
  const declared = [...properties.keys()].filter((name) => required.has(name))
  return [...declared, ...[...required].filter((name) => !properties.has(name))]
}
