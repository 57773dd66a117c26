import { CLOSED_KEPT_DAYS } from 'assay-verify/breakage-kind'
import { DAY_MS } from 'assay-verify/duration'
import { closeAgedBreakages, deleteOldBreakages } from '../../store/breakages/old-breakages'
import { deleteOldToolChanges } from '../../store/catalog/tool-changes'
import type { Database } from '../../store/database'
import { deleteOldDeclarationChanges } from '../../store/declarations/declaration-history'

export interface CloseBreakagesReport {
  closed: number
  forgottenBreakages: number
  forgottenChanges: number
}

/**
 * Closes breakages by age, and deletes old breakages and changes of tools and declarations. May be repeated, and run by
 * several processes at once.
 */
export async function closeOldBreakages(db: Database, now: Date): Promise<CloseBreakagesReport> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return {
    closed: await closeAgedBreakages(db, now),
    forgottenBreakages: await deleteOldBreakages(db, daysAgo(CLOSED_KEPT_DAYS), now),
    forgottenChanges: (await deleteOldToolChanges(db, now)) + (await deleteOldDeclarationChanges(db, now)),
  }
}
