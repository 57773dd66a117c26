import { issueKey } from '../lib/api/operations/create-key'
import { openDatabase } from '../lib/store/database'
import { freePort, type RunningServer, startServer } from './processes'

/** More calls a minute than any bench makes: limits are on, and count. */
const PER_MINUTE = 1_000_000_000

export interface Endpoint extends RunningServer {
  /** Of a caller with a raised key. */
  headers: Readonly<Record<string, string>>
}

/** The standalone door as anybody starts it, on this database, and a key for it. Nothing probes and no timer runs beside the measurement. */
export async function startService(databaseUrl: string): Promise<Endpoint> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' })
  const { apiKey } = await issueKey(db, PER_MINUTE, PER_MINUTE, new Date())
  await close()
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    REFERENCE_SERVERS: 'off',
    REGISTRY_URL: 'off',
    TIMER: 'off',
  }
  const server = await startServer(['commands/start.mjs'], environment, port, '/v1/ping')
  return { ...server, headers: { Authorization: `Bearer ${apiKey}` } }
}
