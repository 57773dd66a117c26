/** An orderly shutdown usually has ten seconds before whoever asked for it kills the process. */
const STOP_WITHIN_MS = 9000
/** Exit status of a process that was interrupted twice. */
const FORCED_EXIT = 130

type Close = () => Promise<void>

/** What a process closes at its end, and the signal that the end was asked for. */
export interface Shutdown {
  signal: AbortSignal
  /**
   * Work that ends by itself once the signal is given: the server and the jobs. All of it is waited for side by side,
   * before anything that it uses is closed.
   */
  addWork(end: Close): void
  /** What work uses; closed in the reverse order of opening. */
  add(close: Close): void
  /** Ends the work, then closes; a failure is logged and does not keep the others open. */
  closeAll(): Promise<void>
}

/**
 * Stops the process in order at the first SIGINT or SIGTERM, at once at the second, and within `STOP_WITHIN_MS` in any
 * case.
 */
export function openShutdown(log: (line: string) => void): Shutdown {
  const stopping = new AbortController()
  const work: Close[] = []
  const closers: Close[] = []
  const logged = (close: Close) => close().catch((cause) => log(`While stopping: ${String(cause)}`))
  const closeAll = async () => {
    await Promise.all(work.splice(0).map(logged))
    for (const close of closers.splice(0).reverse()) await logged(close)
  }
  const stop = () => {
    if (stopping.signal.aborted) process.exit(FORCED_EXIT)
    log('Stopping: finishing what is under way.')
    stopping.abort()
    setTimeout(() => {
      log('Not everything stopped in time. Unfinished work is taken up again when its leases end.')
      process.exit(1)
    }, STOP_WITHIN_MS)
    void closeAll().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { signal: stopping.signal, addWork: (end) => work.push(end), add: (close) => closers.push(close), closeAll }
}
