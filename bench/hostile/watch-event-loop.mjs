// @ts-check
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded before the service by --import: appends each long delay of the event loop to the file that EVENT_LOOP_LOG
// names, with the time in it in which the main thread ran, and that in which it could have run but the machine ran
// something else (Linux).
const EVERY_MS = 10
const SHORTEST_LOGGED_MS = 20

/** Time since the start of the main thread, in milliseconds: by the clock, running, and waiting for a processor. */
function times() {
  const [ran = 0, waited = 0] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ').map(Number)
  return { clock: performance.now(), ran: ran / 1e6, waited: waited / 1e6 }
}

const file = process.env.EVENT_LOOP_LOG
if (file !== undefined && isMainThread) {
  let before = times()
  setInterval(() => {
    const now = times()
    const longMs = now.clock - before.clock - EVERY_MS
    const delay = { at: Date.now(), longMs, ranMs: now.ran - before.ran, waitedMs: now.waited - before.waited }
    if (longMs >= SHORTEST_LOGGED_MS) appendFileSync(file, `${JSON.stringify(delay)}\n`)
    before = times()
  }, EVERY_MS).unref()
}
