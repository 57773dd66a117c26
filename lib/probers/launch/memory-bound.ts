import { setTimeout as pause } from 'node:timers/promises'
import { memoryOf } from './process-tree'

/** The processes of a sandbox hold more memory together than was allowed. */
export class MemoryExceeded extends Error {
  constructor() {
    super('the processes hold more memory than allowed')
    this.name = 'MemoryExceeded'
  }
}

const MEASURED_EVERY_MS = 250

/** Runs one step; its signal aborts with `MemoryExceeded` once a process and all it started hold more than `bytes`, which is measured four times a second. */
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
      if ((await memoryOf(pid)) > bytes) return exceeded.abort(new MemoryExceeded())
      await pause(MEASURED_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  try {
    return await step(AbortSignal.any([signal, exceeded.signal]))
  } finally {
    over.abort()
    await watching
  }
}
