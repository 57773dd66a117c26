import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../shared-schema'

/** What the reliability feed has said so far, as far as its changes may still be asked for: a row for each content that followed another. */
export const feedVersions = pgTable(
  'feed_versions',
  {
    key: bigint('key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    contentHash: text('content_hash').notNull(),
    /** When reading it from the database began, by the database's clock: what was written before is in it. */
    readAt: instant('read_at').notNull(),
    /** The moment its verdicts are judged at, by the clock of the process that made it. */
    assessedAt: instant('assessed_at').notNull(),
  },
  (table) => [index('feed_versions_read_idx').on(table.readAt)],
)
