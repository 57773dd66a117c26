import { Worker } from 'node:worker_threads'
import type { SearchDocument } from '../../search/index/search-document'
import type { SegmentBuilderPort } from './segment-builder'

/** A message to the thread: more documents, or that there are no more. */
export type WorkerOrder = { page: readonly SearchDocument[] } | 'finish'
/** The reply to each: that the documents were added, or the bytes of the segment. */
export type WorkerReply = 'taken' | { bytes: Uint8Array }

const THREAD = new URL('./thread.mjs', import.meta.url)

/** Builds in a worker thread. Rejects when the thread fails or ends early. */
export const buildInWorker: SegmentBuilderPort = async (weights, pages) => {
  const worker = new Worker(THREAD, { workerData: { weights } })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread that builds the search index ended with code ${code}`)))
  })
  ended.catch(() => undefined)
  const order = (given: WorkerOrder): Promise<WorkerReply> => {
    const answer = new Promise<WorkerReply>((resolve) => worker.once('message', resolve))
    worker.postMessage(given)
    const first = Promise.race([answer, ended])
    first.catch(() => undefined)
    return first
  }
  try {
    let underWay: Promise<unknown> = Promise.resolve()
    for await (const page of pages) {
      await underWay
      // The next page is read while this one is added: at most two are in memory.
      underWay = order({ page })
    }
    await underWay
    const answer = await order('finish')
    if (answer === 'taken') throw new Error('the thread that builds the search index sent an unexpected reply')
    return answer.bytes
  } finally {
    await worker.terminate()
  }
}
