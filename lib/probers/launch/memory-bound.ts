import { setTimeout as pause } from 'node:timers/promises'
import { heldMemory } from './memory/held-memory'

/** The processes of a sandbox hold more memory together than was allowed. */
export class MemoryExceeded extends Error {
  constructor() {
    super('the processes hold more memory than allowed')
    this.name = 'MemoryExceeded'
  }
}

const MEASURED_EVERY_MS = 250
/** The pause after a measurement is at least this many times as long, as a package can make measuring slow. */
const PAUSE_TIMES = 10

/**
 * Runs one step; its signal aborts with `MemoryExceeded` once a process and all it started hold more than `bytes`,
 * which is measured four times a second.
 */
export async function withinMemory<T>(
  pid: number | undefined,
  bytes: number,
  signal: AbortSignal,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const exceeded = new AbortController()
  const over = new AbortController()
  const watching = (async () => {
    while (pid !== undefined && !over.signal.aborted) {
      const beganAt = performance.now()
      if ((await heldMemory(pid)) > bytes) return exceeded.abort(new MemoryExceeded())
      const restMs = Math.max(MEASURED_EVERY_MS, PAUSE_TIMES * (performance.now() - beganAt))
      await pause(restMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  try {
    return await step(AbortSignal.any([signal, exceeded.signal]))
  } finally {
    over.abort()
    await watching
  }
}
