import { isObject, type JsonObject } from '../mcp/json-rpc'
import type { References } from './references'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
export type Method = (typeof METHODS)[number]

export interface Parameter extends JsonObject {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
}

export interface Operation {
  method: Method
  /** The template of its address, such as `/pets/{id}`. */
  path: string
  /** What is declared for all operations of the path. */
  item: JsonObject
  members: JsonObject
  /** Those of the path, replaced by its own of the same name and place. */
  parameters: Parameter[]
}

const PLACES: readonly unknown[] = ['path', 'query', 'header', 'cookie']
/** Parameters of one operation that are read. */
const MOST_PARAMETERS = 200

/** The operations of a document in its order. */
export function* operationsIn(document: JsonObject, references: References): Iterable<Operation> {
  for (const [path, declared] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    const item = path.startsWith('/') ? references.resolved(declared) : undefined
    if (item === undefined) continue
    for (const method of METHODS) {
      const members = item[method]
      if (!isObject(members)) continue
      yield { method, path, item, members, parameters: parametersOf(item, members, references) }
    }
  }
}

function parametersOf(item: JsonObject, members: JsonObject, references: References): Parameter[] {
  const byPlace = new Map<string, Parameter>()
  for (const declared of [...listed(item.parameters), ...listed(members.parameters)]) {
    const parameter = references.resolved(declared)
    if (parameter === undefined || !isParameter(parameter)) continue
    byPlace.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...byPlace.values()]
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_PARAMETERS) : []
}

function isParameter(value: JsonObject): value is Parameter {
  return typeof value.name === 'string' && value.name !== '' && PLACES.includes(value.in)
}
