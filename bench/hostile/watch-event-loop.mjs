// @ts-check
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded before the service by --import: appends the longest delay of each half second to the file that EVENT_LOOP_LOG names.
const RESOLUTION_MS = 10
const EVERY_MS = 500

const file = process.env.EVENT_LOOP_LOG
if (file !== undefined && isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  setInterval(() => {
    const longestMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS)
    delays.reset()
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), longestMs })}\n`)
  }, EVERY_MS).unref()
}
