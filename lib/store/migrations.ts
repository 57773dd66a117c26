import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { nameServers } from './catalog/server-names'
import type { Database } from './database'

/** A database that was made before the first of these migrations, which cannot be brought to them. */
export class DatabaseOfOldVersion extends Error {
  constructor(where: string) {
    super(
      `${where} was made by a version of Assay before its first release and cannot be moved to this one; it was left as it is. ` +
        'Start with an empty one: another DATA_DIR, or another database in DATABASE_URL.',
    )
    this.name = 'DatabaseOfOldVersion'
  }
}

export const MIGRATIONS = { migrationsFolder: join(process.cwd(), 'drizzle') }

/** Advisory lock that keeps two starting processes from migrating at once. An arbitrary number. */
const MIGRATION_LOCK = 4_151_541

/**
 * Migrates the schema where a migration is missing, then fills in the data that only code can derive. `where` names the
 * database. Throws `DatabaseOfOldVersion`.
 */
export async function bringUpToDate(db: Database, migrate: () => Promise<void>, where: string): Promise<void> {
  const applied = await appliedMigrations(db)
  const times = readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis)
  if (applied !== null && applied.first < Math.min(...times)) throw new DatabaseOfOldVersion(where)
  // The migrator creates its schema first, which a role that may not migrate is refused even where nothing is missing.
  if (applied === null || applied.last < Math.max(...times)) await migrate()
  await nameServers(db)
}

/** The schema of the newest migration. */
export interface NewestSchema {
  /** Name of the migration: its number and what it does. */
  migration: string
  /** Names of all tables, without the partitions that jobs make. */
  tables: string[]
  /** Names of the sequences that no column owns. */
  sequences: string[]
}

/** Read from what Drizzle keeps beside the migrations. */
export function newestSchema(): NewestSchema {
  const meta = join(MIGRATIONS.migrationsFolder, 'meta')
  const read = (name: string) => JSON.parse(readFileSync(join(meta, name), 'utf8'))
  const journal = read('_journal.json') as { entries: { tag: string }[] }
  const migration = journal.entries.at(-1)?.tag ?? ''
  const snapshot = read(`${migration.slice(0, migration.indexOf('_'))}_snapshot.json`) as {
    tables: Record<string, { name: string }>
    sequences: Record<string, { name: string }>
  }
  const namesOf = (parts: Record<string, { name: string }>) => Object.values(parts).map(({ name }) => name)
  return { migration, tables: namesOf(snapshot.tables), sequences: namesOf(snapshot.sequences) }
}

/** When the first and the last migration that the database has were written, in ms; null: it has none. */
async function appliedMigrations(db: Database): Promise<{ first: number; last: number } | null> {
  const found = await db
    .select({ oid: sql<number>`oid` })
    .from(sql`pg_class`)
    .where(sql`oid = to_regclass('drizzle.__drizzle_migrations')`)
  if (found.length === 0) return null
  const [row] = await db
    .select({
      first: sql<number | null>`min(created_at)::float8`,
      last: sql<number | null>`max(created_at)::float8`,
    })
    .from(sql`drizzle.__drizzle_migrations`)
  return row === undefined || row.first === null || row.last === null ? null : { first: row.first, last: row.last }
}

/** The part of a pool that holds the lock. */
export interface MigrationPool {
  connect(): Promise<{ query(text: string, values?: number[]): Promise<unknown>; release(): void }>
}

/** Of a transaction, not of a session: behind PgBouncer nobody could give back a lock of a session. */
export async function underMigrationLock(pool: MigrationPool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    try {
      await work()
    } finally {
      await client.query('COMMIT')
    }
  } finally {
    client.release()
  }
}
