import { config } from '../config'
import { ApiError, isApiError } from '../contract/errors'
import { callerAddress } from '../http/caller-address'
import { countedResponse } from '../http/counted-response'
import { NOBODY, OPEN_GATE } from '../http/gate'
import { notReady } from '../http/not-ready'
import { type Endpoint, endpointFor } from '../http/operation'
import { currentPeer, type Peer } from '../http/peer'
import { problem, problemResponse } from '../http/problem'
import { decodePath, targetOf } from '../http/request-target'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import { getContext } from './app'
import { ENDPOINTS } from './endpoints'
import { logToStderr } from './log/log'
import { answerMetrics } from './metrics/answer-metrics'
import { DONE_ENCODING, isServerHooked } from './next-server-hook'
import type { ServiceContext } from './service-app'

type Handler = (request: Request) => Promise<Response>
type Methods = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * The operations of one path as Next mounts them: one handler for every method, so that the operation itself refuses a
 * wrong one.
 */
export function mount(...names: (keyof typeof ENDPOINTS)[]): Record<Methods, Handler> {
  if (names.length === 1 && names[0] === 'healthz') return mountHealthz()
  const endpoints = names.map((name): Endpoint<ServiceContext> => ENDPOINTS[name])
  return everyMethod(async (request, context) => {
    const endpoint = endpointFor(endpoints, request)
    if (endpoint === undefined) return unknownPath(request)
    return countedResponse(endpoint.name, endpoint.handle, request, context)
  })
}

/** Without a context, which needs the database: it answers as long as the process lives. */
function mountHealthz(): Record<Methods, Handler> {
  return handlerForAll((request) =>
    ENDPOINTS.healthz.handle(request, {
      log: logToStderr,
      gate: OPEN_GATE,
      address: null,
      now: new Date(),
      caller: NOBODY,
    }),
  )
}

/** Refuses a path of the API that no operation has. */
export function mountUnknown(): Record<Methods, Handler> {
  return everyMethod(async (request) => unknownPath(request))
}

/** The MCP endpoint as Next mounts it. */
export function mountMcp(): Record<Methods, Handler> {
  return everyMethod(async (request, context) =>
    countedResponse('mcp', (await import('./mcp/mcp-endpoint')).answerMcp, request, context),
  )
}

/**
 * GET /metrics as Next mounts it. A host that shows no sockets has no callers on this machine, so only the token opens
 * it there.
 */
export function mountMetrics(): Record<Methods, Handler> {
  return everyMethod((request, context) => answerMetrics(request, context, currentPeer()))
}

/** A handler that needs a context, for every method, under Next. */
export function everyMethod(
  answer: (request: Request, context: ServiceContext) => Promise<Response>,
): Record<Methods, Handler> {
  const handler: Handler = async (request) => {
    let context: ServiceContext
    try {
      const peer = currentPeer()
      warnOnceAboutSharedLimit(peer)
      context = await getContext(callerAddress(peer, request.headers, config().proxyTrust))
    } catch (cause) {
      logOnceUntilReady(cause)
      const { path } = targetOf(request.url)
      return problemResponse(cannotStart(cause) ?? notReady(), path)
    }
    isReady = true
    return answer(request, context)
  }
  return handlerForAll(handler)
}

/**
 * Errors, by name as there are two copies of each class, whose messages are written for operators and repeat no value.
 */
const FOR_OPERATORS = ['ConfigError', 'NotThatDatabase']

/** The refusal where no call will be answered until the operator changes a setting, which it names. */
function cannotStart(cause: unknown): ApiError | undefined {
  if (!(cause instanceof Error) || !FOR_OPERATORS.includes(cause.name)) return undefined
  return new ApiError('not_ready', cause.message.replace(/\s+/g, ' '))
}

let isReady = true

/**
 * One line until the app is open again, however many requests come: nothing else has noticed an outage before the
 * database is open.
 */
function logOnceUntilReady(cause: unknown): void {
  if (!isReady) return
  isReady = false
  if (isDatabaseUnavailable(cause)) logToStderr('not ready: the database does not answer. Calls are refused with 503.')
  else if (cannotStart(cause) === undefined) logToStderr('not ready', cause)
  else logToStderr((cause as Error).message)
}

function handlerForAll(answer: Handler): Record<Methods, Handler> {
  const handler: Handler = async (request) =>
    isServerHooked() ? withDoneEncoding(await answer(request)) : answer(withoutEncodings(request))
  return { GET: handler, HEAD: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, OPTIONS: handler }
}

function withDoneEncoding(response: Response): Response {
  const encoding = response.headers.get('content-encoding')
  if (encoding !== null) response.headers.set(DONE_ENCODING, encoding)
  return response
}

/** On a host that compresses at its edge the body must be plain, as its encoding would get lost. */
function withoutEncodings(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('accept-encoding')
  return new Request(request, { headers })
}

let isWarned = false

function warnOnceAboutSharedLimit(peer: Peer): void {
  const { limits, proxyTrust } = config()
  const why =
    peer === null
      ? proxyTrust.hostHeader === null && 'This host shows no addresses of callers'
      : proxyTrust.header !== null &&
        proxyTrust.proxies.length === 0 &&
        'TRUSTED_PROXIES is not set, so no header counts'
  if (isWarned || !limits.enabled || why === false) return
  isWarned = true
  logToStderr(
    `${why}: callers of one address without a key share one limit, and their reports are of one network; outcomes of fewer than three networks change no score and no verdict.`,
  )
}

function unknownPath(request: Request): Response {
  const { path } = targetOf(request.url)
  try {
    decodePath(path)
  } catch (cause) {
    if (!isApiError(cause)) throw cause
    return problemResponse(cause, path)
  }
  return problem('unknown_path', 'Nothing is served at this path. The interface is described at /openapi.json.', path)
}
