import { startWorkerThread } from '../worker-thread'
import type { OpenTokenCounter } from './token-counter'

const THREAD = new URL('./tokens-thread.mjs', import.meta.url)

/** Counts in a worker thread, whose memory is free again when it has ended. */
export const countInWorker: OpenTokenCounter = () => {
  const thread = startWorkerThread<readonly string[], readonly number[]>(THREAD, 'counts tokens', null)
  return { count: (texts) => (texts.length === 0 ? Promise.resolve([]) : thread.order(texts)), end: thread.end }
}
