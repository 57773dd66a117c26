import type { Database } from '../store/database'
import { measureQueue } from './sql/queue-rows'
import { countRefused } from './sql/refused-facts'
import { findLogState } from './sql/state'

/** How far the log of a database is. */
export interface LogFigures {
  /** Leaves under the newest checkpoint. */
  size: number
  /** Facts that are not published yet. */
  queued: number
  refused: number
  waitingSeconds: number
  isStopped: boolean
}

/** null: the database has no log. */
export async function readLogFigures(db: Database): Promise<LogFigures | null> {
  const state = await findLogState(db)
  if (state === undefined) return null
  const { queued, waitingSeconds } = await measureQueue(db)
  const { size, published, problem } = state
  return {
    size: published,
    queued: queued + size - published,
    refused: await countRefused(db),
    waitingSeconds,
    isStopped: problem !== null,
  }
}
