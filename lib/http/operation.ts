import { hash } from 'node:crypto'
import type { z } from 'zod'
import { ApiError } from '../contract/errors'
import {
  type CachePolicy,
  type InputOf,
  OPERATIONS,
  type OperationContract,
  type OperationName,
  type OutputOf,
} from '../contract/operations'
import { COMMON_HEADERS, problemResponse } from './problem'
import { decodePath, targetOf } from './request-target'

/** What the wrapper itself needs of a context; operations ask for more. */
export interface BaseContext {
  log(line: string, cause?: unknown): void
}

/** An operation as both doors mount it: any request in, an answer out, never a throw. */
export interface Door<Context extends BaseContext> {
  name: OperationName
  contract: OperationContract
  handle(request: Request, context: Context): Promise<Response>
}

/**
 * Wraps an operation's inner function for the web: method, path, parameters, errors, cache and ETag. The inner function
 * sees parsed input only and answers plain data; it refuses by throwing `ApiError`.
 */
export function openDoor<Name extends OperationName, Context extends BaseContext>(
  name: Name,
  answer: (input: InputOf<Name>, context: Context) => Promise<OutputOf<Name>>,
): Door<Context> {
  const contract: OperationContract = OPERATIONS[name]
  const handle = async (request: Request, context: Context): Promise<Response> => {
    const { path, query } = targetOf(request.url)
    try {
      if (request.method === 'OPTIONS') return preflight(contract)
      requireMethod(request.method, contract)
      const input = parseInput(contract, path, query) as InputOf<Name>
      return jsonResponse(await answer(input, context), request, contract.cache)
    } catch (cause) {
      return refusal(cause, path, context)
    }
  }
  return { name, contract, handle }
}

/** The problem an error turns into. What is not an `ApiError` is our fault: logged whole, told as `internal` without a word of the inside. */
export function refusal(cause: unknown, path: string, context: BaseContext): Response {
  if (cause instanceof Error && cause.name === 'ApiError') return problemResponse(cause as ApiError, path)
  context.log(`internal error at ${path}`, cause)
  return problemResponse(new ApiError('internal', 'The service failed. The fault is ours and has been noted.'), path)
}

function allowedMethods({ method }: OperationContract): string {
  return method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`
}

function requireMethod(method: string, contract: OperationContract): void {
  if (method === contract.method || (method === 'HEAD' && contract.method === 'GET')) return
  const allow = allowedMethods(contract)
  throw new ApiError('method_not_allowed', `This path answers ${allow}.`, { allow })
}

function preflight(contract: OperationContract): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      allow: allowedMethods(contract),
      'access-control-allow-methods': allowedMethods(contract),
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-none-match, x-api-key',
      'access-control-max-age': '86400',
    },
  })
}

function parseInput(contract: OperationContract, path: string, query: string): unknown {
  const given: Record<string, string | string[]> = query === '' ? {} : queryOf(query, contract.repeatable ?? [])
  const [parameter] = contract.pathParameters
  if (parameter !== undefined) {
    if (Object.hasOwn(given, parameter)) throw new ApiError('unknown_parameter', `"${parameter}" belongs in the path.`)
    given[parameter] = decodePath(path.slice(contract.path.indexOf('{')))
  }
  const parsed = contract.input.safeParse(given)
  if (parsed.success) return parsed.data
  throw inputError(parsed.error.issues, contract)
}

function queryOf(query: string, repeatable: readonly string[]): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    const before = given[name]
    if (Array.isArray(before)) before.push(value)
    else if (before !== undefined) throw new ApiError('invalid_parameter', 'A parameter is given more than once.')
    else given[name] = repeatable.includes(name) ? [value] : value
  }
  return given
}

/** Names our own parameters only: an unknown one is the caller's text and is not repeated. */
function inputError(issues: readonly z.core.$ZodIssue[], contract: OperationContract): ApiError {
  const [issue] = issues
  if (issue === undefined) return new ApiError('invalid_parameter', 'The request is not valid.')
  if (issue.code === 'unrecognized_keys') {
    return new ApiError('unknown_parameter', `A parameter is not known here. ${knownParameters(contract)}`)
  }
  const name = String(issue.path[0] ?? '')
  const code = name === 'toolId' ? 'invalid_id' : 'invalid_parameter'
  return new ApiError(code, `"${name}": ${issue.message}.`)
}

function knownParameters(contract: OperationContract): string {
  const names = Object.keys((contract.input as z.ZodObject).shape).filter(
    (name) => !contract.pathParameters.includes(name),
  )
  return names.length === 0 ? 'This path takes none.' : `This path takes: ${names.join(', ')}.`
}

/** 200 with a strong ETag, or 304 where the caller has it already. */
function jsonResponse(answer: unknown, request: Request, cache: CachePolicy | null): Response {
  const body = JSON.stringify(answer)
  if (cache === null) {
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: { ...JSON_HEADERS, 'cache-control': 'no-store' },
    })
  }
  const etag = `"${hash('sha1', body, 'base64url')}"`
  const headers = { ...JSON_HEADERS, 'cache-control': cacheControl(cache), etag }
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

const JSON_HEADERS = { ...COMMON_HEADERS, 'content-type': 'application/json' }

function cacheControl({ maxAgeSeconds, staleWhileRevalidateSeconds }: CachePolicy): string {
  const stale =
    staleWhileRevalidateSeconds === undefined ? '' : `, stale-while-revalidate=${staleWhileRevalidateSeconds}`
  return `public, max-age=${maxAgeSeconds}${stale}`
}

/** Weak comparison, as a cache that compressed the body on the way may have weakened the tag. */
function matches(given: string | null, etag: string): boolean {
  if (given === null) return false
  return given === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
