import { addBreakingChange, type StoredToolFacts, withoutEmptyFacts } from 'assay-verify/score/tool-facts'
import { inArray, sql } from 'drizzle-orm'
import { subjects } from '../catalog/catalog-schema'
import type { Database } from '../database'

/**
 * Changes what is known of subjects apart from their servers' evidence. Rows are locked from reading to writing, so
 * that no concurrent change is lost; a caller that has locked their servers' rows does not wait. Answers the ids whose
 * facts changed.
 */
export async function changeToolFacts(
  tx: Database,
  ids: readonly string[],
  change: (facts: StoredToolFacts | null, id: string) => StoredToolFacts,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: subjects.id, facts: subjects.facts })
    .from(subjects)
    .where(inArray(subjects.id, [...ids]))
    .orderBy(subjects.id)
    .for('no key update')
  const changed = rows
    .map(({ id, facts }) => ({ id, before: facts, after: withoutEmptyFacts(change(facts, id)) }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  if (changed.length === 0) return []
  const given = changed.map(({ id, after }) => ({ id, facts: after }))
  await tx.execute(sql`
    UPDATE subjects SET facts = given.facts
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS given(id text, facts json)
    WHERE subjects.id = given.id`)
  return given.map(({ id }) => id)
}

/**
 * Records that the schemas of these tools changed so that calls break or safety falls. Their scores follow when their
 * servers are rated.
 */
export async function recordBreakingChanges(tx: Database, toolIds: readonly string[], at: Date): Promise<void> {
  await changeToolFacts(tx, toolIds, (facts) => addBreakingChange(facts, at))
}
