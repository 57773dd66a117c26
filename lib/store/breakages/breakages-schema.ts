import { BREAKAGE_KINDS, SEVERITIES } from 'assay-verify/breakage-kind'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, json, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { INCIDENT_CAUSES } from '../../core/verdict/incident'
import { servers } from '../catalog/catalog-schema'
import { instant } from '../shared-schema'

export const breakageKindEnum = pgEnum('breakage_kind', BREAKAGE_KINDS)
export const severityEnum = pgEnum('severity', SEVERITIES)
export const incidentCauseEnum = pgEnum('incident_cause', INCIDENT_CAUSES)

/**
 * Breakages with one cause: everything that shares a correlation key and began within the same few minutes, as far as
 * probes can show.
 */
export const incidents = pgTable(
  'incidents',
  {
    key: bigint('key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cause: incidentCauseEnum('cause').notNull(),
    /** The host, the address or the server that `cause` names. */
    what: text('what').notNull(),
    /** The worst it has been. */
    severity: severityEnum('severity').notNull(),
    /** The start window: after the last successful probe, and not after the first failed one. */
    beganAfter: instant('began_after').notNull(),
    beganBefore: instant('began_before').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** When the last of its breakages closed; null while any is open. */
    closedAt: instant('closed_at'),
  },
  (table) => [
    // Open ones first.
    index('incidents_listed_idx').on(
      table.closedAt.desc().nullsFirst(),
      table.severity.desc().nullsFirst(),
      table.openedAt.desc().nullsFirst(),
      table.key.desc().nullsFirst(),
    ),
  ],
)

/** What a later breakage must share to belong to an incident: a host, an address, a broken certificate. */
export const incidentCorrelationKeys = pgTable(
  'incident_correlation_keys',
  {
    cause: incidentCauseEnum('cause').notNull(),
    what: text('what').notNull(),
    incidentKey: bigint('incident_key', { mode: 'number' })
      .notNull()
      .references(() => incidents.key, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.cause, table.what, table.incidentKey] }),
    index('incident_correlation_keys_incident_idx').on(table.incidentKey),
  ],
)

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
    /** When it first opened. One that closes and soon opens again is the same. */
    openedAt: instant('opened_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    closedAt: instant('closed_at'),
    evidence: json('evidence').$type<{ code: string; text: string; at: string }[]>().notNull(),
    /** null: from before incidents were kept. */
    incidentKey: bigint('incident_key', { mode: 'number' }).references(() => incidents.key),
    /** How often it opened. */
    times: integer('times').notNull().default(1),
    /** Tools it affects: those its server had when it opened, or the one. */
    tools: integer('tools').notNull().default(1),
    /** Of a change of arguments: hash of the contract whose return undoes it. */
    undoneBy: text('undone_by'),
  },
  (table) => [
    index('breakages_server_idx').on(table.serverKey),
    index('breakages_open_idx').on(table.openedAt).where(sql`closed_at IS NULL`),
    index('breakages_open_server_idx').on(table.serverKey).where(sql`closed_at IS NULL`),
    index('breakages_incident_idx').on(table.incidentKey),
  ],
)
