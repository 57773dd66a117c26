import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createDatabase, withClient } from '../database'

/** The database of one run, whose whole content can be searched. */
export interface SearchedStore {
  name: string
  /** Environment variables that point the server and the import at it. */
  environment: Readonly<Record<string, string>>
  /** The whole content in pieces: the files of the folder, or the tables as text. */
  read(): Promise<Buffer[]>
  drop(): Promise<void>
}

/** A throw-away database beside the one DATABASE_URL names, or a folder for the embedded database where it is unset. */
export async function openSearchedStore(): Promise<SearchedStore> {
  return process.env.DATABASE_URL ? openPostgres() : openFolder()
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

async function openPostgres(): Promise<SearchedStore> {
  const { url, drop } = await createDatabase()
  return { name: 'Postgres', environment: { DATABASE_URL: url }, read: () => withClient(url, readTables), drop }
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
