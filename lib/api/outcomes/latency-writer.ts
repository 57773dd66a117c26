import type { LatencyHistogram } from 'assay-verify/history/latency-histogram'
import { addLatencyBins, type Outcome, shortened } from '../../core/caller/outcome'
import { dayOf } from '../../core/day'
import type { Database } from '../../store/database'
import { addLatencies } from '../../store/outcomes/outcome-latencies'

/** Writes latencies of outcomes as histograms by tool and day. */
export interface LatencyWriter {
  add(outcomes: readonly Outcome[], now: Date): void
  /** Writes all that waits. */
  flush(): Promise<void>
}

/** Latencies of one tool are written together, at most this often: so they cost little beside the counts. */
const EVERY_MS = 20_000
/** Tools that may wait, some 300 bytes each. */
const MOST_WAITING = 100_000

/**
 * One writer for each process. Latencies wait in memory for up to twenty seconds: a process that is killed loses them,
 * never the counts they came with. What cannot be written is logged and dropped.
 */
export function openLatencyWriter(db: Database, log: (line: string, cause?: unknown) => void): LatencyWriter {
  let waiting = new Map<string, Uint32Array>()
  let day = 0
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const [histograms, ofDay] = [waiting, day]
    waiting = new Map()
    if (histograms.size > 0)
      written = written
        .then(() => addLatencies(db, ofDay, shortHistograms(histograms)))
        .catch((cause) => log('Latencies of outcomes could not be written.', cause))
    return written
  }
  return {
    add: (outcomes, now) => {
      if (dayOf(now) !== day || waiting.size >= MOST_WAITING) void flush()
      day = dayOf(now)
      addLatencyBins(waiting, outcomes)
      if (waiting.size > 0) timer ??= setTimeout(flush, EVERY_MS).unref()
    },
    flush,
  }
}

function shortHistograms(histograms: ReadonlyMap<string, Uint32Array>): Map<string, LatencyHistogram> {
  return new Map([...histograms].map(([id, bins]) => [id, shortened(bins)]))
}
