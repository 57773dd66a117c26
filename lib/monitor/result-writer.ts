import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import type { ConnectivityCheck, SuspectProbe } from './connectivity-check'
import type { NextProbe } from './next-probe'
import { type Recording, recordBatch } from './record-batch'

/** Results of one transaction, at most. */
const BATCH_SIZE = 50
/** Time a result waits for others to share its transaction. */
const GATHER_MS = 500

/** Pause before results are tried again for which the database was not available. */
const RETRY_MS = 2000

interface WriterOptions extends Recording {
  /** Stops waiting for a database that is not available. */
  signal: AbortSignal
  connectivity: ConnectivityCheck
  onWritten: (next: readonly NextProbe[]) => void
}

/**
 * Writes the results of a run in batches, one after the other. While the database is not available they are kept in
 * memory and tried again. After a batch that cannot be written for another reason, nothing more is.
 */
export class ResultWriter {
  readonly #options: WriterOptions
  readonly #results: SuspectProbe[] = []
  #writing: Promise<void> | undefined
  #hurry = new AbortController()
  #failure: { cause: unknown } | undefined

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** Whether every result that was added is written. */
  get isIdle(): boolean {
    return this.#writing === undefined
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  add(result: SuspectProbe): void {
    this.#results.push(result)
    if (!this.hasFailed) this.#writing ??= this.#write()
  }

  /** Writes what was added without waiting for more. Never rejects; see `throwIfFailed`. */
  async flush(): Promise<void> {
    this.#hurry.abort()
    await this.#writing
  }

  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.cause
  }

  async #write(): Promise<void> {
    this.#hurry = new AbortController()
    await wait(GATHER_MS, undefined, { signal: this.#hurry.signal }).catch(() => undefined)
    try {
      while (this.#results.length > 0) await this.#writeWhenAvailable(this.#results.splice(0, BATCH_SIZE))
    } catch (cause) {
      this.#failure = { cause }
    }
    this.#writing = undefined
  }

  async #writeWhenAvailable(results: readonly SuspectProbe[]): Promise<void> {
    const { signal } = this.#options
    for (;;) {
      try {
        return await this.#writeBatch(results)
      } catch (cause) {
        if (!isDatabaseUnavailable(cause) || signal.aborted) throw cause
        await wait(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  async #writeBatch(results: readonly SuspectProbe[]): Promise<void> {
    const { connectivity, clock, onWritten } = this.#options
    onWritten(await recordBatch(this.#options, await connectivity.verified(results, clock())))
  }
}
