import type { Members, Upstream } from '../upstream/upstream.ts'
import { isMembers } from './members.ts'

const SUBSCRIBE = 'resources/subscribe'
const UNSUBSCRIBE = 'resources/unsubscribe'

/** The resources that an agent without a handshake subscribes to: it lists several in one request. */
export class Subscriptions {
  readonly #ownerOf: (uri: string) => Upstream | undefined
  readonly #owners = new Map<string, Upstream>()
  /** By the request. */
  readonly #listening = new Map<unknown, readonly string[]>()

  constructor(ownerOf: (uri: string) => Upstream | undefined) {
    this.#ownerOf = ownerOf
  }

  /** Follows the requests for changes that the SDK answers itself. */
  watch(message: unknown): void {
    if (!isMembers(message)) return
    const params = isMembers(message.params) ? message.params : {}
    if (message.method === 'notifications/cancelled') this.stopListening(params.requestId)
    if (message.method === 'subscriptions/listen') this.listen(message.id, urisOf(params))
  }

  listen(id: unknown, uris: readonly string[]): void {
    if (uris.length === 0) return
    this.#listening.set(id, uris)
    for (const uri of uris) {
      const owner = this.#ownerOf(uri)
      if (owner === undefined || this.#owners.has(uri)) continue
      this.#owners.set(uri, owner)
      void ask(owner, SUBSCRIBE, { uri })
    }
  }

  stopListening(id: unknown): void {
    const uris = this.#listening.get(id) ?? []
    this.#listening.delete(id)
    const kept = new Set([...this.#listening.values()].flat())
    for (const uri of uris) {
      const owner = this.#owners.get(uri)
      if (owner === undefined || kept.has(uri)) continue
      this.#owners.delete(uri)
      if (owner.isRunning) void ask(owner, UNSUBSCRIBE, { uri })
    }
  }
}

export function urisOf(params: Members): readonly string[] {
  const notifications = isMembers(params.notifications) ? params.notifications : {}
  const { resourceSubscriptions: uris } = notifications
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []
}

/** A request of the guard's own. */
export function requestOf(
  upstream: Upstream,
  method: string,
  params: Members,
  signal: AbortSignal = new AbortController().signal,
): Promise<Members> {
  return upstream.request({ method, params, signal, onProgress: () => undefined, allowInputRequired: false })
}

const ask = (upstream: Upstream, method: string, params: Members) =>
  requestOf(upstream, method, params).catch(() => undefined)
