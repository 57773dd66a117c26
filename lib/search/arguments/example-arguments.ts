import { canonicalJson } from 'assay-verify/canonical-json'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { accepts } from '../../core/json-schema/accepts'
import { boundIn } from '../../core/json-schema/node'
import { type SchemaReader, schemaReader } from '../../core/json-schema/schema-reader'
import { memberNode, requiredNames, type Shape } from '../../core/json-schema/shape'
import { type Label, labelOf, spaced } from './example-label'
import { numberFor } from './example-numbers'
import { stringFor } from './example-strings'

const DEEPEST = 6
const MOST_ITEMS = 100
const MOST_NESTED = 32
const MOST_VALUES = 500
/** The replacement that cleaning a schema writes for a secret. */
const REDACTED = '[redacted]'
const SMALLEST: readonly unknown[] = [null, [], {}, '', 0, false]

interface Making {
  reader: SchemaReader
  /** Nodes being generated: a repeated one is a cycle. */
  path: Set<unknown>
  made: number
  /** Whether the tool works on folders, so that its `path` is one of a folder. */
  ofFolders: boolean
}

/**
 * Arguments of a call that the schema allows, derived from the schema alone, so the same for the same schema: of each
 * object just the members it requires. A value is its `const`, else `default`, else the first of `examples`, else the
 * first valid one of `enum`; else a plausible one by type, format, pattern, bounds, name and description. Objects nest
 * to a depth of 6; deeper, in a cycle of `$ref` and after 500 values comes the smallest valid value. A choice takes its
 * first branch with a valid value, `null` last. Unsatisfiable schemas, and `not`, `if` and `dependent...`, are not
 * satisfied. Empty for null, an unknown schema. `toolName` decides whether a `path` is that of a folder.
 */
export function exampleArguments(schema: JsonSchema | null, toolName = ''): Record<string, unknown> {
  if (schema === null) return {}
  const reader = schemaReader(schema)
  const making: Making = { reader, path: new Set([reader.follow(schema)]), made: 0, ofFolders: isOfFolders(toolName) }
  const shape = reader.shapeOf(schema)
  const makers = reader.variantsOf(shape).map((variant) => () => objectFor(making, variant, 0))
  return firstRight(reader, shape, makers) ?? {}
}

/** The first valid one, else the first. */
function firstRight<Value>(reader: SchemaReader, shape: Shape, makers: readonly (() => Value)[]): Value | undefined {
  let first: Value | undefined
  for (const make of makers) {
    const value = make()
    if (accepts(reader, shape, value)) return value
    first ??= value
  }
  return first
}

/** The value of a node; of a repeated or too deep one, the smallest. */
function valueFor(making: Making, node: unknown, shape: Shape, label: Label, depth: number): unknown {
  const { reader, path } = making
  const stated = shape.stated.find((value) => value !== REDACTED && accepts(reader, shape, value))
  if (stated !== undefined) return stated
  const target = reader.follow(node)
  const isMetAgain = typeof target === 'object' && path.has(target)
  if (depth > DEEPEST || isMetAgain || path.size > MOST_NESTED || making.made++ > MOST_VALUES)
    return SMALLEST.find((value) => accepts(reader, shape, value)) ?? byType(making, ended(shape), label, depth)
  path.add(target)
  const value = shape.choices.length > 0 ? chosen(making, shape, label, depth) : byType(making, shape, label, depth)
  path.delete(target)
  return value
}

/** A shape without contents, where nothing smaller is valid. */
function ended(shape: Shape): Shape {
  const nothing = { properties: new Map(), required: new Set<string>(), tuple: [], items: false, choices: [] }
  return { ...shape, types: new Set([typeOf(shape)]), ...nothing }
}

function chosen(making: Making, shape: Shape, label: Label, depth: number): unknown {
  const { reader } = making
  const isNull = (branch: unknown) => Number([...(reader.shapeOf(branch).types ?? [])].join() === 'null')
  const branches = [...(shape.choices[0]?.branches ?? [])].sort((one, other) => isNull(one) - isNull(other))
  const makers = branches.map((branch) => () => {
    const said = labelOf(label, label.name, reader.shapeOf(branch))
    return valueFor(making, branch, reader.withBranch(shape, branch), said, depth)
  })
  return firstRight(reader, shape, makers) ?? null
}

function byType(making: Making, shape: Shape, label: Label, depth: number): unknown {
  const type = typeOf(shape)
  if (type === 'null') return null
  if (type === 'boolean') return accepts(making.reader, shape, true)
  if (type === 'object') return objectFor(making, shape, depth)
  if (type === 'array') return arrayFor(making, shape, label, depth)
  return type === 'string'
    ? stringFor(making.reader, shape, label)
    : numberFor(making.reader, shape, label, type === 'integer')
}

/** The first type that is not null; where none is named, the type the other keywords belong to. */
function typeOf({ types, properties, required, items, tuple, keywords }: Shape): string {
  if (types !== null) return [...types].find((type) => type !== 'null') ?? [...types][0] ?? 'null'
  if (properties.size + required.size > 0) return 'object'
  if (tuple.length > 0 || items !== undefined || 'minItems' in keywords) return 'array'
  return ['minimum', 'maximum', 'multipleOf'].some((name) => name in keywords) ? 'number' : 'string'
}

/** Defined member by member, so that one named `__proto__` is an ordinary member. */
function objectFor(making: Making, shape: Shape, depth: number): Record<string, unknown> {
  const optional = [...shape.properties.keys()].filter((name) => !shape.required.has(name))
  const least = Math.max(0, (boundIn(shape.keywords, 'minProperties') ?? 0) - shape.required.size)
  const members = [...requiredNames(shape), ...optional.slice(0, least)].map((name) => {
    const node = memberNode(shape, name)
    const inner = making.reader.shapeOf(node)
    const meant = making.ofFolders && name === 'path' ? 'folder' : name
    return [name, valueFor(making, node, inner, labelOf(undefined, meant, inner), depth + 1)] as const
  })
  return Object.fromEntries(members)
}

function arrayFor(making: Making, shape: Shape, label: Label, depth: number): unknown[] {
  const { reader } = making
  const { tuple, items } = shape
  const least = boundIn(shape.keywords, 'minItems') ?? 0
  const wanted = Math.min(
    Math.max(least, tuple.length, 1),
    boundIn(shape.keywords, 'maxItems') ?? MOST_ITEMS,
    MOST_ITEMS,
  )
  const [isUnique, before, made] = [shape.keywords.uniqueItems === true, new Set<string>(), [] as unknown[]]
  while (made.length < wanted) {
    const node = made.length < tuple.length ? tuple[made.length] : items
    const inner = reader.shapeOf(node)
    const one = valueFor(making, node, inner, labelOf(label, label.name.replace(/s$/, ''), inner), depth + 1)
    const others = isUnique ? variationsOf(one, inner, made.length) : []
    const next = [one, ...others].find((value) => accepts(reader, inner, value) && !before.has(canonicalJson(value)))
    // No item is better than an invalid one.
    if (next === undefined && made.length >= least) break
    made.push(next === undefined ? one : next)
    if (isUnique) before.add(canonicalJson(made.at(-1)))
  }
  return made
}

function variationsOf(value: unknown, shape: Shape, index: number): unknown[] {
  const step = index * (boundIn(shape.keywords, 'multipleOf') ?? 1)
  const varied = typeof value === 'number' ? [value + step, value - step] : [`${value}-${index + 1}`, !value]
  return [...(shape.values?.values() ?? []), ...varied]
}

function isOfFolders(toolName: string): boolean {
  return /\b(dir|directory|directories|folders?)\b/.test(spaced(toolName))
}
