import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Members, Upstream } from '../upstream/upstream.ts'
import type { AgentRequest } from './agent-request.ts'
import { isState, type OpenCall } from './open-call.ts'

/** A person may have to answer; an agent that does not come back by then has gone. */
const SUSPENDED_MS = 15 * 60_000

/** The requests of an agent that servers work on. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>()
  readonly #suspended = new Map<string, OpenCall>()

  /** Keeps a call until it has ended. */
  async follow(call: OpenCall, outcome: Promise<Members>): Promise<Members> {
    this.#open.add(call)
    try {
      return await outcome
    } finally {
      if (call.waiting === null) this.#suspend(call)
      else this.#open.delete(call)
    }
  }

  /** The call that a request means to go on with; null: it is a new one. Throws for one that has ended. */
  suspendedFor({ params }: AgentRequest): OpenCall | null {
    const { requestState } = params
    if (!isState(requestState)) return null
    const call = this.#suspended.get(requestState)
    this.#suspended.delete(requestState)
    if (call !== undefined) return call
    const data = { reason: 'invalid_request_state' }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', data)
  }

  /** The one that a server most likely means; of several the one that began last. */
  at(upstream: Upstream): OpenCall | undefined {
    return [...this.#open].findLast((call) => call.upstream === upstream && call.waiting !== null)
  }

  get isAny(): boolean {
    return this.#open.size > 0
  }

  cancelAll(reason: string): void {
    for (const call of this.#open) call.cancel(reason)
  }

  #suspend(call: OpenCall): void {
    this.#suspended.set(call.state, call)
    setTimeout(() => {
      if (call.waiting !== null || !this.#suspended.delete(call.state)) return
      this.#open.delete(call)
      call.cancel('The client did not answer.')
    }, SUSPENDED_MS).unref()
  }
}
