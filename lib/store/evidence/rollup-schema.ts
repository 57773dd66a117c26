import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { byteArray, instant } from '../shared-schema'

// What outlives the observations, and the connectivity of the vantages.

/** A server's day in 24 packed hours (`packHours`), kept for weeks; partitioned by week, deleted by week. */
export const hourlyRollups = pgTable(
  'hourly_rollups',
  {
    serverKey: integer('server_key').notNull(),
    /** Whole days since 1970, UTC. */
    day: smallint('day').notNull(),
    hours: byteArray('hours').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverKey, table.day] })],
)

/**
 * How far observations have been rolled up: all servers up to `day`, and of the day after it those up to `serverKey`.
 * One row.
 */
export const rollupProgress = pgTable('rollup_progress', {
  name: text('name').primaryKey(),
  day: smallint('day').notNull(),
  serverKey: integer('server_key').notNull(),
})

/** When each vantage last had connectivity. */
export const connectivity = pgTable('connectivity', {
  vantage: text('vantage').primaryKey(),
  workedAt: instant('worked_at').notNull(),
})

/** Monitoring gaps: they count neither for nor against any server of the public network. */
export const monitoringGaps = pgTable(
  'monitoring_gaps',
  {
    vantage: text('vantage').notNull(),
    startedAt: instant('started_at').notNull(),
    /** While it is open: when connectivity was last found lost. */
    endedAt: instant('ended_at').notNull(),
    isOpen: boolean('is_open').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vantage, table.startedAt] }),
    index('monitoring_gaps_ended_idx').on(table.endedAt),
  ],
)
