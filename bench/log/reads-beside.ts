import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type OpenDatabase, openDatabase } from '../../lib/store/database'
import { queueFacts } from '../../lib/store/outbox/queue'
import { prepareQueueKey } from '../../lib/store/outbox/queue-key'
import { type Bench, median, numberFlag, type Print, round } from '../bench'
import { withFolder } from '../folder'
import { pacedReads } from '../http/read-load'
import { freePort, type ServerProcess, startServer } from '../processes'
import { makeRatedCatalog } from '../rated-catalog'
import { keyedHeaders, QUIET } from '../service'

const TOOLS = 20_000
const READS_A_SECOND = 200
const CRON_SECRET = 'secret-of-the-bench-of-the-log'
/** The service and this process, which queues facts for it, have the same. */
const LOG_QUEUE_KEY = randomBytes(32).toString('base64url')
const WARM_UP_SECONDS = 5
/** As `lib/runtime/timer.ts` has the log written. */
const WRITTEN_EVERY_SECONDS = 10

type Reads = Awaited<ReturnType<typeof pacedReads>>

/**
 * Health reads at fixed moments, in turn without anything beside them and while facts are logged by the same process.
 */
export const bench: Bench = {
  flags: { seconds: '20', rounds: '5', facts: '300' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const catalog = await makeRatedCatalog(TOOLS)
      const database = await openDatabase({ databaseUrl: catalog.url, dataDir: '' })
      try {
        const headers = await keyedHeaders(database.db)
        const service = await startApi(catalog.url, folder)
        try {
          return await compare({ service, headers, ids: catalog.toolIds, database }, flags, print)
        } finally {
          await service.stop()
        }
      } finally {
        await database.close()
        await catalog.drop()
      }
    }),
}

interface Setting {
  service: ServerProcess
  headers: Readonly<Record<string, string>>
  ids: readonly string[]
  database: OpenDatabase
}

async function startApi(databaseUrl: string, folder: string): Promise<ServerProcess> {
  const port = await freePort()
  const places = { DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_STORE: 'folder', PORT: String(port) }
  const environment = { ...QUIET, ...places, CRON_SECRET, LOG_QUEUE_KEY }
  return startServer(['--import', 'tsx', 'bench/log/api-process.ts'], environment, port, '/v1/ping')
}

async function compare(setting: Setting, flags: Readonly<Record<string, string>>, print: Print) {
  const [seconds, rounds, facts] = [
    numberFlag(flags, 'seconds'),
    numberFlag(flags, 'rounds'),
    numberFlag(flags, 'facts'),
  ]
  // What opening the log queued, all facts of the catalog, is published first.
  while ((await runLogJob(setting.service)) > 0) print('publishing what the catalog holds')
  await readsDuring(setting, WARM_UP_SECONDS)
  const found: { quiet: Reads; beside: Reads; published: number }[] = []
  for (let at = 1; at <= rounds; at += 1) {
    const quiet = await readsDuring(setting, seconds)
    const appending = appendDuring(setting, seconds, facts)
    const beside = await readsDuring(setting, seconds)
    const published = await appending
    found.push({ quiet, beside, published })
    print(`round ${at}  without ${textOf(quiet)}   beside ${textOf(beside)}   ${published} leaves published`)
  }
  const ratios = found.map(({ quiet, beside }) => beside.p99 / quiet.p99)
  return {
    factsPerSecond: facts,
    published: found.reduce((sum, { published }) => sum + published, 0),
    quietP99Ms: round(median(found.map(({ quiet }) => quiet.p99))),
    besideP99Ms: round(median(found.map(({ beside }) => beside.p99))),
    p99Ratio: round(median(ratios)),
    ratios: ratios.map((ratio) => round(ratio)),
  }
}

const textOf = ({ p50, p99 }: Reads) => `p50 ${round(p50)} ms, p99 ${round(p99)} ms`

prepareQueueKey({ configured: LOG_QUEUE_KEY, folder: null }, () => undefined)
let queued = 0

/**
 * Queues facts once a second, and has the log written as often as the timer does; answers how many leaves were
 * published.
 */
async function appendDuring({ service, database }: Setting, seconds: number, facts: number): Promise<number> {
  let published = 0
  const startedAt = performance.now()
  for (let at = 0; at < seconds; at += 1) {
    await setTimeout(Math.max(0, startedAt + at * 1000 - performance.now()))
    const verdicts = Array.from({ length: facts }, () => {
      queued += 1
      const turned =
        queued % 2 === 0 ? ({ from: 'healthy', to: 'down' } as const) : ({ from: 'down', to: 'healthy' } as const)
      return { kind: 'verdict' as const, at: new Date().toISOString(), id: `bench/tool-${queued}`, ...turned }
    })
    await queueFacts(database.db, verdicts, new Date())
    if (at % WRITTEN_EVERY_SECONDS === 0) published += await runLogJob(service)
  }
  return published
}

async function runLogJob({ url }: ServerProcess): Promise<number> {
  const response = await fetch(`${url}/cron/log`, { headers: { Authorization: `Bearer ${CRON_SECRET}` } })
  const { report } = (await response.json()) as { report?: { published: number; problem: string | null } | null }
  if (!response.ok || report === undefined || report?.problem) {
    throw new Error(`the job was answered ${response.status}: ${JSON.stringify(report)}`)
  }
  return report?.published ?? 0
}

function readsDuring({ service, headers, ids }: Setting, seconds: number): Promise<Reads> {
  const addressOf = () => `${service.url}/v1/health/${ids[Math.floor(Math.random() * ids.length)] ?? ''}`
  return pacedReads(addressOf, headers, { seconds, aSecond: READS_A_SECOND })
}
