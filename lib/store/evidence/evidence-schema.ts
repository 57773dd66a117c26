import { EVIDENCE_KINDS } from 'assay-verify/evidence-kind'
import { INTERVAL_STATES } from 'assay-verify/history/interval'
import type { ScoreFacts } from 'assay-verify/score/score'
import { completeServerState, MODEL, type ServerState } from 'assay-verify/state/server-state'
import type { TargetKind } from 'assay-verify/target-kind'
import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import type { TargetState } from '../../core/evidence/combined-state'
import { NON_ENDPOINT_MODEL } from '../../core/evidence/non-endpoint-state'
import type { Uptime } from '../../core/history/uptime'
import { PROBES_NEEDED } from '../../core/verdict/empty-listing'
import { servers } from '../catalog/catalog-schema'
import { instant, verdictEnum } from '../shared-schema'

// Evidence and server state, written by probes. `catalog-schema.ts` has what catalogs and listings write.
export const intervalStateEnum = pgEnum('interval_state', INTERVAL_STATES)
export const networkEnum = pgEnum('network', ['public', 'local'])
export const evidenceEnum = pgEnum('evidence_kind', EVIDENCE_KINDS)

/** The last second that four bytes hold: 2038-01-19. */
const LAST_EPOCH_SECOND = 2_147_483_647

/**
 * Whole seconds since 1970 in four bytes, half of a timestamp: observations are kept by the hundred million. Throws
 * `RangeError` past 2038-01-19. Observations are kept for days, so a later epoch can begin on any day before that, with
 * new partitions.
 */
const epochSeconds = customType<{ data: Date; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => {
    const seconds = Math.floor(value.getTime() / 1000)
    if (seconds > LAST_EPOCH_SECOND)
      throw new RangeError(`an observation at ${value.toISOString()} is past what the column holds`)
    return seconds
  },
  fromDriver: (value) => new Date(value * 1000),
})

/** A state of another model, as a process of another version may write it, is read as null: it cannot be continued. */
const stateOfThisModel = customType<{ data: ServerState | null; driverData: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => {
    const serverState = parsed(value) as Partial<ServerState> | null
    return serverState?.model === MODEL ? completeServerState(serverState as ServerState) : null
  },
})

/** The same for one target, which may be an endpoint or not. */
const stateOfTarget = customType<{ data: TargetState | null; driverData: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => {
    const state = parsed(value) as Partial<TargetState> | null
    if (state?.model === NON_ENDPOINT_MODEL) return state as TargetState
    return state?.model === MODEL ? completeServerState(state as ServerState) : null
  },
})

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}

// Literal, as a column's expression has no parameters. A change of `PROBES_NEEDED` needs a migration.
const OFFERS_NOTHING = sql.raw(`coalesce(state -> 'withoutTools' ->> 'reason' = 'answered_without_tools'
  AND (state -> 'withoutTools' ->> 'probes')::int >= ${PROBES_NEEDED}, false)`)

/** The state of a server after its newest probe: the only row a probe overwrites. */
export const serverStates = pgTable(
  'server_states',
  {
    serverKey: integer('server_key')
      .primaryKey()
      .references(() => servers.key, { onDelete: 'cascade' }),
    serverState: stateOfThisModel('state').notNull(),
    /**
     * Whether it was read and offers nothing (`emptyListingOf`), whatever the age: so that no listing has to read whole
     * states.
     */
    offersNothing: boolean('offers_nothing').notNull().generatedAlwaysAs(OFFERS_NOTHING),
    uptime: json('uptime').$type<Uptime>().notNull(),
    scoreFacts: json('score_facts').$type<ScoreFacts>().notNull(),
    verdict: verdictEnum('verdict').notNull(),
    asOf: instant('as_of').notNull(),
    staleAfter: instant('stale_after').notNull(),
    /**
     * Database time of the last write of this row, or of the rating of any of its subjects: what a replica asks for.
     */
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('server_states_changed_idx').on(table.changedAt),
    // What has grown stale, of thousands each minute; and the few that every list looks up.
    index('server_states_stale_idx').on(table.staleAfter).where(sql`verdict <> 'unknown'`),
    index('server_states_nothing_idx').on(table.serverKey).where(sql`offers_nothing`),
  ],
)

/**
 * What of each server is probed, and the queue of probes: which target is due when, and who has claimed it until when.
 */
export const probeTargets = pgTable(
  'probe_targets',
  {
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    /** From 0 on; an address that replaces another keeps its number and state. */
    targetNo: smallint('target_no').notNull(),
    /** Name of the prober; what its probes can prove. */
    prober: text('prober').notNull(),
    evidence: evidenceEnum('evidence').notNull(),
    kind: text('kind').$type<TargetKind>().notNull(),
    /** An address; of a package, its name. */
    url: text('url').notNull(),
    /** Its place in the order of preference. */
    position: smallint('position').notNull(),
    network: networkEnum('network').notNull(),
    /** Whose budget a probe spends: the host and port, or a name such as `stdio`. */
    host: text('host').notNull(),
    dueAt: instant('due_at').notNull(),
    leaseUntil: instant('lease_until'),
    leaseId: text('lease_id'),
    /** The newest probe left the state undecided, and this one is a recheck: it goes before all others. */
    isRecheck: boolean('is_recheck').notNull().default(false),
    /** Name of the vantage of the newest probe; null before the first. */
    seenFrom: text('seen_from'),
    /** The protocol generation it spoke last. */
    generation: text('generation'),
    /** For the next conditional request. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** Of a package: the version of the newest informative probe. */
    version: text('version'),
    /** Until then its own listing is declared valid. */
    listingValidUntil: instant('listing_valid_until'),
    /** When it was probed first; null: never, or before this was noted. */
    firstProbedAt: instant('first_probed_at'),
    /** Of a target that was never probed: its place among these, the greatest first (`rankFirstChecks`). */
    priority: smallint('priority').notNull().default(0),
    /** When somebody last asked for its first probe (`POST /v1/check/`). */
    askedAt: instant('asked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.serverKey, table.targetNo] }),
    index('probe_targets_due_idx').on(table.dueAt),
    index('probe_targets_recheck_idx').on(table.dueAt).where(sql`is_recheck`),
    index('probe_targets_host_idx').on(table.host),
    index('probe_targets_first_idx')
      .on(table.priority.desc().nullsFirst(), table.dueAt, table.serverKey)
      .where(sql`seen_from IS NULL`),
  ],
)

/**
 * The state of each target after its newest probe. That of a server, which answers are made from, is combined from
 * them.
 */
export const targetStates = pgTable(
  'target_states',
  {
    serverKey: integer('server_key').notNull(),
    targetNo: smallint('target_no').notNull(),
    state: stateOfTarget('state').notNull(),
    asOf: instant('as_of').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serverKey, table.targetNo] }),
    foreignKey({
      columns: [table.serverKey, table.targetNo],
      foreignColumns: [probeTargets.serverKey, probeTargets.targetNo],
    }).onDelete('cascade'),
  ],
)

/**
 * Stretches of time in one state. Uptime is computed exactly from them; they are kept for years. Maintenance overlaps
 * up and down.
 */
export const intervals = pgTable(
  'intervals',
  {
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    state: intervalStateEnum('state').notNull(),
    /** The endpoint it was observed at; 0 for maintenance. */
    targetNo: smallint('target_no').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.serverKey, table.startedAt, table.state, table.targetNo] })],
)

/** One row per probe, 16 bytes of data; partitioned by day, deleted by day. */
export const observations = pgTable(
  'observations',
  {
    serverKey: integer('server_key').notNull(),
    observedAt: epochSeconds('observed_at').notNull(),
    /** null when nothing answered; at most 32,767. */
    latencyMs: smallint('latency_ms'),
    /** The code of a `ProbeReason`. */
    reason: smallint('reason').notNull(),
    httpStatus: smallint('http_status'),
    vantageKey: smallint('vantage_key').notNull(),
    /** Of the server's targets. */
    targetNo: smallint('target_no').notNull().default(0),
  },
  // On the server alone: a B-tree stores a day's probes of one server as one key, in a third of the space of a key
  // each. By time a few bytes for each block of the table: rows are added in about the order of their time.
  (table) => [
    index('observations_server_idx').on(table.serverKey),
    index('observations_time_idx').using('brin', table.observedAt),
  ],
)

export const vantages = pgTable('vantages', {
  key: smallint('key').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  /** When probing from there last began; null: not known. */
  activeAt: instant('active_at'),
})
