import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Ranker } from '../../search/rank/rank'
import type { ThreadOrder, ThreadReply } from './rank-in-thread'
import { answerOrder, openLoader, UnreadableIndex } from './ranking-host'

// Runs in the thread that `rankInThread` starts.
// Answers that need no ranking go before it. On Linux this is the priority of a thread, elsewhere that of all.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { weights } = workerData as { weights: Uint8Array }
const load = openLoader(() => weights)
let ranker: Ranker | undefined
/** Orders are answered in turn: those after a load by the new index. */
let last: Promise<void> = Promise.resolve()

async function answer(order: ThreadOrder): Promise<ThreadReply> {
  const { number } = order
  try {
    if (order.kind === 'load') {
      ranker = await load(order.bytes)
      return { number, answer: null }
    }
    return { number, answer: answerOrder(ranker, order) }
  } catch (cause) {
    const unreadable = cause instanceof UnreadableIndex ? cause.segment : null
    return { number, failure: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause), unreadable }
  }
}

parentPort?.on('message', (order: ThreadOrder) => {
  last = last.then(async () => {
    parentPort?.postMessage(await answer(order))
  })
})
