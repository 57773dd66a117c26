import { parentPort, workerData } from 'node:worker_threads'
import { SegmentBuilder } from '../../search/index/build-segment'
import { encodeSegment } from '../../search/index/segment'
import { decodeWeights } from '../../search/rank/weights'
import type { WorkerOrder, WorkerReply } from './build-in-worker'

// Runs in the thread that `buildInWorker` starts.
const { weights } = workerData as { weights: Uint8Array }
const builder = new SegmentBuilder(decodeWeights(weights))
const reply = (answer: WorkerReply, ...handedOver: ArrayBuffer[]) => parentPort?.postMessage(answer, handedOver)

parentPort?.on('message', (order: WorkerOrder) => {
  if (order === 'finish') {
    const bytes = encodeSegment(builder.finish())
    reply({ bytes }, bytes.buffer as ArrayBuffer)
    return
  }
  for (const document of order.page) builder.add(document)
  reply('taken')
})
