import { config } from '../lib/config'
import { openDatabase } from '../lib/store/database'

/** `npm run migrate`: brings the database config names to the newest migration. The doors do it too, on opening. */
const { databaseUrl, dataDir } = config()
const { driver, close } = await openDatabase({ databaseUrl, dataDir })
await close()
process.stdout.write(`The ${driver} database is at the newest migration.\n`)
