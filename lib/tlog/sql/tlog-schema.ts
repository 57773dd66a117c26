import { LEAF_KIND_NAMES } from 'assay-verify/leaves/leaf'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { servers } from '../../store/catalog/catalog-schema'
import { byteArray, instant } from '../../store/shared-schema'

export const leafKindEnum = pgEnum('leaf_kind', LEAF_KIND_NAMES)

/** The transparency log of this database; without its row no log was ever opened, and no fact is queued. */
export const tlogState = pgTable(
  'log_state',
  {
    /** Always 0: there is one log. */
    key: smallint('key').primaryKey(),
    /** The name of the log in its checkpoints. It stays when the address of the service changes. */
    origin: text('origin').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** false: the settings ended the recording; facts are not queued until it begins again. */
    recording: boolean('recording').notNull(),
    /** When the recording ended; null while it goes on. */
    endedAt: instant('ended_at'),
    /** Leaves that have a number. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Leaves under the newest checkpoint that this database knows of. */
    published: bigint('published', { mode: 'number' }).notNull(),
    /** Root over those leaves, lower-case hex; null: none is published. */
    publishedRoot: text('published_root'),
    /** When the newest checkpoint was published; null: none was. */
    publishedAt: instant('published_at'),
    /** The newest checkpoint that a witness cosigned, a signed note; null: none was. */
    cosigned: text('cosigned'),
    /** The first hour whose observations are not queued yet. */
    observationsFrom: instant('observations_from').notNull(),
    /** The first hour after which the inputs of scores are not queued yet; null: they never were. */
    inputsFrom: instant('inputs_from'),
    /** The first day whose accuracy the log may not have as it stays; null: it has none yet. */
    accuracyFrom: date('accuracy_from'),
    /** Servers with greater keys have not had what they declared before queued yet; null: all have. */
    declaredFrom: integer('declared_from'),
    /** Why nothing is appended; null: it is. */
    problem: text('problem'),
  },
  ({ key, recording, endedAt }) => [
    check('log_state_one_row_check', sql`${key} = 0`),
    check('log_state_recording_check', sql`${recording} = (${endedAt} IS NULL)`),
  ],
)

/** Keys that sign checkpoints. A retired one is kept without its seed, so that old checkpoints stay verifiable. */
export const tlogKeys = pgTable(
  'log_keys',
  {
    kid: text('kid').primaryKey(),
    /** 32 bytes, base64url. */
    publicKey: text('public_key').notNull(),
    /** 32 bytes, base64url; null: retired, or a key of the settings. */
    seed: text('seed'),
    createdAt: instant('created_at').notNull(),
    retiredAt: instant('retired_at'),
  },
  ({ seed, retiredAt }) => [check('log_keys_secret_check', sql`${retiredAt} IS NULL OR ${seed} IS NULL`)],
)

/**
 * Rows of the queue that no process with the key signed as they are, or that cannot be leaves. They are never logged.
 */
export const tlogRefused = pgTable('log_refused', {
  key: bigserial('key', { mode: 'number' }).primaryKey(),
  fact: json('fact').notNull(),
  identity: text('identity'),
  signature: text('signature'),
  reason: text('reason').notNull(),
  refusedAt: instant('refused_at').notNull(),
})

/** What has a number in the log. */
export const tlogLeaves = pgTable(
  'log_leaves',
  {
    index: bigint('index', { mode: 'number' }).primaryKey(),
    /** RFC 6962 leaf hash. */
    hash: byteArray('hash').notNull(),
    kind: leafKindEnum('kind').notNull(),
    /** The id that it is about; of observations, their hour; null: the service. */
    subject: text('subject'),
    /** Of the document that it names. */
    digest: text('digest'),
    at: instant('at').notNull(),
    identity: text('identity'),
    /** The bytes of the leaf, until they are published; null: they are. */
    entry: text('entry'),
    /** As in the queue, for as long as the bytes are here. */
    signature: text('signature'),
  },
  (table) => [
    index('log_leaves_subject_idx').on(table.subject, table.index).where(sql`subject IS NOT NULL`),
    index('log_leaves_hash_idx').on(table.hash),
    index('log_leaves_digest_idx').on(table.digest).where(sql`digest IS NOT NULL`),
    uniqueIndex('log_leaves_identity_idx').on(table.identity).where(sql`identity IS NOT NULL`),
  ],
)

/** What digests of leaves stand for, as canonical JSON, for as long as it is kept. */
export const tlogDocuments = pgTable(
  'log_documents',
  {
    digest: text('digest').primaryKey(),
    kind: leafKindEnum('kind').notNull(),
    body: text('body').notNull(),
    /** null: for ever. */
    keptUntil: instant('kept_until'),
  },
  (table) => [index('log_documents_kept_idx').on(table.keptUntil)],
)

/** The digest of what each server declared last, as the log has it. */
export const tlogDeclared = pgTable('log_declared', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  digest: text('digest').notNull(),
})
