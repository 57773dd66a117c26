import { index, integer, pgSequence, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, verdictEnum } from '../shared-schema'

// What callers report of real use. Counts only: no column could hold a call, an argument, an answer or a person.

/** A reporter: a narrow key, and what its trust is computed from. Only `api_keys` links it to a key. */
export const reporters = pgTable('reporters', {
  key: integer('key').primaryKey().generatedAlwaysAsIdentity(),
  /** When its key was issued; null: it has none. */
  keyedSince: instant('keyed_since'),
  /** Its events that agreed with other evidence. */
  corroborated: integer('corroborated').notNull().default(0),
})

/**
 * The network a reporter first reported from on a UTC day, so that reporters of one network count as one. `network` is
 * 32 bits of a keyed hash of an address block, /24 or /32, and of the day: rows of two days cannot be linked by it.
 * Once the day is over it is replaced by a number, which only says who shared a network on that day.
 */
export const reporterNetworks = pgTable(
  'reporter_networks',
  {
    reporterKey: integer('reporter_key')
      .notNull()
      .references(() => reporters.key, { onDelete: 'cascade' }),
    /** Whole days since 1970, UTC. */
    day: smallint('day').notNull(),
    network: integer('network').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reporterKey, table.day] }),
    index('reporter_networks_day_idx').on(table.day),
  ],
)

/**
 * The verdicts about a subject that were published while outcomes of an hour came in; kept until the hour was compared
 * for reporter trust.
 */
export const publishedVerdicts = pgTable(
  'published_verdicts',
  {
    hour: integer('hour').notNull(),
    subjectId: text('subject_id').notNull(),
    verdicts: verdictEnum('verdicts').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.subjectId] })],
)

/** Latencies of reported calls by tool (or server) and UTC day, in the bins of `LatencyHistogram`; of no reporter. */
export const outcomeLatencies = pgTable(
  'outcome_latencies',
  {
    subjectId: text('subject_id').notNull(),
    /** Whole days since 1970, UTC. */
    day: smallint('day').notNull(),
    bins: integer('bins').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.day] })],
)

/**
 * Outcome counts by tool (or server), hour and reporter; `hour` is whole hours since 1970, UTC. Without foreign keys: a
 * row whose subject or reporter was deleted counts for nothing, and is deleted within weeks.
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

/**
 * Subjects with outcomes, and when their usage is summed again: at once after new outcomes, else when their weight has
 * faded a little.
 */
export const usageDue = pgTable(
  'usage_due',
  {
    subjectId: text('subject_id').primaryKey(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [index('usage_due_idx').on(table.dueAt)],
)

/**
 * Grows with every claim of due subjects, after their rows were locked. While it stands still, what was made due is
 * due.
 */
export const usageClaims = pgSequence('usage_claims')

/**
 * Progress of the update of reporter trust, in one row: all hours before `hour` are done, and of it the subjects up to
 * `after_subject`, in byte order.
 */
export const corroborationProgress = pgTable('reporter_trust_progress', {
  key: integer('key').primaryKey(),
  hour: integer('hour').notNull(),
  afterSubject: text('after_subject').notNull().default(''),
})
