import { ProtocolError } from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { AgentState, STATE_METHODS } from './agent-state.ts'
import type { Circuit } from './circuit.ts'
import { connect } from './connect.ts'
import { Connection, SessionLost } from './connection.ts'
import type { Definitions } from './definitions.ts'
import type { DefinitionsStore } from './definitions-store.ts'
import { Handshakes, type HandshakeTimes } from './handshakes.ts'
import { Inbox } from './inbox.ts'
import { KnownDefinitions } from './known-definitions.ts'
import { untilAborted } from './pending-call.ts'
import { LARGEST_MESSAGE_BYTES, type TransportOptions } from './transports.ts'
import {
  type AgentIdentity,
  type Members,
  type Upstream,
  type UpstreamEvents,
  UpstreamFailure,
  type UpstreamRequest,
} from './upstream.ts'

export interface UpstreamOptions extends Partial<TransportOptions> {
  store: DefinitionsStore
  /** Of this server, shared by all sessions with it. Callers ask it first; ends of requests are reported here. */
  circuit: Circuit
  /** In ms since 1970. */
  now?: () => number
  /** So long a server has to answer a question of the guard's own. */
  pingMs?: number
  /** When the guard tries by itself. */
  handshakes?: Partial<HandshakeTimes>
  /** The guard reached a server by itself that could not be reached before. */
  onHandshake?: () => void
}

const PING_MS = 5000

/** A server of one agent's session. Nothing is started yet. `agent` is asked when the first request needs a start. */
export function openUpstream(
  server: ConfiguredServer,
  events: UpstreamEvents,
  agent: () => AgentIdentity,
  options: UpstreamOptions,
): Upstream {
  return new ServerUpstream(server, events, agent, options)
}

class ServerUpstream implements Upstream {
  readonly server: ConfiguredServer
  readonly #events: UpstreamEvents
  readonly #agent: () => AgentIdentity
  readonly #options: Required<UpstreamOptions>
  readonly #closing = new AbortController()
  readonly #known: KnownDefinitions
  readonly #handshakes: Handshakes
  readonly #state = new AgentState()
  #connection: Connection | null = null
  #starting: Promise<Connection> | null = null

  constructor(server: ConfiguredServer, events: UpstreamEvents, agent: () => AgentIdentity, options: UpstreamOptions) {
    this.server = server
    this.#events = events
    this.#agent = agent
    this.#options = {
      now: Date.now,
      pingMs: Math.min(PING_MS, server.silenceMs),
      handshakes: {},
      onHandshake: () => {},
      largestMessageBytes: LARGEST_MESSAGE_BYTES,
      stderr: 'inherit',
      ...options,
    }
    const { store, circuit, now } = this.#options
    this.#known = new KnownDefinitions(server, store, now, (changed) => events.onChanged(changed))
    this.#handshakes = new Handshakes(circuit, now, () => this.#reach(), this.#options.handshakes)
  }

  get known(): Definitions | null {
    return this.#known.definitions
  }

  get isUnanswered(): boolean {
    return this.#known.isUnanswered
  }

  get isRunning(): boolean {
    return this.#connection !== null
  }

  get isStarting(): boolean {
    return this.#starting !== null
  }

  async request(request: UpstreamRequest): Promise<Members> {
    const connection = await untilAborted(this.#connected(), request.signal)
    try {
      return await this.#send(connection, request)
    } catch (error) {
      // Neither was carried out, so that it is sent again.
      if (error instanceof SessionLost) this.#drop(connection)
      else if (isHeaderMismatch(error)) await this.#known.read(connection, ['tools'])
      else throw error
    }
    return this.#send(await untilAborted(this.#connected(), request.signal), request)
  }

  notify(notification: { method: string; params?: Members }): void {
    this.#connection?.notify(notification)
  }

  async learn(withinMs: number): Promise<Definitions | null> {
    const learned = this.#connected()
      .then(() => this.#known.settled())
      .then(() => this.known)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, withinMs, null)
    })
    const definitions = await Promise.race([learned.catch(() => null), late])
    clearTimeout(timer)
    if (definitions === null && !this.#closing.signal.aborted) this.#known.noteUnanswered()
    return definitions
  }

  refused(): void {
    this.#options.circuit.refused(this.#options.now())
    this.#handshakes.arm()
  }

  async close(): Promise<void> {
    this.#handshakes.stop()
    this.#closing.abort()
    const connection = this.#connection ?? (await this.#starting?.catch(() => null))
    this.#connection = null
    await connection?.close()
  }

  async #send(connection: Connection, request: UpstreamRequest): Promise<Members> {
    const { method, params } = request
    const isState = STATE_METHODS.has(method)
    const isTold = isState && connection.connected.era === 'modern'
    const answer = isTold ? {} : await connection.call(request)
    if (isState) this.#state.note(method, params)
    if (isTold) await connection.tell(this.#state)
    return answer
  }

  /** The connection, which is made once for all that wait for it. */
  #connected(): Promise<Connection> {
    if (this.#closing.signal.aborted)
      return Promise.reject(new UpstreamFailure('closed', `${this.server.name} is being shut down.`, false))
    const agent = this.#agent()
    const connection = this.#connection
    if (connection !== null) {
      if (isFor(connection, agent)) return Promise.resolve(connection)
      this.#drop(connection)
    }
    if (this.#starting !== null)
      return this.#starting.then((started) => (isFor(started, this.#agent()) ? started : this.#connected()))
    this.#starting = this.#start(agent).finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async #start(agent: AgentIdentity): Promise<Connection> {
    const { circuit } = this.#options
    const { signal } = this.#closing
    const inbound = new Inbox(this.#events, (connection, lists) => void this.#known.read(connection, lists))
    try {
      const connected = await connect(this.server, agent, this.#known.remembered, inbound, this.#options, signal)
      const connection: Connection = new Connection(connected, agent, this.server, this.#options.pingMs, {
        onAnswer: (method) => (isOfStart(method) ? circuit.started() : circuit.completed()),
        onFailure: () => this.#failed(),
        onEnd: () => this.#drop(connection),
        toolOf: (name) => this.#known.tool(name),
      })
      inbound.connection = connection
      this.#connection = connection
      circuit.started()
      void this.#known.read(connection)
      void connection.tell(this.#state)
      this.#events.onStarted()
      return connection
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) circuit.completed()
      else if (!signal.aborted) this.#failed()
      throw error
    }
  }

  #drop(connection: Connection): void {
    if (this.#connection === connection) this.#connection = null
    connection.retire()
  }

  #failed(): void {
    const { circuit, now } = this.#options
    circuit.failed(now())
    if (circuit.openSince === null) return
    // What does not answer is started anew by the next trial.
    if (this.#connection?.isIdle) this.#drop(this.#connection)
    this.#handshakes.arm()
  }

  /** Whether the server answers a question of the guard's own. */
  async #reach(): Promise<boolean> {
    const isReached = await (this.#connection?.isAlive() ??
      this.#connected().then(
        () => true,
        () => false,
      ))
    if (isReached) this.#options.onHandshake()
    return isReached
  }
}

/** What the guard asks of each server that it has started. */
function isOfStart(method: string): boolean {
  return method.endsWith('/list') || STATE_METHODS.has(method)
}

const HEADER_MISMATCH = -32_020

/** The server wants arguments of a tool in headers, too, of which its last known definition did not say. */
function isHeaderMismatch(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === HEADER_MISMATCH
}

/** Whether a connection will do for an agent: a server may offer other tools to one that can do more. */
function isFor({ agent }: Connection, wanted: AgentIdentity): boolean {
  if (agent === wanted) return true
  return agent.era === wanted.era && JSON.stringify(agent.capabilities) === JSON.stringify(wanted.capabilities)
}
