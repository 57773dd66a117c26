import type { Client, McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client'

const AGAIN_MS = 10_000

/** Listens to a server of the newer generation, which says of changes only to whom asked for them. */
export class Listening {
  readonly #client: Client
  readonly #timeoutMs: number
  #subscription: McpSubscription | null = null
  #round = 0
  #timer: NodeJS.Timeout | undefined

  constructor(client: Client, timeoutMs: number) {
    this.#client = client
    this.#timeoutMs = timeoutMs
  }

  /** Listens for changes of the lists and of these resources, and for nothing else. Never rejects. */
  async listen(uris: readonly string[]): Promise<void> {
    this.#round += 1
    const round = this.#round
    clearTimeout(this.#timer)
    const before = this.#subscription
    this.#subscription = null
    const filter = this.#filter(uris)
    if (Object.keys(filter).length > 0) await this.#open(filter, uris, round)
    await before?.close().catch(() => {})
  }

  stop(): void {
    this.#round += 1
    clearTimeout(this.#timer)
  }

  async #open(filter: SubscriptionFilter, uris: readonly string[], round: number): Promise<void> {
    try {
      const subscription = await this.#client.listen(filter, { timeout: this.#timeoutMs })
      if (round !== this.#round) return await subscription.close()
      this.#subscription = subscription
      void subscription.closed.then((how) => how === 'local' || this.#again(uris, round))
    } catch {
      this.#again(uris, round)
    }
  }

  #again(uris: readonly string[], round: number): void {
    if (round !== this.#round || this.#client.transport === undefined) return
    this.#timer = setTimeout(() => void this.listen(uris), AGAIN_MS)
    this.#timer.unref()
  }

  #filter(uris: readonly string[]): SubscriptionFilter {
    const { tools, prompts, resources } = this.#client.getDiscoverResult()?.capabilities ?? {}
    return {
      ...(tools?.listChanged && { toolsListChanged: true }),
      ...(prompts?.listChanged && { promptsListChanged: true }),
      ...(resources?.listChanged && { resourcesListChanged: true }),
      ...(uris.length > 0 && { resourceSubscriptions: [...uris] }),
    }
  }
}
