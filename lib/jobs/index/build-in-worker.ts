import { Worker } from 'node:worker_threads'
import type { SearchDocument } from '../../search/index/search-document'
import type { SegmentBuilderPort } from './segment-builder'

/** What the thread is told: more documents, or that there are no more. */
export type WorkerOrder = { page: readonly SearchDocument[] } | 'finish'
/** What it answers to each: that it has taken them, or the bytes. */
export type WorkerAnswer = 'taken' | { bytes: Uint8Array }

const THREAD = new URL('./thread.mjs', import.meta.url)

/** Builds in a thread of its own. A thread that fails or ends early fails the build. */
export const buildInWorker: SegmentBuilderPort = async (weights, pages) => {
  const worker = new Worker(THREAD, { workerData: { weights } })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread that builds the search index ended with code ${code}`)))
  })
  ended.catch(() => undefined)
  const order = (given: WorkerOrder): Promise<WorkerAnswer> => {
    const answer = new Promise<WorkerAnswer>((resolve) => worker.once('message', resolve))
    worker.postMessage(given)
    const first = Promise.race([answer, ended])
    first.catch(() => undefined)
    return first
  }
  try {
    let underWay: Promise<unknown> = Promise.resolve()
    for await (const page of pages) {
      await underWay
      // The next page is read while this one is taken in; never more than two are held.
      underWay = order({ page })
    }
    await underWay
    const answer = await order('finish')
    if (answer === 'taken') throw new Error('the thread that builds the search index answered out of turn')
    return answer.bytes
  } finally {
    await worker.terminate()
  }
}
