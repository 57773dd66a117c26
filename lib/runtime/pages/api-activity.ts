import { subscribe } from 'node:diagnostics_channel'
import { performance } from 'node:perf_hooks'
import { UnderWay } from '../http/under-way'
import type { Listener } from './listener'

/** Whether requests of the API wait for the main thread, as far as it can be known there. */
export interface ApiActivity {
  /** Whether a request of the API is being answered. */
  isAnswering(): boolean
  /** The same, or the last one came or was answered so short a time ago that the next one is likely to follow. */
  isWaiting(): boolean
  /** How many connections have come so far: where one came in the last turn of the event loop, others may wait. */
  connections(): number
  /** The listener, whose requests are counted. */
  counted(api: Listener): Listener
}

/**
 * How long after a request of the API others are expected, in ms. Callers that ask again at once do so within a
 * millisecond or two; a call every twentieth of a second holds up nothing.
 */
const EXPECTED_WITHIN_MS = 5
/** A request that is not answered after this, in ms, waits for something else than the main thread. */
const LONGEST_ANSWER_MS = 1000

/** Counts the requests of the API of this process, and sees its connections. */
export function openApiActivity(now: () => number = () => performance.now()): ApiActivity {
  const begun = new UnderWay<{ at: number }>()
  let seenAt = Number.NEGATIVE_INFINITY
  let connected = 0
  subscribe('net.server.socket', () => {
    connected += 1
  })
  const isAnswering = () => {
    for (const one of begun) if (now() - one.at < LONGEST_ANSWER_MS) return true
    return false
  }
  return {
    isAnswering,
    isWaiting: () => now() - seenAt < EXPECTED_WITHIN_MS || isAnswering(),
    connections: () => connected,
    counted: (api) => (request, response) => {
      const one = { at: now() }
      seenAt = one.at
      const place = begun.add(one)
      response.once('close', () => {
        seenAt = now()
        begun.remove(place)
      })
      return api(request, response)
    },
  }
}
