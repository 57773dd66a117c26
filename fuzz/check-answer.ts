import { isDeepStrictEqual } from 'node:util'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { ERRORS, Problem } from '../lib/contract/errors'
import { mediaTypeOf } from '../lib/contract/openapi-answers'
import { errorsOf, type OperationContract } from '../lib/contract/operation'
import { OPERATIONS } from '../lib/contract/operations'
import type { DescribedAnswer, Document, FuzzRequest } from './requests'
import type { Schema } from './values'

/** An answer as it came. Header names in small letters. */
export interface FuzzAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

/** What is wrong with an answer to a request, in words; empty: nothing. */
export type AnswerCheck = (request: FuzzRequest, answer: FuzzAnswer) => string[]

type Validate = (value: unknown) => { valid: boolean; errorMessage?: string | undefined }

const ON_EVERY_CALL: readonly string[] = ['RateLimit', 'RateLimit-Policy']
const METHODS: readonly string[] = ['GET', 'POST', 'DELETE']

/** Holds answers against the document, by a JSON Schema validator that is none of ours, and against the contract, by its own schemas. */
export function openAnswerCheck(document: Document): AnswerCheck {
  const validator = new AjvJsonSchemaValidator()
  const compiled = new Map<string, Validate>()
  const validate = (schema: Schema, value: unknown): string | undefined => {
    const name = JSON.stringify(schema)
    const components = { schemas: document.components.schemas }
    const check = compiled.get(name) ?? validator.getValidator({ ...schema, components } as never)
    compiled.set(name, check)
    const { valid, errorMessage } = check(value)
    return valid ? undefined : `the document’s schema refuses it: ${errorMessage}`
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
      .filter((name) => !ON_EVERY_CALL.includes(name) && !(name === 'Retry-After' && answer.status === 503))
      .filter((name) => answer.headers[name.toLowerCase()] === undefined)
      .map((name) => `the header ${name} is missing`)
    return [...missing, ...bodyFaults(request, answer, described.content, contract, validate)]
  }
}

/** Contracts at a path, told apart by their methods. */
function methodsAt(path: string): OperationContract[] {
  return Object.values<OperationContract>(OPERATIONS).filter((contract) => contract.path === path)
}

/** undefined: no operation answers this method here. HEAD is answered by GET. */
function contractOf({ path, method }: FuzzRequest): OperationContract | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  return METHODS.includes(asked) ? methodsAt(path).find((contract) => contract.method === asked) : undefined
}

function bodyFaults(
  { method, path }: FuzzRequest,
  { status, headers, text }: FuzzAnswer,
  content: DescribedAnswer['content'],
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
  if (!parsed.success) return [`it is no problem: ${parsed.error.message}`]
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
  if (!parsed.success) return [`the contract’s schema refuses it: ${parsed.error.message}`]
  return isDeepStrictEqual(parsed.data, given) ? [] : ['the answer has members beyond its shape']
}
