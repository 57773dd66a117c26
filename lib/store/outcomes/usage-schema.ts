import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../shared-schema'

// What callers tell of real use. Counts only: there is no column that could hold a call, an argument, an answer or a person.

/** Who tells: a narrow name, and what trust is judged by. Which key or address it is stands elsewhere, or nowhere. */
export const reporters = pgTable('reporters', {
  key: integer('key').primaryKey().generatedAlwaysAsIdentity(),
  /** Since when its key exists; null: it has none. */
  keyedSince: instant('keyed_since'),
  /** Its events that agreed with what others saw. */
  corroborated: integer('corroborated').notNull().default(0),
})

/**
 * Outcomes by tool (or server), hour and reporter; `hour` is whole hours since 1970, UTC. Not tied to the other tables: a row whose subject or reporter is
 * gone counts for nothing, and is gone itself within weeks.
 */
export const outcomeCounts = pgTable(
  'outcome_counts',
  {
    subjectId: text('subject_id').notNull(),
    hour: integer('hour').notNull(),
    reporterKey: integer('reporter_key').notNull(),
    successes: integer('successes').notNull(),
    transportFailures: integer('transport_failures').notNull(),
    callerFailures: integer('caller_failures').notNull(),
    otherFailures: integer('other_failures').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.hour, table.reporterKey] }),
    index('outcome_counts_hour_idx').using('brin', table.hour),
  ],
)

/** Subjects with outcomes, and when what they say is to be summed up again: at once when new ones came, else when they have faded a little. */
export const usageDue = pgTable(
  'usage_due',
  {
    subjectId: text('subject_id').primaryKey(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('usage_due_idx').on(table.dueAt)],
)

/** How far corroboration has come: one row. All hours before `hour` are done, and of it the subjects up to `after_subject`, in the order of bytes. */
export const corroborationProgress = pgTable('reporter_trust_progress', {
  key: integer('key').primaryKey(),
  hour: integer('hour').notNull(),
  afterSubject: text('after_subject').notNull().default(''),
})
