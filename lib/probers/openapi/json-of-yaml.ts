import { Worker } from 'node:worker_threads'
import { withinMs } from '../mcp/mcp-transport'

const THREAD = new URL('./yaml-thread.mjs', import.meta.url)
/** Threads at once in a process; further texts wait. */
const MOST_THREADS = 2
/** A text of the largest size takes about two seconds. */
const PARSE_MS = 4_000
/** Of one thread; beyond it the thread ends, and nothing else. */
const HEAP_MB = 256

let underWay = 0
const waiting: (() => void)[] = []

/**
 * The JSON of a YAML text, parsed in a thread within bounds of time and memory. null: it is no YAML, or takes more.
 * Rejects with the signal's reason, or where no thread can be started.
 */
export async function jsonOfYaml(text: string, mostChars: number, signal: AbortSignal): Promise<string | null> {
  while (underWay >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve))
  underWay += 1
  try {
    signal.throwIfAborted()
    return await parsedInThread({ text, mostChars }, signal)
  } finally {
    underWay -= 1
    waiting.shift()?.()
  }
}

async function parsedInThread(workerData: object, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(THREAD, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  try {
    return await withinMs(PARSE_MS, signal, (limited) => replyOf(worker, limited))
  } catch (error) {
    if (!signal.aborted && error instanceof Error && 'code' in error && BOUNDS.has(error.code)) return null
    throw error
  } finally {
    await worker.terminate()
  }
}

/** Codes of: the time of one step is over, and the thread used up its memory. */
const BOUNDS: ReadonlySet<unknown> = new Set(['SILENCE', 'ERR_WORKER_OUT_OF_MEMORY'])

function replyOf(worker: Worker, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread that parses YAML ended with code ${code}`)))
  })
}
