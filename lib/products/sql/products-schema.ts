import { type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, json, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { publisherStateEnum } from '../../store/catalog/catalog-schema'
import { instant } from '../../store/shared-schema'
import type { Contradiction, ProductLink } from '../rules/product-link'
import type { KnownPublisher } from '../rules/publisher'

/** What people mean by a name; its entries are the rows of `servers` with its id. */
export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Id of the entry that speaks for it. */
    leader: text('leader').notNull(),
    publisher: text('publisher'),
    publisherState: publisherStateEnum('publisher_state').notNull(),
    /** Stable code of what the state of the publisher rests on. */
    publisherWhy: text('publisher_why').$type<KnownPublisher['why']>().notNull(),
    /** Number of its entries. */
    entries: integer('entries').notNull(),
    links: json('links').$type<readonly ProductLink[]>().notNull(),
    contradictions: json('contradictions').$type<readonly Contradiction[]>().notNull(),
    /** Product that it is a fork or a copy of, and product whose name it spells in letters of another script. */
    copyOf: text('copy_of'),
    lookAlikeOf: text('look_alike_of'),
    /** Of all that is above; equal: nothing changed. */
    digest: text('digest').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('products_copy_of_idx').on(table.copyOf),
    index('products_look_alike_of_idx').on(table.lookAlikeOf),
  ],
)

// Characters compare by code, so that the names that begin or end with some letters are a range of an index.
export const byCode = (text: SQLWrapper) => sql`(${text} COLLATE "C")`
export const backwards = (text: SQLWrapper) => sql`(reverse(${text}) COLLATE "C")`

/** Keys of the names that products are found by. */
export const productNames = pgTable(
  'product_names',
  {
    key: text('key').notNull(),
    productId: text('product_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.key] }),
    index('product_names_key_idx').on(byCode(table.key)),
    index('product_names_end_idx').on(backwards(table.key)),
  ],
)

/** Ids that products had before they were joined with others. */
export const productMoves = pgTable('product_moves', {
  formerId: text('former_id').primaryKey(),
  productId: text('product_id').notNull(),
})

/** What products were last resolved from: one row. */
export const productResolution = pgTable('product_resolution', {
  id: smallint('id').primaryKey(),
  /** The newest change of an entry that it knew, in milliseconds of the epoch, and how many entries there were. */
  newestMs: text('newest_ms').notNull(),
  entries: integer('entries').notNull(),
  /** Digest of the corrections, and version of the rules. */
  rules: text('rules').notNull(),
  /** Ids in the corrections that no entry has. */
  unknownIds: json('unknown_ids').$type<readonly string[]>().notNull(),
  at: instant('at').notNull(),
})
