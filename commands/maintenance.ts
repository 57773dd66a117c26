import { parseArgs } from 'node:util'
import { MaintenanceRefused } from '../lib/core/history/maintenance-window'
import { findServerKey, setMaintenance } from '../lib/store/evidence/maintenance'
import { DATABASE_NOTE, runCommand, WrongUse } from './command.mjs'
import { withApp } from './with-database'

const USAGE = `npm run maintenance -- <serverId> <from> <to>   announces a maintenance window; instants as in 2026-12-24T18:00:00Z
npm run maintenance -- <serverId> off            withdraws it, or ends it now
${DATABASE_NOTE}`

/** `npm run maintenance`: stores in the configured database when a server's operator will work on the server. */
async function announce([serverId, from, to, ...more]: readonly string[]): Promise<void> {
  if (serverId === undefined || from === undefined || more.length > 0)
    throw new WrongUse('The id of a server and a window, or off, are needed.')
  const window = from === 'off' && to === undefined ? null : { from: instantOf(from), to: instantOf(to) }
  await withApp(async ({ db }) => {
    const key = await findServerKey(db, serverId)
    if (key === undefined) throw new MaintenanceRefused(`No server has the id ${JSON.stringify(serverId)}.`)
    await setMaintenance(db, key, window, new Date())
    const period =
      window === null ? 'none from now on' : `from ${window.from.toISOString()} to ${window.to.toISOString()}`
    console.log(`${serverId}: maintenance ${period}`)
  })
}

function instantOf(text: string | undefined): Date {
  const instant = new Date(text ?? '')
  if (text === undefined || Number.isNaN(instant.getTime()))
    throw new WrongUse(`${JSON.stringify(text ?? '')} is no instant.`)
  return instant
}

await runCommand(import.meta.url, { usage: USAGE }, (args) =>
  announce(parseArgs({ args, allowPositionals: true }).positionals),
)
