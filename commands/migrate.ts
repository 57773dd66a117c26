import { config } from '../lib/config'
import { openDatabase } from '../lib/store/database'

/** `npm run migrate`: brings the configured database to the newest migration. Both adapters do it too when they start. */
const { databaseUrl, dataDir } = config()
const { driver, close } = await openDatabase({ databaseUrl, dataDir })
await close()
process.stdout.write(`The ${driver} database is at the newest migration.\n`)
