import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { CallGate } from '../calls/call-gate.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Defined } from '../upstream/definitions.ts'
import {
  type AgentIdentity,
  type Members,
  type OpenUpstream,
  type Upstream,
  UpstreamFailure,
} from '../upstream/upstream.ts'
import type { AgentRequest, Message } from './agent-request.ts'
import { AgentServer } from './agent-server.ts'
import { passGate, recordIn, requirePinned } from './gated.ts'
import { identityIn, UNKNOWN_AGENT } from './identity.ts'
import { introductionOf } from './introduction.ts'
import { Learning } from './learning.ts'
import { Lists } from './lists.ts'
import { LogLevel, levelled, withLevel } from './log-level.ts'
import { METHODS, passToOnly } from './methods.ts'
import { OpenCall } from './open-call.ts'
import { OpenCalls } from './open-calls.ts'
import { type Ask, Questions } from './questions.ts'
import { Subscriptions } from './subscriptions.ts'

/** What reaches the agent outside a request of its own. */
export interface Front {
  tell(notification: Message): void
  /** Only of an agent that made a handshake. */
  readonly ask?: Ask
}

export interface SessionParts {
  servers: readonly ConfiguredServer[]
  openUpstream: OpenUpstream
  gate: CallGate
  /** How long the first answer waits for servers that were never asked, in ms. */
  learnMs?: number
}

/** One agent and its servers. */
export class GuardSession {
  readonly upstreams: readonly Upstream[]
  readonly lists: Lists
  readonly gate: CallGate
  readonly level = new LogLevel()
  readonly subscriptions = new Subscriptions((uri) => this.lists.ownersOf(uri)[0])
  /** Whose the tasks are that calls began. */
  readonly tasks = new Map<string, Upstream>()
  readonly #calls = new OpenCalls()
  readonly questions = new Questions(this.#calls, () => ({ ask: this.#front?.ask, era: this.#agent.era }))
  readonly #learning: Learning
  #ready: Promise<unknown> | undefined
  #front: Front | undefined
  #agent = UNKNOWN_AGENT

  constructor({ servers, openUpstream, gate, learnMs }: SessionParts) {
    this.gate = gate
    this.upstreams = servers.map((server) => this.#open(server, openUpstream))
    this.#learning = new Learning(this.upstreams, learnMs === undefined ? {} : { firstMs: learnMs })
    this.lists = new Lists(this.upstreams, (upstream) =>
      upstream.known === null ? [] : gate.listedTools(upstream.server, upstream.known),
    )
  }

  /** The servers are started for whom the agent says it is. */
  introduce(agent: AgentIdentity): void {
    this.#agent = agent
  }

  /** Each message of the agent before it is answered. */
  watch(message: unknown): void {
    this.#agent = identityIn(message) ?? this.#agent
    this.subscriptions.watch(message)
  }

  /** The guard for one connection of the agent, or for one request of it. */
  async serve(era: AgentIdentity['era'], front?: Front): Promise<AgentServer> {
    this.#ready ??= this.#learning.start()
    await this.#ready
    const server = new AgentServer(introductionOf(this.upstreams), era, this)
    this.#front = front ?? server
    return server
  }

  async request(request: AgentRequest): Promise<Members> {
    const answer = Object.hasOwn(METHODS, request.method) ? METHODS[request.method] : undefined
    return answer === undefined ? passToOnly(this, request) : answer(this, request)
  }

  /** What the agent sends to all servers. */
  notification(notification: Message): void {
    if (notification.method === 'notifications/initialized') return
    for (const upstream of this.upstreams) upstream.notify(members(notification))
  }

  /**
   * Sends a request of the agent to a server, or goes on with the call that it repeats. Refused where the gate says
   * so.
   */
  async forward(upstream: Upstream, request: AgentRequest, params: Members): Promise<Members> {
    const going = this.#calls.suspendedFor(request)
    if (going !== null) return this.#follow(going, going.resume(request), request)
    passGate(this.gate, upstream, request, params)
    if (this.gate.isPinned(upstream.server)) await requirePinned(this.gate, upstream, request, params)
    const call = new OpenCall(upstream, request)
    const outcome = call.start(request, withLevel(params, request, upstream))
    void recordIn(this.gate, call, request, params)
    const followed = this.#follow(call, outcome, request)
    this.questions.stir()
    return followed
  }

  /** A server works on a request of the agent, or waits for it. */
  get isBusy(): boolean {
    return this.#calls.isAny
  }

  async close(): Promise<void> {
    this.#learning.stop()
    this.#calls.cancelAll('The session has ended.')
    await Promise.all(this.upstreams.map((upstream) => upstream.close()))
  }

  async #follow(call: OpenCall, outcome: Promise<Members>, { method }: AgentRequest): Promise<Members> {
    try {
      return await this.#calls.follow(call, outcome)
    } catch (error) {
      if (method === 'tools/call' || !(error instanceof UpstreamFailure)) throw error
      throw this.#unanswered(call.upstream, error)
    }
  }

  #unanswered({ server }: Upstream, failure: UpstreamFailure): Error {
    const text = this.gate.failureText(server, null, null, failure)
    return new ProtocolError(ProtocolErrorCode.InternalError, text)
  }

  #open(server: ConfiguredServer, openUpstream: OpenUpstream): Upstream {
    const upstream: Upstream = openUpstream(
      server,
      {
        onRequest: (request, signal) => this.questions.ask(upstream, request, signal),
        onNotification: (notification) => this.#tell(upstream, notification),
        onStarted: () => this.level.started(upstream),
        onChanged: (changed) => this.#changed(changed),
      },
      () => this.#agent,
    )
    return upstream
  }

  #tell(upstream: Upstream, notification: Message): void {
    if (ANNOUNCED.has(notification.method)) return
    const during = this.#calls.at(upstream)?.waiting
    if (notification.method === 'notifications/message' && !levelled(notification, this.#agent.era, during)) return
    if (during && !UNRELATED.has(notification.method)) during.tell(notification)
    else this.#front?.tell(notification)
  }

  #changed(changed: ReadonlySet<Defined>): void {
    const methods = new Set([...changed].map((defined) => LIST_CHANGED[defined]))
    for (const method of methods) this.#front?.tell({ method })
  }
}

const LIST_CHANGED: Readonly<Record<Defined, string>> = {
  tools: 'notifications/tools/list_changed',
  prompts: 'notifications/prompts/list_changed',
  resources: 'notifications/resources/list_changed',
  resourceTemplates: 'notifications/resources/list_changed',
}
/** The guard reads the lists anew, and announces it when it has them. */
const ANNOUNCED = new Set(Object.values(LIST_CHANGED))
const UNRELATED = new Set(['notifications/resources/updated'])

const members = ({ method, params }: Message) => (params === undefined ? { method } : { method, params })
