import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** The database of one run, and all that is in it as bytes. */
export interface SearchedStore {
  name: string
  /** What the server and the import are told of it. */
  environment: Readonly<Record<string, string>>
  /** Everything kept, in pieces: files of the folder, or tables as text. */
  read(): Promise<Buffer[]>
  drop(): Promise<void>
}

/** A throw-away database beside the given one, or a folder for the embedded one where none is given. */
export async function openSearchedStore(databaseUrl: string | undefined): Promise<SearchedStore> {
  return databaseUrl === undefined ? openFolder() : openBeside(databaseUrl)
}

function openFolder(): SearchedStore {
  const folder = mkdtempSync(join(tmpdir(), 'assay-privacy-'))
  return {
    name: 'PGlite',
    environment: { DATABASE_URL: '', DATA_DIR: folder },
    read: async () => filesOf(folder).map((file) => readFileSync(file)),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function openBeside(serverUrl: string): Promise<SearchedStore> {
  const name = `assay_bench_${randomBytes(4).toString('hex')}`
  await onDatabase(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    name: 'Postgres',
    environment: { DATABASE_URL: url.href },
    read: () => onDatabase(url.href, readTables),
    drop: async () => {
      await onDatabase(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

async function readTables(client: pg.Client): Promise<Buffer[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const read: Buffer[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`SELECT row::text AS line FROM ${name} AS row`)
    read.push(Buffer.from(rows.map(({ line }) => line).join('\n')))
  }
  return read
}

async function onDatabase<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
