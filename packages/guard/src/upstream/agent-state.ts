import type { Members } from './upstream.ts'

/** What an agent asked a server to remember, so that it can be sent to one that was started anew. */
export class AgentState {
  #level: Members | null = null
  readonly #subscribed = new Map<string, Members>()

  /** A request that the server answered. */
  note(method: string, params: Members = {}): void {
    const { uri } = params
    if (method === 'logging/setLevel') this.#level = params
    if (typeof uri !== 'string') return
    if (method === 'resources/subscribe') this.#subscribed.set(uri, params)
    if (method === 'resources/unsubscribe') this.#subscribed.delete(uri)
  }

  /** What has to be said again. */
  get requests(): { method: string; params: Members }[] {
    const subscriptions = [...this.#subscribed.values()].map((params) => ({ method: 'resources/subscribe', params }))
    return this.#level === null
      ? subscriptions
      : [{ method: 'logging/setLevel', params: this.#level }, ...subscriptions]
  }

  get logLevel(): unknown {
    return this.#level?.level
  }

  get subscribed(): string[] {
    return [...this.#subscribed.keys()]
  }
}

/** Requests that the newer generation has no more: what they said goes along with others, or is listened for. */
export const STATE_METHODS: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
])
