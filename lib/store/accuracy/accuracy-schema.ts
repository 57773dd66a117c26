import { DELAY_BEGINNINGS } from 'assay-verify/accuracy/verdict-figures'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import type { EcosystemFacts } from '../../core/accuracy/ecosystem'
import { servers } from '../catalog/catalog-schema'
import { instant, verdictEnum } from '../shared-schema'

// Accuracy of our own forecasts and verdicts, and the report that publishes it.

export const delayBeginningEnum = pgEnum('delay_beginning', DELAY_BEGINNINGS)

/** Forecasts whose time has not come, or whose outcome is not known yet. */
export const pendingForecasts = pgTable(
  'pending_forecasts',
  {
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    /** Horizon. */
    hours: smallint('hours').notNull(),
    /** Number of the server's turn in the sample: each turn is kept once, however often the job runs. */
    sample: integer('sample').notNull(),
    dueAt: instant('due_at').notNull(),
    /** When to settle it, or to try again. */
    settleAt: instant('settle_at').notNull(),
    /** Ten-thousandths, 1-9999. */
    upE4: smallint('up_e4').notNull(),
    /** Whether the server was up when the forecast was made: what the persistence forecast predicts. */
    upBefore: boolean('up_before').notNull(),
    method: text('method').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serverKey, table.hours, table.sample] }),
    index('pending_forecasts_settle_idx').on(table.settleAt),
  ],
)

/** Settled forecasts, summed by the day they were due, the method, the horizon and the bin of the reliability curve. */
export const forecastTallies = pgTable(
  'forecast_tallies',
  {
    day: date('day').notNull(),
    method: text('method').notNull(),
    hours: smallint('hours').notNull(),
    bin: smallint('bin').notNull(),
    n: integer('n').notNull(),
    ups: integer('ups').notNull(),
    sumUp: doublePrecision('sum_up').notNull(),
    brier: doublePrecision('brier').notNull(),
    logLoss: doublePrecision('log_loss').notNull(),
    persistenceBrier: doublePrecision('persistence_brier').notNull(),
    persistenceLogLoss: doublePrecision('persistence_log_loss').notNull(),
    unsettled: integer('unsettled').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.method, table.hours, table.bin] })],
)

/** The newest change of each server's verdict, so that the next one can be recognized as taking it back. */
export const verdictChanges = pgTable('verdict_changes', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  verdict: verdictEnum('verdict').notNull(),
  before: verdictEnum('before').notNull(),
  at: instant('at').notNull(),
})

/** Verdicts that began, were reversed and were taken back, by day. */
export const verdictTallies = pgTable(
  'verdict_tallies',
  {
    day: date('day').notNull(),
    verdict: verdictEnum('verdict').notNull(),
    begun: integer('begun').notNull(),
    reversed: integer('reversed').notNull(),
    /** Only of `down`: the server answered again at once. */
    takenBack: integer('taken_back').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.verdict] })],
)

/** Daily histograms of how long outages had lasted when their verdict became `down`. */
export const detectionDelays = pgTable(
  'detection_delays',
  {
    day: date('day').notNull(),
    since: delayBeginningEnum('since').notNull(),
    bin: smallint('bin').notNull(),
    n: integer('n').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.since, table.bin] })],
)

/** Regular probes by what the default policy would have said before them, and by whether they were answered, by day. */
export const policyTallies = pgTable(
  'policy_tallies',
  {
    day: date('day').notNull(),
    /** Version of the policy. */
    policy: text('policy').notNull(),
    deniedAnswered: integer('denied_answered').notNull(),
    deniedFailed: integer('denied_failed').notNull(),
    allowedAnswered: integer('allowed_answered').notNull(),
    allowedFailed: integer('allowed_failed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.policy] })],
)

/** Reports that take too long to build during a request. The name identifies the form of the facts. */
export const reports = pgTable('reports', {
  name: text('name').primaryKey(),
  facts: json('facts').$type<EcosystemFacts>().notNull(),
  builtAt: instant('built_at').notNull(),
})
