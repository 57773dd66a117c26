import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { isObject, type JsonObject } from '../mcp/json-rpc'
import type { Method, Operation, Parameter } from './operations'
import type { References } from './references'

/** Headers that OpenAPI leaves to other fields, so that a parameter of such a name means nothing. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i

const ANNOTATIONS: Partial<Record<Method, ToolAnnotations>> = {
  get: { readOnlyHint: true },
  head: { readOnlyHint: true },
  put: { idempotentHint: true },
  delete: { destructiveHint: true, idempotentHint: true },
}

/** An operation in the form in which a server lists a tool; not cleaned yet. */
export function toolOfOperation(operation: Operation, name: string, references: References): JsonObject {
  references.startOperation()
  const { method, members } = operation
  return {
    name,
    title: members.summary,
    description: [...new Set([members.summary, members.description])].filter(isText).join('\n\n'),
    inputSchema: inputSchemaOf(operation, references),
    annotations: ANNOTATIONS[method],
  }
}

/**
 * An object of the parameters in path, query and header, and of the JSON body as `body`. Cookies are a client's own
 * affair.
 */
function inputSchemaOf({ parameters, members }: Operation, references: References): JsonSchema {
  const properties = new Map<string, JsonSchema>()
  const required: string[] = []
  const add = (name: string, schema: JsonSchema, isRequired: boolean) => {
    properties.set(name, schema)
    if (isRequired) required.push(name)
  }
  for (const parameter of parameters) {
    if (parameter.in === 'cookie' || isIgnored(parameter)) continue
    const name = properties.has(parameter.name) ? `${parameter.in}_${parameter.name}` : parameter.name
    add(name, schemaOfParameter(parameter, references), parameter.in === 'path' || parameter.required === true)
  }
  const body = references.resolved(members.requestBody)
  const schema = body === undefined ? undefined : jsonSchemaIn(body.content)
  if (schema !== undefined) {
    add(properties.has('body') ? 'request_body' : 'body', references.schema(schema), body?.required === true)
  }
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) }
}

function isIgnored({ in: place, name }: Parameter): boolean {
  return place === 'header' && IGNORED_HEADERS.has(name.toLowerCase())
}

function schemaOfParameter({ schema, content, description }: Parameter, references: References): JsonSchema {
  const resolved = references.schema(schema ?? jsonSchemaIn(content))
  return isText(description) && resolved.description === undefined ? { ...resolved, description } : resolved
}

/** The schema of a content in JSON; undefined where it has none in JSON. */
function jsonSchemaIn(content: unknown): unknown {
  if (!isObject(content)) return undefined
  const found = Object.entries(content).find(([type, media]) => JSON_TYPE.test(type) && isObject(media))
  return isObject(found?.[1]) ? (found[1].schema ?? {}) : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
