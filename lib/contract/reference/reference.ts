import { ERRORS, type ErrorCode } from '../errors'
import { openApiDocument } from '../openapi'
import type { Json } from '../openapi/schemas'
import { errorsOf, type OperationContract } from '../operation'
import { OPERATION_GROUPS, type OperationName } from '../operations'
import { type SchemaRow, schemaRows } from './schema-rows'

/** A parameter as a row of a table. */
export interface ReferenceParameter {
  name: string
  in: 'path' | 'query' | 'header'
  isRequired: boolean
  /** In words, as "integer, 1 to 100". */
  type: string
  description: string
  /** As it is typed; empty where there is none. */
  example: string
}

interface ReferenceResponse {
  status: number
  /** null: no body. */
  mediaType: string | null
  /** Members of a JSON body; empty where it has none. */
  rows: SchemaRow[]
  /** By name; a text, or JSON. */
  examples: { name: string; value: unknown }[]
  headers: { name: string; description: string; example: string }[]
}

/** An operation, ready to be shown. */
export interface ReferenceOperation {
  name: OperationName
  group: string
  method: OperationContract['method']
  path: string
  summary: string
  description: string
  parameters: ReferenceParameter[]
  /** null: it takes no body. */
  body: { description: string; rows: SchemaRow[]; example: unknown } | null
  /** `none`: a key is not read. */
  key: 'required' | 'optional' | 'none'
  answer: ReferenceResponse
  errors: { code: ErrorCode; status: number; title: string }[]
}

let all: readonly ReferenceOperation[] | undefined

/** Every operation in reading order, from the OpenAPI document; made once. */
export function listReferenceOperations(): readonly ReferenceOperation[] {
  all ??= describeAll()
  return all
}

/** The operation of this name; undefined: there is none. */
export function findReferenceOperation(name: string): ReferenceOperation | undefined {
  return listReferenceOperations().find((operation) => operation.name === name)
}

function describeAll(): ReferenceOperation[] {
  const document = openApiDocument('https://assay.example')
  const paths = document.paths as Record<string, Record<string, Json>>
  return OPERATION_GROUPS.flatMap(({ tag, operations }) =>
    (Object.entries(operations) as [OperationName, OperationContract][]).map(([name, contract]) =>
      describe(name, tag, contract, paths[contract.path]?.[contract.method.toLowerCase()] ?? {}, document),
    ),
  )
}

function describe(
  name: OperationName,
  group: string,
  contract: OperationContract,
  described: Json,
  document: Json,
): ReferenceOperation {
  const { method, path, summary, description, key, admission } = contract
  const parameters = (described.parameters ?? []) as Json[]
  return {
    name,
    group,
    method,
    path,
    summary,
    description,
    parameters: parameters.map((parameter) => describeParameter(resolve(parameter, document), document)),
    body: describeBody(described.requestBody as Json | undefined, document),
    key: admission === 'none' ? 'none' : (key ?? 'optional'),
    answer: describeResponse(contract, described, document),
    errors: errorsOf(contract).map((code) => ({ code, status: ERRORS[code].status, title: ERRORS[code].title })),
  }
}

function describeParameter(parameter: Json, document: Json): ReferenceParameter {
  const [row] = schemaRows({ type: 'object', properties: { value: parameter.schema } }, document)
  return {
    name: String(parameter.name),
    in: parameter.in as ReferenceParameter['in'],
    isRequired: parameter.required === true,
    type: row?.type ?? '',
    description: String(parameter.description ?? ''),
    example: parameter.example === undefined ? '' : String(parameter.example),
  }
}

function describeBody(body: Json | undefined, document: Json): ReferenceOperation['body'] {
  const content = (body?.content as Record<string, Json> | undefined)?.['application/json']
  if (body === undefined || content === undefined) return null
  return {
    description: String(body.description ?? ''),
    rows: schemaRows(content.schema as Json, document),
    example: content.example,
  }
}

function describeResponse({ status = 200 }: OperationContract, described: Json, document: Json): ReferenceResponse {
  const answer = ((described.responses ?? {}) as Record<string, Json>)[String(status)] ?? {}
  const [content] = Object.entries((answer.content ?? {}) as Record<string, Json>)
  return {
    status,
    mediaType: content?.[0] ?? null,
    rows: content === undefined ? [] : schemaRows(content[1].schema as Json, document),
    examples: content === undefined ? [] : examplesOf(content[1]),
    headers: Object.entries((answer.headers ?? {}) as Record<string, Json>).map(([name, header]) => {
      const { description, example } = resolve(header, document)
      return { name, description: String(description ?? ''), example: String(example ?? '') }
    }),
  }
}

function examplesOf({ example, examples }: Json): ReferenceResponse['examples'] {
  if (example !== undefined) return [{ name: 'Example', value: example }]
  return Object.values((examples ?? {}) as Record<string, Json>).map(({ summary, value }) => ({
    name: String(summary),
    value,
  }))
}

/** What a reference within the document refers to; anything else is itself. */
function resolve(value: Json, document: Json): Json {
  if (typeof value.$ref !== 'string') return value
  const found = value.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((outer, part) => (outer as Json | undefined)?.[part], document)
  return (found ?? {}) as Json
}
