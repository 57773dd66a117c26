import type { Members, Upstream } from '../upstream/upstream.ts'

/** The resources that the agent wants to be told of. A server that starts again does not remember them. */
export class Subscriptions {
  readonly #owners = new Map<string, Upstream>()

  add(uri: string, upstream: Upstream): void {
    this.#owners.set(uri, upstream)
  }

  remove(uri: string): void {
    this.#owners.delete(uri)
  }

  started(upstream: Upstream): void {
    for (const [uri, owner] of this.#owners)
      if (owner === upstream) void requestOf(upstream, 'resources/subscribe', { uri }).catch(() => undefined)
  }
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
