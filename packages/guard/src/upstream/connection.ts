import { ProtocolError, type Tool } from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { AgentState } from './agent-state.ts'
import type { Connected } from './connect.ts'
import { classified, secondsOf, statusOf } from './failures.ts'
import { NEVER_MS, PendingCall } from './pending-call.ts'
import { isGivenUp, signsOf, whenHalfClosed } from './transports.ts'
import { asSent, ProgressTokens } from './unaltered.ts'
import { type AgentIdentity, type Members, UpstreamFailure, type UpstreamRequest } from './upstream.ts'
import { Wire } from './wire.ts'

export interface ConnectionEvents {
  /** The server answered a request. */
  onAnswer(method: string): void
  /** It gave no answer, and none to a question of the guard's own either. */
  onFailure(): void
  /** It takes no more requests. */
  onEnd(): void
  /** As it is known; null: it is not. */
  toolOf(name: unknown): Tool | null
}

const WITH_PROGRESS = new Set(['tools/call', 'prompts/get', 'resources/read', 'completion/complete'])

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
  readonly #progress = new ProgressTokens()
  readonly #wire: Wire
  #alive: Promise<boolean> | null = null
  #isEnded = false
  #isRetired = false

  constructor(
    connected: Connected,
    agent: AgentIdentity,
    server: ConfiguredServer,
    pingMs: number,
    events: ConnectionEvents,
  ) {
    this.connected = connected
    this.agent = agent
    this.#server = server
    this.#events = events
    this.#pingMs = pingMs
    const { client, transport } = connected
    this.#wire = new Wire(server, connected, (name) => events.toolOf(name))
    client.onclose = () => this.#end()
    // What was read before is passed on before.
    whenHalfClosed(transport, {
      onMute: () => setImmediate(() => this.#end()),
      onDeaf: () => events.onEnd(),
    })
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
    const signs = signsOf(call)
    const asking = this.#asking(method, params ?? {}, (progress) => {
      call.sign()
      onProgress(progress)
    })
    try {
      const options = { timeout: NEVER_MS, signal: call.signal, allowInputRequired, headers: signs.headers }
      const answer = await call.result(() => this.#wire.send(method, asking.params, options))
      this.#events.onAnswer(method)
      return answer
    } catch (error) {
      if (signal.aborted) throw error
      throw this.#ended(asSent(error), method)
    } finally {
      this.#calls.delete(call)
      asking.forget()
      signs.forget()
      if (this.#isRetired) this.retire()
      signal.removeEventListener('abort', cancel)
    }
  }

  progress(progress: Members): void {
    this.#progress.handle(progress)
  }

  /** Progress is a sign of life. A method of the server's own is asked for it only where the agent does. */
  #asking(method: string, params: Members, onProgress: (progress: Members) => void) {
    const meta = params._meta
    const isWanted = typeof meta === 'object' && meta !== null && 'progressToken' in meta
    if (WITH_PROGRESS.has(method) || isWanted) return this.#progress.asking(params, onProgress)
    return { params, forget: () => {} }
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
    this.#alive ??= this.#wire.ping(this.#pingMs).finally(() => {
      this.#alive = null
    })
    return this.#alive
  }

  tell(state: AgentState): Promise<void> {
    return this.#wire.tell(state)
  }

  /** Closes it once the calls that are under way ended: no new one is made over it. */
  retire(): void {
    this.#isRetired = true
    if (this.isIdle) void this.close()
  }

  /** Also of one that ended: its process may still run. */
  async close(): Promise<void> {
    this.#isEnded = true
    this.#failAll()
    await this.#wire.close()
  }

  /** Counts a failure, and says it in the words of the interface. */
  #ended(error: unknown, method: string): Error {
    if (this.#isSessionLost(error)) return new SessionLost(this.#server.name)
    const found = classified(error, this.#server.name)
    if (found instanceof ProtocolError) this.#events.onAnswer(method)
    else if (found.kind === 'silence') void this.#judgeSilence()
    else if (!this.#isEnded) this.#events.onFailure()
    return found
  }

  /** Slow is not down: whether the server answers anything decides. */
  async #judgeSilence(): Promise<void> {
    if (this.#alive !== null) return
    const isAlive = await this.isAlive()
    if (isAlive) this.#events.onAnswer('ping')
    else this.#events.onFailure()
  }

  /** A server says so by 404; some by 400 with a text on it. */
  #isSessionLost(error: unknown): boolean {
    const { launch } = this.#server
    const isSse = launch.kind === 'http' && launch.transport === 'sse'
    if (!isSse && this.connected.transport.sessionId === undefined) return false
    const status = statusOf(error)
    return status === 404 || (status === 400 && error instanceof Error && /session/i.test(error.message))
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    if (this.#failAll() > 0) this.#events.onFailure()
    this.#events.onEnd()
    void this.close()
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
