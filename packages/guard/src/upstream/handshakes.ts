import type { Circuit } from './circuit.ts'

/** Tries by itself whether a server is back, while its circuit is open and calls of it were refused lately. */
export class Handshakes {
  readonly #circuit: Circuit
  readonly #now: () => number
  readonly #leastMs: number
  readonly #tryIt: () => Promise<boolean>
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /** `leastMs`: it is not looked more often than so whether one is due. `tryIt`: whether the server answers. */
  constructor(circuit: Circuit, now: () => number, leastMs: number, tryIt: () => Promise<boolean>) {
    this.#circuit = circuit
    this.#now = now
    this.#leastMs = leastMs
    this.#tryIt = tryIt
  }

  /** Waits for the next trial; nothing where the circuit is closed. */
  arm(): void {
    clearTimeout(this.#timer)
    const { nextTrialAt } = this.#circuit
    if (this.#isStopped || nextTrialAt === null) return
    this.#timer = setTimeout(() => void this.#due(), Math.max(nextTrialAt - this.#now(), this.#leastMs))
    this.#timer.unref()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #due(): Promise<void> {
    if (this.#circuit.admitHandshake(this.#now()) && (await this.#tryIt())) this.#circuit.completed()
    this.arm()
  }
}
