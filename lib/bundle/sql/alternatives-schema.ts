import type { AlternativeFacts } from 'assay-decide/bundle'
import { sql } from 'drizzle-orm'
import { index, json, pgTable, text } from 'drizzle-orm/pg-core'
import { subjects } from '../../store/catalog/catalog-schema'
import { instant } from '../../store/shared-schema'

/**
 * How the parameters of a tool differ from those of the tool that it is called in place of, and whether it is known to
 * be apart from it.
 */
export type AlternativeChanges = Pick<AlternativeFacts, 'renamed' | 'missing' | 'apart'>

/** What the bundle says can be called instead of each tool. A tool without a row has not been looked at. */
export const toolAlternatives = pgTable(
  'tool_alternatives',
  {
    toolId: text('tool_id')
      .primaryKey()
      .references(() => subjects.id, { onDelete: 'cascade' }),
    /** Ids of at most three tools, the best first; empty: none was found. */
    alternatives: text('alternatives').array().notNull(),
    /** Of each alternative, in the same order. */
    changes: json('changes').$type<AlternativeChanges[]>().notNull(),
    /** Database time of the newest search that found something else than the one before. */
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('tool_alternatives_changed_idx').on(table.changedAt),
    // Whose alternatives a change of the catalog concerns.
    index('tool_alternatives_idx').using('gin', table.alternatives),
  ],
)
