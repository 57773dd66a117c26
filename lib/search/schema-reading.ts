import { canonicalJson } from '../core/canonical-json'
import type { JsonSchema } from '../core/catalog/catalog'
import { isPlainObject } from '../core/text/clean-schema'

/**
 * What one node of a schema asks for, its references followed and all its `allOf` drawn in. Nodes inside are not read
 * yet.
 */
export interface Shape {
  /** Types it may have; null: any; empty: nothing can be right. */
  types: ReadonlySet<string> | null
  /** The only values it may have (`enum`, `const`), by their JSON; null: any. */
  values: ReadonlyMap<string, unknown> | null
  /** Values its author wrote down, in this order: const, default, examples, enum. They need not be right. */
  stated: readonly unknown[]
  properties: ReadonlyMap<string, unknown>
  required: ReadonlySet<string>
  /** Each `anyOf` and `oneOf`. */
  choices: readonly Choice[]
  /** Nodes of an array's first items. */
  tuple: readonly unknown[]
  /** Node of an array's further items; undefined: anything. */
  items: unknown
  /** Every other keyword: bounds as tight as any part has them, of all else the first that was found. */
  keywords: JsonSchema
}

export interface Choice {
  branches: readonly unknown[]
  exactlyOne: boolean
}

/** Reads the nodes of one schema. What it is asked for is bounded by steps, so that no schema takes long. */
export interface SchemaReader {
  shapeOf(node: unknown): Shape
  /** The node at the end of a chain of `$ref`; the node itself when it refers to nothing. */
  follow(node: unknown): unknown
  /** The shapes of which a value must have one: every branch of the choices drawn in. Never empty. */
  variantsOf(shape: Shape): readonly Shape[]
  /** A shape with a branch of its first choice drawn in. */
  withBranch(shape: Shape, branch: unknown): Shape
  /** Takes a step; false when none is left. */
  spend(): boolean
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const MOST_STEPS = 50_000
const MOST_PARTS = 64
const MOST_VARIANTS = 16
const MOST_OPENED = 48
const DEEPEST_VALUE = 24

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

/**
 * Reads a schema as JSON Schema of any draft means it. References outside of it, and keywords that are nonsense, ask
 * for nothing.
 */
export function schemaReader(root: JsonSchema): SchemaReader {
  const shapes = new Map<object, Shape>()
  const variants = new Map<Shape, readonly Shape[]>()
  let left = MOST_STEPS
  const reader: SchemaReader = {
    shapeOf: (node) => {
      if (!isPlainObject(node)) return node === false ? NOTHING : ANYTHING
      const shape = shapes.get(node) ?? partsOf(node, root).map(ownShape).reduce(merged)
      shapes.set(node, shape)
      return shape
    },
    follow: (node) => {
      const seen = new Set<unknown>([node])
      for (const at of seen) if (isPlainObject(at) && '$ref' in at) seen.add(resolved(at.$ref, root))
      return [...seen].at(-1)
    },
    variantsOf: (shape) => {
      const known = variants.get(shape) ?? expanded(shape, reader)
      variants.set(shape, known)
      return known
    },
    withBranch: (shape, branch) => merged({ ...shape, choices: shape.choices.slice(1) }, reader.shapeOf(branch)),
    spend: () => left-- > 0,
  }
  return reader
}

/** A node and all that must hold with it, each once: it grows while it is walked, so a cycle just ends. */
function partsOf(node: unknown, root: JsonSchema): unknown[] {
  const parts = new Set<unknown>([node])
  for (const part of parts) {
    if (!isPlainObject(part) || parts.size >= MOST_PARTS) continue
    if ('$ref' in part) parts.add(resolved(part.$ref, root))
    for (const member of listIn(part.allOf).slice(0, MOST_PARTS)) parts.add(member)
  }
  return [...parts]
}

function resolved(reference: unknown, root: JsonSchema): unknown {
  if (reference === '#') return root
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return true
  let node: unknown = root
  for (const token of unescaped(reference.slice(2)).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return true
    node = Reflect.get(node, key)
  }
  return node
}

function unescaped(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** What a node says by itself. */
function ownShape(node: unknown): Shape {
  if (!isPlainObject(node)) return node === false ? NOTHING : ANYTHING
  const types = (Array.isArray(node.type) ? node.type : [node.type]).filter(isType)
  const listed = Array.isArray(node.enum) ? node.enum.flatMap(asJson) : null
  const fixed = node.const === undefined ? null : asJson(node.const)
  const allowed = [fixed, listed].filter((values) => values !== null).map(byJson)
  const tuple = Array.isArray(node.items) ? node.items : listIn(node.prefixItems)
  return {
    types: types.length === 0 ? null : new Set(types),
    values: allowed.reduce<Shape['values']>(shared, null),
    stated: [
      ...(fixed ?? []),
      ...[node.default, ...listIn(node.examples), node.example].flatMap(asJson),
      ...(listed ?? []),
    ],
    properties: new Map(isPlainObject(node.properties) ? Object.entries(node.properties) : []),
    required: new Set(listIn(node.required).filter((name) => typeof name === 'string')),
    choices: [
      { branches: listIn(node.anyOf), exactlyOne: false },
      { branches: listIn(node.oneOf), exactlyOne: true },
    ].filter(({ branches }) => branches.length > 0),
    tuple,
    items: Array.isArray(node.items) ? node.additionalItems : node.items,
    keywords: keywordsOf(node),
  }
}

/** What JSON cannot hold is no default; draft 4 said `exclusiveMinimum: true` of the minimum. */
function keywordsOf(node: JsonSchema): JsonSchema {
  const { default: stated, ...others } = node
  const keywords: JsonSchema = Object.assign(others, ...asJson(stated).map((value) => ({ default: value })))
  if (node.exclusiveMinimum === true) Object.assign(keywords, { exclusiveMinimum: node.minimum, minimum: undefined })
  if (node.exclusiveMaximum === true) Object.assign(keywords, { exclusiveMaximum: node.maximum, maximum: undefined })
  return keywords
}

/** What both ask for together. */
function merged(one: Shape, other: Shape): Shape {
  const keywords: JsonSchema = { ...other.keywords, ...one.keywords }
  for (const [bounds, tightest] of [[LOWER_BOUNDS, Math.max] as const, [UPPER_BOUNDS, Math.min] as const]) {
    for (const name of bounds) {
      const given = [boundIn(one, name), boundIn(other, name)].filter((bound) => bound !== undefined)
      if (given.length > 0) keywords[name] = tightest(...given)
    }
  }
  return {
    types: sharedTypes(one.types, other.types),
    values: shared(one.values, other.values),
    stated: [...one.stated, ...other.stated],
    properties: mergedProperties(one.properties, other.properties),
    required: new Set([...one.required, ...other.required]),
    choices: [...one.choices, ...other.choices],
    tuple: one.tuple.length > 0 ? one.tuple : other.tuple,
    items: both(one.items, other.items),
    keywords,
  }
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

function shared(one: Shape['values'], other: Shape['values']): Shape['values'] {
  if (one === null || other === null) return one ?? other
  return new Map([...one].filter(([json]) => other.has(json)))
}

const byJson = (values: readonly unknown[]) => new Map(values.map((value) => [canonicalJson(value), value]))

/** Breadth first, so that a choice whose branch is itself cannot hide the others. */
function expanded(shape: Shape, reader: SchemaReader): readonly Shape[] {
  const [open, found] = [[shape], [] as Shape[]]
  for (const next of open) {
    const branches = next.choices[0]?.branches.slice(0, MOST_VARIANTS) ?? []
    if (branches.length > 0 && open.length < MOST_OPENED && reader.spend())
      open.push(...branches.map((branch) => reader.withBranch(next, branch)))
    else if (found.length < MOST_VARIANTS) found.push(next)
  }
  const possible = found.filter(({ types, values }) => types?.size !== 0 && values?.size !== 0)
  return possible.length > 0 ? possible : found
}

/**
 * Whether a value is right, as far as types, values, bounds, members and choices tell; patterns and formats are not
 * looked at.
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

type Readers = readonly [SchemaReader, SchemaReader]

/**
 * Whether all that one shape lets a value be is right for another, each with the reader of its schema: by types,
 * values, and one level of items and members, below which only types count. What has no type agrees with every one.
 * Null counts only `withNull`.
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

/** The node of a member: its own, or that of all the rest. */
export function memberNode(shape: Shape, name: string): unknown {
  return shape.properties.has(name) ? shape.properties.get(name) : shape.keywords.additionalProperties
}

/** A numeric bound; undefined when there is none. */
export function boundIn(shape: Shape, name: string): number | undefined {
  const bound = shape.keywords[name]
  return typeof bound === 'number' && Number.isFinite(bound) ? bound : undefined
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isPlainObject(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function isWithinBounds(shape: Shape, value: unknown): boolean {
  const from = (name: string, size: number) => size >= (boundIn(shape, name) ?? -Infinity)
  const upTo = (name: string, size: number) => size <= (boundIn(shape, name) ?? Infinity)
  if (typeof value === 'number') {
    const [above, below] = [boundIn(shape, 'exclusiveMinimum'), boundIn(shape, 'exclusiveMaximum')]
    const isBetween = value > (above ?? -Infinity) && value < (below ?? Infinity)
    const step = boundIn(shape, 'multipleOf') ?? 0
    return (
      from('minimum', value) && upTo('maximum', value) && isBetween && (step <= 0 || Number.isInteger(value / step))
    )
  }
  if (typeof value === 'string') {
    const length = [...value].length
    return from('minLength', length) && upTo('maxLength', length)
  }
  if (Array.isArray(value)) {
    const isRepeating = shape.keywords.uniqueItems === true && byJson(value).size < value.length
    return from('minItems', value.length) && upTo('maxItems', value.length) && !isRepeating
  }
  if (!isPlainObject(value)) return true
  const size = Object.keys(value).length
  return from('minProperties', size) && upTo('maxProperties', size)
}

const isType = (type: unknown): type is string => typeof type === 'string' && TYPES.has(type)
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A copy of a value as a list of one; an empty list for what JSON cannot hold. */
function asJson(value: unknown): unknown[] {
  const copy = jsonCopy(value, 0)
  return copy === undefined ? [] : [copy]
}

function jsonCopy(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // Adding nothing makes a plain zero of the negative one, which JSON has no word for.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (depth >= DEEPEST_VALUE || typeof value !== 'object') return undefined
  if (Array.isArray(value)) {
    const items = Array.from(value, (item) => jsonCopy(item, depth + 1))
    return items.includes(undefined) ? undefined : items
  }
  if (!isPlainObject(value)) return undefined
  // `fromEntries` defines members, so that one called `__proto__` is just a member.
  const members = Object.entries(value).map(([name, held]) => [name, jsonCopy(held, depth + 1)] as const)
  return members.some(([, held]) => held === undefined) ? undefined : Object.fromEntries(members)
}
