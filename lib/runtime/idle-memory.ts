import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Session } from 'node:inspector'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import type { Shutdown } from './shutdown'

const CHECK_EVERY_MS = 10_000
/** Node's channel of requests that its HTTP servers receive. */
const REQUESTS = 'http.server.request.start'
/** Shares of a check's time in which the process worked: up to the first it is idle, up to the other not busy. */
const IDLE_UTILIZATION = 0.1
const BUSY_UTILIZATION = 0.5
/** Requests since the last check up to which nobody notices a pause: those of a proxy, an orchestrator, a scraper. */
const MOST_REQUESTS = 50
/** Jobs keep a process from being idle for hours: where it is not busy, a pause in this time is worth it. */
const LEAST_APART_MS = 600_000
/** How much larger than after the last collection a heap is when the next one is worth a pause. */
const WORTH_GROWTH = 1.25
/** The pause grows with what is in use: some 250 ms at 120 MB. Beyond this the heap is left to V8. */
const MOST_USED_BYTES = 512 * 2 ** 20

export interface HeapState {
  /** Event-loop utilization since the last check, 0-1. */
  utilization: number
  /** Requests since then. */
  requests: number
  totalBytes: number
  usedBytes: number
  /** Size of the heap after the last collection; 0: there was none. */
  collectedBytes: number
  /** Time since then; infinite: there was none. */
  sinceMs: number
}

/**
 * Whether a heap is collected now: hardly anybody calls, the process is idle, or not busy and the last time is long
 * ago, the heap grew by a quarter since then, and not so much is in use that the pause would be long.
 */
export function isWorthCollecting({ utilization, requests, totalBytes, usedBytes, ...last }: HeapState): boolean {
  const most = last.sinceMs >= LEAST_APART_MS ? BUSY_UTILIZATION : IDLE_UTILIZATION
  if (utilization > most || requests > MOST_REQUESTS || usedBytes > MOST_USED_BYTES) return false
  return totalBytes > last.collectedBytes * WORTH_GROWTH
}

/**
 * Collects the whole heap and gives its free pages back to the system. V8 does neither by itself in a process that
 * only waits: a start or an import leaves twice of what it needs.
 */
export async function collectHeap(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await promisify<string, void>(session.post.bind(session))('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}

/** Collects the heap of this thread whenever `isWorthCollecting`, until the shutdown. */
export function collectWhenIdle(shutdown: Shutdown, log: (line: string, cause?: unknown) => void): void {
  let seen = performance.eventLoopUtilization()
  let requests = 0
  const count = () => {
    requests += 1
  }
  subscribe(REQUESTS, count)
  let collectedBytes = 0
  let collectedAt = Number.NEGATIVE_INFINITY
  const check = async () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    const { total_heap_size: totalBytes, used_heap_size: usedBytes } = getHeapStatistics()
    const sinceMs = performance.now() - collectedAt
    const state = { utilization, requests, totalBytes, usedBytes, collectedBytes, sinceMs }
    requests = 0
    if (!isWorthCollecting(state)) return
    collectedAt = performance.now()
    await collectHeap()
    collectedBytes = getHeapStatistics().total_heap_size
  }
  const timer = setInterval(() => {
    check().catch((cause) => {
      clearInterval(timer)
      log('Memory that is not used is not given back.', cause)
    })
  }, CHECK_EVERY_MS).unref()
  shutdown.addWork(async () => {
    clearInterval(timer)
    unsubscribe(REQUESTS, count)
  })
}
