import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './shared-schema'

/** Work that only one process may do at a time, with its holder and when the lease ends. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  leaseUntil: instant('lease_until').notNull(),
})
