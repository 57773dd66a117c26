import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type OpenDatabase, openDatabase } from '../lib/store/database'
import { BenchCannotRun } from './bench'

/** A migrated database of the bench's own, the product's own way to it, and a bare client for filling and measuring. */
export interface ThrowAwayDatabase extends OpenDatabase {
  url: string
  client: pg.Client
}

/** Makes one beside the database that DATABASE_URL names. `close` drops it. Refuses without DATABASE_URL. */
export async function openThrowAway(): Promise<ThrowAwayDatabase> {
  const serverUrl = process.env.DATABASE_URL
  if (!serverUrl) throw new BenchCannotRun('set DATABASE_URL to a Postgres on which a database can be created')
  const name = `assay_bench_${randomBytes(4).toString('hex')}`
  await onServer(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const opened = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const close = async () => {
    await client.end()
    await opened.close()
    await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { ...opened, url: url.href, client, close }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
