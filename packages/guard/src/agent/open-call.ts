import { randomUUID } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Members, Upstream } from '../upstream/upstream.ts'
import type { AgentRequest, AskOptions, Message } from './agent-request.ts'
import { isMembers } from './members.ts'

/** What a server may ask for during a call of an agent that makes no handshake. */
const ASKABLE = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list'])
/** The requests that may end so. */
const ASKING = new Set(['tools/call', 'prompts/get', 'resources/read'])
const STATE_PREFIX = 'assay-guard:'

interface Question {
  message: Message
  answer(answered: Members): void
}

/**
 * A request of the agent at a server. Where the agent has no handshake and the server does, what the server asks during
 * it ends the agent's request with `input_required`, while the server's goes on until the agent repeats it with
 * answers.
 */
export class OpenCall {
  readonly upstream: Upstream
  /** What the agent repeats so that it goes on with this one. */
  readonly state = `${STATE_PREFIX}${randomUUID()}`
  readonly #atServer = new AbortController()
  readonly #questions = new Map<string, Question>()
  readonly #isAsking: boolean
  #asked = (): void => undefined
  #count = 0
  #result: Promise<Members> = Promise.resolve({})
  /** The request that waits for it now; null: suspended. */
  #waiting: AgentRequest | null

  constructor(upstream: Upstream, request: AgentRequest) {
    this.upstream = upstream
    this.#waiting = request
    this.#isAsking = request.era === 'modern' && ASKING.has(request.method)
  }

  /** The request that waits for it now; null: suspended. */
  get waiting(): AgentRequest | null {
    return this.#waiting
  }

  /** What the server answers in the end. */
  get result(): Promise<Members> {
    return this.#result
  }

  get isCancelled(): boolean {
    return this.#atServer.signal.aborted
  }

  /** Sends it to the server, and answers its result or what the server asks. */
  start(request: AgentRequest, params: Members): Promise<Members> {
    const { method, era } = request
    this.#result = this.upstream.request({
      method,
      params,
      signal: this.#atServer.signal,
      onProgress: (progress) => this.#progress(progress),
      allowInputRequired: era === 'modern',
    })
    this.#result.catch(() => undefined)
    return this.#outcome(request)
  }

  /** Goes on with the answers of the agent. */
  resume(request: AgentRequest): Promise<Members> {
    const { inputResponses } = request.params
    if (isMembers(inputResponses))
      for (const [key, answered] of Object.entries(inputResponses)) {
        const question = this.#questions.get(key)
        if (question === undefined || !isMembers(answered)) continue
        this.#questions.delete(key)
        question.answer(answered)
      }
    return this.#outcome(request)
  }

  /** Asks the agent what the server asks. */
  ask(message: Message, options: AskOptions): Promise<Members> {
    if (this.#waiting?.era === 'legacy') return this.#waiting.ask(message, options)
    if (!this.#isAsking || !ASKABLE.has(message.method)) throw unaskable(message.method)
    const key = `${message.method}-${++this.#count}`
    return new Promise((resolve, reject) => {
      this.#questions.set(key, { message, answer: resolve })
      options.signal.addEventListener('abort', () => {
        this.#questions.delete(key)
        reject(new Error('The server no longer asks.'))
      })
      this.#asked()
    })
  }

  cancel(reason: unknown): void {
    this.#atServer.abort(reason)
  }

  async #outcome(request: AgentRequest): Promise<Members> {
    this.#waiting = request
    const cancel = () => this.#waiting === request && this.cancel(request.signal.reason)
    if (request.signal.aborted) cancel()
    request.signal.addEventListener('abort', cancel)
    try {
      const result = await Promise.race([this.#question(), this.#result])
      if (result !== null) return result
    } finally {
      request.signal.removeEventListener('abort', cancel)
    }
    this.#waiting = null
    const questions = [...this.#questions].map(([key, { message }]) => [key, embedded(message)] as const)
    return { resultType: 'input_required', inputRequests: Object.fromEntries(questions), requestState: this.state }
  }

  /** Resolved when the server asks something. */
  async #question(): Promise<null> {
    if (this.#questions.size > 0) return null
    return new Promise((resolve) => {
      this.#asked = () => resolve(null)
    })
  }

  #progress(progress: Members): void {
    const { _meta: meta } = this.#waiting?.params ?? {}
    const progressToken = isMembers(meta) ? meta.progressToken : undefined
    if (progressToken === undefined) return
    this.#waiting?.tell({ method: 'notifications/progress', params: { ...progress, progressToken } })
  }
}

/** Whether the agent means to go on with a call of a guard, perhaps of one that has ended. */
export const isState = (state: unknown): state is string => typeof state === 'string' && state.startsWith(STATE_PREFIX)

export const unaskable = (method: string) =>
  new ProtocolError(ProtocolErrorCode.MethodNotFound, `The client cannot be asked ${method} now`)

/** As part of a result it has no token of its own. */
function embedded({ method, params }: Message): Message {
  if (params === undefined) return { method }
  const { _meta: _, ...others } = params
  return { method, params: others }
}
