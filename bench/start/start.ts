import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { build } from '../../commands/project.mjs'
import { openDatabase, rowsOf } from '../../lib/store/database'
import { type Bench, msOf, numberFlag, type Print, round } from '../bench'
import { withFolder } from '../folder'
import { freePort, type ServerProcess, startServer, untilAnswered } from '../processes'
import { makeRatedCatalog } from '../rated-catalog'
import { importCatalog, keyedHeaders, startCommand, UNREACHED_LIMIT } from '../service'
import { makeMixedRequests } from './mixed-requests'
import { memoryOfChild, type ProcessMemory } from './process-memory'

const SCRIPT = 'commands/start.mjs'
const SAMPLE_EVERY_MS = 200
/** Tools that are asked about. */
const TOOLS = 4000

type Environment = Readonly<Record<string, string>>

interface Started {
  server: ServerProcess
  firstAnswerSeconds: number
  readySeconds: number
  peakMb: number
  idle: ProcessMemory
}

/**
 * The standalone service as `npm start` starts it, with the embedded database: seconds from its start to its first
 * answer, memory of all its processes at most and when it is idle, after a first and a second start; and by how much
 * memory grows over mixed requests. `--catalog`: imported before, and the seconds of that. `--tools`: that many rated
 * tools in a throw-away Postgres instead. No registry is read, but what a catalog names is probed where there is a
 * network.
 */
export const bench: Bench = {
  flags: { catalog: '', tools: '0', idleSeconds: '60', requests: '15000' },
  async run(flags, print) {
    await build(print)
    const { catalog = '', tools = '0' } = flags
    return withFolder(async (folder) => {
      const embedded = { DATA_DIR: join(folder, 'data'), REGISTRY_URL: 'off', LIMIT_PAGES: String(UNREACHED_LIMIT) }
      if (tools === '0') return measure(embedded, catalog, flags, print)
      const rated = await makeRatedCatalog(numberFlag(flags, 'tools'))
      try {
        return await measure({ ...embedded, DATABASE_URL: rated.url }, catalog, flags, print)
      } finally {
        await rated.drop()
      }
    })
  },
}

async function measure(
  environment: Environment,
  catalog: string,
  flags: Readonly<Record<string, string>>,
  print: Print,
): Promise<Record<string, unknown>> {
  const idleMs = numberFlag(flags, 'idleSeconds') * 1000
  const importMs = catalog === '' ? null : await msOf(() => importCatalog(environment, catalog, print))
  const first = await start(environment, idleMs, print)
  await first.server.stop()
  const { ids, headers } = await preparedCaller(environment)
  const second = await start(environment, idleMs, print)
  try {
    const requests = numberFlag(flags, 'requests')
    const make = (from: number, to: number) => makeMixedRequests(second.server.url, headers, ids, [from, to])
    // Pages are loaded when they are first asked for, and caches fill.
    const tenth = Math.round(requests / 10)
    let seconds = await make(0, tenth)
    await delay(idleMs / 2)
    const warm = memoryOfChild(SCRIPT)
    seconds += await make(tenth, requests)
    await delay(idleMs)
    const after = memoryOfChild(SCRIPT)
    print(`after the requests ${JSON.stringify(after.processes)}`)
    return {
      importSeconds: importMs === null ? null : round(importMs / 1000, 1),
      first: figuresOf(first),
      second: figuresOf(second),
      requestSeconds: round(seconds, 0),
      grownMb: after.service - second.idle.service,
      grownAfterFirstTenthMb: after.service - warm.service,
    }
  } finally {
    await second.server.stop()
  }
}

function figuresOf({ firstAnswerSeconds, readySeconds, peakMb, idle }: Started) {
  const { service, reference } = idle
  return {
    firstAnswerSeconds: round(firstAnswerSeconds),
    readySeconds: round(readySeconds),
    peakMb,
    idleMb: service,
    referenceMb: reference,
  }
}

/** Starts the service, and reads its memory until it has been idle for so long. */
async function start(environment: Environment, idleMs: number, print: Print): Promise<Started> {
  const port = await freePort()
  const beganAt = performance.now()
  const seconds = () => (performance.now() - beganAt) / 1000
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryOfChild(SCRIPT).service), SAMPLE_EVERY_MS)
  let server: ServerProcess | undefined
  try {
    server = await startServer(startCommand(), { ...environment, PORT: String(port) }, port, '/v1/ping')
    const firstAnswerSeconds = seconds()
    await untilAnswered(`${server.url}/readyz`)
    const readySeconds = seconds()
    await delay(idleMs)
    const idle = memoryOfChild(SCRIPT)
    const peakMb = Math.max(...samples)
    const started = { server, firstAnswerSeconds, readySeconds, peakMb, idle }
    print(`${JSON.stringify(figuresOf(started))} ${JSON.stringify(idle.processes)}`)
    return started
  } catch (cause) {
    await server?.stop()
    throw cause
  } finally {
    clearInterval(timer)
  }
}

/** Ids of tools in the database of a service that does not run, and the headers of a caller without limits. */
async function preparedCaller({ DATABASE_URL, DATA_DIR = '' }: Environment) {
  const { db, close } = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR })
  try {
    const listed = sql`SELECT id FROM subjects WHERE listed AND kind = 'tool' ORDER BY md5(id) LIMIT ${TOOLS}`
    const rows = await rowsOf<{ id: string }>(db, listed)
    return { ids: rows.map(({ id }) => id), headers: await keyedHeaders(db) }
  } finally {
    await close()
  }
}
