import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type OpenDatabase, openDatabase } from '../lib/store/database'
import { BenchCannotRun } from './bench'

/** An empty database that no one else uses. */
export interface EmptyDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A migrated database of the bench's own, as the product opens it, with a bare client beside it for filling and
 * measuring.
 */
export interface ThrowAwayDatabase extends OpenDatabase {
  url: string
  client: pg.Client
}

/** Creates a database on the server that DATABASE_URL names. Throws `BenchCannotRun` where it is unset. */
export async function createDatabase(): Promise<EmptyDatabase> {
  const serverUrl = process.env.DATABASE_URL
  if (!serverUrl) throw new BenchCannotRun('set DATABASE_URL to a Postgres on which a database can be created')
  const name = `assay_bench_${randomBytes(4).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const drop = async () => {
    await withClient(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }
  return { url: url.href, drop }
}

/** As `createDatabase`, migrated and opened. `close` drops it. */
export async function openThrowAway(): Promise<ThrowAwayDatabase> {
  const { url, drop } = await createDatabase()
  const opened = await openDatabase({ databaseUrl: url, dataDir: '' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const close = async () => {
    await client.end()
    await opened.close()
    await drop()
  }
  return { ...opened, url, client, close }
}

/** Runs `work` with a connection of its own. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Adds a server row for each id, in this order: as a catalog lists them, never probed. */
export async function insertServers(
  client: pg.Client,
  ids: readonly string[],
  declaredAccess: 'open' | 'unknown',
): Promise<void> {
  await client.query(
    `INSERT INTO servers (id, registry, source, precedence, title, description, packages, remotes, tags, declared_access, lifecycle, content_hash, first_seen_at, updated_at)
     SELECT id, 'bench', 'bench', 1, 'Server ' || n, 'A server.', '[]', '[]', '{}', $2, 'active', 'x', now(), now()
     FROM unnest($1::text[]) WITH ORDINALITY AS given(id, n) ORDER BY n`,
    [ids, declaredAccess],
  )
}
