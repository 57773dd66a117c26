import type { JsonObject, ProbeMethod, Reply } from './json-rpc'

/** An answer that is not a message of the protocol: a status, and what we make of it in our own words. */
export interface NoReply {
  kind: 'none'
  notes: readonly string[]
}

export type Answer = (Reply | NoReply) & {
  /** null where there is no HTTP. */
  httpStatus: number | null
  /** Bytes of text read, for the budget of a listing. */
  size: number
}

/** What later requests must say, once a handshake has settled it. */
export interface Agreement {
  version: string
  /** true: every request carries the version itself, and there are no sessions. */
  modern: boolean
}

/**
 * A way to speak with one server. Requests go one at a time. Rejects with `LookFailure` where an answer ends the look
 * (it asks for credentials, it is throttled), with the signal's reason, or with the connection's own error.
 */
export interface McpTransport {
  call(method: ProbeMethod, params: JsonObject | undefined, signal: AbortSignal): Promise<Answer>
  notifyInitialized(signal: AbortSignal): Promise<void>
  agree(agreement: Agreement): void
  /** Whether the server has given us a session, which it may also forget. */
  readonly inSession: boolean
  /** What was odd on the way, for the evidence. */
  readonly notes: readonly string[]
}

/** Nothing was heard for as long as one step may take. */
export class StepTimedOut extends Error {
  readonly code = 'SILENCE'

  constructor() {
    super('no answer within the time of this step')
    this.name = 'Silence'
  }
}

/**
 * Runs one step with a time of its own, after which its signal aborts with `Silence`; where `signal` is given, it
 * aborts with that too.
 */
export async function withinMs<T>(
  ms: number,
  signal: AbortSignal | null,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new StepTimedOut()), ms)
  const forward = () => controller.abort(signal?.reason)
  if (signal?.aborted) forward()
  signal?.addEventListener('abort', forward, { once: true })
  try {
    return await step(controller.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}

/** The promise's outcome, unless the signal aborts first. */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  if (signal.aborted) throw signal.reason
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Some servers hold the answer to a notification back. */
const NOTIFICATION_MS = 3_000

/**
 * Sends a notification and waits a little for it to arrive. What a server makes of it is not the question: the request
 * that follows will tell.
 */
export async function notify(signal: AbortSignal, send: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  await withinMs(NOTIFICATION_MS, signal, send).catch((error: unknown) => {
    if (signal.aborted) throw error
  })
}
