import { config } from '../lib/config'
import { openDatabase } from '../lib/store/database'
import { DATABASE_NOTE, runCommand, takeNoArguments } from './command.mjs'

const USAGE = `npm run migrate   brings the database to the newest migration; every start of the service does it too
${DATABASE_NOTE}`

await runCommand(import.meta.url, { usage: USAGE }, async (args) => {
  takeNoArguments(args)
  const { databaseUrl, dataDir } = config()
  const { driver, close } = await openDatabase({ databaseUrl, dataDir })
  await close()
  console.log(`The ${driver} database is at the newest migration.`)
})
