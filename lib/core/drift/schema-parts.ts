import { canonicalJson } from '../canonical-json'
import { isPlainObject } from '../text/clean-schema'

/** A schema as an object; `true` and `{}` are the same, and `false` allows nothing. */
export type SchemaNode = { [keyword: string]: unknown }

/** References followed one after the other; longer chains are circles or mischief. */
const MAX_REFS = 10
/** Forms of one value that are told apart; real schemas have a handful. */
export const MAX_FORMS = 40

/** Keywords that say something to readers and nothing about what is allowed. */
const WORDS = new Set(
  '$schema $id $comment title description examples example default deprecated readOnly writeOnly format $defs definitions'.split(
    ' ',
  ),
)

/** One side of a comparison: a schema, and what its references mean. */
export class SchemaDocument {
  readonly root: SchemaNode
  readonly #resolved = new WeakMap<object, SchemaNode>()

  constructor(root: SchemaNode) {
    this.root = root
  }

  /** The node itself, or what its references lead to, together with what stands beside them. */
  resolve(value: unknown): SchemaNode {
    if (value === false) return { not: {} }
    if (!isPlainObject(value)) return {}
    const known = this.#resolved.get(value)
    if (known !== undefined) return known
    let node: SchemaNode = value
    for (let step = 0; step < MAX_REFS; step += 1) {
      const next = this.#followed(node)
      if (next === undefined) break
      node = next
    }
    this.#resolved.set(value, node)
    return node
  }

  /**
   * The forms a value may take: the branches of `anyOf` or `oneOf` and the types of a list, each with what holds for all. Of more than
   * `MAX_FORMS` one more than that.
   */
  formsOf(node: SchemaNode): SchemaNode[] {
    const { anyOf, oneOf, ...rest } = node
    const branches = [anyOf, oneOf].find(Array.isArray)
    if (branches === undefined || (Array.isArray(anyOf) && Array.isArray(oneOf))) return formsByType(node)
    const forms = branches.slice(0, MAX_FORMS + 1).map((branch) => ({ ...rest, ...this.resolve(branch) }))
    return forms.length === 0 ? [rest] : forms.flatMap(formsByType).slice(0, MAX_FORMS + 1)
  }

  /** One step along a reference, or into an `allOf` of one; undefined where there is none, or it leads nowhere. */
  #followed(node: SchemaNode): SchemaNode | undefined {
    const { $ref, ...beside } = node
    if (typeof $ref === 'string') {
      const target = this.#at($ref)
      return target === undefined || target === node ? undefined : { ...target, ...beside }
    }
    const { allOf, ...around } = node
    const [only, second] = Array.isArray(allOf) ? allOf : []
    return isPlainObject(only) && second === undefined ? { ...only, ...around } : undefined
  }

  #at(reference: string): SchemaNode | undefined {
    if (!reference.startsWith('#')) return undefined
    let value: unknown = this.root
    for (const part of reference.split('/').slice(1)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
      value = (value as Record<string, unknown>)[key]
    }
    return isPlainObject(value) ? value : undefined
  }
}

function formsByType(node: SchemaNode): SchemaNode[] {
  if (!Array.isArray(node.type) || node.type.length === 0) return [node]
  return node.type.slice(0, MAX_FORMS + 1).map((type: unknown) => ({ ...node, type }))
}

/** The types a node names or implies; null: any. */
export function typesOf(node: SchemaNode): string[] | null {
  if (typeof node.type === 'string') return [node.type]
  if (Array.isArray(node.type)) return node.type.filter((type): type is string => typeof type === 'string')
  if (isPlainObject(node.properties)) return ['object']
  const values = valuesOf(node)
  if (values === null) return null
  return [...new Set([...values.values()].map((value) => (value === null ? 'null' : typeof value)))]
}

/** The only values a node allows, by their canonical text; null: not listed. */
export function valuesOf(node: SchemaNode): Map<string, unknown> | null {
  if (Object.hasOwn(node, 'const')) return new Map([[canonicalJson(node.const), node.const]])
  return Array.isArray(node.enum) ? new Map(node.enum.map((value: unknown) => [canonicalJson(value), value])) : null
}

export function propertiesOf(node: SchemaNode): Map<string, unknown> {
  return new Map(isPlainObject(node.properties) ? Object.entries(node.properties) : [])
}

export function requiredOf(node: SchemaNode): Set<string> {
  const names = Array.isArray(node.required) ? node.required : []
  return new Set(names.filter((name): name is string => typeof name === 'string'))
}

/** What a node says besides its words: equal texts allow the same, as long as references mean the same. */
export function shapeText(value: unknown): string {
  return isPlainObject(value)
    ? canonicalJson(Object.fromEntries(Object.entries(value).filter(([keyword]) => !WORDS.has(keyword))))
    : canonicalJson(value)
}

/** The words of a node, without those of the nodes below it. */
export function wordsText(node: SchemaNode): string {
  const { description, title, examples, example, deprecated, format } = node
  return canonicalJson([description, title, examples, example, deprecated, format])
}
