import { sql } from 'drizzle-orm'
import {
  bigint,
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
import type { Belief } from '../core/belief'
import { BREAKAGE_KINDS, SEVERITIES } from '../core/breakage'
import { INTERVAL_STATES } from '../core/interval'
import type { ScoreFacts } from '../core/score'
import type { Uptime } from '../core/uptime'
import { instant, servers, verdictEnum } from './schema'

// What we saw and what we believe of it: rows that looks write. `schema.ts` has what catalogs and listings write.
export const intervalStateEnum = pgEnum('interval_state', INTERVAL_STATES)
export const breakageKindEnum = pgEnum('breakage_kind', BREAKAGE_KINDS)
export const severityEnum = pgEnum('severity', SEVERITIES)
export const networkEnum = pgEnum('network', ['public', 'local'])

/** Whole seconds since 1970 in four bytes: half of a timestamp, and an observation is kept by the hundred million. */
const epochSeconds = customType<{ data: Date; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => Math.floor(value.getTime() / 1000),
  fromDriver: (value) => new Date(value * 1000),
})

/** What we believe of a server after its newest look: the only row a look rewrites. */
export const serverStates = pgTable(
  'server_states',
  {
    serverKey: integer('server_key')
      .primaryKey()
      .references(() => servers.key, { onDelete: 'cascade' }),
    belief: json('belief').$type<Belief>().notNull(),
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
  },
  (table) => [index('probe_schedule_due_idx').on(table.dueAt)],
)

/** Stretches of time in one state. Uptime is exact from them; they are kept for years. */
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
  (table) => [primaryKey({ columns: [table.serverKey, table.startedAt] })],
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
  (table) => [index('observations_server_idx').on(table.serverKey, table.observedAt)],
)

export const vantages = pgTable('vantages', {
  key: smallint('key').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
})

export const breakages = pgTable(
  'breakages',
  {
    key: bigint('key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    /** The one tool it is about; null: the whole server. */
    toolId: text('tool_id'),
    kind: breakageKindEnum('kind').notNull(),
    severity: severityEnum('severity').notNull(),
    openedAt: instant('opened_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    closedAt: instant('closed_at'),
    evidence: json('evidence').$type<{ code: string; text: string; at: string }[]>().notNull(),
    group: text('group'),
  },
  (table) => [
    index('breakages_server_idx').on(table.serverKey),
    index('breakages_open_idx').on(table.openedAt).where(sql`closed_at IS NULL`),
  ],
)
