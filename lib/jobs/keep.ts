import type { Database } from '../store/database'
import { closeOldBreakages } from './keep/close-breakages'
import { expireEvidence } from './keep/expire-evidence'

/** The daily job: rolls up and deletes old evidence, and closes and deletes old breakages. */
export async function applyRetention(db: Database, clock: () => Date) {
  return { ...(await expireEvidence(db, clock)), breakages: await closeOldBreakages(db, clock()) }
}
