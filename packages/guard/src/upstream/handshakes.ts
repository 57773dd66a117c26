import type { Circuit } from './circuit.ts'

export interface HandshakeTimes {
  /** The first is tried so many ms after the last attempt, each after twice as many, as far as the circuit waits. */
  soonMs: number
  /** It is looked so often whether one is due. */
  lookMs: number
}

const TIMES: HandshakeTimes = { soonMs: 2000, lookMs: 1000 }

/**
 * Tries by itself whether a server is back while calls of it are refused: soon where an attempt ends at once, as of a
 * process that ends or a port that refuses, else once in each interval of the circuit.
 */
export class Handshakes {
  readonly #circuit: Circuit
  readonly #now: () => number
  readonly #tryIt: () => Promise<boolean>
  readonly #times: HandshakeTimes
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #isTrying = false
  #tried = 0

  /** `tryIt`: whether the server answers. */
  constructor(circuit: Circuit, now: () => number, tryIt: () => Promise<boolean>, times: Partial<HandshakeTimes> = {}) {
    this.#circuit = circuit
    this.#now = now
    this.#tryIt = tryIt
    this.#times = { ...TIMES, ...times }
  }

  /** Tries from now on, until no call is refused any more. */
  arm(): void {
    if (this.#timer !== undefined || this.#isTrying) return
    this.#tried = 0
    this.#wait()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #wait(): void {
    this.#timer = undefined
    if (this.#isStopped || !this.#circuit.isRefusing(this.#now())) return
    this.#timer = setTimeout(() => void this.#look(), this.#times.lookMs).unref()
  }

  async #look(): Promise<void> {
    const { soonMs } = this.#times
    if (this.#circuit.admitHandshake(this.#now(), soonMs * 2 ** this.#tried)) {
      this.#isTrying = true
      const begun = performance.now()
      if (await this.#tryIt()) this.#circuit.completed()
      this.#isTrying = false
      this.#tried = performance.now() - begun < soonMs ? this.#tried + 1 : Number.POSITIVE_INFINITY
    }
    this.#wait()
  }
}
