import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { referenced } from '../../core/json-schema/reference'
import { isObject, type JsonObject } from '../mcp/json-rpc'

/** References that lead to each other, at most. */
const MOST_HOPS = 16
/** As deep as a cleaned schema may be. */
const MOST_DEPTH = 24
/** Nodes of the schemas of one operation with its references replaced; real ones have some hundreds. */
const NODES_OF_OPERATION = 2_000
/** Nodes of all schemas of a document. */
const NODES_OF_DOCUMENT = 150_000

/** Members of a schema that only say more in other words. */
const LEFT_OUT: ReadonlySet<string> = new Set(['example', 'examples', 'xml', 'externalDocs', '__proto__'])
/** Members of a schema that hold schemas by names of the author. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])

/** Replaces the references within a document, within bounds. Nothing outside the document is fetched. */
export class References {
  readonly #document: JsonObject
  #nodesOfOperation = 0
  #nodesOfDocument = NODES_OF_DOCUMENT
  #counts = { external: 0, recursive: 0, cut: 0 }

  constructor(document: JsonObject) {
    this.#document = document
  }

  /** What was not replaced, never in the words of the document. */
  notes(): string[] {
    const { external, recursive, cut } = this.#counts
    return [
      external > 0 && `References to other documents: ${external}, not read.`,
      recursive > 0 && `References that contain themselves: ${recursive}, left open.`,
      cut > 0 && `Schemas of its API description cut: ${cut} (too large or too deep).`,
    ].filter((note) => note !== false)
  }

  /** Nodes of schemas that were read so far. */
  get nodesRead(): number {
    return NODES_OF_DOCUMENT - this.#nodesOfDocument
  }

  /** The object itself or what it refers to; undefined where that is no object of the document. */
  resolved(node: unknown): JsonObject | undefined {
    let found = node
    for (let hops = 0; isObject(found) && typeof found.$ref === 'string'; hops += 1) {
      if (hops === MOST_HOPS || !this.#isLocal(found.$ref)) return undefined
      found = referenced(this.#document, found.$ref)
    }
    return isObject(found) ? found : undefined
  }

  /** Begins the next operation, with nodes of its own. */
  startOperation(): void {
    this.#nodesOfOperation = Math.min(NODES_OF_OPERATION, this.#nodesOfDocument)
  }

  /** The schema with its references replaced; what goes beyond the bounds, or contains itself, is left open (`{}`). */
  schema(node: unknown): JsonSchema {
    const before = this.#nodesOfOperation
    const schema = isObject(node) ? this.#inlined(node, 0, []) : {}
    this.#nodesOfDocument -= before - this.#nodesOfOperation
    return schema
  }

  #isLocal(reference: string): boolean {
    if (reference.startsWith('#')) return true
    this.#counts.external += 1
    return false
  }

  #inlined(node: JsonObject, depth: number, open: readonly string[]): JsonSchema {
    if (depth > MOST_DEPTH || this.#nodesOfOperation <= 0) {
      this.#counts.cut += 1
      return {}
    }
    const { $ref, ...siblings } = node
    if (typeof $ref !== 'string') return this.#members(node, depth, open)
    const own = this.#members(siblings, depth, open)
    if (!this.#isLocal($ref)) return own
    if (open.includes($ref)) {
      this.#counts.recursive += 1
      return own
    }
    const target = referenced(this.#document, $ref)
    return isObject(target) ? { ...this.#inlined(target, depth + 1, [...open, $ref]), ...own } : own
  }

  #members(node: JsonObject, depth: number, open: readonly string[], isMap = false): JsonSchema {
    const kept: JsonSchema = {}
    for (const [name, value] of Object.entries(node)) {
      this.#nodesOfOperation -= 1
      if (this.#nodesOfOperation <= 0) break
      if (name === '__proto__' || (!isMap && (LEFT_OUT.has(name) || name.startsWith('x-')))) continue
      kept[name] = this.#value(value, depth + 1, open, !isMap && MAPS.has(name))
    }
    return isMap ? kept : withNull(kept)
  }

  #value(value: unknown, depth: number, open: readonly string[], isMap: boolean): unknown {
    if (Array.isArray(value)) {
      const most = Math.max(0, this.#nodesOfOperation)
      this.#nodesOfOperation -= Math.min(value.length, most)
      return value.slice(0, most).map((item) => this.#value(item, depth + 1, open, false))
    }
    if (!isObject(value)) return value
    return isMap && depth <= MOST_DEPTH ? this.#members(value, depth, open, true) : this.#inlined(value, depth, open)
  }
}

/** `nullable` of OpenAPI 3.0 as a type of JSON Schema. */
function withNull({ nullable, ...schema }: JsonSchema): JsonSchema {
  return nullable === true && typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
}
