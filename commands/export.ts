import { parseArgs } from 'node:util'
import { folderStorage } from 'assay-tlog/storage/folder'
import { plural } from 'assay-verify/text/plural'
import { type Config, config } from '../lib/config'
import { exportEverything } from '../lib/moving/export-everything'
import type { ExportedContent, ExportManifest } from '../lib/moving/rules/manifest'
import { prepareQueueKey } from '../lib/store/outbox/queue-key'
import { moveTlog, queueKeyName } from '../lib/tlog/move-tlog'
import { openTlogStorage, SOFTWARE } from '../lib/tlog/process-tlog'
import { DATABASE_NOTE, runCommand, WrongUse } from './command.mjs'
import { withDatabase } from './with-database'

const USAGE = `npm run export -- <folder>   writes the whole database and its log, as they are at one moment, into a new folder
npm run import -- --all <folder> reads it into another database. The folder has secrets: keep it like the database.
${DATABASE_NOTE}`

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'tlog'>

/** Writes everything of the database of these settings into a folder. */
export async function exportTo(
  args: string[],
  { databaseUrl, dataDir, tlog }: Settings,
  now: Date,
  print: (line: string) => void,
): Promise<void> {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new WrongUse('One folder is needed.')
  const storage = tlog.place === null ? null : openTlogStorage(tlog.place)
  const manifest = await withDatabase({ databaseUrl, dataDir }, (db) => {
    prepareQueueKey(tlog.queueKey, console.error)
    return exportEverything({
      ...{ db, folder, software: SOFTWARE, now, queueKey: queueKeyName() },
      copyLog: (tx, target) => moveTlog(tx, storage, folderStorage(target)),
    })
  })
  for (const line of linesOf(manifest, folder)) print(line)
}

function linesOf({ content, digest, waitingFacts }: ExportManifest, folder: string): string[] {
  const rows = content.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${folder}: ${rows} ${plural(rows, 'row')} of ${content.tables.length} tables, migration ${content.migration}`,
    logLine(content.log, waitingFacts),
    `content  ${digest}`,
  ]
}

function logLine(log: ExportedContent['log'], waiting: number): string {
  const waits = waiting === 0 ? '' : `, ${waiting} ${plural(waiting, 'fact')} waiting for it`
  return log === null ? `log      none published${waits}` : `log      ${log.size} leaves, root ${log.root}${waits}`
}

await runCommand(import.meta.url, { usage: USAGE }, async (args) => {
  await exportTo(args, config(), new Date(), console.log)
  console.error('The folder has the keys that sign, as the database has: delete it once it is imported.')
})
