import { hash } from 'node:crypto'
import { ApiError, isApiError } from '../contract/errors'
import type { CachePolicy, OperationContract } from '../contract/operation'
import { type InputOf, methodsAt, OPERATIONS, type OperationName, type OutputOf } from '../contract/operations'
import { readBody } from './body'
import type { Caller, Gate } from './gate'
import { endingOf, parseInput } from './parameters'
import { ENCODINGS, type Encoding, JsonText, Prepared } from './prepared'
import { COMMON_HEADERS, problemResponse } from './problem'
import { targetOf } from './request-target'

/** What the wrapper needs of a context; operations need more. A context serves one request. */
export interface BaseContext {
  log(line: string, cause?: unknown): void
  gate: Gate
  /** Where the call comes from, as far as the adapter knows; null: not known. */
  address: string | null
  now: Date
  /** The wrapper writes it before the operation reads it. */
  caller: Caller
}

/** An operation as both adapters mount it: any request in, an answer out; it never throws. */
export interface Endpoint<Context extends BaseContext> {
  name: OperationName
  contract: OperationContract
  handle(request: Request, context: Context): Promise<Response>
}

/**
 * Wraps an operation's inner function for the web: method, path, caller and limits, parameters, body, errors, cache and ETag. The inner function sees
 * parsed input only and returns plain data, its JSON, or prepared bytes; it refuses by throwing `ApiError`.
 */
export function defineEndpoint<Name extends OperationName, Context extends BaseContext>(
  name: Name,
  answer: (input: InputOf<Name>, context: Context) => Promise<OutputOf<Name> | JsonText | Prepared>,
): Endpoint<Context> {
  const contract: OperationContract = OPERATIONS[name]
  const representation = representationOf(contract)
  const handle = async (request: Request, context: Context): Promise<Response> => {
    const { path, query } = targetOf(request.url)
    // The gate and the answer both write into this object.
    const headers: Record<string, string> = { ...COMMON_HEADERS }
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
      return dataResponse(answered, request, representation, headers)
    } catch (cause) {
      return refusal(cause, path, context, headers, contract.path)
    }
  }
  return { name, contract, handle }
}

async function chargedBody(
  request: Request,
  contract: OperationContract,
  context: BaseContext,
  headers: Record<string, string>,
): Promise<unknown> {
  const body = await readBody(request, contract)
  const points = contract.weighBody?.(body) ?? 0
  const also = contract.alsoLimitedBy
  if (points > 0 || also !== undefined) await context.gate.charge(context.caller, points, headers, also)
  return body
}

/**
 * The problem document of an error. What is not an `ApiError` is a failure of the service: logged whole, answered as `internal` without any detail. `place`
 * names it in the log: for an operation its path in the contract, because a real path may hold personal data.
 */
export function refusal(
  cause: unknown,
  path: string,
  context: Pick<BaseContext, 'log'>,
  headers: Readonly<Record<string, string>> = {},
  place = path,
): Response {
  if (isApiError(cause)) return problemResponse(cause, path, headers)
  context.log(`internal error at ${place}`, cause)
  const error = new ApiError('internal', 'The service failed. The fault is ours and has been noted.')
  return problemResponse(error, path, headers)
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

/** Of several operations of one route, the one for a request: by the ending of its path, then by its method. */
export function endpointFor<Context extends BaseContext>(
  endpoints: readonly Endpoint<Context>[],
  request: Request,
): Endpoint<Context> | undefined {
  const [first] = endpoints
  if (first !== undefined && endpoints.length === 1 && endingOf(first.contract) === '') return first
  const { path } = targetOf(request.url)
  const here = endpoints.filter(({ contract }) => path.endsWith(endingOf(contract)))
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

/** How successful answers of one operation are sent. */
interface Representation {
  status: number
  mediaType: string
  cacheControl: string
  /** Whether callers may cache it, and so revalidate it. */
  isKept: boolean
}

function representationOf({ status = 200, mediaType = JSON_TYPE, cache }: OperationContract): Representation {
  return { status, mediaType, cacheControl: cache === null ? 'no-store' : keptFor(cache), isKept: cache !== null }
}

/** Plain data in the contract's representation, with a strong ETag; 304 where the caller has it already. */
function dataResponse(
  answer: unknown,
  request: Request,
  { status, mediaType, cacheControl, isKept }: Representation,
  headers: Record<string, string>,
): Response {
  if (status === 204) return new Response(null, { status, headers })
  const body = textOf(answer, mediaType)
  headers['content-type'] = mediaType
  headers['cache-control'] = cacheControl
  if (isKept) {
    headers.etag = `"${hash('sha1', body, 'base64url')}"`
    if (matches(request.headers.get('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers })
  }
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

function textOf(answer: unknown, mediaType: string): string {
  if (answer instanceof JsonText) return answer.text
  return mediaType === JSON_TYPE ? JSON.stringify(answer) : String(answer)
}

function preparedResponse(
  prepared: Prepared,
  request: Request,
  { mediaType, cacheControl }: Representation,
  own: Readonly<Record<string, string>>,
): Response {
  const encoding = prepared.encodingFor(request.headers.get('accept-encoding'))
  const encodingOfCopy = encodingOfCaller(prepared, request.headers.get('if-none-match'))
  const headers: Record<string, string> = {
    ...own,
    'content-type': mediaType,
    'cache-control': cacheControl,
    ...prepared.headers,
    etag: prepared.etagOf(encodingOfCopy ?? encoding),
    vary: 'accept-encoding',
  }
  if (encodingOfCopy !== undefined) return new Response(null, { status: 304, headers })
  const body = prepared.bodies[encoding] ?? prepared.bodies.identity
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  headers['content-length'] = String(body.length)
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), { headers })
}

/** The encoding in which the caller has this content already, whatever encoding it would get now. */
function encodingOfCaller(prepared: Prepared, given: string | null): Encoding | undefined {
  return ENCODINGS.find((encoding) => matches(given, prepared.etagOf(encoding)))
}

const JSON_TYPE = 'application/json'

function keptFor({ maxAgeSeconds, staleWhileRevalidateSeconds }: CachePolicy): string {
  const stale =
    staleWhileRevalidateSeconds === undefined ? '' : `, stale-while-revalidate=${staleWhileRevalidateSeconds}`
  return `public, max-age=${maxAgeSeconds}${stale}`
}

/** Weak comparison: a cache that compressed the body on the way may have weakened the tag. */
function matches(given: string | null, etag: string): boolean {
  if (given === null) return false
  return given === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
