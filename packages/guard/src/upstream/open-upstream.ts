import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Circuit } from './circuit.ts'
import { type Connected, connect, type Inbound } from './connect.ts'
import { Connection, SessionLost } from './connection.ts'
import { DEFINED, type Defined, type Definitions } from './definitions.ts'
import type { DefinitionsStore, Remembered } from './definitions-store.ts'
import { changedLists, listOfNotification, readDefinitions } from './read-definitions.ts'
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
  /** Of this server, shared by all sessions with it. Who calls asks it first; how requests ended is told it here. */
  circuit: Circuit
  /** In ms since 1970. */
  now?: () => number
  /** So long a server has to answer a question of the guard's own. */
  pingMs?: number
  /** The guard reached a server by itself that could not be reached before. */
  onHandshake?: () => void
}

const PING_MS = 5000
/** Who asks before an agent has introduced itself. */
const LEARNER: AgentIdentity = { info: { name: 'assay-guard', version: '0.1.0' }, capabilities: {}, era: 'legacy' }

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
  #remembered: Remembered | null
  #connection: Connection | null = null
  #starting: Promise<Connection> | null = null
  #reading: Promise<void> | null = null
  #isClosed = false
  #handshake: NodeJS.Timeout | undefined

  constructor(server: ConfiguredServer, events: UpstreamEvents, agent: () => AgentIdentity, options: UpstreamOptions) {
    this.server = server
    this.#events = events
    this.#agent = agent
    this.#options = {
      now: Date.now,
      pingMs: Math.min(PING_MS, server.silenceMs),
      onHandshake: () => {},
      largestMessageBytes: LARGEST_MESSAGE_BYTES,
      stderr: 'inherit',
      ...options,
    }
    this.#remembered = options.store.read(server.launch)
  }

  get known(): Definitions | null {
    return this.#remembered?.definitions ?? null
  }

  get isRunning(): boolean {
    return this.#connection !== null && !this.#connection.isEnded
  }

  async request(request: UpstreamRequest): Promise<Members> {
    const agent = this.#agent()
    const connection = await untilAborted(this.#connected(agent), request.signal)
    try {
      return await connection.call(request)
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error
      this.#drop(connection)
    }
    // It was not carried out, so that it is sent again.
    const renewed = await untilAborted(this.#connected(agent), request.signal)
    return renewed.call(request)
  }

  notify(notification: { method: string; params?: Members }): void {
    this.#connection?.notify(notification)
  }

  async learn(withinMs: number): Promise<Definitions | null> {
    const learned = this.#connected(null)
      .then(() => this.#reading)
      .then(() => this.known)
    learned.catch(() => {})
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, withinMs, null)
    })
    try {
      return await Promise.race([learned, late])
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#handshake)
    this.#closing.abort()
    const connection = this.#connection ?? (await this.#starting?.catch(() => null))
    this.#connection = null
    await connection?.close()
  }

  /** The connection, which is made once for all that wait for it. `agent` null: whoever it was made for. */
  #connected(agent: AgentIdentity | null): Promise<Connection> {
    if (this.#isClosed)
      return Promise.reject(new UpstreamFailure('closed', `${this.server.name} is being shut down.`, false))
    const connection = this.#connection
    if (connection !== null && !connection.isEnded) {
      if (agent === null || isFor(connection, agent)) return Promise.resolve(connection)
      this.#drop(connection)
    }
    if (this.#starting !== null) {
      if (agent === null) return this.#starting
      return this.#starting.then((started) => (isFor(started, agent) ? started : this.#connected(agent)))
    }
    this.#starting = this.#start(agent ?? LEARNER).finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async #start(agent: AgentIdentity): Promise<Connection> {
    const { circuit } = this.#options
    let connection: Connection | null = null
    try {
      const inbound = this.#inbound(() => connection)
      const given = this.#closing.signal
      const connected = await connect(this.server, agent, this.#remembered, inbound, this.#options, given)
      connection = this.#adopt(connected, agent)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) circuit.completed()
      else if (!this.#isClosed) this.#failed()
      throw error
    }
    circuit.completed()
    this.#events.onStarted()
    this.#read(connection, DEFINED)
    return connection
  }

  #adopt(connected: Connected, agent: AgentIdentity): Connection {
    const connection: Connection = new Connection(
      connected,
      agent,
      this.server,
      {
        onAnswer: () => this.#options.circuit.completed(),
        onFailure: () => this.#failed(),
        onEnd: () => this.#drop(connection),
      },
      this.#options.pingMs,
    )
    this.#connection = connection
    return connection
  }

  #inbound(connection: () => Connection | null): Inbound {
    return {
      request: (request, signal) => {
        const answer = this.#events.onRequest(request, signal)
        return connection()?.heldFor(answer) ?? answer
      },
      notification: (notification) => {
        const current = connection()
        if (notification.method === 'notifications/message') current?.sign()
        const list = listOfNotification(notification.method)
        if (list === null) this.#events.onNotification(notification)
        else if (current !== null)
          this.#read(current, list === 'resources' ? ['resources', 'resourceTemplates'] : [list])
      },
    }
  }

  /** Reads what the server declares, after what is being read. */
  #read(connection: Connection, lists: readonly Defined[]): void {
    const before = this.#reading ?? Promise.resolve()
    const reading = before.then(() => this.#readNow(connection, lists)).catch(() => {})
    this.#reading = reading
    void reading.then(() => {
      if (this.#reading === reading) this.#reading = null
    })
  }

  async #readNow(connection: Connection, lists: readonly Defined[]): Promise<void> {
    const { client, spoken } = connection.connected
    const known = this.known
    const { signal } = this.#closing
    const read = await readDefinitions(client, known, lists, this.#options.now(), (method, params) =>
      connection.call({ method, params, signal, onProgress: () => {}, allowInputRequired: true }),
    )
    this.#remembered = { definitions: read, spoken }
    this.#options.store.write(this.server.launch, this.#remembered)
    const changed = changedLists(known, read)
    if (changed.size > 0) this.#events.onChanged(changed)
  }

  #drop(connection: Connection): void {
    if (this.#connection === connection) this.#connection = null
    if (!connection.isEnded) void connection.close()
  }

  #failed(): void {
    const { circuit, now } = this.#options
    circuit.failed(now())
    if (circuit.openSince === null) return
    // What does not answer is started anew by the next trial.
    if (this.#connection?.isIdle) this.#drop(this.#connection)
    this.#armHandshake()
  }

  #armHandshake(): void {
    clearTimeout(this.#handshake)
    const { circuit, now } = this.#options
    if (this.#isClosed || circuit.nextTrialAt === null) return
    const waitMs = Math.max(circuit.nextTrialAt - now(), this.#options.pingMs)
    this.#handshake = setTimeout(() => void this.#tryHandshake(), waitMs)
    this.#handshake.unref()
  }

  /** Tries whether the server is back, while calls of it were refused lately. */
  async #tryHandshake(): Promise<void> {
    const { circuit, now, onHandshake } = this.#options
    if (circuit.admitHandshake(now())) {
      const isBack = await this.#connected(null)
        .then((connection) => connection.isAlive())
        .catch(() => false)
      if (isBack) {
        circuit.completed()
        onHandshake()
      }
    }
    this.#armHandshake()
  }
}

/** Whether a connection will do for an agent: one that was made to learn only for an agent that can do no more. */
function isFor({ agent, connected }: Connection, wanted: AgentIdentity): boolean {
  if (agent !== LEARNER) return true
  if (Object.keys(wanted.capabilities).length > 0) return false
  return connected.era === wanted.era || connected.spoken[wanted.era] === false
}

async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
