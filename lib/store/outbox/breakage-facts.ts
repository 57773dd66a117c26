import { digestOf, type LeafOf } from 'assay-verify/leaves/leaf'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import type { Fact } from './fact'
import { IS_RECORDING, queueFacts } from './queue'

/** A fact as a statement gives it: evidence itself, where the leaf has its digest. */
export type BreakageRow = Omit<Extract<Fact, { kind: 'breakage' }>, 'evidence'> & { evidence: unknown }

/** What is logged of a breakage besides when and what happened, to be selected from `breakages` and `servers`. */
export const BREAKAGE_FACTS = sql`'kind', 'breakage', 'id', coalesce(tool_id, servers.id), 'breakage', breakages.kind,
  'key', breakages.key::text, 'severity', severity, 'evidence', evidence`

/**
 * Queues for the log that breakages were opened or closed, as they are now, in that transaction; one statement without
 * an open log, else two.
 */
export async function queueBreakages(
  tx: Database,
  keys: readonly number[],
  event: LeafOf<'breakage'>['event'],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  const rows = await rowsOf<{ fact: BreakageRow }>(
    tx,
    sql`
    SELECT json_build_object('at', ${now.toISOString()}::text, 'event', ${event}::text, ${BREAKAGE_FACTS}) AS fact
    FROM breakages JOIN servers ON servers.key = breakages.server_key
    WHERE breakages.key IN ${[...new Set(keys)]} AND ${IS_RECORDING} ORDER BY breakages.key`,
  )
  await queueFacts(tx, rows.map(breakageFact), now)
}

export function breakageFact({ fact }: { fact: BreakageRow }): Fact {
  return { ...fact, evidence: digestOf(fact.evidence) }
}
