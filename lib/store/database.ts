import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { fillOpenChanges } from './breakages/open-changes'
import { nameServers } from './catalog/server-names'
import { openDataFolder } from './data-folder'
import { openSharedPoints, type SharedPoints } from './keys/shared-points'
import type { Exposure } from './private-files'
import { openPrivateNodeFs } from './private-node-fs'

/** One type for all three drivers; a transaction has it too. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  db: Database
  driver: 'pglite' | 'postgres' | 'neon'
  /** null: embedded, so that no other process shares it. */
  sharedPoints: SharedPoints | null
  /** null: nobody else could read the files of an embedded one. */
  exposure: Exposure | null
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** null: embedded. */
  databaseUrl: string | null
  dataDir: string
  /** Reaches a Neon driver through a WebSocket relay of one's own (tests); null: Neon's. */
  neonRelay?: string | null
  /** Connections of a pool. */
  poolSize?: number
  /** Told what whoever runs the service should know; by default it is written to stderr. */
  warn?: (line: string) => void
}

/** Rows of a statement written by hand. Instants come as text: every driver parses them differently, so ask for numbers. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] }
  return result.rows
}

/** Any number that no other program is likely to lock by: it keeps two starting processes from migrating at once. */
const MIGRATION_LOCK = 4_151_541

const migrations = { migrationsFolder: join(process.cwd(), 'drizzle') }

/** Opens the database config names and brings it to the newest migration. Throws `DataFolderInUse` for an embedded one that another process holds. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  if (settings.databaseUrl === null) return openPglite(settings)
  const isNeon = settings.neonRelay != null || /\.neon\.(tech|build)$/.test(new URL(settings.databaseUrl).hostname)
  return isNeon ? openNeon(settings.databaseUrl, settings) : openPostgres(settings.databaseUrl, settings)
}

async function openPglite({ dataDir, warn }: DatabaseSettings): Promise<OpenDatabase> {
  const folder = await openDataFolder(dataDir, warn)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const { drizzle } = await import('drizzle-orm/pglite')
    const { migrate } = await import('drizzle-orm/pglite/migrator')
    const client = await PGlite.create({ fs: await openPrivateNodeFs(folder.databasePath), relaxedDurability: false })
    const db = drizzle(client)
    await bringUpToDate(db, () => migrate(db, migrations))
    return {
      db,
      driver: 'pglite',
      sharedPoints: null,
      exposure: folder.exposure,
      close: async () => {
        await client.close()
        await folder.release()
      },
    }
  } catch (cause) {
    await folder.release()
    throw cause
  }
}

async function openPostgres(url: string, { poolSize = 10 }: DatabaseSettings): Promise<OpenDatabase> {
  const { Pool } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  const pool = new Pool({ connectionString: url, max: poolSize })
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const db = drizzle(pool)
  await underMigrationLock(pool, () => bringUpToDate(db, () => migrate(db, migrations)))
  return { db, driver: 'postgres', sharedPoints: openSharedPoints(pool), exposure: null, close: () => pool.end() }
}

async function openNeon(url: string, { poolSize = 10, neonRelay }: DatabaseSettings): Promise<OpenDatabase> {
  const { neonConfig, Pool } = await import('@neondatabase/serverless')
  const { drizzle } = await import('drizzle-orm/neon-serverless')
  const { migrate } = await import('drizzle-orm/neon-serverless/migrator')
  neonConfig.webSocketConstructor = (await import('ws')).default
  if (neonRelay != null) {
    neonConfig.wsProxy = neonRelay
    neonConfig.useSecureWebSocket = false
    neonConfig.pipelineTLS = false
    neonConfig.pipelineConnect = false
  }
  const pool = new Pool({ connectionString: url, max: poolSize })
  pool.on('error', () => undefined)
  const db = drizzle(pool)
  await underMigrationLock(pool, () => bringUpToDate(db, () => migrate(db, migrations)))
  return { db, driver: 'neon', sharedPoints: openSharedPoints(pool), exposure: null, close: () => pool.end() }
}

/** The schema, then what of its data only code can work out. */
async function bringUpToDate(db: Database, migrate: () => Promise<void>): Promise<void> {
  await migrate()
  await nameServers(db)
  await fillOpenChanges(db)
}

interface LockablePool {
  connect(): Promise<{ query(text: string, values: number[]): Promise<unknown>; release(): void }>
}

async function underMigrationLock(pool: LockablePool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await work()
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    client.release()
  }
}
