import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Connected } from './connect.ts'
import { classified, secondsOf } from './failures.ts'
import { NEVER_MS, PendingCall } from './pending-call.ts'
import { ANYTHING } from './read-definitions.ts'
import { isGivenUp } from './transports.ts'
import { type AgentIdentity, type Members, UpstreamFailure, type UpstreamRequest } from './upstream.ts'

export interface ConnectionEvents {
  /** The server answered. */
  onAnswer(): void
  /** It gave no answer, and none to a question of the guard's own either. */
  onFailure(): void
  /** Nothing more comes over it. */
  onEnd(): void
}

/** The HTTP session that a request belonged to is none any more, so that it was not carried out. */
export class SessionLost extends UpstreamFailure {
  constructor(name: string) {
    super('closed', `${name} no longer knows the session.`, false)
  }
}

/** A server that runs, or a session with one. */
export class Connection {
  readonly connected: Connected
  /** For whom it was made. */
  readonly agent: AgentIdentity
  readonly #server: ConfiguredServer
  readonly #events: ConnectionEvents
  readonly #pingMs: number
  readonly #calls = new Set<PendingCall>()
  #alive: Promise<boolean> | null = null
  #isEnded = false

  constructor(
    connected: Connected,
    agent: AgentIdentity,
    server: ConfiguredServer,
    events: ConnectionEvents,
    pingMs: number,
  ) {
    this.connected = connected
    this.agent = agent
    this.#server = server
    this.#events = events
    this.#pingMs = pingMs
    const { client, transport } = connected
    client.onclose = () => this.#end()
    client.onerror = (error) => {
      if (isBroken(error, server)) this.#end()
      // The transport gives its process up right after it said why.
      else queueMicrotask(() => isGivenUp(transport) && this.#end())
    }
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  get isIdle(): boolean {
    return this.#calls.size === 0
  }

  /** Rejects with `UpstreamFailure`, `SessionLost`, or the server's own error. */
  async call({ method, params, signal, onProgress, allowInputRequired }: UpstreamRequest): Promise<Members> {
    const { name, silenceMs } = this.#server
    const call = new PendingCall(silenceMs, {
      silent: () =>
        new UpstreamFailure('silence', `${name} gave no answer and no sign of life for ${secondsOf(silenceMs)}.`, true),
      ended: () => new UpstreamFailure('closed', `${name} ended the connection without an answer.`, true),
    })
    const cancel = () => call.cancel(signal.reason)
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    this.#calls.add(call)
    try {
      const answer = await call.result(() =>
        this.connected.client.request({ method, params: params ?? {} }, ANYTHING, {
          timeout: NEVER_MS,
          signal: call.signal,
          allowInputRequired,
          onprogress: (progress) => {
            call.sign()
            onProgress({ ...progress })
          },
        }),
      )
      this.#events.onAnswer()
      return answer
    } catch (error) {
      if (signal.aborted) throw error
      throw this.#ended(error)
    } finally {
      this.#calls.delete(call)
      signal.removeEventListener('abort', cancel)
    }
  }

  /** A request or a message of the server is a sign of life of all that wait for it. */
  sign(): void {
    for (const call of this.#calls) call.sign()
  }

  /** While the agent answers the server, no call is silent. */
  async heldFor<Answer>(work: Promise<Answer>): Promise<Answer> {
    const calls = [...this.#calls]
    for (const call of calls) call.hold()
    try {
      return await work
    } finally {
      for (const call of calls) call.release()
    }
  }

  notify(notification: { method: string; params?: Members }): void {
    this.connected.client.notification(notification).catch(() => {})
  }

  /** Whether the server answers a question of the guard's own. Asked once for all that want to know. */
  isAlive(): Promise<boolean> {
    this.#alive ??= this.#ping().finally(() => {
      this.#alive = null
    })
    return this.#alive
  }

  async close(): Promise<void> {
    this.#isEnded = true
    this.#failAll()
    await this.connected.client.close().catch(() => {})
  }

  async #ping(): Promise<boolean> {
    const { client, era } = this.connected
    try {
      const method = era === 'legacy' ? 'ping' : 'server/discover'
      await client.request({ method }, ANYTHING, { timeout: this.#pingMs })
      return true
    } catch (error) {
      return classified(error, this.#server.name) instanceof ProtocolError && !isTimeout(error)
    }
  }

  /** Counts a failure, and says it in the words of the interface. */
  #ended(error: unknown): Error {
    if (error instanceof SdkHttpError && this.#isSessionLost(error)) return new SessionLost(this.#server.name)
    const found = classified(error, this.#server.name)
    if (found instanceof ProtocolError) this.#events.onAnswer()
    else if (found.kind === 'silence') void this.#judgeSilence()
    else if (!this.#isEnded) this.#events.onFailure()
    return found
  }

  /** Slow is not down: whether the server answers anything decides. */
  async #judgeSilence(): Promise<void> {
    if (this.#alive !== null) return
    const isAlive = await this.isAlive()
    if (isAlive) this.#events.onAnswer()
    else this.#events.onFailure()
  }

  /** A server tells so by 404; some by 400 with a text on it. */
  #isSessionLost({ status, data }: SdkHttpError): boolean {
    if (this.connected.transport.sessionId === undefined) return false
    return status === 404 || (status === 400 && typeof data.text === 'string' && /session/i.test(data.text))
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    if (this.#failAll() > 0) this.#events.onFailure()
    this.#events.onEnd()
  }

  #failAll(): number {
    const calls = [...this.#calls]
    for (const call of calls)
      call.fail(new UpstreamFailure('closed', `${this.#server.name} ended before it answered.`, true))
    return calls.length
  }
}

/** Errors after which nothing more can come: the server does not read, or its one stream of events broke off. */
function isBroken(error: Error, { launch }: ConfiguredServer): boolean {
  if ('code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')) return true
  return launch.kind === 'http' && launch.transport === 'sse' && error.name !== 'SyntaxError' && 'event' in error
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'REQUEST_TIMEOUT'
}
