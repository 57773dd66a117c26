import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../store/shared-schema'

/**
 * Published versions of the reliability feed, as long as deltas may be asked since them: one row for each content that
 * differed from the one before.
 */
export const feedVersions = pgTable(
  'feed_versions',
  {
    key: bigint('key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    contentHash: text('content_hash').notNull(),
    /** Database time at which reading it began: everything written before is in it. */
    readAt: instant('read_at').notNull(),
    /** The moment its verdicts are assessed at, by the clock of the process that built it. */
    assessedAt: instant('assessed_at').notNull(),
  },
  (table) => [index('feed_versions_read_idx').on(table.readAt)],
)
