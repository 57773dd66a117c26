import { integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { byteArray, instant } from '../shared-schema'

export const segmentEnum = pgEnum('search_segment', ['base', 'recent'])

/**
 * The search index: segment `base` has every listed subject, `recent` what changed since `base` was built. A row is the
 * segment in force.
 */
export const searchIndex = pgTable('search_index', {
  name: segmentEnum('name').primaryKey(),
  version: text('version').notNull(),
  parts: integer('parts').notNull(),
  bytes: integer('bytes').notNull(),
  sha256: text('sha256').notNull(),
  documents: integer('documents').notNull(),
  /** Hash of the weights it was built with: a segment of other weights cannot be searched. */
  weightsHash: text('weights_hash').notNull(),
  /** It contains every change of words dated before this. */
  coversUntil: instant('covers_until').notNull(),
  builtAt: instant('built_at').notNull(),
  /** Ids that the other segment may contain and that are no longer listed. */
  gone: text('gone').array().notNull(),
})

/**
 * The bytes of the segments, in parts that one statement can carry. Parts of a version that is not in force are
 * leftovers.
 */
export const searchSegments = pgTable(
  'search_segments',
  {
    name: segmentEnum('name').notNull(),
    version: text('version').notNull(),
    part: integer('part').notNull(),
    bytes: byteArray('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version, table.part] })],
)
