import type { CallToolResult } from '@modelcontextprotocol/server'
import { idFault } from 'assay-verify/subject-id'
import { ApiError } from '../../contract/errors'
import { invalidInput, wrongTypes } from '../../contract/faults/input-faults'
import type { OperationContract } from '../../contract/operation'
import { parameterError } from '../../http/parameters'
import { argumentsSchema } from './mcp-schemas'

/** Headers of the caller's request that are passed on to the operation: they identify the caller. */
const CARRIED_HEADERS = ['authorization', 'x-api-key']
/** Never contacted: a `Request` needs an absolute address. */
const ORIGIN = 'http://mcp.invalid'

export type Arguments = Readonly<Record<string, unknown>>

/** The request of an operation for a tool's arguments. Throws `ApiError` for arguments that no request can express. */
export function requestOf(contract: OperationContract, given: Arguments, caller: Headers): Request {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of CARRIED_HEADERS) {
    const value = caller.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (contract.body !== undefined) {
    return new Request(ORIGIN + contract.path, { method: contract.method, headers, body: JSON.stringify(given) })
  }
  requireTypes(contract, given)
  const [parameter] = contract.pathParameters
  const path =
    parameter === undefined
      ? contract.path
      : contract.path.replace(`{${parameter}}`, () => idInPath(contract, parameter, given))
  const query = queryOf(contract, given, parameter)
  return new Request(`${ORIGIN}${path}${query}`, { method: contract.method, headers })
}

/** A query has texts only: it would take "5" for 5, and 1 for true. */
function requireTypes(contract: OperationContract, given: Arguments): void {
  const faults = wrongTypes(argumentsSchema(contract), given, contract.pathParameters)
  if (faults.length > 0) throw invalidInput(faults[0]?.name === 'toolId' ? 'invalid_id' : 'invalid_parameter', faults)
}

/** Slashes are escaped too: a URL parser would otherwise fold `a/../b`. */
function idInPath(contract: OperationContract, parameter: string, given: Arguments): string {
  const id = given[parameter]
  if (typeof id !== 'string' || idFault(id) !== undefined) throw invalidArguments(contract, given)
  return encodeURIComponent(id)
}

function queryOf(contract: OperationContract, given: Arguments, parameter: string | undefined): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) {
    if (name === parameter) continue
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = textOf(item)
      if (text === undefined) throw invalidArguments(contract, given)
      query.append(name, text)
    }
  }
  return query.size === 0 ? '' : `?${query}`
}

/**
 * As a query value, which the operation validates; undefined for null and objects, which a query cannot distinguish
 * from texts.
 */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return typeof value === 'boolean' ? (value ? '1' : '0') : undefined
}

/** The error for arguments that no request can express. */
function invalidArguments(contract: OperationContract, given: Arguments): ApiError {
  const { error } = contract.input.safeParse(given)
  if (error !== undefined) return parameterError(contract, given, error.issues)
  return new ApiError('invalid_parameter', 'An argument is neither a text, a number, a boolean nor a list of these.')
}

/** The first revision of the protocol with structured content. */
const FIRST_STRUCTURED = '2025-06-18'

/**
 * Whether a caller reads structured content, by the revision it negotiated. Callers of that revision and newer ones
 * must name it in every request; without the header, a caller is of an older one.
 */
export function readsStructured(caller: Headers): boolean {
  const revision = caller.get('mcp-protocol-version') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(revision) && revision >= FIRST_STRUCTURED
}

/**
 * An operation's answer as a tool's result. Its text is the answer as JSON, or where `summarize` is given what that
 * makes of it. An error is a result too, so that the model can correct its call.
 */
export async function resultOf(
  response: Response,
  summarize: (answer: unknown) => string = JSON.stringify,
): Promise<CallToolResult> {
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) return refusalOf(answer)
  return { content: [{ type: 'text', text: summarize(answer) }], structuredContent: answer }
}

/** `code: detail`, and the nearest ids where there are any. */
function refusalOf({ code, detail, nearest }: Record<string, unknown>): CallToolResult {
  const hint = Array.isArray(nearest) && nearest.length > 0 ? `\nNearest known ids: ${JSON.stringify(nearest)}` : ''
  return { isError: true, content: [{ type: 'text', text: `${code}: ${detail}${hint}` }] }
}
