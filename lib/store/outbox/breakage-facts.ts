import type { LeafOf } from 'assay-verify/leaves/leaf'
import { sql } from 'drizzle-orm'
import type { breakages } from '../breakages/breakages-schema'
import type { Database } from '../database'
import { IS_RECORDING, queueFactsOf } from './queue'

/** A breakage that was opened or closed; `toolId` null: of the whole server. */
export type LoggedBreakage = Pick<typeof breakages.$inferSelect, 'key' | 'serverKey' | 'toolId' | 'kind'>

/**
 * Queues for the log that breakages were opened or closed, in that transaction; one statement without an open log, else
 * two.
 */
export async function queueBreakages(
  tx: Database,
  breakages: readonly LoggedBreakage[],
  event: LeafOf<'breakage'>['event'],
  now: Date,
): Promise<void> {
  if (breakages.length === 0) return
  const given = breakages.map(({ key, serverKey, toolId, kind }) => ({ key, serverKey, toolId, kind }))
  await queueFactsOf(
    tx,
    sql`
    SELECT json_build_object('kind', 'breakage', 'at', ${now.toISOString()}::text, 'id', coalesce(given."toolId", servers.id),
      'breakage', given.kind, 'key', given.key::text, 'event', ${event}::text) AS fact
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS given(key bigint, "serverKey" integer, "toolId" text, kind text)
    JOIN servers ON servers.key = given."serverKey"
    WHERE ${IS_RECORDING} ORDER BY given.key`,
    now,
  )
}
