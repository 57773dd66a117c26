import { canonicalJson } from 'assay-verify/canonical-json'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { isPlainObject } from 'assay-verify/json-schema/json-value'
import { ANNOTATION_KEYWORDS } from 'assay-verify/json-schema/keywords'
import { choicesIn, inCurrentSpelling, type JsonValues, namedTypes, valuesIn } from '../json-schema/node'
import { referenced } from '../json-schema/reference'

/** References followed in a chain; longer chains are circular or hostile. */
const MAX_REFS = 10
/** Forms of one value that are compared; real schemas have a handful. */
export const MAX_FORMS = 40

/** One side of a comparison: a schema, and what its references point to. */
export class SchemaDocument {
  readonly root: JsonSchema
  readonly #resolved = new WeakMap<object, JsonSchema>()

  constructor(root: JsonSchema) {
    this.root = root
  }

  /**
   * The node itself, or what its references point to, merged with its sibling keywords, in its current spelling. `true`
   * is the same as `{}`, and `false` allows nothing.
   */
  resolve(value: unknown): JsonSchema {
    if (value === false) return { not: {} }
    if (!isPlainObject(value)) return {}
    const known = this.#resolved.get(value)
    if (known !== undefined) return known
    let node: JsonSchema = value
    for (let step = 0; step < MAX_REFS; step += 1) {
      const next = this.#followed(node)
      if (next === undefined) break
      node = next
    }
    const spelled = inCurrentSpelling(node)
    this.#resolved.set(value, spelled)
    return spelled
  }

  /**
   * The forms a value may take: the branches of `anyOf` or `oneOf` and the types of a list, each with the keywords that
   * apply to all. Stops one after `MAX_FORMS`.
   */
  formsOf(node: JsonSchema): JsonSchema[] {
    const { anyOf: _any, oneOf: _one, ...rest } = node
    const [choice, second] = choicesIn(node)
    if (choice === undefined || second !== undefined) return formsByType(second === undefined ? rest : node)
    const forms = choice.branches.slice(0, MAX_FORMS + 1).map((branch) => ({ ...rest, ...this.resolve(branch) }))
    return forms.flatMap(formsByType).slice(0, MAX_FORMS + 1)
  }

  /** One step along a reference, or into an `allOf` of one; undefined where there is none, or it points to nothing. */
  #followed(node: JsonSchema): JsonSchema | undefined {
    const { $ref, ...beside } = node
    if (typeof $ref === 'string') {
      const target = referenced(this.root, $ref)
      return isPlainObject(target) && target !== node ? { ...target, ...beside } : undefined
    }
    const { allOf, ...around } = node
    const [only, second] = Array.isArray(allOf) ? allOf : []
    return isPlainObject(only) && second === undefined ? { ...only, ...around } : undefined
  }
}

function formsByType(node: JsonSchema): JsonSchema[] {
  if (!Array.isArray(node.type) || node.type.length === 0) return [node]
  return node.type.slice(0, MAX_FORMS + 1).map((type: unknown) => ({ ...node, type }))
}

/** The types a node names or implies; null: any. */
export function typesOf(node: JsonSchema): string[] | null {
  const named = namedTypes(node)
  if (named !== null) return named
  if (isPlainObject(node.properties)) return ['object']
  const values = valuesOf(node)
  if (values === null) return null
  return [...new Set([...values.values()].map((value) => (value === null ? 'null' : typeof value)))]
}

/** The only values a node allows; null: any. The `const` of a branch replaces the `enum` beside its choice. */
export function valuesOf(node: JsonSchema): JsonValues | null {
  return valuesIn(node.const === undefined ? node : { const: node.const })
}

/**
 * All keywords of a node but its texts: equal results allow the same values, as long as references point to the same.
 */
export function shapeText(value: unknown): string {
  return isPlainObject(value)
    ? canonicalJson(Object.fromEntries(Object.entries(value).filter(([keyword]) => !ANNOTATION_KEYWORDS.has(keyword))))
    : canonicalJson(value)
}

/** The texts of a node, without those of the nodes below it. */
export function wordsText(node: JsonSchema): string {
  const { description, title, examples, example, deprecated, format } = node
  return canonicalJson([description, title, examples, example, deprecated, format])
}
