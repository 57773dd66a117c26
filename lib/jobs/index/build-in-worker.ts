import type { SearchDocument } from '../../search/index/search-document'
import { startWorkerThread } from '../worker-thread'
import type { SegmentBuilderPort } from './segment-builder'

/** A message to the thread: more documents, or that there are no more. */
export type WorkerOrder = { page: readonly SearchDocument[] } | 'finish'
/** The reply to each: that the documents were added, or the bytes of the segment. */
export type WorkerReply = 'taken' | { bytes: Uint8Array }

const THREAD = new URL('./thread.mjs', import.meta.url)

/** Builds in a worker thread. Rejects when the thread fails or ends early. */
export const buildInWorker: SegmentBuilderPort = async (weights, pages) => {
  const thread = startWorkerThread<WorkerOrder, WorkerReply>(THREAD, 'builds the search index', { weights })
  try {
    await thread.orderPages(pages, (page) => ({ page }))
    const answer = await thread.order('finish')
    if (answer === 'taken') throw new Error('the thread that builds the search index sent an unexpected reply')
    return answer.bytes
  } finally {
    await thread.end()
  }
}
