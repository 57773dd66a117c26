import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { isPlainObject, listIn } from 'assay-verify/json-schema/json-value'
import { referenced } from './reference'
import { merged, ownShape, type Shape } from './shape'

/** Reads the nodes of one schema. The number of steps is bounded, so that no schema takes long. */
export interface SchemaReader {
  shapeOf(node: unknown): Shape
  /** The node at the end of a chain of `$ref`; the node itself when it refers to nothing. */
  follow(node: unknown): unknown
  /** The shapes of which a value must match one: the shape merged with every branch of its choices. Never empty. */
  variantsOf(shape: Shape): readonly Shape[]
  /** A shape merged with one branch of its first choice. */
  withBranch(shape: Shape, branch: unknown): Shape
  /** Takes a step; false when none is left. */
  spend(): boolean
}

const MOST_STEPS = 50_000
const MOST_PARTS = 64
const MOST_VARIANTS = 16
const MOST_OPENED = 48

/** Reads a schema of any JSON Schema draft. External references and malformed keywords require nothing. */
export function schemaReader(root: JsonSchema): SchemaReader {
  const shapes = new Map<object, Shape>()
  const variants = new Map<Shape, readonly Shape[]>()
  let left = MOST_STEPS
  const reader: SchemaReader = {
    shapeOf: (node) => {
      if (!isPlainObject(node)) return ownShape(node)
      const shape = shapes.get(node) ?? partsOf(node, root).map(ownShape).reduce(merged)
      shapes.set(node, shape)
      return shape
    },
    follow: (node) => {
      const seen = new Set<unknown>([node])
      for (const at of seen) if (isPlainObject(at) && '$ref' in at) seen.add(targetOf(at, root))
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

/** The target of a `$ref`; a reference that points to nothing requires nothing. */
const targetOf = ({ $ref }: JsonSchema, root: JsonSchema): unknown => referenced(root, $ref) ?? true

/** A node and all nodes that apply together with it, each once: the list grows while it is walked, so a cycle ends. */
function partsOf(node: unknown, root: JsonSchema): unknown[] {
  const parts = new Set<unknown>([node])
  for (const part of parts) {
    if (!isPlainObject(part) || parts.size >= MOST_PARTS) continue
    if ('$ref' in part) parts.add(targetOf(part, root))
    for (const member of listIn(part.allOf).slice(0, MOST_PARTS)) parts.add(member)
  }
  return [...parts]
}

/** Breadth first, so that a choice with itself as a branch cannot hide the others. */
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
