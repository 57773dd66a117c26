/** Asks by HTTP, as the platform's `fetch` does. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** A problem whose message is a sentence for people. */
export class HolderProblem extends Error {
  override readonly name = 'HolderProblem'
}

/** What `work` answers, or a problem where it takes longer than `ms` or `outer` ends it. Waits no longer. */
export async function within<Result>(
  ms: number,
  what: string,
  work: (signal: AbortSignal) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  const controller = new AbortController()
  let end: () => void = () => {}
  const ended = new Promise<never>((_, reject) => {
    const stop = () => {
      reject(new HolderProblem(`${what} took longer than ${ms / 1000} s`))
      controller.abort()
    }
    const timer = setTimeout(stop, ms)
    outer?.addEventListener('abort', stop)
    end = () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    }
    if (outer?.aborted) stop()
  })
  try {
    return await Promise.race([work(controller.signal), ended])
  } finally {
    end()
    controller.abort()
  }
}

export interface Answer {
  /** 304: what the caller has is the newest; `bytes` is empty then. */
  status: 200 | 304
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

export interface Getting {
  fetch: Fetch
  maxBytes: number
  timeoutMs: number
  headers?: Record<string, string>
  signal: AbortSignal
}

/** The answer to a GET. Throws `HolderProblem` for anything but 200 and 304, and for a body that is too long. */
export async function boundedGet(address: string, getting: Getting): Promise<Answer> {
  const { fetch, maxBytes, timeoutMs, headers = {}, signal: outer } = getting
  const asked = async (signal: AbortSignal): Promise<Answer> => {
    const response = await fetch(address, { headers, signal, redirect: 'error', credentials: 'omit' })
    const { status } = response
    if (status === 304) return { status, headers: response.headers, bytes: new Uint8Array() }
    if (status !== 200) {
      await response.body?.cancel()
      throw new HolderProblem(`${address} answered ${status}`)
    }
    const bytes = await readBounded(response.body, maxBytes, address)
    return { status, headers: response.headers, bytes }
  }
  try {
    return await within(timeoutMs, address, asked, outer)
  } catch (error) {
    if (error instanceof HolderProblem) throw error
    throw new HolderProblem(`${address} cannot be reached: ${messageOf(error)}`, { cause: error })
  }
}

/** The bytes of a stream. Throws `HolderProblem`, and reads no further, where there are more. */
export async function readBounded(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  what: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) break
    size += value.byteLength
    if (size > maxBytes) {
      reader?.cancel().catch(() => {})
      throw new HolderProblem(`${what} is longer than ${maxBytes} bytes`)
    }
    parts.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** The content of a gzip file. Throws `HolderProblem` where it is damaged, or longer. */
export async function gunzip(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  what: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    return await readBounded(unzipped, maxBytes, what)
  } catch (error) {
    if (error instanceof HolderProblem) throw error
    throw new HolderProblem(`${what} is damaged`, { cause: error })
  }
}

/** The message of an error and of what caused it, on one line of at most 200 characters. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown problem'
  const cause = error.cause instanceof Error && !(error instanceof HolderProblem) ? ` (${error.cause.message})` : ''
  return `${error.message}${cause}`.replace(/\s+/g, ' ').slice(0, 200)
}
