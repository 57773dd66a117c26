import type { Database } from '../store/database'
import { countRefused } from './sql/refused-facts'
import { findTlogState } from './sql/state'
import { measureQueue } from './sql/stored-facts'

/** How far the log of a database is. */
export interface TlogFigures {
  /** Leaves under the newest checkpoint. */
  size: number
  /** Facts that are not published yet. */
  queued: number
  refused: number
  waitingSeconds: number
  isStopped: boolean
}

/** null: the database has no log. */
export async function readTlogFigures(db: Database): Promise<TlogFigures | null> {
  const state = await findTlogState(db)
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
