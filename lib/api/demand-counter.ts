import { chunksOf } from 'assay-verify/chunks'
import { MINUTE_MS } from 'assay-verify/duration'
import type { Database } from '../store/database'
import { addDemand } from '../store/evidence/first-checks'

/** Counts which servers without any check are asked for, so that these are checked first. */
export interface DemandCounter {
  /** Notes that somebody asked for this subject, which exists and was never checked. */
  note(subjectId: string, now: Date): void
  /** Writes all that waits. */
  flush(): Promise<void>
}

/** Ids that may wait, some 150 bytes each; further ones of the same minute are not counted. */
const MOST_WAITING = 20_000
const WRITTEN_AT_ONCE = 200

/**
 * One counter for each process. A subject counts once a minute, however many ask for it and however often, so that one
 * caller who does so all day weighs no more than many of whom each does so once; who asks is not known here. What
 * cannot be written is logged and dropped.
 */
export function openDemandCounter(
  db: Database,
  log: (line: string, cause?: unknown) => void,
  mostWaiting = MOST_WAITING,
): DemandCounter {
  let waiting = new Set<string>()
  let latest = new Date(0)
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  const write = async (ids: readonly string[], now: Date) => {
    for (const chunk of chunksOf(ids, WRITTEN_AT_ONCE)) await addDemand(db, chunk, now)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const [ids, now] = [[...waiting], latest]
    waiting = new Set()
    if (ids.length > 0)
      written = written
        .then(() => write(ids, now))
        .catch((cause) => log('Which servers were asked for could not be written.', cause))
    return written
  }
  return {
    note: (subjectId, now) => {
      if (waiting.size >= mostWaiting) return
      waiting.add(subjectId)
      latest = now
      timer ??= setTimeout(flush, MINUTE_MS).unref()
    },
    flush,
  }
}
