import { openApiDocument } from '../../lib/contract/openapi'

type Json = { [key: string]: unknown }

const document = openApiDocument('http://localhost:3000') as Json

/** What a `$ref` of the OpenAPI document stands for. */
export function resolveRef(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Json | undefined)?.[name.replaceAll('~1', '/')], document)
}

export interface PaperRequest {
  method: string
  url: URL
  /** null: none. */
  body: string | null
}

/** What a `curl` command asks for. */
export function requestOf(command: string): PaperRequest {
  const address = /'?(https?:\/\/[^\s']+)'?/.exec(command)?.[1] ?? ''
  const body = /\s-d\s+'([^']*)'/.exec(command)?.[1] ?? null
  return { method: /-X (\w+)/.exec(command)?.[1] ?? (body === null ? 'GET' : 'POST'), url: new URL(address), body }
}

/** The operation of the OpenAPI document that a request is for; undefined: none. */
export function operationOf({ method, url }: PaperRequest): Json | undefined {
  const path = decodeURIComponent(url.pathname)
  const paths = Object.entries(document.paths as Record<string, Json>)
  // Parameters may hold slashes, so fixed paths come first, and of the others the longest.
  const ordered = paths.sort(
    ([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')) || other.length - one.length,
  )
  const found = ordered.find(([template, operations]) => {
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')
    return new RegExp(`^${pattern}$`).test(path) && operations[method.toLowerCase()] !== undefined
  })
  return found?.[1][method.toLowerCase()] as Json | undefined
}

/** The names of the query parameters of an operation. */
export function queryNamesOf(operation: Json): string[] {
  const parameters = ((operation.parameters ?? []) as Json[]).map((one) =>
    typeof one.$ref === 'string' ? (resolveRef(one.$ref) as Json) : one,
  )
  return parameters.filter((one) => one.in === 'query').map((one) => String(one.name))
}

/** The schema of its JSON answer with this status; undefined: it has none. */
export function answerSchemaOf(operation: Json, status: string): unknown {
  const given = (operation.responses as Record<string, Json> | undefined)?.[status]
  const answer = typeof given?.$ref === 'string' ? (resolveRef(given.$ref) as Json) : given
  const content = answer?.content as Record<string, Json> | undefined
  return (content?.['application/json'] ?? content?.['application/problem+json'])?.schema
}
