import { startWorkerThread } from '../../jobs/worker-thread'
import type { ProductResolver } from '../resolve-products'
import type { Corrections } from '../rules/corrections'
import type { ListedServer } from '../rules/identity'
import type { Product } from '../rules/products'

/** A message to the thread: more entries, the corrections when there are no more, or that the next page is wanted. */
export type WorkerOrder = { entries: readonly ListedServer[] } | { corrections: Corrections } | 'next'
/** The reply to each: entries were added, ids that no entry has, or the next products (none: that was all). */
export type WorkerReply = 'taken' | { unknown: readonly string[] } | { products: readonly Product[] }

const THREAD = new URL('./products-thread.mjs', import.meta.url)

/** Resolves in a worker thread. Rejects when the thread fails or ends early. */
export const resolveInWorker: ProductResolver = async (pages, corrections) => {
  const thread = startWorkerThread<WorkerOrder, WorkerReply>(THREAD, 'resolves products', null)
  try {
    await thread.orderPages(pages, (entries) => ({ entries }))
    const resolved = await thread.order({ corrections })
    const products: Product[] = []
    for (;;) {
      const page = await thread.order('next')
      if (typeof resolved === 'string' || !('unknown' in resolved) || typeof page === 'string' || !('products' in page))
        throw new Error('the thread that resolves products sent an unexpected reply')
      if (page.products.length === 0) return { products, unknown: resolved.unknown }
      products.push(...page.products)
    }
  } finally {
    await thread.end()
  }
}
