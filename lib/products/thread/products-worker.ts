import { parentPort } from 'node:worker_threads'
import type { ListedServer } from '../rules/identity'
import { type Product, resolveEntries } from '../rules/products'
import type { WorkerOrder, WorkerReply } from './resolve-in-worker'

// Runs in the thread that `resolveInWorker` starts.

/** Products of one message: few enough that the process that takes them answers requests in between. */
const PAGE = 500

const entries: ListedServer[] = []
const resolved: Product[] = []

function replyTo(order: WorkerOrder): WorkerReply {
  if (order === 'next') return { products: resolved.splice(0, PAGE) }
  if ('entries' in order) {
    entries.push(...order.entries)
    return 'taken'
  }
  const { products, unknown } = resolveEntries(entries, order.corrections)
  resolved.push(...products)
  return { unknown }
}

parentPort?.on('message', (order: WorkerOrder) => parentPort?.postMessage(replyTo(order)))
