import { Worker } from 'node:worker_threads'

export interface WorkerThread<Order, Reply> {
  /** Sends an order and resolves with the reply to it. Rejects when the thread fails or ends early. */
  order(given: Order): Promise<Reply>
  /** Orders with each page while the next one is read: at most two are in memory. */
  orderPages<Page>(pages: AsyncIterable<Page>, orderOf: (page: Page) => Order): Promise<void>
  end(): Promise<void>
}

/** Starts a thread that replies to each order, in turn. `what` names it in errors. */
export function startWorkerThread<Order, Reply>(
  file: URL,
  what: string,
  workerData: unknown,
): WorkerThread<Order, Reply> {
  const worker = new Worker(file, { workerData })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread that ${what} ended with code ${code}`)))
  })
  ended.catch(() => undefined)
  const order = (given: Order): Promise<Reply> => {
    const answer = new Promise<Reply>((resolve) => worker.once('message', resolve))
    worker.postMessage(given)
    const first = Promise.race([answer, ended])
    first.catch(() => undefined)
    return first
  }
  return {
    order,
    orderPages: async (pages, orderOf) => {
      let underWay: Promise<unknown> = Promise.resolve()
      for await (const page of pages) {
        await underWay
        underWay = order(orderOf(page))
      }
      await underWay
    },
    end: async () => {
      await worker.terminate()
    },
  }
}
