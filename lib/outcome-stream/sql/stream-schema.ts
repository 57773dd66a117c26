import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/**
 * How far the messages of each partition of the stream of outcomes are counted. Moved in the transaction that counts
 * them: it, and not what the stream was acknowledged, decides what is still to be counted.
 */
export const outcomePositions = pgTable(
  'outcome_positions',
  {
    partition: smallint('partition').notNull(),
    /** When the stream was made, as its server says it: a stream made anew numbers its messages from one again. */
    stream: text('stream').notNull(),
    /** The number of the last counted message; 0: none. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The latest time of a counted message by the clocks of the stream's servers, in ms since 1970. */
    atMs: bigint('at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.partition, table.stream] })],
)
