import { closeAgedBreakages, deleteOldBreakages } from '../../store/breakages/old-breakages'
import { deleteOldToolChanges } from '../../store/catalog/tool-changes'
import type { Database } from '../../store/database'

/** Who still calls a tool with its old arguments after so many days was told for as long. */
export const SCHEMA_BREAKING_DAYS = 7
/** A tool that its server left out for so many days is not coming back; its verdict says so without being news. */
export const TOOL_REMOVED_DAYS = 30
/** Days that closed breakages are kept: two years and a day, like daily roll-ups. */
const CLOSED_KEPT_DAYS = 731

const DAY_MS = 86_400_000

export interface CloseBreakagesReport {
  closed: number
  forgottenBreakages: number
  forgottenChanges: number
}

/** Closes breakages by age, and deletes old breakages and tool changes. May be repeated, and run by several processes at once. */
export async function closeOldBreakages(db: Database, now: Date): Promise<CloseBreakagesReport> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const ages = { schemaBreaking: daysAgo(SCHEMA_BREAKING_DAYS), toolRemoved: daysAgo(TOOL_REMOVED_DAYS) }
  return {
    closed: await closeAgedBreakages(db, ages, now),
    forgottenBreakages: await deleteOldBreakages(db, daysAgo(CLOSED_KEPT_DAYS), now),
    forgottenChanges: await deleteOldToolChanges(db, now),
  }
}
