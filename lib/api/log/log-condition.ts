import type { OutputOf } from '../../contract/operations'
import type { Database } from '../../store/database'
import { measureQueue } from '../../store/log/queue'
import { findLogState } from '../../store/log/state'

/** Facts are published within a minute; some more, because a run under way may just have taken up others. */
const BEHIND_AFTER_SECONDS = 90

/** How the transparency log of a database is. */
export async function logCondition(db: Database): Promise<OutputOf<'readyz'>['log']> {
  const state = await findLogState(db)
  if (state === undefined || !state.recording) return 'off'
  if (state.problem !== null) return 'stopped'
  const { waitingSeconds } = await measureQueue(db)
  return waitingSeconds > BEHIND_AFTER_SECONDS ? 'behind' : 'ok'
}
