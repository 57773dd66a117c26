/** The work took longer than it was given. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** Milliseconds on a clock that is never set back. */
export function ticks(): number {
  return performance.now()
}

/** Runs `work`, and rejects with `TooSlow` when it is not done in time, also where it does not heed its signal. */
export async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort()
      reject(new TooSlow('no answer in time'))
    }, milliseconds)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs `work` later. Keeps no process alive. */
export function later(milliseconds: number, work: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, milliseconds)
  // Node's timers are objects; those of browsers are numbers and hold nothing up.
  if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref()
  return timer
}

const LONGEST_RETRY_AFTER_MS = 3_600_000

/** Milliseconds a `Retry-After` asks to wait, an hour at most; 0 where it is absent or not understood. */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0
  const text = header.trim()
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS) : 0
}
