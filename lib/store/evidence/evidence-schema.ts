import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { INTERVAL_STATES } from '../../core/history/interval'
import type { Uptime } from '../../core/history/uptime'
import type { ScoreFacts } from '../../core/score/score'
import { completeBelief, MODEL, type ServerState } from '../../core/state/server-state'
import { servers } from '../catalog/catalog-schema'
import { instant, verdictEnum } from '../shared-schema'

// What we saw and what we believe of it: rows that looks write. `schema.ts` has what catalogs and listings write.
export const intervalStateEnum = pgEnum('interval_state', INTERVAL_STATES)
export const networkEnum = pgEnum('network', ['public', 'local'])

/** The last second that four bytes hold: 2038-01-19. */
const LAST_EPOCH_SECOND = 2_147_483_647

/**
 * Whole seconds since 1970 in four bytes: half of a timestamp, and an observation is kept by the hundred million. Throws `RangeError` past
 * 2038-01-19: raw looks are kept for days, so a later epoch can begin on any day before that, with new partitions.
 */
const epochSeconds = customType<{ data: Date; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => {
    const seconds = Math.floor(value.getTime() / 1000)
    if (seconds > LAST_EPOCH_SECOND)
      throw new RangeError(`a look at ${value.toISOString()} is past what the column holds`)
    return seconds
  },
  fromDriver: (value) => new Date(value * 1000),
})

/** A belief of another filter, as a process of another version may write, is read as none: nobody could go on from it. */
const stateOfThisModel = customType<{ data: ServerState | null; driverData: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => {
    const serverState: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return (serverState as Partial<ServerState> | null)?.model === MODEL
      ? completeBelief(serverState as ServerState)
      : null
  },
})

/** What we believe of a server after its newest look: the only row a look rewrites. */
export const serverStates = pgTable(
  'server_states',
  {
    serverKey: integer('server_key')
      .primaryKey()
      .references(() => servers.key, { onDelete: 'cascade' }),
    serverState: stateOfThisModel('state').notNull(),
    uptime: json('uptime').$type<Uptime>().notNull(),
    scoreFacts: json('score_facts').$type<ScoreFacts>().notNull(),
    verdict: verdictEnum('verdict').notNull(),
    asOf: instant('as_of').notNull(),
    staleAfter: instant('stale_after').notNull(),
    /** When this row, or the rating of any of its subjects, was last written, by the database's clock: what a replica asks for. */
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [index('server_states_changed_idx').on(table.changedAt)],
)

/** The queue of looks: who is due when, and who has claimed it until when. */
export const probeSchedule = pgTable(
  'probe_schedule',
  {
    serverKey: integer('server_key')
      .primaryKey()
      .references(() => servers.key, { onDelete: 'cascade' }),
    network: networkEnum('network').notNull(),
    /** Whose budget a look spends: the host and port, or `stdio`. */
    host: text('host').notNull(),
    dueAt: instant('due_at').notNull(),
    leaseUntil: instant('lease_until'),
    leaseId: text('lease_id'),
    /** The newest look left something undecided, and this one is to settle it: it goes before all others. */
    isRecheck: boolean('is_recheck').notNull().default(false),
    /** Name of the vantage of the newest look; null before the first. */
    seenFrom: text('seen_from'),
  },
  (table) => [
    index('probe_schedule_due_idx').on(table.dueAt),
    index('probe_schedule_recheck_idx').on(table.dueAt).where(sql`is_recheck`),
  ],
)

/** Stretches of time in one state. Uptime is exact from them; they are kept for years. Maintenance lies beside up and down, not between them. */
export const intervals = pgTable(
  'intervals',
  {
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    state: intervalStateEnum('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverKey, table.startedAt, table.state] })],
)

/** One row a look, 16 bytes of it ours; partitioned by day, dropped by day. */
export const observations = pgTable(
  'observations',
  {
    serverKey: integer('server_key').notNull(),
    observedAt: epochSeconds('observed_at').notNull(),
    /** Null when nothing answered; capped at 32,767. */
    latencyMs: smallint('latency_ms'),
    /** The code of a `LookReason`. */
    reason: smallint('reason').notNull(),
    httpStatus: smallint('http_status'),
    vantageKey: smallint('vantage_key').notNull(),
  },
  // On the server alone: a day's looks at one server are one key to a B-tree, packed into a third of what a key each takes.
  (table) => [index('observations_server_idx').on(table.serverKey)],
)

export const vantages = pgTable('vantages', {
  key: smallint('key').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  /** When somebody last began to look from there; null where nobody said. */
  activeAt: instant('active_at'),
})
