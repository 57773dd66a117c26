import type { PGlite, PGliteInterface } from '@electric-sql/pglite'
import { AvailabilityRecord } from './availability'
import { DatabaseUnavailable } from './database-unavailable'

/** Opens the embedded database anew over the same files. */
type OpenInstance = () => Promise<PGlite>

/** Time between two attempts to open it again: each takes a second of processor time. */
const REOPEN_EVERY_MS = 5000

type Queries = Pick<PGliteInterface, 'query' | 'exec' | 'transaction'>

/**
 * The embedded database behind one object for as long as the process runs. A crash of Postgres, as on a full disk, ends
 * an instance: any further statement on it would never return. It is left alone then, and another is opened over the
 * same files once that succeeds.
 */
export class EmbeddedPostgres implements Queries {
  readonly availability: AvailabilityRecord
  #instance: PGlite
  #isCrashed = false

  constructor(first: PGlite, openAgain: OpenInstance, log: (line: string) => void) {
    this.#instance = this.#guarded(first)
    this.availability = new AvailabilityRecord({
      ask: async () => {
        if (this.#isCrashed) this.#instance = this.#guarded(await openAgain())
        this.#isCrashed = false
      },
      cut: () => undefined,
      retryMs: REOPEN_EVERY_MS,
      log,
    })
  }

  readonly query: PGliteInterface['query'] = async (text, parameters, options) => {
    const result = await this.#run((instance) => instance.query<never>(text, parameters, options))
    this.availability.succeeded((result.affectedRows ?? 0) > 0)
    return result
  }

  readonly exec: PGliteInterface['exec'] = (text, options) => this.#run((instance) => instance.exec(text, options))

  readonly transaction: PGliteInterface['transaction'] = async (work) => {
    const result = await this.#run((instance) => instance.transaction(work))
    this.availability.succeeded(true)
    return result
  }

  async close(): Promise<void> {
    this.availability.close()
    if (!this.#isCrashed) await this.#instance.close()
  }

  async #run<Result>(work: (instance: PGlite) => Promise<Result>): Promise<Result> {
    const refusal = this.availability.refusal()
    if (refusal !== undefined) throw refusal
    try {
      return await work(this.#instance)
    } catch (cause) {
      throw this.availability.failed(cause, this.#isCrashed)
    }
  }

  /** Every statement passes through these two; the driver itself sends more after a failure: a rollback, a sync. */
  #guarded(instance: PGlite): PGlite {
    const { execProtocol, execProtocolStream } = instance
    let isCrashed = false
    const guard =
      <Given extends unknown[], Result>(send: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        if (isCrashed) throw new DatabaseUnavailable('unreachable')
        try {
          return await send.apply(instance, given)
        } catch (cause) {
          if (isCrash(cause)) {
            isCrashed = true
            this.#isCrashed = true
          }
          throw cause
        }
      }
    instance.execProtocol = guard(execProtocol)
    instance.execProtocolStream = guard(execProtocolStream)
    return instance
  }
}

/** Severities after which a server process ends. */
function isCrash(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('severity' in cause)) return cause instanceof WebAssembly.RuntimeError
  return cause.severity === 'PANIC' || cause.severity === 'FATAL'
}
