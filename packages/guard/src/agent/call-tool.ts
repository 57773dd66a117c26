import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Refusal } from '../calls/call-gate.ts'
import { type Members, type Upstream, UpstreamFailure } from '../upstream/upstream.ts'
import type { AgentRequest } from './agent-request.ts'
import type { GuardSession } from './guard-session.ts'
import { isMembers } from './members.ts'
import type { Target } from './names.ts'

/** A call that is refused, or that its server does not answer, is answered with a result that says why. */
export async function callTool(session: GuardSession, request: AgentRequest): Promise<Members> {
  const { params } = request
  const target = session.lists.names('tools').target(String(params.name))
  if (target === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`)
  const { upstream, name } = target
  try {
    const result = await session.forward(upstream, request, { ...params, name })
    if (isMembers(result.task)) session.tasks.set(String(result.task.taskId), upstream)
    return result
  } catch (error) {
    if (error instanceof Refused) return instead(session, request, target, error.refusal, error.refusal.text)
    if (!(error instanceof UpstreamFailure) || request.signal.aborted) throw error
    const text = session.gate.failureText(upstream.server, name, argumentsOf(params), error)
    return instead(session, request, target, error, text)
  }
}

/** A request that the gate does not let through; to the agent an internal error, where it called no tool. */
export class Refused extends Error {
  readonly code = ProtocolErrorCode.InternalError
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.text)
    this.refusal = refusal
  }
}

export const argumentsOf = (params: Members) => (isMembers(params.arguments) ? params.arguments : null)

async function instead(
  session: GuardSession,
  request: AgentRequest,
  { upstream, name }: Target,
  cause: Refusal | UpstreamFailure,
  text: string,
): Promise<Members> {
  const substitute = session.gate.substitute(upstream.server, name, argumentsOf(request.params), cause)
  const other: Upstream | undefined = session.upstreams.find(({ server }) => server === substitute?.server)
  const refused = { content: [{ type: 'text', text }], isError: true }
  if (substitute === null || other === undefined) return refused
  try {
    const params = { ...request.params, name: substitute.tool, arguments: substitute.arguments }
    const result = await session.forward(other, request, params)
    const content: readonly unknown[] = Array.isArray(result.content) ? result.content : []
    return { ...result, content: [{ type: 'text', text: substitute.text }, ...content] }
  } catch (error) {
    if (request.signal.aborted) throw error
    return refused
  }
}
