import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, varchar } from 'drizzle-orm/pg-core'
import { instant } from '../shared-schema'

// Callers and reporters as far as they are known: keys by their hash, and what they earned. No column holds a name, an
// address or a user agent.

export const apiKeys = pgTable('api_keys', {
  keyId: text('key_id').primaryKey(),
  /** SHA-256 of the whole key, base64url. The key has 190 random bits, so a slow hash adds nothing. */
  hash: text('hash').notNull().unique(),
  /** The reporter its outcomes are counted under. */
  reporterKey: integer('reporter_key').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  /** Calls a minute granted by the operator; null: the limit of every key, raised by its credits. */
  ownLimit: integer('own_limit'),
  /** All credits it ever earned. */
  credits: integer('credits').notNull().default(0),
})

/** The ledger: events a key reported and credits it earned, by day (whole days since 1970, UTC). */
export const keyDays = pgTable(
  'key_days',
  {
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.keyId, { onDelete: 'cascade' }),
    day: integer('day').notNull(),
    events: integer('events').notNull(),
    credits: integer('credits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
)

/** Batches that were counted, by a keyed hash of the sender and the idempotency key; kept for a day. */
export const countedBatches = pgTable(
  'counted_batches',
  {
    hash: text('hash').primaryKey(),
    accepted: integer('accepted').notNull(),
    ignored: integer('ignored').notNull(),
    credits: integer('credits').notNull(),
    /** A keyed hash of what was sent, another for every idempotency key; null: counted before it was kept. */
    content: text('content'),
    /**
     * Not null: it was given to the stream of outcomes, which may not have acknowledged all of it; a bit for each
     * partition (`partitionOf`) that was counted.
     */
    countedParts: smallint('counted_parts'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('counted_batches_expires_idx').on(table.expiresAt)],
)

/**
 * Points used by callers where several processes share a database, in the form of rate-limiter-flexible. Callers are
 * keyed hashes that change daily.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/**
 * Keys whose public half is in the key set: keys made here, with their seed until they are retired, and keys of the
 * settings, whose seed is never stored. `neededUntil` null: a key made here that is not retired.
 */
export const signingKeys = pgTable(
  'signing_keys',
  {
    kid: text('kid').primaryKey(),
    /** null: retired, so that its secret was erased, or a key of the settings. */
    seed: text('seed'),
    createdAt: instant('created_at').notNull(),
    /** Of keys made here: when it begins to sign. It is published before. */
    signsFrom: instant('signs_from').notNull(),
    /** When no attestation by it is valid any more. */
    neededUntil: instant('needed_until'),
    /** base64url; null: follows from the seed. */
    publicKey: text('public_key'),
  },
  ({ seed, neededUntil, publicKey }) => [
    check(
      'signing_keys_secret_check',
      sql`(${neededUntil} IS NULL) = (${seed} IS NOT NULL) AND (${publicKey} IS NULL) = (${seed} IS NOT NULL)`,
    ),
  ],
)

/** Secrets of the service that are no signing keys, by purpose: 32 bytes in base64url. */
export const serviceSecrets = pgTable('service_secrets', {
  purpose: text('purpose').primaryKey(),
  secret: text('secret').notNull(),
})

/** What processes keep in memory of keys. */
export const KEY_REVISIONS = ['api_keys', 'signing_keys'] as const

/** Numbers that grow in the transaction of a change that other processes must learn of; without a row, zero. */
export const keyRevisions = pgTable('key_revisions', {
  name: text('name', { enum: KEY_REVISIONS }).primaryKey(),
  revision: integer('revision').notNull(),
})
