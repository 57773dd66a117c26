import { integer, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './shared-schema'

/** Marks a database whose servers and history were made by `npm run demo`: one row. A real database has none. */
export const demonstration = pgTable('demonstration', {
  key: integer('key').primaryKey(),
  /** What its history was made from: the same seed and present make the same history. */
  seed: integer('seed').notNull(),
  /** The present of the world when it was made; scripted events are relative to it. */
  madeAt: instant('made_at').notNull(),
  /** Everything before this instant is simulated or was observed; null: the first simulation has not ended. */
  completeUntil: instant('complete_until'),
})
