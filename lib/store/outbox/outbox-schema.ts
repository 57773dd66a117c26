import { bigserial, json, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../shared-schema'
import type { QueuedLeaf } from './fact'

/** Facts that wait for their place in the log, written in the transaction of what they state. */
export const tlogQueue = pgTable('log_queue', {
  key: bigserial('key', { mode: 'number' }).primaryKey(),
  fact: json('fact').$type<QueuedLeaf>().notNull(),
  /** Of a fact that is logged once however often it is found: what makes it the same. */
  identity: text('identity'),
  queuedAt: instant('queued_at').notNull().defaultNow(),
  /** Of the process that queued it (`signatureOf`); null: something else wrote it, or a process without the key. */
  signature: text('signature'),
})
