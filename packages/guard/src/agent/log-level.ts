import { LOG_LEVEL_META_KEY, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AgentIdentity, Members, Upstream } from '../upstream/upstream.ts'
import type { AgentRequest, Message } from './agent-request.ts'
import { requestOf } from './subscriptions.ts'

const METHOD = 'logging/setLevel'
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** From which level on the agent wants messages of the servers' logs, also of those that start later. */
export class LogLevel {
  #params: Members | null = null
  /** Those that were asked: they remember it themselves. */
  readonly #sentTo = new Set<Upstream>()

  /** For all servers; the answer of the server where there is only one, and it runs. */
  async set(params: Members, upstreams: readonly Upstream[], signal: AbortSignal): Promise<Members> {
    const [only, ...others] = upstreams
    const answer = only?.isRunning && others.length === 0 ? await requestOf(only, METHOD, params, signal) : null
    if (!LEVELS.includes(String(params.level)))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid log level: one of ${LEVELS.join(', ')}`)
    this.#params = params
    this.#sentTo.clear()
    for (const upstream of upstreams) if (upstream.isRunning && answer === null) this.started(upstream)
    return answer ?? {}
  }

  /** A server that has started receives it. */
  started(upstream: Upstream): void {
    if (this.#params === null || this.#sentTo.has(upstream)) return
    if (upstream.known?.capabilities.logging === undefined) return
    this.#sentTo.add(upstream)
    void requestOf(upstream, METHOD, this.#params).catch(() => undefined)
  }
}

/** A server without a handshake receives it with each request. */
export function withLevel(params: Members, { logLevel }: AgentRequest, { known }: Upstream): Members {
  if (known?.era !== 'modern' || logLevel === null) return params
  const meta = params._meta
  return { ...params, _meta: { ...(typeof meta === 'object' && meta), [LOG_LEVEL_META_KEY]: logLevel } }
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
