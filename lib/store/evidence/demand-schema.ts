import { integer, pgTable, real } from 'drizzle-orm/pg-core'
import { servers } from '../catalog/catalog-schema'
import { instant } from '../shared-schema'

/**
 * How much a server that was never probed is asked for: nothing of who asked, and of what was asked no more than the
 * server.
 */
export const serverDemand = pgTable('server_demand', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  /** Minutes in which somebody asked for it, as of `countedAt`; halved every week. */
  minutes: real('minutes').notNull(),
  countedAt: instant('counted_at').notNull(),
})
