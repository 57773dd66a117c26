import { Worker } from 'node:worker_threads'
import { ApiError } from '../../contract/errors'
import {
  type IndexBytes,
  type OpenRankingHost,
  type RankingOrder,
  type RankingReplies,
  UnreadableIndex,
} from './ranking-host'

type Unnumbered = RankingOrder | { kind: 'load'; bytes: IndexBytes }
export type ThreadOrder = { number: number } & Unnumbered
/** `unreadable`: of which segment the bytes are none; null: another failure. */
export type ThreadReply =
  | { number: number; answer: RankingReplies[keyof RankingReplies] | null }
  | { number: number; failure: string; unreadable: UnreadableIndex['segment'] | null }

interface Waiting {
  order: Unnumbered
  /** Whether a thread ended while it had the order. */
  isRepeated: boolean
  resolve(answer: unknown): void
  reject(cause: unknown): void
}

const THREAD = new URL('./ranking-thread.mjs', import.meta.url)
/** Searches that may wait: some tenths of a second of work. */
const MOST_WAITING = 128
const RETRY_AFTER_SECONDS = 1

/**
 * Ranks in a worker thread, which shares the memory of the index with this one. A thread that ends is replaced: what it
 * had to answer is asked of the new one, once. Refuses searches while too many wait.
 */
export const rankInThread: OpenRankingHost = (weightBytes) => openThreadHost(weightBytes, (data) => startThread(data))

function startThread(workerData: { weights: Uint8Array }): Worker {
  const worker = new Worker(THREAD, { workerData })
  worker.unref()
  return worker
}

/** `start`: how a thread is started, which tests replace. */
export function openThreadHost(
  weightBytes: () => Uint8Array,
  start: (data: { weights: Uint8Array }) => Worker,
): ReturnType<OpenRankingHost> {
  const waiting = new Map<number, Waiting>()
  let weights: Uint8Array | undefined
  let worker: Worker | undefined
  let loaded: IndexBytes | undefined
  let isOpen = true
  let count = 0

  const send = (to: Worker, one: Waiting) => {
    count += 1
    waiting.set(count, one)
    to.postMessage({ number: count, ...one.order } satisfies ThreadOrder)
  }
  const take = (reply: ThreadReply) => {
    const one = waiting.get(reply.number)
    waiting.delete(reply.number)
    if (one === undefined) return
    if (!('failure' in reply)) one.resolve(reply.answer)
    else if (reply.unreadable === null) one.reject(new Error(`the thread that ranks failed: ${reply.failure}`))
    else one.reject(new UnreadableIndex(reply.unreadable, { cause: new Error(reply.failure) }))
  }
  const replace = (cause: unknown) => {
    worker = undefined
    const left = [...waiting.values()]
    waiting.clear()
    const again = isOpen ? left.filter(({ isRepeated }) => !isRepeated) : []
    for (const one of left) if (!again.includes(one)) one.reject(new Error('the thread that ranks ended', { cause }))
    for (const one of again) send(current(), { ...one, isRepeated: true })
  }
  const current = (): Worker => {
    if (worker !== undefined) return worker
    weights ??= shared(weightBytes())
    const started = start({ weights })
    worker = started
    let cause: unknown
    started.on('message', take)
    started.once('error', (error) => {
      cause = error
    })
    started.once('exit', () => {
      if (worker === started) replace(cause)
    })
    if (loaded !== undefined) {
      const ignored = { resolve: () => undefined, reject: () => undefined }
      send(started, { order: { kind: 'load', bytes: loaded }, isRepeated: true, ...ignored })
    }
    return started
  }
  const ask = (order: Unnumbered): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!isOpen) reject(new Error('the thread that ranks is closed'))
      else send(current(), { order, isRepeated: false, resolve, reject })
    })
  const askWhereFew = (order: RankingOrder): Promise<unknown> =>
    waiting.size >= MOST_WAITING ? Promise.reject(tooMany()) : ask(order)
  return {
    load: async (bytes) => {
      await ask({ kind: 'load', bytes })
      loaded = bytes
    },
    rank: (order) => askWhereFew({ kind: 'rank', ...order }) as Promise<RankingReplies['rank']>,
    alike: (order) => askWhereFew({ kind: 'alike', ...order }) as Promise<RankingReplies['alike']>,
    same: (order) => askWhereFew({ kind: 'same', ...order }) as Promise<RankingReplies['same']>,
    close: async () => {
      isOpen = false
      await worker?.terminate()
    },
  }
}

function tooMany(): ApiError {
  const detail = 'More searches are waiting than can be answered soon. Ask again in a moment.'
  return new ApiError('not_ready', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** The bytes in memory that threads share. */
function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
