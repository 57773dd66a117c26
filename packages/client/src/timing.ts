/** The work took longer than its limit. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** Milliseconds on a monotonic clock. */
export function ticks(): number {
  return performance.now()
}

/** Runs `work`, and rejects with `TooSlow` where it is not done in time, also where it ignores its signal. */
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

/** Runs `work` later. The timer does not keep a process alive. */
export function later(milliseconds: number, work: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, milliseconds)
  // Timers are objects in Node and numbers in browsers.
  if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref()
  return timer
}

const LONGEST_RETRY_AFTER_MS = 3_600_000

/** The wait of a `Retry-After` in milliseconds, an hour at most; 0 where it is absent or invalid. */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0
  const text = header.trim()
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS) : 0
}
