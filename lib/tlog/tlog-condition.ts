import type { OutputOf } from '../contract/operations'
import type { Database } from '../store/database'
import { hasQueueKey } from '../store/outbox/queue-key'
import { countRefused } from './sql/refused-facts'
import { findTlogState } from './sql/state'
import { measureQueue } from './sql/stored-facts'

/** Facts are published within a minute; some more, because a run under way may just have taken up others. */
const BEHIND_AFTER_SECONDS = 90

/** How the transparency log of a database is. `hasPlace`: the settings of this process name a place for it. */
export async function tlogCondition(db: Database, hasPlace: boolean): Promise<OutputOf<'readyz'>['log']> {
  const state = await findTlogState(db)
  if (!hasQueueKey() && (hasPlace || state?.recording === true)) return 'no_key'
  if (state === undefined || !state.recording) return 'off'
  if (state.problem !== null) return 'stopped'
  if ((await countRefused(db)) > 0) return 'refused'
  const { waitingSeconds } = await measureQueue(db)
  return waitingSeconds > BEHIND_AFTER_SECONDS ? 'behind' : 'ok'
}
