export interface CircuitLimits {
  /** So many failures of transport in a row open it. */
  failures: number
  /** While it is open, so many ms after the last attempt another is made. */
  trialMs: number
  /** So many ms after a call was refused the guard still tries by itself. */
  wantedMs: number
}

export const CIRCUIT_LIMITS: CircuitLimits = { failures: 3, trialMs: 30_000, wantedMs: 300_000 }

/**
 * What this process saw of one server: whether it can be reached. Any answer closes the circuit, whatever it says;
 * only failures of transport in a row open it. Times are in ms since 1970.
 */
export class Circuit {
  readonly #limits: CircuitLimits
  #failures = 0
  #failedSince = 0
  #isOpen = false
  #attemptedAt = 0
  #handshakeAt = 0
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(limits: Partial<CircuitLimits> = {}) {
    this.#limits = { ...CIRCUIT_LIMITS, ...limits }
  }

  /** Since when it has not been reached; null: it is closed. */
  get openSince(): number | null {
    return this.#isOpen ? this.#failedSince : null
  }

  /** Failures since the last answer, but for those of `started` while it was closed. */
  get failures(): number {
    return this.#failures
  }

  /** When the next call is let through; null: it is closed. */
  get nextTrialAt(): number | null {
    return this.#isOpen ? this.#attemptedAt + this.#limits.trialMs : null
  }

  /**
   * Whether a call may go to the server. While it is open, one in each interval may, as a trial: one whose end is never
   * reported holds up no later one. A refusal is remembered, so that the guard tries by itself.
   */
  admit(now: number): boolean {
    if (!this.#isOpen) return true
    if (isWithin(now - this.#attemptedAt, this.#limits.trialMs)) {
      this.#refusedAt = now
      return false
    }
    this.#attemptedAt = now
    return true
  }

  /** A call was refused for an outage that others saw: the guard tries by itself whether it is over. */
  refused(now: number): void {
    this.#refusedAt = now
  }

  /** Calls are refused, or were lately and no answer came since. */
  isRefusing(now: number): boolean {
    return this.#isOpen || now - this.#refusedAt <= this.#limits.wantedMs
  }

  /** Whether the guard should try by itself now: calls were refused lately, and the last attempt is `afterMs` ago. */
  admitHandshake(now: number, afterMs = this.#limits.trialMs): boolean {
    if (now - this.#refusedAt > this.#limits.wantedMs) return false
    if (isWithin(now - Math.max(this.#attemptedAt, this.#handshakeAt), Math.min(afterMs, this.#limits.trialMs)))
      return false
    this.#handshakeAt = now
    return true
  }

  /**
   * A server answered what it answers before any call reaches it: its handshake, its lists. That closes an open circuit
   * as each round trip does, so that a trial is over as soon as the server is back. While it is closed, failures count
   * on: of a server that every call ends, each call starts a new one.
   */
  started(): void {
    if (this.#isOpen) this.completed()
  }

  /** A round trip was completed: an error or a 401 is an answer, too, and so is a ping. */
  completed(): void {
    this.#failures = 0
    this.#isOpen = false
    this.#refusedAt = Number.NEGATIVE_INFINITY
  }

  /** No answer came, and the server does not answer otherwise either. True: this failure opened it. */
  failed(now: number): boolean {
    if (this.#failures === 0) this.#failedSince = now
    this.#failures += 1
    if (this.#isOpen || this.#failures < this.#limits.failures) return false
    this.#isOpen = true
    this.#attemptedAt = now
    return true
  }
}

/** A clock that was set back must not keep it shut. */
const isWithin = (sinceMs: number, ms: number) => sinceMs >= 0 && sinceMs < ms
