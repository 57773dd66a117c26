import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { subjects } from '../catalog/catalog-schema'
import { instant } from '../shared-schema'

/** What does the same as each tool or server. A subject without a row has not been searched for. */
export const alternativeLists = pgTable(
  'alternative_lists',
  {
    subjectId: text('subject_id')
      .primaryKey()
      .references(() => subjects.id, { onDelete: 'cascade' }),
    /** Ids, the most similar first; empty: none was found. */
    alternatives: text('alternatives').array().notNull(),
    /** Of each alternative, in the same order: its similarity in thousandths, and whether it is in another product. */
    similarities: smallint('similarities').array().notNull(),
    inOtherProduct: boolean('in_other_product').array().notNull(),
    /** Database time of the search. */
    foundAt: instant('found_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('alternative_lists_found_idx').on(table.foundAt)],
)
