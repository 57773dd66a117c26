import { integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { byteArray, instant } from '../shared-schema'

export const segmentEnum = pgEnum('search_segment', ['base', 'recent'])

/** What search reads: `base` holds every listed subject, `recent` what changed since it was built. A row is the segment in force. */
export const searchIndex = pgTable('search_index', {
  name: segmentEnum('name').primaryKey(),
  version: text('version').notNull(),
  parts: integer('parts').notNull(),
  bytes: integer('bytes').notNull(),
  sha256: text('sha256').notNull(),
  documents: integer('documents').notNull(),
  /** Of the weights it was built with: a segment of others is no use. */
  weightsHash: text('weights_hash').notNull(),
  /** Every change of words that was dated before this is in it. */
  coversUntil: instant('covers_until').notNull(),
  builtAt: instant('built_at').notNull(),
  /** Ids that the other segment may hold and that are not listed any more. */
  gone: text('gone').array().notNull(),
})

/** The bytes of the segments, in pieces that one statement can carry. Those of a version that is not in force are leftovers. */
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
