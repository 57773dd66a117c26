import { ApiError, isApiError } from '../contract/errors'
import { type OperationContract, pathPattern } from '../contract/operation'
import { type InputOf, methodsAt, OPERATIONS, type OperationName, type OutputOf } from '../contract/operations'
import { readBody } from './body'
import type { Caller, Gate } from './gate'
import { notReadyFor } from './not-ready'
import { endingOf, parseInput } from './parameters'
import { type JsonText, Prepared } from './prepared'
import { COMMON_HEADERS, DEMONSTRATION_HEADER, problemResponse } from './problem'
import { targetOf } from './request-target'
import { compressedResponse, dataResponse, preparedResponse, type Representation, representationOf } from './response'

/** What the wrapper needs of a context; operations need more. A context serves one request. */
export interface BaseContext {
  log(line: string, cause?: unknown): void
  gate: Gate
  /** Where the call comes from, as far as the adapter knows; null: not known. */
  address: string | null
  now: Date
  /** Answers say in a header that they are about a simulated world; left out: they are not. */
  demonstration?: boolean
  /** The wrapper writes it before the operation reads it. */
  caller: Caller
  /**
   * Headers of the answer, by their names in lower case, into which an operation may write; left out outside of the
   * wrapper.
   */
  answerHeaders?: Record<string, string>
}

/** An operation as both adapters mount it: any request in, an answer out; it never throws. */
export interface Endpoint<Context extends BaseContext> {
  name: OperationName
  contract: OperationContract
  handle(request: Request, context: Context): Promise<Response>
}

/**
 * Wraps an operation's inner function for the web: method, path, caller and limits, parameters, body, errors, cache and
 * ETag. The inner function sees parsed input only and returns plain data, its JSON, or prepared bytes; it refuses by
 * throwing `ApiError`. `overLimit`: the answer to callers over their limit, for a contract with `answersOverLimit`.
 */
export function defineEndpoint<Name extends OperationName, Context extends BaseContext>(
  name: Name,
  answer: (input: InputOf<Name>, context: Context) => Promise<OutputOf<Name> | JsonText | Prepared>,
  overLimit?: () => OutputOf<Name>,
): Endpoint<Context> {
  const contract: OperationContract = OPERATIONS[name]
  const representation = representationOf(contract)
  const handle = async (request: Request, context: Context): Promise<Response> => {
    const { path, query } = targetOf(request.url)
    // The gate and the answer both write into this object.
    const headers: Record<string, string> = { ...COMMON_HEADERS, ...(context.demonstration && DEMONSTRATION_HEADER) }
    context.answerHeaders = headers
    try {
      if (request.method === 'OPTIONS') return preflight(contract)
      requireMethod(request.method, contract)
      if (contract.admission !== 'none') {
        context.caller = await context.gate.admit(request, contract, context.address, context.now, headers)
      }
      const input = parseInput(contract, path, query)
      if (contract.body !== undefined) input.body = await chargedBody(request, contract, context, headers)
      for (const header in contract.requestHeaders) input[header] = request.headers.get(header)
      const answered = await answer(input as InputOf<Name>, context)
      if (answered instanceof Prepared) return preparedResponse(answered, request, representation, headers)
      return await dataResponse(answered, request, representation, headers)
    } catch (cause) {
      if (overLimit !== undefined && isApiError(cause) && cause.code === 'rate_limited') {
        return dataResponse(overLimit(), request, overLimitRepresentation(representation, cause, headers), headers)
      }
      const refused = refusal(cause, path, context, headers, contract)
      return mayBeLong(cause) ? compressedResponse(refused, request) : refused
    }
  }
  return { name, contract, handle }
}

/** Only a list, of near ids or of faults, makes a problem long. */
function mayBeLong(cause: unknown): boolean {
  return isApiError(cause) && (cause.extra.nearest ?? cause.extra.errors) !== undefined
}

/** Kept by the caller alone, until its window ends: what is over one caller's limit is not over another's. */
function overLimitRepresentation(
  representation: Representation,
  { extra: { retryAfterSeconds = 1 } }: ApiError,
  headers: Record<string, string>,
): Representation {
  headers['retry-after'] = String(retryAfterSeconds)
  return { ...representation, cacheControl: `private, max-age=${retryAfterSeconds}`, isCacheable: false }
}

async function chargedBody(
  request: Request,
  contract: OperationContract,
  context: BaseContext,
  headers: Record<string, string>,
): Promise<unknown> {
  const body = await readBody(request, contract)
  const points = contract.weighBody?.(body) ?? 0
  const also = contract.limitedBy === 'creation' ? 'creation' : undefined
  if (points > 0 || also !== undefined) await context.gate.charge(context.caller, points, headers, context.now, also)
  return body
}

/**
 * The problem document of an error. A database that cannot be used is `not_ready`; it was logged when that began. What
 * else is not an `ApiError` is a failure of the service: logged whole, answered as `internal` without any detail. The
 * log names it by the path of its contract, because a real path may hold personal data.
 */
export function refusal(
  cause: unknown,
  path: string,
  context: Pick<BaseContext, 'log'>,
  headers: Readonly<Record<string, string>> = {},
  contract: Pick<OperationContract, 'path' | 'hasErrorMember'> = { path },
): Response {
  const known = isApiError(cause) ? cause : notReadyFor(cause)
  if (known !== undefined) return problemResponse(known, path, headers, contract.hasErrorMember)
  context.log(`internal error at ${contract.path}`, cause)
  const error = new ApiError('internal', 'The service failed. The fault is ours and has been noted.')
  return problemResponse(error, path, headers, contract.hasErrorMember)
}

function allowedMethods({ path }: OperationContract): string {
  const methods = methodsAt(path).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}

function answersMethod(method: string, contract: OperationContract): boolean {
  return method === contract.method || (method === 'HEAD' && contract.method === 'GET')
}

function requireMethod(method: string, contract: OperationContract): void {
  if (answersMethod(method, contract)) return
  const allow = allowedMethods(contract)
  throw new ApiError('method_not_allowed', `This path answers ${allow}.`, { allow })
}

/**
 * Of several operations of one route, the one for a request: by the ending of its path, the longest that fits, then by
 * its method.
 */
export function endpointFor<Context extends BaseContext>(
  endpoints: readonly Endpoint<Context>[],
  request: Request,
): Endpoint<Context> | undefined {
  const [first] = endpoints
  if (first !== undefined && endpoints.length === 1 && endingOf(first.contract) === '') return first
  const { path } = targetOf(request.url)
  const here = endpoints
    .filter(({ contract }) =>
      contract.pathParameters.length > 1 ? pathPattern(contract).test(path) : path.endsWith(endingOf(contract)),
    )
    .sort((a, b) => endingOf(b.contract).length - endingOf(a.contract).length)
  return here.find(({ contract }) => answersMethod(request.method, contract)) ?? here[0]
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
