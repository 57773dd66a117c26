import { openApp } from '../lib/api/context'
import { ConfigError, config } from '../lib/config'
import { MaintenanceRefused } from '../lib/core/history/maintenance-window'
import { DataFolderInUse } from '../lib/store/data-folder'
import { findServerKey, setMaintenance } from '../lib/store/evidence/maintenance'

const USAGE = `npm run maintenance -- <serverId> <from> <to>   announces a window; instants as in 2026-12-24T18:00:00Z
npm run maintenance -- <serverId> off            takes it back, or ends it now`

/** `npm run maintenance`: tells the database config names when a server's operator will work on it. */
async function announce([serverId, from, to, ...more]: readonly string[]): Promise<void> {
  if (serverId === undefined || from === undefined || more.length > 0) throw new MaintenanceRefused(USAGE)
  const window = from === 'off' && to === undefined ? null : { from: instantOf(from), to: instantOf(to) }
  const app = await openApp(config())
  try {
    const key = await findServerKey(app.db, serverId)
    if (key === undefined) throw new MaintenanceRefused(`No server has the id ${JSON.stringify(serverId)}.`)
    await setMaintenance(app.db, key, window, new Date())
    const said =
      window === null ? 'none from now on' : `from ${window.from.toISOString()} to ${window.to.toISOString()}`
    process.stdout.write(`${serverId}: maintenance ${said}\n`)
  } finally {
    await app.close()
  }
}

function instantOf(text: string | undefined): Date {
  const instant = new Date(text ?? '')
  if (text === undefined || Number.isNaN(instant.getTime())) throw new MaintenanceRefused(USAGE)
  return instant
}

try {
  await announce(process.argv.slice(2))
} catch (cause) {
  const expected =
    cause instanceof MaintenanceRefused || cause instanceof DataFolderInUse || cause instanceof ConfigError
  process.stderr.write(`${expected ? cause.message : cause instanceof Error ? cause.stack : String(cause)}\n`)
  process.exitCode = 1
}
