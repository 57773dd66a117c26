import { setFlagsFromString } from 'node:v8'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { addressesOf } from '../config/database-addresses'
import type { Availability } from './connection/availability'
import { EmbeddedPostgres } from './connection/embedded-postgres'
import { openWatchedPool, type PoolDriver, type SomePool, stateOf } from './connection/open-pool'
import { type ClientPool, type DatabaseTimeouts, DEFAULT_TIMEOUTS } from './connection/watched-pool'
import { openDataFolder, warnOnStderr } from './data-folder'
import { giveTurns } from './embedded-turns'
import { openSharedPoints, type SharedPoints } from './keys/shared-points'
import { bringUpToDate, MIGRATIONS, type MigrationPool, underMigrationLock } from './migrations'
import type { Exposure } from './private-files'
import { openPrivateNodeFs } from './private-node-fs'
import { openReads } from './reads/open-reads'
import { type Reads, readsOf } from './reads/reads'

/** The type of all three drivers' databases; a transaction has it too. */
export type Database = PgDatabase<PgQueryResultHKT>

/** Connections of a pool: how many are open, how many of them are idle, and how many statements wait for one. */
export interface PoolState {
  open: number
  idle: number
  waiting: number
}

export interface OpenDatabase {
  db: Database
  driver: 'pglite' | 'postgres' | 'neon'
  /** What answers are read from. */
  reads: Reads
  /** Rate-limit points in the database; null for the embedded one, which no other process shares. */
  sharedPoints: SharedPoints | null
  /** null: the embedded database has no pool. */
  pool: (() => PoolState) | null
  /** null: no other user of the machine could read the files of the embedded database. */
  exposure: Exposure | null
  availability: Availability
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** null: the embedded database. */
  databaseUrl: string | null
  dataDir: string
  /** Page cache (shared_buffers) of the embedded database. */
  embeddedCacheMb?: number
  /** Streaming replicas, and how far behind one may be that is read from; left out: there are none. */
  replicas?: { addresses: readonly string[]; mostBehindMs: number }
  /** Address of a WebSocket relay for the Neon driver, for tests; null: Neon's own. */
  neonRelay?: string | null
  /** Most connections of the pool. */
  poolSize?: number
  /** How long the database is waited for; left out: a statement as long as it takes. */
  timeouts?: DatabaseTimeouts
  /** Receives warnings for the operator; the default writes them to stderr. */
  warn?: (line: string) => void
}

/** Rows of a hand-written statement. Every driver parses instants differently, so select them as numbers. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] }
  return result.rows
}

/** Executes a DELETE; answers how many rows it deleted. */
export async function countDeleted(db: Database, deletion: SQL): Promise<number> {
  const [row] = await rowsOf<{ gone: number }>(
    db,
    sql`WITH gone AS (${deletion} RETURNING 1) SELECT count(*)::int AS gone FROM gone`,
  )
  return row?.gone ?? 0
}

/** Most connections of a process, where nothing else is asked for. */
const POOL_SIZE = 10

/**
 * Opens the configured database and migrates it to the newest version. Throws `DataFolderInUse` for an embedded one
 * that another process has open, and `DatabaseOfOldVersion`.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  if (settings.databaseUrl === null) return openPglite(settings)
  const { hostname } = new URL(addressesOf(settings.databaseUrl)[0] ?? '')
  const isNeon = settings.neonRelay != null || /\.neon\.(tech|build)$/.test(hostname)
  return isNeon ? openNeon(settings.databaseUrl, settings) : openPostgres(settings.databaseUrl, settings)
}

async function openPglite({
  dataDir,
  embeddedCacheMb = 32,
  warn = warnOnStderr,
}: DatabaseSettings): Promise<OpenDatabase> {
  const folder = await openDataFolder(dataDir, warn)
  let embedded: EmbeddedPostgres | undefined
  const close = async () => {
    await embedded?.close()
    await folder.release()
  }
  try {
    // Optimizes one function of the database at a time: many at once leave each thread tens of megabytes, and a start
    // is the slower for it.
    setFlagsFromString('--wasm-num-compilation-tasks=1')
    const { PGlite } = await import('@electric-sql/pglite')
    const { drizzle } = await import('drizzle-orm/pglite')
    const { migrate } = await import('drizzle-orm/pglite/migrator')
    const open = async () => {
      const client = await PGlite.create({
        fs: await openPrivateNodeFs(folder.databasePath),
        relaxedDurability: false,
        // Its own configuration says 128 MB, which a busy database fills; the system caches the files a second time.
        startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedCacheMb}MB`],
      })
      giveTurns(client)
      return client
    }
    embedded = new EmbeddedPostgres(await open(), open, warn)
    // Of the driver's class Drizzle uses these methods only.
    const db = drizzle(embedded as unknown as InstanceType<typeof PGlite>)
    await bringUpToDate(db, () => migrate(db, MIGRATIONS), `The embedded database in ${dataDir}`)
    return {
      db,
      driver: 'pglite',
      reads: readsOf(db),
      sharedPoints: null,
      pool: null,
      exposure: folder.exposure,
      availability: embedded.availability,
      close,
    }
  } catch (cause) {
    await close().catch(() => folder.release())
    throw cause
  }
}

async function openPostgres(url: string, settings: DatabaseSettings): Promise<OpenDatabase> {
  const { Pool, Client } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const { migrate } = await import('drizzle-orm/node-postgres/migrator')
  return openPool({ driver: 'postgres', Pool, Client }, url, settings, (pool: InstanceType<typeof Pool>) => {
    const db = drizzle(pool)
    return { db, migrate: () => migrate(db, MIGRATIONS) }
  })
}

async function openNeon(url: string, settings: DatabaseSettings): Promise<OpenDatabase> {
  const { neonConfig, Pool, Client } = await import('@neondatabase/serverless')
  const { drizzle } = await import('drizzle-orm/neon-serverless')
  const { migrate } = await import('drizzle-orm/neon-serverless/migrator')
  neonConfig.webSocketConstructor = (await import('ws')).default
  if (settings.neonRelay != null) {
    neonConfig.wsProxy = settings.neonRelay
    neonConfig.useSecureWebSocket = false
    neonConfig.pipelineTLS = false
    neonConfig.pipelineConnect = false
  }
  return openPool({ driver: 'neon', Pool, Client }, url, settings, (pool: InstanceType<typeof Pool>) => {
    const db = drizzle(pool)
    return { db, migrate: () => migrate(db, MIGRATIONS) }
  })
}

/** Opens the pool of the primary, migrates the database, and opens its replicas. */
async function openPool<Pool extends SomePool>(
  driver: PoolDriver<Pool>,
  url: string,
  { timeouts = DEFAULT_TIMEOUTS, poolSize = POOL_SIZE, warn = warnOnStderr, replicas }: DatabaseSettings,
  open: (pool: Pool) => { db: Database; migrate: () => Promise<void> },
): Promise<OpenDatabase> {
  const common = { timeouts, poolSize, warn }
  const { pool, watched, address, close } = openWatchedPool(driver, {
    ...common,
    addresses: addressesOf(url),
    forWrites: true,
  })
  const { db, migrate } = open(pool)
  try {
    if (addressesOf(url).length > 1) await address.find()
    await underMigrationLock(pool as unknown as MigrationPool, () =>
      bringUpToDate(db, migrate, 'The database of DATABASE_URL'),
    )
    // A replica is compared with what the primary has from here on, so it has what was migrated.
    const opened = await openReads({ db, pool: pool as unknown as ClientPool }, replicas, common)
    watched.limitStatements()
    return {
      ...{ db, driver: driver.driver, reads: opened.reads, sharedPoints: openSharedPoints(pool) },
      ...{ pool: () => stateOf(pool), exposure: null, availability: watched.availability },
      close: async () => {
        await opened.close()
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw cause
  }
}
