import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Defined } from '../upstream/definitions.ts'
import type { Members, Upstream } from '../upstream/upstream.ts'
import type { AgentRequest } from './agent-request.ts'
import { callTool } from './call-tool.ts'
import type { GuardSession } from './guard-session.ts'
import { isMembers } from './members.ts'

type Answer = (session: GuardSession, request: AgentRequest) => Promise<Members>

/** How a request of the agent is answered. One that is not among these belongs to the only server. */
export const METHODS: Readonly<Record<string, Answer>> = {
  'tools/list': list('tools'),
  'prompts/list': list('prompts'),
  'resources/list': list('resources'),
  'resources/templates/list': list('resourceTemplates'),
  'tools/call': callTool,
  'prompts/get': getPrompt,
  'resources/read': ofResource,
  'resources/subscribe': subscribe,
  'resources/unsubscribe': subscribe,
  'completion/complete': complete,
  'logging/setLevel': async ({ level, upstreams }, { params, signal }) => level.set(params, upstreams, signal),
  'tasks/get': ofTask,
  'tasks/result': ofTask,
  'tasks/cancel': ofTask,
  'tasks/list': ofTask,
}

export async function passToOnly(session: GuardSession, request: AgentRequest): Promise<Members> {
  const [only, ...others] = session.upstreams
  if (only === undefined || others.length > 0) throw notFound('Method not found', ProtocolErrorCode.MethodNotFound)
  return session.forward(only, request, request.params)
}

function list(defined: Defined): Answer {
  return async (session, { params }) => session.lists.page(defined, params.cursor)
}

async function getPrompt(session: GuardSession, request: AgentRequest): Promise<Members> {
  const { params } = request
  const target = session.lists.names('prompts').target(String(params.name))
  if (target === undefined) throw notFound(`Prompt ${params.name} not found`)
  return session.forward(target.upstream, request, { ...params, name: target.name })
}

/** Where none of several servers lists it, each is asked until one has it. */
async function ofResource(session: GuardSession, request: AgentRequest): Promise<Members> {
  let failure: unknown = notFound(`Resource ${request.params.uri} not found`)
  for (const [at, upstream] of session.lists.ownersOf(String(request.params.uri)).entries())
    try {
      return await session.forward(upstream, request, request.params)
    } catch (error) {
      if (at === 0) failure = error
      if (request.signal.aborted) throw error
    }
  throw failure
}

async function subscribe(session: GuardSession, request: AgentRequest): Promise<Members> {
  const { uri } = request.params
  const [owner] = session.lists.ownersOf(String(uri))
  if (owner === undefined) throw notFound(`Resource ${uri} not found`)
  return session.forward(owner, request, request.params)
}

async function complete(session: GuardSession, request: AgentRequest): Promise<Members> {
  const { params } = request
  const ref = isMembers(params.ref) ? params.ref : {}
  if (ref.type === 'ref/resource') {
    const [owner] = session.lists.ownersOf(String(ref.uri))
    if (owner === undefined) throw notFound(`Resource template ${ref.uri} not found`)
    return session.forward(owner, request, params)
  }
  const target = session.lists.names('prompts').target(String(ref.name))
  if (target === undefined) throw notFound(`Prompt ${ref.name} not found`)
  return session.forward(target.upstream, request, { ...params, ref: { ...ref, name: target.name } })
}

async function ofTask(session: GuardSession, request: AgentRequest): Promise<Members> {
  const withTasks = session.upstreams.filter(({ known }) => known?.capabilities.tasks !== undefined)
  const owner: Upstream | undefined = session.tasks.get(String(request.params.taskId))
  const [only, ...others] = owner === undefined ? withTasks : [owner]
  if (only === undefined || others.length > 0) return passToOnly(session, request)
  return session.forward(only, request, request.params)
}

const notFound = (message: string, code = ProtocolErrorCode.InvalidParams) => new ProtocolError(code, message)
