/** An orderly shutdown usually has ten seconds before whoever asked for it kills the process. */
const STOP_WITHIN_MS = 9000
/** Exit status of a process that was interrupted twice. */
const FORCED_EXIT = 130

type Close = () => Promise<void>

/** What a process closes at its end, and the signal that the end was asked for. */
export interface Shutdown {
  signal: AbortSignal
  add(close: Close): void
  /** Closes in the reverse order of opening; a failure is logged and does not keep the others open. */
  closeAll(): Promise<void>
}

/** Stops the process in order at the first SIGINT or SIGTERM, at once at the second, and within `STOP_WITHIN_MS` in any case. */
export function openShutdown(log: (line: string) => void): Shutdown {
  const stopping = new AbortController()
  const closers: Close[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((cause) => log(`While stopping: ${String(cause)}`))
    }
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
  return { signal: stopping.signal, add: (close) => closers.push(close), closeAll }
}
