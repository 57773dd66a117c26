import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { servers } from '../../store/catalog/catalog-schema'
import { byteArray, instant } from '../../store/shared-schema'

/** Tiles of the decision bundle, pages of digests included. */
export const bundleTiles = pgTable(
  'bundle_tiles',
  {
    /** SHA-256 of the bytes, base64url. */
    digest: text('digest').primaryKey(),
    /** Gzip of JSON. */
    bytes: byteArray('bytes').notNull(),
    /** Since when no manifest names it; null: the newest does, or the next will. */
    unnamedAt: instant('unnamed_at'),
  },
  (table) => [index('bundle_tiles_unnamed_idx').on(table.unnamedAt).where(sql`unnamed_at IS NOT NULL`)],
)

/** The manifests of the last hour, and always the newest. */
export const bundleManifests = pgTable('bundle_manifests', {
  sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
  /** As it is served. */
  jws: text('jws').notNull(),
  /** When its states were assessed. */
  at: instant('at').notNull(),
})

/** Digests of the tools that servers list, which take long to compute, for the listing with this hash. */
export const bundlePins = pgTable('bundle_pins', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  listingHash: text('listing_hash').notNull(),
  /** `ServerPins.tools` as JSON. */
  tools: text('tools').notNull(),
})
