import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Defined, Definitions } from './definitions.ts'

export type Members = Record<string, unknown>

/** A request of the agent that goes to a server. */
export interface UpstreamRequest {
  method: string
  params: Members | undefined
  /** Aborted: the agent cancelled it, and the server is notified. */
  signal: AbortSignal
  /** Called for each progress of the server on this request. */
  onProgress(progress: Members): void
  /** The agent itself answers `input_required`; otherwise what the server asks for goes through `onRequest`. */
  allowInputRequired: boolean
}

/** The transport failed: no answer came. What a server answers, also an error, is no failure. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'

  constructor(
    /** What failed: it did not start or connect, it was silent, its connection ended. */
    readonly kind: 'start' | 'silence' | 'closed',
    /** A sentence for the agent. */
    message: string,
    /** Whether the server may have received the request, so that it may have acted on it. */
    readonly wasSent: boolean,
  ) {
    super(message)
  }
}

/** What a server does of its own accord. */
export interface UpstreamEvents {
  /** A request of the server: sampling, elicitation, roots, or one that is not known here. */
  onRequest(request: { method: string; params?: Members }, signal: AbortSignal): Promise<Members>
  onNotification(notification: { method: string; params?: Members }): void
  /** It has started, and was sent nothing but the handshake: requests that are made now go out first. */
  onStarted(): void
  /** Its definitions are others than those that were known. */
  onChanged(changed: ReadonlySet<Defined>): void
}

/** Who the agent is: known once it has introduced itself, before the first request goes to a server. */
export interface AgentIdentity {
  info: Implementation
  capabilities: ClientCapabilities
  era: 'legacy' | 'modern'
}

/** A server of one agent's session. It is started by the first request that needs it. */
export interface Upstream {
  readonly server: ConfiguredServer
  /** What it declared last; null: never seen. */
  readonly known: Definitions | null
  /** Never seen, though it was asked before: an earlier start, or this one, waited for it in vain. */
  readonly isUnanswered: boolean
  /** It is connected now: what the agent sets for all servers is sent to it at once. */
  readonly isRunning: boolean
  /** It is being started or connected to. */
  readonly isStarting: boolean
  /** Rejects with `UpstreamFailure`, or with the server's own error, which is an answer. */
  request(request: UpstreamRequest): Promise<Members>
  /** Only where it runs: a notification starts no server. */
  notify(notification: { method: string; params?: Members }): void
  /** Starts it, reads its definitions, and answers them; null: it did not answer within the time. Never rejects. */
  learn(withinMs: number): Promise<Definitions | null>
  /** A call of it was refused for an outage that others saw: whether it answers is tried meanwhile. */
  refused(): void
  close(): Promise<void>
}

/** Opens a server for one agent. It is not started yet. */
export type OpenUpstream = (
  server: ConfiguredServer,
  events: UpstreamEvents,
  /** Asked at each start. */
  agent: () => AgentIdentity,
) => Upstream
