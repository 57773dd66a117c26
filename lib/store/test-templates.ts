import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from './database'
import { makeObservationPartitions } from './evidence/partitions'

/** Templates have partitions of observations from here to a week later. */
export const PARTITIONS_FROM = new Date('2026-11-01T00:00:00Z')
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL ?? null

/** The folder with this run's templates, set by `openTemplates` for the processes that run the suites. */
const FOLDER = 'ASSAY_TEST_TEMPLATES'
const WAIT_MS = 100
/** The folders of template0 and template1, which no suite connects to: two thirds of the files of a fresh database. */
const UNUSED_FOLDERS = /postgres[\\/]base[\\/][14]$/

/**
 * Lets the suites of one run share migrated databases: migrating an embedded one takes 6 s of CPU, copying it 0.2 s.
 * Each is made when a suite first asks for it. Vitest's `globalSetup`: answers the teardown.
 */
export default function openTemplates(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-templates-'))
  process.env[FOLDER] = folder
  return async () => {
    if (existsSync(join(folder, 'postgres')))
      await onServer(`DROP DATABASE IF EXISTS ${databaseIn(folder)} WITH (FORCE)`)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder that is removed at the end of the run. */
export function templateFolder(): string {
  const folder = process.env[FOLDER]
  if (folder === undefined) throw new Error('no test run: openTemplates comes first')
  return folder
}

/**
 * Fills a data folder with an embedded database that is already migrated. Does nothing outside of a test run: the
 * folder stays as it is.
 */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  if (process.env[FOLDER] === undefined) return
  cpSync(await embeddedTemplate(), dataDir, { recursive: true, filter: (source) => !UNUSED_FOLDERS.test(source) })
}

/** The data folder of an embedded database that is already migrated, to be copied. */
export function embeddedTemplate(): Promise<string> {
  return makeOnce(templateFolder(), 'pglite', (path) => migrate(null, path))
}

/** Creates a migrated database of this name on the server of TEST_DATABASE_URL and answers its address. */
export async function createServerDatabase(name: string): Promise<URL> {
  const folder = templateFolder()
  const template = databaseIn(folder)
  await makeOnce(folder, 'postgres', async () => {
    await onServer(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await onServer(`CREATE DATABASE ${template}`)
    await migrate(serverDatabase(template).href, '')
  })
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  return serverDatabase(name)
}

/** Runs a statement on the server of TEST_DATABASE_URL, outside of any test database. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL ?? '' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function serverDatabase(name: string): URL {
  const url = new URL(TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  return url
}

function databaseIn(folder: string): string {
  return basename(folder).toLowerCase().replaceAll('-', '_')
}

/**
 * Has one of several processes make a thing while the others wait for it, or take over where it ends before: a suite
 * that took too long on a busy machine.
 */
export async function makeOnce(folder: string, name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, name)
  for (let attempt = 0; !existsSync(path); ) {
    const unfinished = `${path}.unfinished-${attempt}`
    const maker = `${unfinished}.maker`
    if (createFolder(unfinished)) {
      writeFileSync(maker, String(process.pid))
      try {
        await make(unfinished)
        renameSync(unfinished, path)
      } catch (cause) {
        writeFileSync(maker, 'failed')
        throw cause
      }
    } else if (existsSync(maker) && hasEnded(readFileSync(maker, 'utf8'))) attempt += 1
    else await setTimeout(WAIT_MS)
  }
  return path
}

function hasEnded(maker: string): boolean {
  try {
    return !process.kill(Number(maker), 0)
  } catch {
    return true
  }
}

function createFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
}

async function migrate(databaseUrl: string | null, dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir })
  await makeObservationPartitions(db, PARTITIONS_FROM)
  await close()
}
