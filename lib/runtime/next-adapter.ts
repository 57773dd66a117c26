import type { Context } from '../api/context'
import { getContext, logToStderr } from '../api/context'
import { ENDPOINTS } from '../api/operations/index'
import { config } from '../config'
import { ApiError } from '../contract/errors'
import { callerAddress } from '../http/caller-address'
import { type Endpoint, endpointFor } from '../http/operation'
import { currentPeer } from '../http/peer'
import { problem, problemResponse } from '../http/problem'
import { decodePath, targetOf } from '../http/request-target'

type Handler = (request: Request) => Promise<Response>
type Methods = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** After which a service that is starting has most likely started. */
const RETRY_AFTER_SECONDS = 5

/** The operations of one place as Next mounts them: one handler for every method, so that an operation itself answers a wrong one. */
export function mount(...names: (keyof typeof ENDPOINTS)[]): Record<Methods, Handler> {
  const endpoints = names.map((name): Endpoint<Context> => ENDPOINTS[name])
  return everyMethod(
    async (request, context) => endpointFor(endpoints, request)?.handle(request, context) ?? unknownPath(request),
  )
}

/** What answers a path of the API that no operation has. */
export function mountUnknown(): Record<Methods, Handler> {
  return everyMethod(async (request) => unknownPath(request))
}

/** Any handler that needs a context, for every method, under Next. */
export function everyMethod(
  answer: (request: Request, context: Context) => Promise<Response>,
): Record<Methods, Handler> {
  const handler: Handler = async (request) => {
    let context: Context
    try {
      // Next shows no socket: only the header that config names tells callers apart, except in the standalone process, which knows the peer itself.
      const peer = currentPeer()
      if (peer === null) warnOnceAboutSharedLimit()
      context = await getContext(callerAddress(peer, request.headers, config().proxyTrust))
    } catch (cause) {
      process.stderr.write(
        `${new Date().toISOString()} not ready: ${cause instanceof Error ? cause.stack : String(cause)}\n`,
      )
      const { path } = targetOf(request.url)
      const detail = 'The service is starting or cannot reach its database. Try again in a moment.'
      return problemResponse(new ApiError('not_ready', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS }), path)
    }
    return answer(askingPlainly(request), context)
  }
  return { GET: handler, HEAD: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, OPTIONS: handler }
}

/** Next takes Content-Encoding off whatever a route answers, and compresses by itself: it must be given plain bytes. */
function askingPlainly(request: Request): Request {
  if (request.method !== 'GET') return request
  const headers = new Headers(request.headers)
  headers.delete('accept-encoding')
  return new Request(request, { headers })
}

let isSaid = false

function warnOnceAboutSharedLimit(): void {
  const { limits, proxyTrust } = config()
  if (isSaid || !limits.enabled || proxyTrust.header !== null) return
  isSaid = true
  logToStderr('CLIENT_ADDRESS_HEADER is not set: behind Next all callers without a key share one limit.')
}

function unknownPath(request: Request): Response {
  const { path } = targetOf(request.url)
  try {
    decodePath(path)
  } catch (cause) {
    if (cause instanceof ApiError) return problemResponse(cause, path)
    throw cause
  }
  return problem('unknown_path', 'Nothing is served at this path. The interface is described at /openapi.json.', path)
}
