import { AsyncLocalStorage } from 'node:async_hooks'

// Next answers a missing page with a body that only a script shows. So the page shows its text itself, and the adapter
// sends the status.

type AskedStatus = 404 | 410 | 503

interface PageStatus {
  status: 200 | AskedStatus
}

// Next's bundle and server.ts load this file twice in one process; both copies share this global.
const GLOBAL_KEY = Symbol.for('assay.page-status')
const shared = globalThis as { [GLOBAL_KEY]?: AsyncLocalStorage<PageStatus> }

function storage(): AsyncLocalStorage<PageStatus> {
  shared[GLOBAL_KEY] ??= new AsyncLocalStorage()
  return shared[GLOBAL_KEY]
}

/** Runs the answer to a request for a page. The second function says the status that the page asked for; null: none. */
export function withPageStatus<Result>(work: () => Result): [result: Result, asked: () => AskedStatus | null] {
  const page: PageStatus = { status: 200 }
  return [storage().run(page, work), () => (page.status === 200 ? null : page.status)]
}

/** The same for what follows in this asynchronous context, where the answer is not ours to run. */
export function beginPageStatus(): () => AskedStatus | null {
  const page: PageStatus = { status: 200 }
  storage().enterWith(page)
  return () => (page.status === 200 ? null : page.status)
}

/**
 * Asks that the page that is being rendered be answered with this status. false: the host does not allow it, and the
 * page must use what Next has for that.
 */
export function askStatus(status: AskedStatus): boolean {
  const page = storage().getStore()
  if (page === undefined) return false
  page.status = status
  return true
}
