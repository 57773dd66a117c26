import { isDeepStrictEqual } from 'node:util'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { ERRORS, Problem } from '../lib/contract/errors'
import { mediaTypeOf } from '../lib/contract/openapi/responses'
import { errorsOf, type OperationContract } from '../lib/contract/operation'
import { OPERATIONS } from '../lib/contract/operations'
import type { DescribedResponse, Document, FuzzRequest } from './requests'
import type { Schema } from './values'

/** A received answer. Header names are in lower case. */
export interface FuzzResponse {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

/** The faults of an answer to a request, in words; empty: none. */
export type ResponseCheck = (request: FuzzRequest, answer: FuzzResponse) => string[]

type Validate = (value: unknown) => { valid: boolean; errorMessage?: string | undefined }

const ON_EVERY_CALL: readonly string[] = ['RateLimit', 'RateLimit-Policy']
const METHODS: readonly string[] = ['GET', 'POST', 'DELETE']

/**
 * Checks answers against the document with a JSON Schema validator that is not ours, and against the contract with its
 * own schemas.
 */
export function openResponseCheck(document: Document): ResponseCheck {
  const validator = new AjvJsonSchemaValidator()
  const compiled = new Map<string, Validate>()
  const validate = (schema: Schema, value: unknown): string | undefined => {
    const name = JSON.stringify(schema)
    const components = { schemas: document.components.schemas }
    const check = compiled.get(name) ?? validator.getValidator({ ...schema, components } as never)
    compiled.set(name, check)
    const { valid, errorMessage } = check(value)
    return valid ? undefined : `the schema of the document refuses it: ${errorMessage}`
  }
  return (request, answer) => {
    const contract = contractOf(request)
    if (request.method === 'OPTIONS')
      return answer.status === 204 || answer.status === 400 ? [] : ['OPTIONS is not 204']
    const method = (contract ?? methodsAt(request.path)[0])?.method.toLowerCase() ?? ''
    const described = document.paths[request.path]?.[method]?.responses[String(answer.status)]
    if (described === undefined) return [`status ${answer.status} is not described`]
    if (contract === undefined && answer.status < 400) return ['a method without an operation is answered']
    const missing = Object.keys(described.headers ?? {})
      .filter((name) => !ON_EVERY_CALL.includes(name) && !(name === 'Retry-After' && answer.status !== 429))
      .filter((name) => answer.headers[name.toLowerCase()] === undefined)
      .map((name) => `the header ${name} is missing`)
    return [...missing, ...bodyFaults(request, answer, described.content, contract, validate)]
  }
}

/** The contracts of all methods at a path. */
function methodsAt(path: string): OperationContract[] {
  return Object.values<OperationContract>(OPERATIONS).filter((contract) => contract.path === path)
}

/** undefined: no operation has this method at the path. GET answers HEAD too. */
function contractOf({ path, method }: FuzzRequest): OperationContract | undefined {
  const answering = method === 'HEAD' ? 'GET' : method
  return METHODS.includes(answering) ? methodsAt(path).find((contract) => contract.method === answering) : undefined
}

function bodyFaults(
  { method, path }: FuzzRequest,
  { status, headers, text }: FuzzResponse,
  content: DescribedResponse['content'],
  contract: OperationContract | undefined,
  validate: (schema: Schema, value: unknown) => string | undefined,
): string[] {
  if (method === 'HEAD' || content === undefined) return text === '' ? [] : ['there is a body where none is described']
  const type = (headers['content-type'] ?? '').replace(/;.*$/, '')
  const described = content[type]
  if (described === undefined) return [`the media type ${type} is not described`]
  const value = type.endsWith('json') ? JSON.parse(text) : text
  const faults = [validate(described.schema, value)]
  if (status >= 400) faults.push(...problemFaults(value, status, contract ?? methodsAt(path)[0]))
  else if (contract !== undefined) faults.push(...goodFaults(value, text, contract))
  return faults.filter((fault) => fault !== undefined)
}

function problemFaults(value: unknown, status: number, contract: OperationContract | undefined): string[] {
  const parsed = Problem.safeParse(value)
  if (!parsed.success) return [`it is not a problem: ${parsed.error.message}`]
  if (!isDeepStrictEqual(parsed.data, value)) return ['the problem has members beyond its shape']
  const { code } = parsed.data
  const isAllowed = contract !== undefined && errorsOf(contract).includes(code)
  const faults = isAllowed ? [] : [`the code ${code} is not of this operation`]
  if (ERRORS[code].status !== status || parsed.data.status !== status) faults.push(`the status of ${code} is ${status}`)
  return faults
}

function goodFaults(value: unknown, text: string, contract: OperationContract): string[] {
  const isText = contract.document !== undefined || mediaTypeOf(contract) !== 'application/json'
  const given = isText ? text : value
  const parsed = contract.output.safeParse(given)
  if (!parsed.success) return [`the schema of the contract refuses it: ${parsed.error.message}`]
  return isDeepStrictEqual(parsed.data, given) ? [] : ['the answer has members beyond its shape']
}
