import { DatabaseUnavailable, faultOf, type Limitation } from './database-unavailable'

/** Whether the database answers, as far as this process knows. */
export interface Availability {
  /** The outage that is going on; null: the database answers, or nothing has shown yet that it does not. */
  readonly outage: Outage | null
  /** What the database cannot do at present although it answers; empty where nothing is known. */
  readonly limitations: readonly Limitation[]
  /**
   * Asks the database; resolves within the connect timeout to whether it answered. Calls made meanwhile share one
   * check. Never rejects.
   */
  check(): Promise<boolean>
}

export interface Outage {
  since: Date
  /** The code of the failure, without any text of the database. */
  reason: string
}

interface AvailabilityOptions {
  /**
   * Resolves where the database answers on a connection of its own; rejects within the connect timeout where it does
   * not.
   */
  ask(): Promise<void>
  /** Called when an outage begins: cuts every connection, so that nothing waits for an answer that does not come. */
  cut(): void
  /** Time between two attempts to end an outage. */
  retryMs: number
  log(line: string): void
}

/** A limitation is over after this long without a failure, once something succeeds that it would have prevented. */
const QUIET_MS = 120_000
/** After an outage calls still fail that waited in it: they show no limitation. */
const SETTLED_MS = 10_000

const LIMITATION_TEXT = {
  full: 'The disk of the database is full: what would be stored is refused with 503.',
  busy: 'Not every statement gets a connection or an answer from the database: those calls are refused with 503.',
} as const satisfies Record<Limitation, string>

/**
 * Keeps whether the database answers. A failed statement only leads to a check; the check decides whether there is an
 * outage. In an outage everything fails at once, and the check is repeated until it succeeds. An outage and a
 * limitation have one line in the log when they begin and one when they end.
 */
export class AvailabilityRecord implements Availability {
  readonly #options: AvailabilityOptions
  #outage: (Outage & { beganAt: number }) | null = null
  #checking: Promise<boolean> | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false
  #outageEndedAt = Number.NEGATIVE_INFINITY
  readonly #limitations = new Map<Limitation, { beganAt: number; failedAt: number }>()

  constructor(options: AvailabilityOptions) {
    this.#options = options
  }

  get outage(): Outage | null {
    return this.#outage
  }

  get limitations(): readonly Limitation[] {
    return [...this.#limitations.keys()]
  }

  /** What to throw instead of trying, in an outage. */
  refusal(): DatabaseUnavailable | undefined {
    return this.#outage === null ? undefined : new DatabaseUnavailable('unreachable')
  }

  /**
   * What to throw for the failure of a statement or of a connection; `isLost`: the driver lost the connection or got
   * none.
   */
  failed(cause: unknown, isLost: boolean): unknown {
    const fault = faultOf(cause, isLost)
    if (fault === undefined || this.#isClosed) return cause
    if (fault === 'unreachable') void this.#checkAfterLoss()
    else this.#limit(fault)
    return cause instanceof DatabaseUnavailable ? cause : new DatabaseUnavailable(fault, { cause })
  }

  /** Notes a statement that succeeded; `isWrite`: it stored something. */
  succeeded(isWrite: boolean): void {
    if (this.#limitations.size === 0) return
    const now = performance.now()
    for (const [limitation, { beganAt, failedAt }] of this.#limitations) {
      if (now - failedAt < QUIET_MS || (limitation === 'full' && !isWrite)) continue
      this.#limitations.delete(limitation)
      const what = limitation === 'full' ? 'The database stores again' : 'The database answers every statement again'
      this.#options.log(`${what}, after ${secondsSince(beganAt)} s.`)
    }
  }

  check(): Promise<boolean> {
    this.#checking ??= this.#options
      .ask()
      .then(
        () => this.#end(),
        (cause: unknown) => this.#begin(cause),
      )
      .finally(() => {
        this.#checking = undefined
      })
    return this.#checking
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
  }

  /** A connection that is lost while the database answers was the only one, or one too many. */
  async #checkAfterLoss(): Promise<void> {
    if (this.#outage !== null || !(await this.check())) return
    if (performance.now() - this.#outageEndedAt > SETTLED_MS) this.#limit('busy')
  }

  #limit(limitation: Limitation): void {
    const now = performance.now()
    const known = this.#limitations.get(limitation)
    this.#limitations.set(limitation, { beganAt: known?.beganAt ?? now, failedAt: now })
    if (known === undefined) this.#options.log(LIMITATION_TEXT[limitation])
  }

  #begin(cause: unknown): false {
    if (this.#isClosed) return false
    if (this.#outage === null) {
      const reason = reasonOf(cause)
      this.#outage = { since: new Date(), reason, beganAt: performance.now() }
      this.#options.log(
        `The database does not answer (${reason}). Ratings are answered from memory while they are fresh, everything else with 503; jobs wait.`,
      )
      this.#options.cut()
    }
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.check(), this.#options.retryMs).unref()
    return false
  }

  #end(): true {
    if (this.#outage === null) return true
    this.#options.log(`The database answers again, after ${secondsSince(this.#outage.beganAt)} s.`)
    this.#outage = null
    this.#outageEndedAt = performance.now()
    clearTimeout(this.#retry)
    return true
  }
}

function secondsSince(beganAt: number): number {
  return Math.round((performance.now() - beganAt) / 1000)
}

/** The code of a failure: its message may name hosts and users. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'no answer in time'
}
