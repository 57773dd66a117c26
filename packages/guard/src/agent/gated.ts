import type { CallGate } from '../calls/call-gate.ts'
import { type Members, type Upstream, UpstreamFailure } from '../upstream/upstream.ts'
import type { AgentRequest } from './agent-request.ts'
import { argumentsOf, Refused } from './call-tool.ts'
import type { OpenCall } from './open-call.ts'

/** Throws where the gate lets a request not through. */
export function passGate(gate: CallGate, upstream: Upstream, { method }: AgentRequest, params: Members): void {
  const tool = method === 'tools/call' ? String(params.name) : null
  const refusal = gate.refusal(upstream.server, tool, tool === null ? null : argumentsOf(params))
  if (refusal === null) return
  if (refusal.code === 'down') upstream.refused()
  throw new Refused(refusal)
}

/**
 * Of a server with pinned tools, waits until it is known what it declares since its start, and throws where the tool is
 * not as it is pinned.
 */
export async function requirePinned(
  gate: CallGate,
  upstream: Upstream,
  { method }: AgentRequest,
  params: Members,
): Promise<void> {
  const { server, isRunning } = upstream
  if (method !== 'tools/call') return
  const begunAt = Date.now()
  const known = await upstream.learn(server.silenceMs)
  if (known !== null) gate.listedTools(server, known)
  const isRead = isRunning || !upstream.isRunning || (known !== null && known.readAt >= begunAt)
  const refusal = gate.pinRefusal(server, String(params.name), isRead)
  if (refusal !== null) throw new Refused(refusal)
}

/** Reports to the gate how an admitted call ended. A cancelled one says nothing about its server. */
export async function recordIn(
  gate: CallGate,
  call: OpenCall,
  { method }: AgentRequest,
  params: Members,
): Promise<void> {
  const begun = performance.now()
  const record = (kind: 'answered' | 'failed', isError: boolean, errorClass: ErrorClass) => {
    const tool = method === 'tools/call' ? String(params.name) : null
    gate.record(call.upstream.server, { kind, tool, isError, errorClass, durationMs: performance.now() - begun })
  }
  try {
    record('answered', (await call.result).isError === true, null)
  } catch (error) {
    if (call.isCancelled) return
    if (error instanceof UpstreamFailure) record('failed', true, CLASSES[error.kind])
    else record('answered', true, isSignIn(error) ? 'auth' : null)
  }
}

type ErrorClass = Parameters<CallGate['record']>[1]['errorClass']
const CLASSES = { start: 'unavailable', silence: 'timeout', closed: 'network' } as const

const isSignIn = (error: unknown) =>
  error instanceof Error && 'status' in error && (error.status === 401 || error.status === 403)
