import { sql } from 'drizzle-orm'
import { integer, json, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../shared-schema'

/** A file as it is stored: its length, and the SHA-256 digests, in hex, of its parts of `PART_BYTES`. */
export interface StoredFile {
  bytes: number
  digests: string[]
}

/**
 * Which files are current: one row for each content of each kind. `publishedAt` null: its files are being written, or
 * removed. `unnamedAt` null: it is the current one; else since when it is not.
 */
export const publishedFiles = pgTable(
  'published_files',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    /** Of the files: a process that does not know it ignores them. */
    format: integer('format').notNull(),
    files: json('files').$type<Readonly<Record<string, StoredFile>>>().notNull(),
    publishedAt: instant('published_at'),
    unnamedAt: instant('unnamed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.version] }),
    uniqueIndex('published_files_current_idx').on(table.name).where(sql`unnamed_at IS NULL`),
  ],
)
