import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

const run = promisify(execFile)
const WAYS = ['database', 'files'] as const
type Way = (typeof WAYS)[number]
/** Seconds, processor time in ms and memory in MB, by name. */
type Costs = Readonly<Record<string, number>>
type Environment = Readonly<Record<string, string>>

/**
 * What a process reads alike from files of a folder, and one from the database, in turn: the search index and the feed,
 * by a process that reads nothing else; with `--ratings on` also a whole start with ROLE=api, without pages, from its
 * first answer until it is ready, which needs all ratings too. Ratios are of files to database, medians of rounds.
 * `--catalog`: whose words the tools have; without, all have the same.
 */
export const bench: Bench = {
  flags: { tools: '100000', catalog: '', rounds: '3', ratings: 'off' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const { catalog = '' } = flags
      const tools = numberFlag(flags, 'tools')
      const rated = await makeRatedCatalog(tools, catalog === '' ? [] : repeatTo(await readDocuments(catalog), tools))
      const environment = { ...QUIET, DATABASE_URL: rated.url, DATA_DIR: join(folder, 'data'), LOG_STORE: 'off' }
      try {
        const files = await publish({ ...environment, FILES_STORE: 'folder' })
        print(`files ${JSON.stringify(files)}`)
        const [rounds, isWhole] = [numberFlag(flags, 'rounds'), flags.ratings === 'on']
        const alike = await measure(environment, rounds, readAlike, print)
        return { files, alike, ...(isWhole && { start: await measure(environment, rounds, startWhole, print) }) }
      } finally {
        await rated.drop()
      }
    }),
}

/** Builds and publishes all; resolves to the MB of each file. */
async function publish(environment: Environment): Promise<Costs> {
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
      `SELECT name || ' ' || key AS name, (value ->> 'bytes')::int AS bytes FROM published_files, json_each(files)`,
    )
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, round(bytes / 1e6, 1)]))
  })
}

async function measure(
  environment: Environment,
  rounds: number,
  start: (environment: Environment) => Promise<Costs>,
  print: Print,
) {
  const all: Record<Way, Costs[]> = { database: [], files: [] }
  for (let at = 1; at <= rounds; at += 1)
    for (const way of WAYS) {
      // The publisher has just confirmed the feed.
      await withClient(environment.DATABASE_URL ?? '', (client) =>
        client.query('UPDATE published_files SET published_at = now()'),
      )
      const costs = await start({ ...environment, ...(way === 'files' && { FILES_STORE: 'folder' }) })
      all[way].push(costs)
      print(`round ${at}  ${way.padEnd(8)} ${JSON.stringify(costs)}`)
    }
  const medians = (of: (name: string, at: number) => number) =>
    Object.fromEntries(
      Object.keys(all.files[0] ?? {}).map((name) => [name, round(median(all.files.map((_, at) => of(name, at))))]),
    )
  const found = (way: Way) => (name: string, at: number) => all[way][at]?.[name] ?? Number.NaN
  return {
    database: medians(found('database')),
    fromFiles: medians(found('files')),
    ratios: medians((name, at) => found('files')(name, at) / found('database')(name, at)),
  }
}

async function readAlike(environment: Environment): Promise<Costs> {
  const words = ['--import', 'tsx', 'bench/start/read-alike.ts']
  const { stdout } = await run(process.execPath, words, { env: { ...process.env, ...environment, ROLE: 'api' } })
  return JSON.parse(stdout) as Costs
}

async function startWhole(environment: Environment): Promise<Costs> {
  const port = await freePort()
  const given = { ...environment, ROLE: 'api', LIMITS: 'off', NODE_ENV: 'production', PORT: String(port) }
  const server = await startServer(['--import', 'tsx', 'bench/log/api-process.ts'], given, port, '/v1/ping')
  const beganAt = performance.now()
  const meter = await openProcessorMeter(environment.DATABASE_URL ?? '', server.pid)
  try {
    await untilAnswered(`${server.url}/readyz`)
    await untilAnswered(`${server.url}/v1/reliability/feed`, { 'accept-encoding': 'br' })
    const seconds = round((performance.now() - beganAt) / 1000)
    const { process: processMs, backends: serverMs } = await meter.read()
    return { seconds, processMs, serverMs, memoryMb: residentOf(server.pid).pss }
  } finally {
    await meter.close()
    await server.stop()
  }
}
