import { LRUCache } from 'lru-cache'
import type { Prepared } from '../http/prepared'

/** Deltas and pages of the feed that were prepared for a caller, for the next who asks the same. */
export interface PreparedCache {
  cached(version: string, question: string, make: () => Promise<Prepared>): Promise<Prepared>
}

/** Plain bytes that are kept; each has its compressed forms besides. */
const MOST_BYTES = 48 * 2 ** 20

/**
 * One answer is made at a time: a caller with a hundred different questions waits, and delays every other caller by one
 * answer at most.
 */
export function openPreparedCache(): PreparedCache {
  let lane: Promise<unknown> = Promise.resolve()
  const answers = new LRUCache<string, Prepared, () => Promise<Prepared>>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bodies }) => bodies.identity.length,
    // Callers who wait for an answer get it also where its version was replaced meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => {
      const answer = lane.then(make)
      lane = answer.catch(() => undefined)
      return answer
    },
  })
  let current = ''
  return {
    cached: (version, question, make) => {
      if (version !== current) answers.clear()
      current = version
      return answers.forceFetch(`${version} ${question}`, { context: make })
    },
  }
}
