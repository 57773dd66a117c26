import { parentPort } from 'node:worker_threads'
import { loadTokenizer } from './count-tokens'

// Runs in the thread that `countInWorker` starts: each order is texts, the reply the tokens of each.
const loading = loadTokenizer()

parentPort?.on('message', async (texts: readonly string[]) => {
  parentPort?.postMessage(texts.map(await loading))
})
