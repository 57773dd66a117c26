// @ts-check
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded before the service by --import: appends each long delay of the event loop to the file that EVENT_LOOP_LOG names, with the processor time that the main
// thread took in it. The rest is time in which the machine ran something else.
const EVERY_MS = 10
const SHORTEST_LOGGED_MS = 20

/** Processor time of the main thread (Linux), in milliseconds. */
function processorMs() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

const file = process.env.EVENT_LOOP_LOG
if (file !== undefined && isMainThread) {
  let before = { wall: performance.now(), processor: processorMs() }
  setInterval(() => {
    const now = { wall: performance.now(), processor: processorMs() }
    const longMs = now.wall - before.wall - EVERY_MS
    const ownMs = Math.min(longMs, now.processor - before.processor)
    if (longMs >= SHORTEST_LOGGED_MS) appendFileSync(file, `${JSON.stringify({ at: Date.now(), longMs, ownMs })}\n`)
    before = { wall: performance.now(), processor: now.processor }
  }, EVERY_MS).unref()
}
