/** setTimeout takes no more. */
export const NEVER_MS = 2_147_483_647

/** How a call may end without an answer. */
export interface CallFailures {
  silent(): Error
  /** The stream that its answer was to come on ended. */
  ended(): Error
}

/** A request or a start that waits for a server. It ends when the server gives no sign of life for too long. */
export class PendingCall {
  readonly #controller = new AbortController()
  readonly #silenceMs: number
  readonly #failures: CallFailures
  readonly #failed: Promise<never>
  #reject: (error: Error) => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #signAt = performance.now()
  #holds = 0
  #isDone = false

  constructor(silenceMs: number, failures: CallFailures) {
    this.#silenceMs = silenceMs
    this.#failures = failures
    this.#failed = new Promise((_, reject) => {
      this.#reject = reject
    })
    this.#failed.catch(() => {})
    this.#wait(silenceMs)
  }

  /** Aborted: what is under way for it is to be given up, and the server is notified. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The server gave a sign of life. */
  readonly sign = (): void => {
    this.#signAt = performance.now()
  }

  /** The server waits for the agent, which is no silence of the server. */
  hold(): void {
    this.#holds += 1
  }

  release(): void {
    this.#holds -= 1
    this.sign()
  }

  /** An answer that was read before is passed on before. */
  streamEnded(): void {
    if (!this.#isDone) setImmediate(() => this.fail(this.#failures.ended()))
  }

  /** Ends it now, whatever is under way. */
  fail(error: Error): void {
    if (this.#isDone) return
    this.#finish()
    this.#reject(error)
    this.#controller.abort(error.message)
  }

  /** The agent takes it back. */
  cancel(reason: unknown): void {
    if (!this.#isDone) this.#controller.abort(reason)
  }

  /** What the work answers, unless it ends before. */
  async result<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work(), this.#failed])
    } finally {
      this.#finish()
    }
  }

  #finish(): void {
    this.#isDone = true
    clearTimeout(this.#timer)
  }

  // One timer a call that is set again when it is due: progress may come a thousand times a second.
  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      if (this.#leftMs() > 0) this.#wait(this.#leftMs())
      // Where this process had no time for it, what the server sent is still to be read.
      else setImmediate(() => this.#end())
    }, ms)
  }

  #end(): void {
    if (this.#isDone) return
    if (this.#leftMs() > 0) this.#wait(this.#leftMs())
    else this.fail(this.#failures.silent())
  }

  #leftMs(): number {
    return this.#holds > 0 ? this.#silenceMs : this.#signAt + this.#silenceMs - performance.now()
  }
}

/** Rejects with the reason once it is aborted; the work goes on. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
