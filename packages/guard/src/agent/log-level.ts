import { LOG_LEVEL_META_KEY, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AgentIdentity, Members, Upstream } from '../upstream/upstream.ts'
import type { AgentRequest, Message } from './agent-request.ts'
import { requestOf } from './subscriptions.ts'

const METHOD = 'logging/setLevel'
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** From which level on the agent wants messages of the servers' logs, also of those that start later. */
export class LogLevel {
  #params: Members | null = null

  /** For all servers; the answer of the server where there is only one, and it runs. */
  async set(params: Members, upstreams: readonly Upstream[], signal: AbortSignal): Promise<Members> {
    if (!LEVELS.includes(String(params.level)))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid log level: one of ${LEVELS.join(', ')}`)
    this.#params = params
    const running = upstreams.filter((upstream) => upstream.isRunning && hasLevel(upstream))
    const [only] = running
    if (only !== undefined && upstreams.length === 1) return requestOf(only, METHOD, params, signal)
    for (const upstream of running) this.started(upstream)
    return {}
  }

  /** A server that has just started is told. */
  started(upstream: Upstream): void {
    if (this.#params === null || !hasLevel(upstream)) return
    void requestOf(upstream, METHOD, this.#params).catch(() => undefined)
  }

  /** A server without a handshake is told with each request. */
  inParams(params: Members, { logLevel }: AgentRequest, { known }: Upstream): Members {
    const level = logLevel ?? this.#params?.level
    if (known?.era !== 'modern' || level === undefined) return params
    const meta = params._meta
    return { ...params, _meta: { ...(typeof meta === 'object' && meta), [LOG_LEVEL_META_KEY]: level } }
  }
}

/** An agent without a handshake is sent messages only during a request that asks for them. */
export function levelled(
  message: Message,
  era: AgentIdentity['era'],
  during: AgentRequest | null | undefined,
): boolean {
  if (era === 'legacy') return true
  if (during?.logLevel === null || during?.logLevel === undefined) return false
  return LEVELS.indexOf(String(message.params?.level)) >= LEVELS.indexOf(during.logLevel)
}

const hasLevel = ({ known }: Upstream) => known?.era === 'legacy' && known.capabilities.logging !== undefined
