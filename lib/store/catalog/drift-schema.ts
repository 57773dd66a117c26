import { bigint, index, integer, json, pgEnum, pgTable, text } from 'drizzle-orm/pg-core'
import { DRIFT_CLASSES, type ToolChange } from '../../core/drift/types'
import { instant } from '../shared-schema'
import { servers } from './catalog-schema'

export const driftClassEnum = pgEnum('drift_class', DRIFT_CLASSES)

/**
 * Changes of a tool from one own listing of its server to the next: kept for two years, at most the newest hundred of a
 * tool.
 */
export const toolChanges = pgTable(
  'tool_changes',
  {
    key: bigint('key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    toolId: text('tool_id').notNull(),
    at: instant('at').notNull(),
    /** The worst of its changes. */
    class: driftClassEnum('class').notNull(),
    changes: json('changes').$type<ToolChange[]>().notNull(),
    /** How often the same change was seen within a day: some servers write the time into their descriptions. */
    times: integer('times').notNull().default(1),
  },
  (table) => [
    index('tool_changes_tool_idx').on(table.toolId, table.at),
    index('tool_changes_at_idx').on(table.at),
    index('tool_changes_server_idx').on(table.serverKey, table.at),
  ],
)

/** A listing that waits for a later one to confirm it, because it removes much or was cut. */
export const unconfirmedListings = pgTable('unconfirmed_listings', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  listingHash: text('listing_hash').notNull(),
  /** Of a cut listing: a key of eleven characters for each tool; null: the listing was whole. */
  cutKeys: text('cut_keys'),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
})
