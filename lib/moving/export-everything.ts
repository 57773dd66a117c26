import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Database } from '../store/database'
import { listPartitionDays, PARTITIONED } from '../store/evidence/partitions'
import { newestSchema } from '../store/migrations'
import { writeLines } from './line-files'
import { digestOfContent, EXPORT_VERSION, type ExportedContent, type ExportManifest } from './rules/manifest'
import { describeTables, readSequences } from './sql/described-tables'
import { inSnapshot, linesOf } from './sql/exported-lines'

export const MANIFEST = 'manifest.json'
export const LOG_FOLDER = 'log'

/** What is exported besides tables. */
export interface ExportedLog {
  /** null: the database has no log, or its files are not within reach. */
  log: ExportedContent['log']
  /** Facts that wait for their place in it. */
  waiting: number
}

export interface ExportWork {
  db: Database
  /** It is made; where it exists it must be empty. */
  folder: string
  /** Name and version of this program. */
  software: string
  now: Date
  /** Copies the log of the database into this folder. */
  copyLog(tx: Database, folder: string): Promise<ExportedLog>
  /** Says which key signs facts of this process (`ExportManifest.queueKey`). */
  queueKey: string | null
}

/** A database without a row, as one that was made just now because DATABASE_URL or DATA_DIR is another. */
export class NothingToExport extends Error {
  constructor() {
    super('The database is empty: are DATABASE_URL and DATA_DIR those of the service?')
    this.name = 'NothingToExport'
  }
}

/** The folder for an export has something in it. */
class FolderNotEmpty extends Error {
  constructor(folder: string) {
    super(`${folder} is not empty: name a folder that does not exist yet.`)
    this.name = 'FolderNotEmpty'
  }
}

/**
 * Writes all tables as they are at one moment, and the log, into a folder: a file of JSON lines for each table, the
 * files of the log, and a manifest. Services may go on writing meanwhile. The folder appears when it is whole. Throws
 * `FolderNotEmpty`, `NothingToExport`, and what the database or the disk refuses.
 */
export async function exportEverything({ folder, ...work }: ExportWork): Promise<ExportManifest> {
  const target = resolve(folder)
  if (await hasEntries(target)) throw new FolderNotEmpty(folder)
  const unfinished = join(dirname(target), `${basename(target)}.unfinished`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await inSnapshot(work.db, (tx) => writeAll(tx, unfinished, work))
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    await writeFile(join(unfinished, MANIFEST), text, { mode: 0o600, flush: true })
    await rename(unfinished, target)
    return manifest
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true })
    throw cause
  }
}

async function writeAll(
  tx: Database,
  folder: string,
  { software, now, queueKey, copyLog }: Omit<ExportWork, 'folder' | 'db'>,
): Promise<ExportManifest> {
  const tables: ExportedContent['tables'] = []
  for (const table of await describeTables(tx)) {
    const { name } = table
    tables.push({ name, ...(await writeLines(join(folder, tableFile(name)), linesOf(tx, table))) })
  }
  if (tables.every(({ rows }) => rows === 0)) throw new NothingToExport()
  const { log, waiting } = await copyLog(tx, join(folder, LOG_FOLDER))
  const content = { migration: newestSchema().migration, tables, sequences: await readSequences(tx), log }
  const partitions: ExportManifest['partitions'] = {}
  for (const table of PARTITIONED) partitions[table] = await listPartitionDays(tx, table)
  const made = { format: 'assay-export', version: EXPORT_VERSION, software, exportedAt: now.toISOString() } as const
  return { ...made, partitions, waitingFacts: waiting, queueKey, digest: digestOfContent(content), content }
}

/** Where the rows of a table are in an export. */
export function tableFile(name: string): string {
  return join('tables', `${name}.jsonl.gz`)
}

async function hasEntries(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw cause
  }
}
