import type { AgentIdentity, Members, Upstream } from '../upstream/upstream.ts'
import type { AskOptions, Message } from './agent-request.ts'
import { isMembers } from './members.ts'
import { unaskable } from './open-call.ts'
import type { OpenCalls } from './open-calls.ts'

/** How an agent with a handshake is asked outside a request of its own. */
export type Ask = (request: Message, options: AskOptions) => Promise<Members>

/** What servers ask the agent. */
export class Questions {
  readonly #calls: OpenCalls
  readonly #agent: () => { ask: Ask | undefined; era: AgentIdentity['era'] }
  #isReached = false
  /** Ends the wait of what a server asks, to see whether the agent can be asked now. */
  #stir = (): void => undefined
  #stirred: Promise<void> = Promise.resolve()

  constructor(calls: OpenCalls, agent: () => { ask: Ask | undefined; era: AgentIdentity['era'] }) {
    this.#calls = calls
    this.#agent = agent
    this.stir()
  }

  /** From now on the agent can be asked also when it asks nothing itself. */
  reached(): void {
    if (this.#isReached) return
    this.#isReached = true
    this.stir()
  }

  /** The agent asks something itself, so that it can be asked during that. */
  stir(): void {
    this.#stir()
    this.#stirred = new Promise((resolve) => {
      this.#stir = resolve
    })
  }

  /** During a call of the agent, or when it can be reached without one. */
  async ask(upstream: Upstream, request: Message, signal: AbortSignal): Promise<Members> {
    const options = { signal, onProgress: progressTo(upstream, request) }
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    while (!signal.aborted) {
      const call = this.#calls.at(upstream)
      if (call !== undefined) return call.ask(request, options)
      const { ask, era } = this.#agent()
      if (this.#isReached && era === 'legacy' && ask !== undefined) return ask(request, options)
      await Promise.race([this.#stirred, aborted])
    }
    throw unaskable(request.method)
  }
}

/** What the agent says of its progress goes back with the server's own token. */
function progressTo(upstream: Upstream, { params }: Message): AskOptions['onProgress'] {
  const { progressToken } = isMembers(params?._meta) ? params._meta : {}
  if (progressToken === undefined) return undefined
  return (progress) => upstream.notify({ method: 'notifications/progress', params: { ...progress, progressToken } })
}
