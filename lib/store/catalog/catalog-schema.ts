import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { GRADES } from 'assay-verify/score/grade'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import { ACCESS_KINDS } from 'assay-verify/verdict'
import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { AUTH_SCHEMES, type Package, type Remote } from '../../core/catalog/catalog'
import { PUBLISHER_STATES } from '../../core/catalog/publisher'
import { instant, verdictEnum } from '../shared-schema'

// JSON columns are `json`, not `jsonb`: no query reads inside them, and a tool's schema is served with its keys in the
// author's order. The enums derive from core's arrays; the order of verdicts in the database is that of the published
// ranking.
export const gradeEnum = pgEnum('grade', GRADES)
export const accessEnum = pgEnum('access', ACCESS_KINDS)
export const subjectKindEnum = pgEnum('subject_kind', ['server', 'tool'])
export const publisherStateEnum = pgEnum('publisher_state', PUBLISHER_STATES)
export const lifecycleEnum = pgEnum('lifecycle', ['active', 'deprecated', 'deleted'])

/**
 * `nameKey` of core, in SQL, of the first 512 characters, which fit an index entry of Postgres. Letters that are not
 * ASCII keep their case where the database's locale is C.
 */
export const nameKeyOf = (text: SQLWrapper) =>
  sql`lower(regexp_replace(left(${text}, 512), '[-_./[:space:]]+', ' ', 'g'))`
/**
 * The key of an id, backwards and with a space at its end: the ids that end with some words are one range of the index,
 * because characters compare by code.
 */
export const endKeyOf = (id: SQLWrapper) => sql`((reverse(${nameKeyOf(id)}) || ' ') COLLATE "C")`

/** Servers as catalogs and their own handshakes describe them. Evidence refers to the narrow `key`. */
export const servers = pgTable(
  'servers',
  {
    key: integer('key').primaryKey().generatedAlwaysAsIdentity(),
    id: text('id').notNull().unique(),
    registry: text('registry').notNull(),
    source: text('source').notNull(),
    /** Precedence of the source that owns the row: a lower one never overwrites it. */
    precedence: smallint('precedence').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    repository: text('repository'),
    version: text('version'),
    packages: json('packages').$type<Package[]>().notNull(),
    remotes: json('remotes').$type<Remote[]>().notNull(),
    /**
     * The operator's own: imported with `--own`, or run by this service. Only these are probed at allowed origins, and
     * only another own source changes their row.
     */
    own: boolean('own').notNull().default(false),
    categoryHint: text('category_hint'),
    tags: text('tags').array().notNull(),
    license: text('license'),
    /** When its newest version was published, as a source or the index of its package says; null: not known. */
    lastReleaseAt: instant('last_release_at'),
    declaredAccess: accessEnum('declared_access').notNull(),
    /** null: its source does not say. */
    declaredAuth: text('declared_auth', { enum: AUTH_SCHEMES }),
    lifecycle: lifecycleEnum('lifecycle').notNull(),
    contentHash: text('content_hash').notNull(),
    protocolVersion: text('protocol_version'),
    /**
     * Hash of the tools in the server's newest own listing; null: none yet. Once there is one, it overrides the
     * catalog's.
     */
    listingHash: text('listing_hash'),
    firstSeenAt: instant('first_seen_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    listedAt: instant('listed_at'),
    /** The newest maintenance window, past, running or to come; both null: none was ever announced. */
    maintenanceFrom: instant('maintenance_from'),
    maintenanceTo: instant('maintenance_to'),
    /** Whether the window is from the policy file of the server's origin: such a file changes no other. */
    maintenanceOfFile: boolean('maintenance_of_file').notNull().default(false),
    /** Whether the catalog declares a way to call it (`waysIn`). */
    callable: boolean('callable').notNull().default(false),
    /** `registryNameOf` its id: what it is found by in the registry. */
    registryName: text('registry_name').notNull().default(''),
    /**
     * Its state in the registry; `deleted` also where an MCP client can no longer call it. null: none ever could
     * (`isListable`), it was never there.
     */
    registryStatus: lifecycleEnum('registry_status'),
    /**
     * Whether `server_names` has its names, and `callable` and its place in the registry are derived. A migration that
     * ships a change of how either is read sets this to false.
     */
    named: boolean('named').notNull().default(false),
    /**
     * Whether a text of it instructs agents to act against their users, and no operator of the service has cleared it
     * (`unsafe_texts`).
     */
    unsafe: boolean('unsafe').notNull().default(false),
    /** `observedDays` of its newest score facts: here, so that no listing has to read states. */
    observedDays: smallint('observed_days').notNull().default(0),
    /** `Targeting.version` it was last scheduled with; null: a source has changed it since. */
    targetsBy: text('targets_by'),
    /** The product that it is an entry of, and who publishes that; all null: its product is not resolved yet. */
    productId: text('product_id'),
    publisher: text('publisher'),
    publisherState: publisherStateEnum('publisher_state'),
    /**
     * Database time of the last change of a rating of it or of its subjects while it has no state: what a replica asks
     * for. Of servers that were probed, their states have it.
     */
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('servers_changed_idx').on(table.changedAt),
    index('servers_repository_idx').on(table.repository),
    index('servers_product_idx').on(table.productId),
    index('servers_unnamed_idx').on(table.key).where(sql`NOT named`),
    index('servers_registry_name_idx').on(table.registryName),
    index('servers_registry_idx').on(table.key).where(sql`registry_status <> 'deleted'`),
    index('servers_registry_updated_idx').on(table.updatedAt, table.key).where(sql`registry_status IS NOT NULL`),
    index('servers_unscheduled_idx').on(table.key).where(sql`targets_by IS NULL`),
  ],
)

export const tools = pgTable(
  'tools',
  {
    id: text('id').primaryKey(),
    serverKey: integer('server_key').notNull(),
    name: text('name').notNull(),
    title: text('title'),
    description: text('description').notNull(),
    inputSchema: json('input_schema').$type<JsonSchema>(),
    outputSchema: json('output_schema').$type<JsonSchema>(),
    annotations: json('annotations').$type<ToolAnnotations>(),
    contentHash: text('content_hash').notNull(),
    /** Tokens that its definition takes in a prompt; null: not counted since it changed. */
    tokens: integer('tokens'),
    firstSeenAt: instant('first_seen_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When it disappeared from its server's own listing; the row stays. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    foreignKey({ columns: [table.serverKey], foreignColumns: [servers.key] }).onDelete('cascade'),
    index('tools_server_key_idx').on(table.serverKey),
    index('tools_uncounted_idx').on(table.serverKey).where(sql`tokens IS NULL AND removed_at IS NULL`),
  ],
)

/** What is rated: one row for every server and every tool, written only when its content changes. */
export const subjects = pgTable(
  'subjects',
  {
    id: text('id').primaryKey(),
    kind: subjectKindEnum('kind').notNull(),
    serverKey: integer('server_key').notNull(),
    name: text('name').notNull(),
    summary: text('summary').notNull(),
    verdict: verdictEnum('verdict').notNull(),
    score: doublePrecision('score').notNull(),
    grade: gradeEnum('grade').notNull(),
    categories: text('categories').array().notNull(),
    /** Shown in listings and search: a tool that exists, or a server without tools. */
    listed: boolean('listed').notNull(),
    removedAt: instant('removed_at'),
    /** What is known of it apart from its server's evidence; null for most. */
    facts: json('facts').$type<StoredToolFacts>(),
    /**
     * Database time of the last change of its words, its server's words or whether it is listed: what the search index
     * asks for.
     */
    wordsChangedAt: instant('words_changed_at').notNull().default(sql`clock_timestamp()`),
    /** Database time of the last write of its verdict, score or grade: what deltas of the feed ask for. */
    ratingChangedAt: instant('rating_changed_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ columns: [table.serverKey], foreignColumns: [servers.key] }).onDelete('cascade'),
    index('subjects_server_key_idx').on(table.serverKey),
    index('subjects_name_idx').on(nameKeyOf(table.name), table.kind),
    index('subjects_server_end_idx').on(endKeyOf(table.id)).where(sql`kind = 'server'`),
    index('subjects_categories_idx').using('gin', table.categories),
    index('subjects_words_changed_idx').on(table.wordsChangedAt),
    // Answers how many tools a server lists without reading the table.
    index('subjects_listed_tools_idx').on(table.serverKey).where(sql`kind = 'tool' AND listed`),
  ],
)

/** Progress of each source, so that a run continues where the last ended and backs off after failures. */
export const sourceStates = pgTable('source_states', {
  name: text('name').primaryKey(),
  since: text('since'),
  lastSuccessAt: instant('last_success_at'),
  failures: integer('failures').notNull().default(0),
  nextRunAt: instant('next_run_at').notNull(),
  leaseUntil: instant('lease_until'),
  message: text('message'),
})
