import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core'
import { instant } from '../shared-schema'

// Who asks and tells, as far as that is known at all: keys by their hash, and what they earned. No name, no address, no agent string has a column.

export const apiKeys = pgTable('api_keys', {
  keyId: text('key_id').primaryKey(),
  /** SHA-256 of the whole key, base64url: it holds 190 random bits, so nothing slower is needed. */
  hash: text('hash').notNull().unique(),
  /** Under which its outcomes are counted. */
  reporterKey: integer('reporter_key').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  /** Calls a minute given to it by whoever runs the service; null: what every key has, and its credits. */
  ownLimit: integer('own_limit'),
  /** All it ever earned. */
  credits: integer('credits').notNull().default(0),
})

/** The ledger: what a key told and earned, by day (whole days since 1970, UTC). */
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

/** Batches that were counted, by a keyed hash of who sent them and under which idempotency key; kept for a day. */
export const countedBatches = pgTable(
  'counted_batches',
  {
    hash: text('hash').primaryKey(),
    accepted: integer('accepted').notNull(),
    ignored: integer('ignored').notNull(),
    credits: integer('credits').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('counted_batches_expires_idx').on(table.expiresAt)],
)

/** Points taken by callers, where several processes share one database; its form is rate-limiter-flexible's. Callers are keyed hashes that change daily. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/** The signing key where config gives none: made once, kept here; and those that were retired, until what they signed has expired. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    kid: text('kid').primaryKey(),
    /** null: retired. A retired key never signs again, so its secret is erased. */
    seed: text('seed'),
    createdAt: instant('created_at').notNull(),
    retiredAt: instant('retired_at'),
    /** Of a retired key, base64url: its attestations are verified with it. */
    publicKey: text('public_key'),
  },
  ({ seed, retiredAt, publicKey }) => [
    check(
      'signing_keys_retired_check',
      sql`(${retiredAt} IS NULL) = (${seed} IS NOT NULL) AND (${retiredAt} IS NULL) = (${publicKey} IS NULL)`,
    ),
  ],
)
