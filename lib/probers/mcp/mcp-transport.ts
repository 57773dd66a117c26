import type { JsonObject, KnownReply, ProbeMethod, Reply } from './json-rpc'

/**
 * An answer that is not a message of the protocol; the notes say what is wrong with it, never in the server's words.
 */
interface NoReply {
  kind: 'none'
  notes: readonly string[]
}

export type TransportReply = (Reply | KnownReply | NoReply) & {
  /** null where there is no HTTP. */
  httpStatus: number | null
  /** Bytes of text read, for the budget of a listing. */
  size: number
}

/** What later requests must carry after the handshake. */
export interface Agreement {
  version: string
  /** true: every request carries the version itself, and there are no sessions. */
  modern: boolean
}

/**
 * The transport to one server. Requests go one at a time. Rejects with `ProbeFailure` where an answer ends the probe
 * (it asks for credentials, it throttles), with the signal's reason, or with the connection's own error.
 */
export interface McpTransport {
  /** `isKnown`: of the digest of an answer; one that is known is not read. */
  call(
    method: ProbeMethod,
    params: JsonObject | undefined,
    signal: AbortSignal,
    isKnown?: (digest: string) => boolean,
  ): Promise<TransportReply>
  notifyInitialized(signal: AbortSignal): Promise<void>
  agree(agreement: Agreement): void
  /** Whether the server opened a session, which it may also lose. */
  readonly inSession: boolean
  /** What was unusual about the exchange, for the evidence. */
  readonly notes: readonly string[]
}

/** No answer came within the time of one step. */
export class StepTimedOut extends Error {
  readonly code = 'SILENCE'

  constructor() {
    super('no answer within the time of this step')
    this.name = 'StepTimedOut'
  }
}

/**
 * Runs one step within a time of its own, after which its signal aborts with `StepTimedOut`; where `signal` is given,
 * it aborts with that too.
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
  if (signal.aborted) {
    // Nobody else waits for it, and a rejection that nobody handles ends the process.
    promise.catch(() => undefined)
    throw signal.reason
  }
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

/** Some servers delay the answer to a notification. */
const NOTIFICATION_MS = 3_000

/**
 * Sends a notification and waits briefly for it to arrive. Its answer does not matter: the request that follows shows
 * whether it was accepted.
 */
export async function notify(signal: AbortSignal, send: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  await withinMs(NOTIFICATION_MS, signal, send).catch((error: unknown) => {
    if (signal.aborted) throw error
  })
}
