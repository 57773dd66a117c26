import { join } from 'node:path'
import { parseConfig } from '../../lib/config'
import { openApp } from '../../lib/runtime/app'
import { NO_OWN_SERVERS, openJobs } from '../../lib/runtime/jobs'
import { type Bench, median, numberFlag, type Print, round } from '../bench'
import { withClient } from '../database'
import { withFolder } from '../folder'
import { residentOf } from '../guard/resident'
import { freePort, startServer, untilAnswered } from '../processes'
import { openProcessorMeter } from '../processor-time'
import { makeRatedCatalog } from '../rated-catalog'
import { readDocuments, repeatTo } from '../search/corpus'
import { QUIET } from '../service'

const WAYS = ['database', 'files'] as const
type Way = (typeof WAYS)[number]

/** Since a process first answered: seconds, and processor time in ms of it and of its statements on the server. */
interface Started {
  readySeconds: number
  readyMs: number
  readyServerMs: number
  /** From when it was ready until the first answer of the feed. */
  feedSeconds: number
  feedMs: number
  feedServerMs: number
  memoryMb: number
}

/**
 * A process with ROLE=api, without pages, that reads the search index and the feed from files of a folder, and one that
 * reads and builds them from the database, in turn: until it is ready, which needs the index and all ratings, and then
 * until it answers the feed. Ratios are of files to database, medians of rounds. `--catalog`: whose words the tools
 * have.
 */
export const bench: Bench = {
  flags: { tools: '100000', catalog: '', rounds: '3' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const { catalog = '' } = flags
      const tools = numberFlag(flags, 'tools')
      const rated = await makeRatedCatalog(tools, catalog === '' ? [] : repeatTo(await readDocuments(catalog), tools))
      const environment = { ...QUIET, DATABASE_URL: rated.url, DATA_DIR: join(folder, 'data'), LOG_STORE: 'off' }
      try {
        const files = await publish({ ...environment, FILES_STORE: 'folder' })
        print(`files ${JSON.stringify(files)}`)
        return { files, ...(await measure(environment, numberFlag(flags, 'rounds'), print)) }
      } finally {
        await rated.drop()
      }
    }),
}

/** Builds and publishes all; resolves to the MB of each. */
async function publish(environment: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const settings = parseConfig({ ...environment, CANARY_URLS: 'off' })
  const app = await openApp(settings, { opensLog: true })
  try {
    const jobs = openJobs(app, settings, NO_OWN_SERVERS, new AbortController().signal, { budgetSeconds: 1 })
    await jobs.index()
    await jobs.files()
  } finally {
    await app.close()
  }
  return withClient(environment.DATABASE_URL ?? '', async (client) => {
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `SELECT name || ' ' || key AS name, (value ->> 'bytes')::int AS bytes FROM published_files, jsonb_each(files)`,
    )
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, round(bytes / 1e6, 1)]))
  })
}

async function measure(environment: Readonly<Record<string, string>>, rounds: number, print: Print) {
  const all: Record<Way, Started[]> = { database: [], files: [] }
  for (let at = 1; at <= rounds; at += 1)
    for (const way of WAYS) {
      const started = await start({ ...environment, ...(way === 'files' && { FILES_STORE: 'folder' }) })
      all[way].push(started)
      print(`round ${at}  ${way.padEnd(8)} ${JSON.stringify(started)}`)
    }
  const of = (way: Way, name: keyof Started) => median(all[way].map((one) => one[name]))
  const ratio = (name: keyof Started) =>
    round(median(all.files.map((one, at) => one[name] / (all.database[at]?.[name] ?? Number.NaN))))
  const figures = (way: Way) =>
    Object.fromEntries((Object.keys(all[way][0] ?? {}) as (keyof Started)[]).map((name) => [name, of(way, name)]))
  return {
    database: figures('database'),
    fromFiles: figures('files'),
    ratios: Object.fromEntries((Object.keys(all.files[0] ?? {}) as (keyof Started)[]).map((n) => [n, ratio(n)])),
  }
}

async function start(environment: Readonly<Record<string, string>>): Promise<Started> {
  const url = environment.DATABASE_URL ?? ''
  // The publisher has just confirmed the feed.
  await withClient(url, (client) => client.query('UPDATE published_files SET published_at = now()'))
  const port = await freePort()
  const given = { ...environment, ROLE: 'api', LIMITS: 'off', NODE_ENV: 'production', PORT: String(port) }
  const server = await startServer(['--import', 'tsx', 'bench/log/api-process.ts'], given, port, '/v1/ping')
  const beganAt = performance.now()
  const seconds = () => round((performance.now() - beganAt) / 1000)
  const meter = await openProcessorMeter(url, server.pid)
  try {
    await untilAnswered(`${server.url}/readyz`)
    const [readySeconds, ready] = [seconds(), await meter.read()]
    await untilAnswered(`${server.url}/v1/reliability/feed`, { 'accept-encoding': 'br' })
    const [fedSeconds, fed] = [seconds(), await meter.read()]
    return {
      readySeconds,
      readyMs: ready.process,
      readyServerMs: ready.backends,
      feedSeconds: round(fedSeconds - readySeconds),
      feedMs: fed.process - ready.process,
      feedServerMs: fed.backends - ready.backends,
      memoryMb: residentOf(server.pid).pss,
    }
  } finally {
    await meter.close()
    await server.stop()
  }
}
