import { ApiError } from '../contract/errors'
import { problem, problemResponse } from '../http/problem'
import { decodePath, targetOf } from '../http/request-target'
import type { Context } from './context'
import { getContext } from './context'
import { DOORS } from './index'

type Handler = (request: Request) => Promise<Response>
type Methods = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** An operation as both doors mount it: one handler for every method, so that the operation itself answers a wrong one. */
export function mount(name: keyof typeof DOORS): Record<Methods, Handler> {
  const door = DOORS[name]
  return everyMethod((request, context) => door.handle(request, context))
}

/** What answers a path of the API that no operation has. */
export function mountUnknown(): Record<Methods, Handler> {
  return everyMethod(async (request) => unknownPath(request))
}

function everyMethod(answer: (request: Request, context: Context) => Promise<Response>): Record<Methods, Handler> {
  const handler: Handler = async (request) => {
    let context: Context
    try {
      context = await getContext()
    } catch (cause) {
      process.stderr.write(
        `${new Date().toISOString()} not ready: ${cause instanceof Error ? cause.stack : String(cause)}\n`,
      )
      return problem(
        'not_ready',
        'The service is starting or cannot reach its database. Try again in a moment.',
        targetOf(request.url).path,
      )
    }
    return answer(request, context)
  }
  return { GET: handler, HEAD: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, OPTIONS: handler }
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
