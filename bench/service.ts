import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { mustRun } from '../commands/run.mjs'
import { issueKey } from '../lib/keys/operations/create-key'
import { type Database, openDatabase } from '../lib/store/database'
import { catalogPaths } from '../training/training-files'
import type { Print } from './bench'
import { freePort, type ServerProcess, startServer } from './processes'

/** More calls a minute than any bench makes: limits are on and count every call, but refuse none. */
export const UNREACHED_LIMIT = 1_000_000_000

/** A running service, and the headers of a caller whose key has a raised limit. */
export interface KeyedService extends ServerProcess {
  headers: Readonly<Record<string, string>>
}

/** The standalone server on this database, with a key, once it has rated what its start found stale. */
export async function startKeyedService(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<KeyedService> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' })
  const headers = await keyedHeaders(db)
  await close()
  const server = await startService({ ...environment, DATABASE_URL: databaseUrl })
  await untilRated(server)
  return { ...server, headers }
}

/** The headers of a caller with a new key of an unreached limit. */
export async function keyedHeaders(db: Database): Promise<Readonly<Record<string, string>>> {
  const { apiKey } = await issueKey(db, UNREACHED_LIMIT, UNREACHED_LIMIT, new Date())
  return { Authorization: `Bearer ${apiKey}` }
}

/** Settings of a service that probes nothing and asks no registry. */
export const QUIET = { REFERENCE_SERVERS: 'off', REGISTRY_URL: 'off', TIMER: 'off' }

const RATED_WITHIN_MS = 300_000
const RATED = /^assay_job_runs_total\{job="assess",result="ok"\} [1-9]/m

/** Waits for the end of the rating that a start begins: seconds of processor time on a database just filled. */
async function untilRated({ url }: ServerProcess): Promise<void> {
  const deadline = performance.now() + RATED_WITHIN_MS
  for (;;) {
    const metrics = await fetch(`${url}/metrics`).then((response) => response.text())
    if (RATED.test(metrics)) return
    if (performance.now() > deadline) throw new Error('the service did not end to rate its servers')
    await delay(100)
  }
}

/** What `npm start` gives Node. */
export function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}

/**
 * The standalone server as `npm start` starts it, but for the timer: nothing is probed, and the only job is the rating
 * that its start begins.
 */
export async function startService(
  environment: Readonly<Record<string, string>>,
  onOutput?: (bytes: Buffer) => void,
): Promise<ServerProcess> {
  const port = await freePort()
  const given = { ...QUIET, PORT: String(port), ...environment }
  return startServer(startCommand(), given, port, '/v1/ping', onOutput)
}

/** Imports every catalog file of a folder into the database that the environment names, as `npm run import` does. */
export async function importCatalog(
  environment: Readonly<Record<string, string>>,
  catalog: string,
  print: Print,
): Promise<void> {
  const paths = catalogPaths(catalog)
  print(`importing ${paths.length} files`)
  await mustRun('import', process.execPath, ['--import', 'tsx', 'commands/import.ts', ...paths], { env: environment })
}
