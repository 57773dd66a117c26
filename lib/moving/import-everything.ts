import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plural } from 'assay-verify/text/plural'
import type { Database } from '../store/database'
import { makePartitions, PARTITIONED } from '../store/evidence/partitions'
import { newestSchema } from '../store/migrations'
import { type ExportedLog, LOG_FOLDER, MANIFEST, tableFile } from './export-everything'
import { ExportDamaged, LineDigest, readLines } from './line-files'
import { type ExportManifest, parseManifest } from './rules/manifest'
import { type DescribedTable, describeTables, restoreSequence } from './sql/described-tables'
import { linesOf, writeExactValues } from './sql/exported-lines'
import { analyzeTables, insertLines, listFilled, lockTables } from './sql/imported-lines'

export interface ImportWork {
  db: Database
  /** Of an export. */
  folder: string
  /** What people call the database in messages. */
  where: string
  /** Brings the log of the export in this folder to where this process has it. */
  placeLog(tx: Database, folder: string): Promise<ExportedLog['log']>
  /** Says which key signs facts of this process (`ExportManifest.queueKey`). */
  queueKey: string | null
}

/** An export that cannot be imported here; the message says what to do. Nothing was imported. */
class ImportRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImportRefused'
  }
}

const TABLES_SHOWN = 3

/**
 * Imports everything of an export into an empty database: all of it, or nothing. Every file is compared with its digest
 * before, and what the database then holds is read back and compared before it is committed. Throws `ImportRefused` and
 * `ExportDamaged`.
 */
export async function importEverything({ db, folder, ...work }: ImportWork): Promise<ExportManifest> {
  const manifest = await readManifest(folder)
  requireImportable(manifest, work.queueKey)
  const { content } = manifest
  for (const table of content.tables) {
    const lines = readLines(join(folder, tableFile(table.name)), table)
    while (!(await lines.next()).done);
  }
  await db.transaction(async (tx) => {
    await writeExactValues(tx)
    const tables = await tablesOf(tx, manifest)
    await lockTables(tx, tables)
    await requireEmpty(tx, tables, work.where)
    for (const table of PARTITIONED) await makePartitions(tx, table, manifest.partitions[table] ?? [])
    for (const table of tables) await fillTable(tx, table, folder, manifest)
    for (const sequence of content.sequences) await restoreSequence(tx, sequence)
    await analyzeTables(tx)
    for (const table of tables) await requireSame(tx, table, manifest)
    const placed = content.log === null ? null : await work.placeLog(tx, join(folder, LOG_FOLDER))
    if (placed !== null && placed.root !== content.log?.root)
      throw new ExportDamaged(join(folder, LOG_FOLDER), 'its root is not that of the manifest')
  })
  return manifest
}

async function readManifest(folder: string): Promise<ExportManifest> {
  const path = join(folder, MANIFEST)
  const read = parseManifest(await readFile(path, 'utf8'))
  if ('fault' in read) throw new ImportRefused(`${path} cannot be read. ${read.fault}`)
  return read.manifest
}

function requireImportable({ content, software, waitingFacts, queueKey }: ExportManifest, ownKey: string | null): void {
  const { migration } = newestSchema()
  if (content.migration > migration)
    throw new ImportRefused(
      `The export was made by ${software} with migration ${content.migration}, and this program knows up to ${migration}: use a newer one.`,
    )
  if (content.migration < migration)
    throw new ImportRefused(
      `The export has migration ${content.migration}, and this program ${migration}. Import it with the program that made it (${software}), then start this one, which migrates; ` +
        'or export again with this program.',
    )
  if (waitingFacts > 0 && queueKey !== ownKey)
    throw new ImportRefused(
      `${waitingFacts} ${plural(waitingFacts, 'fact waits', 'facts wait')} for the log, signed with another LOG_QUEUE_KEY than that of this process, which would refuse ${waitingFacts === 1 ? 'it' : 'them'}. ` +
        'Set the one of the exported service, or copy its log-queue.key into DATA_DIR, and import again.',
    )
}

async function tablesOf(tx: Database, { content }: ExportManifest): Promise<DescribedTable[]> {
  const tables = await describeTables(tx)
  const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name).toSorted()
  if (namesOf(tables).join() !== namesOf(content.tables).join())
    throw new ImportRefused('The export has not the tables of its migration: it was made by another program.')
  return tables
}

async function requireEmpty(tx: Database, tables: readonly DescribedTable[], where: string): Promise<void> {
  const filled = await listFilled(tx, tables)
  if (filled.length === 0) return
  const more = filled.length > TABLES_SHOWN ? ', …' : ''
  throw new ImportRefused(
    `${where} is not empty: there are rows in ${filled.slice(0, TABLES_SHOWN).join(', ')}${more}. Import into one that no service was started with; npm run migrate makes its tables.`,
  )
}

async function fillTable(tx: Database, table: DescribedTable, folder: string, manifest: ExportManifest): Promise<void> {
  const path = join(folder, tableFile(table.name))
  for await (const lines of readLines(path, expectedOf(manifest, table))) {
    try {
      await insertLines(tx, table, lines)
    } catch (cause) {
      // The driver's message has all the lines in it.
      const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)
      throw new ImportRefused(`Rows of ${table.name} cannot be stored, and nothing was imported: ${why}.`, { cause })
    }
  }
}

async function requireSame(tx: Database, table: DescribedTable, manifest: ExportManifest): Promise<void> {
  const digest = new LineDigest()
  for await (const lines of linesOf(tx, table)) digest.add(lines)
  if (digest.result().sha256 === expectedOf(manifest, table).sha256) return
  throw new ImportRefused(
    `The database stored other values in ${table.name} than the export has; nothing was imported. Its encoding must be UTF8.`,
  )
}

function expectedOf({ content }: ExportManifest, { name }: DescribedTable) {
  const expected = content.tables.find((table) => table.name === name)
  if (expected === undefined) throw new ImportRefused(`The export has no table ${name}.`)
  return expected
}
