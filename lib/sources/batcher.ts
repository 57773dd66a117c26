import type { CatalogServer } from '../core/catalog/catalog'
import { Adjustments } from './adjustments'
import type { Rejection, SourceBatch } from './source'

// A batch is one transaction, small because the embedded database answers nothing else meanwhile: it has one
// connection.
const MAX_SERVERS = 100
const MAX_TOOLS = 1_000
const MAX_REJECTED = 1_000

/**
 * Gathers what a source read into batches. A single server with more tools than a batch holds is a batch of its own.
 */
export class Batcher {
  readonly adjusted = new Adjustments()
  readonly rejected: Rejection[] = []
  // Keyed by id: of two entries of one server in a batch the later counts.
  readonly #servers = new Map<string, CatalogServer>()
  readonly #deleted = new Set<string>()
  #tools = 0

  /** Whether this server must wait for the next batch. */
  isFullFor(server: CatalogServer): boolean {
    return this.#servers.size > 0 && this.#tools + server.tools.length > MAX_TOOLS
  }

  add(server: CatalogServer): void {
    this.#tools += server.tools.length - (this.#servers.get(server.id)?.tools.length ?? 0)
    this.#servers.set(server.id, server)
    this.#deleted.delete(server.id)
  }

  delete(id: string): void {
    this.#tools -= this.#servers.get(id)?.tools.length ?? 0
    this.#servers.delete(id)
    this.#deleted.add(id)
  }

  reject(at: string, why: string): void {
    this.rejected.push({ at, why })
  }

  isFull(): boolean {
    return (
      this.#servers.size + this.#deleted.size >= MAX_SERVERS ||
      this.#tools >= MAX_TOOLS ||
      this.rejected.length >= MAX_REJECTED
    )
  }

  /** The batch gathered so far; the next starts empty. */
  take(progress: number | null): SourceBatch {
    const batch = {
      servers: [...this.#servers.values()],
      deleted: [...this.#deleted],
      rejected: this.rejected.splice(0),
      adjusted: this.adjusted.take(),
      progress,
    }
    this.#servers.clear()
    this.#deleted.clear()
    this.#tools = 0
    return batch
  }
}
