import { index, integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { NAME_KINDS } from '../../core/lookup/server-name'
import { servers } from './catalog-schema'

export const nameKindEnum = pgEnum('name_kind', NAME_KINDS)

/** What a server is found by besides its id, normalized by core; several servers may share a name. */
export const serverNames = pgTable(
  'server_names',
  {
    kind: nameKindEnum('kind').notNull(),
    name: text('name').notNull(),
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    /** Of a repository: the path in it; empty otherwise. */
    path: text('path').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.name, table.serverKey] }),
    index('server_names_server_idx').on(table.serverKey),
  ],
)
