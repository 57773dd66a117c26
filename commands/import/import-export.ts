import { folderStorage } from 'assay-tlog/storage/folder'
import { plural } from 'assay-verify/text/plural'
import type { Config } from '../../lib/config'
import { importEverything } from '../../lib/moving/import-everything'
import { prepareQueueKey } from '../../lib/store/outbox/queue-key'
import { moveTlog, queueKeyName } from '../../lib/tlog/move-tlog'
import { openTlogStorage } from '../../lib/tlog/process-tlog'
import { WrongUse } from '../command.mjs'
import { withDatabase } from '../with-database'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'tlog'>

/** Imports an export into the database of these settings. */
export async function importExport(
  [folder, ...more]: readonly string[],
  { databaseUrl, dataDir, tlog }: Settings,
  print: (line: string) => void,
): Promise<void> {
  if (folder === undefined || more.length > 0) throw new WrongUse('One folder is needed.')
  const storage = tlog.place === null ? null : openTlogStorage(tlog.place)
  const { content, digest } = await withDatabase({ databaseUrl, dataDir }, (db) => {
    prepareQueueKey(tlog.queueKey, console.error)
    return importEverything({
      ...{ db, folder, queueKey: queueKeyName() },
      where: databaseUrl === null ? `The embedded database in ${dataDir}` : 'The database of DATABASE_URL',
      placeLog: async (tx, source) => (await moveTlog(tx, folderStorage(source), storage)).log,
    })
  })
  const rows = content.tables.reduce((sum, table) => sum + table.rows, 0)
  print(`${rows} ${plural(rows, 'row')} of ${content.tables.length} tables, read back and the same`)
  if (content.log !== null) print(`log      ${content.log.size} leaves, root ${content.log.root}`)
  if (content.log !== null && storage === null) print('LOG_STORE is off: the files of the log stay in the export.')
  print(`content  ${digest}`)
}
