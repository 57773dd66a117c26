import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../lib/store/database'
import { type Bench, median, numberFlag, type Print, round } from '../bench'
import { residentOf } from '../guard/resident'
import { freePort, type ServerProcess, startServer, untilAnswered } from '../processes'
import { openProcessorMeter } from '../processor-time'
import { makeRatedCatalog } from '../rated-catalog'
import { keyedHeaders, QUIET } from '../service'
import { loadOf } from './read-load'

/**
 * What memory holds: all ratings, a cache in which every tool that is asked for is found, and none. That of the second
 * is half of what all take.
 */
const WAYS = ['all', 'hit', 'miss'] as const
type Way = (typeof WAYS)[number]
const BYTES_OF_A_TOOL = 1000
/** Tools that are asked for, of how many one. */
const ASKED_OF = 10
const WARM_UP_SECONDS = 5
/** Twice as long as until an idle process collects its heap. */
const IDLE_MS = 25_000

interface Cost {
  /** Processor time a read in microseconds: of the process, and of the database's besides. */
  process: number
  database: number
  rps: number
}

/**
 * A health read of a process with ROLE=api from a copy of all ratings, from a cache that has the tool, and from one
 * that holds nothing, in turn: processor time and rate. And the memory of each process, idle, after all were asked.
 * Rows come from a Postgres on this machine.
 */
export const bench: Bench = {
  flags: { tools: '100000', seconds: '3', rounds: '5' },
  async run(flags, print) {
    const tools = numberFlag(flags, 'tools')
    print(`filling a throw-away database with ${tools} tools`)
    const catalog = await makeRatedCatalog(tools)
    const servers: Partial<Record<Way, ServerProcess>> = {}
    try {
      const { db, close } = await openDatabase({ databaseUrl: catalog.url, dataDir: '' })
      const headers = await keyedHeaders(db)
      await close()
      const megabytes = (tools * BYTES_OF_A_TOOL) / 2e6
      for (const [way, ofRatings] of [
        ['all', 65_536],
        ['hit', megabytes],
        ['miss', 0],
      ] as const)
        servers[way] = await startApi(catalog.url, ofRatings)
      const ids = catalog.toolIds.filter((_, at) => at % ASKED_OF === 0)
      return await measure(servers as Record<Way, ServerProcess>, { url: catalog.url, ids, headers }, flags, print)
    } finally {
      for (const server of Object.values(servers)) await server.stop()
      await catalog.drop()
    }
  },
}

async function startApi(url: string, megabytes: number): Promise<ServerProcess> {
  const port = await freePort()
  const environment = { ...QUIET, ROLE: 'api', LOG_STORE: 'off', NODE_ENV: 'production', DATABASE_URL: url }
  const given = { ...environment, PORT: String(port), RATINGS_MEMORY_MB: String(megabytes) }
  return startServer(['--import', 'tsx', 'bench/log/api-process.ts'], given, port, '/v1/ping')
}

interface Asked {
  url: string
  ids: readonly string[]
  headers: Readonly<Record<string, string>>
}

async function measure(
  servers: Readonly<Record<Way, ServerProcess>>,
  { url, ids, headers }: Asked,
  flags: Readonly<Record<string, string>>,
  print: Print,
) {
  const [seconds, rounds] = [numberFlag(flags, 'seconds'), numberFlag(flags, 'rounds')]
  const costs: Record<Way, Cost[]> = { all: [], hit: [], miss: [] }
  const costOf = async (way: Way, during: number): Promise<Cost> => {
    const server = servers[way]
    const meter = await openProcessorMeter(url, server.pid)
    const { rps } = await loadOf(
      server.url,
      () => `/v1/health/${ids[Math.floor(Math.random() * ids.length)]}`,
      during,
      headers,
    )
    const used = await meter.read()
    await meter.close()
    const aRead = (ms: number) => (ms * 1000) / (rps * during)
    return { process: aRead(used.process), database: aRead(used.backends), rps }
  }
  for (const way of WAYS) {
    await untilAnswered(`${servers[way].url}/v1/health/${ids[0]}`, headers)
    await costOf(way, WARM_UP_SECONDS)
  }
  for (let at = 1; at <= rounds; at += 1) {
    for (const way of WAYS) {
      const cost = await costOf(way, seconds)
      costs[way].push(cost)
      print(
        `round ${at}  ${way.padEnd(5)} ${Math.round(cost.rps).toString().padStart(6)} /s  ${cost.process.toFixed(1)} µs and ${cost.database.toFixed(1)} µs of the database`,
      )
    }
  }
  await wait(IDLE_MS)
  const memory = await Promise.all(WAYS.map(async (way) => [way, await memoryOf(servers[way])] as const))
  const ratio = (way: Way, of: (cost: Cost) => number) =>
    round(median(costs[way].map((cost, at) => of(cost) / of(costs.all[at] as Cost))))
  return {
    tools: numberFlag(flags, 'tools'),
    allUs: round(median(costs.all.map((cost) => cost.process))),
    hitToAll: ratio('hit', ({ process }) => process),
    missToAll: ratio('miss', ({ process }) => process),
    missDatabaseUs: round(median(costs.miss.map(({ database }) => database))),
    hitRpsToAll: ratio('hit', ({ rps }) => rps),
    missRpsToAll: ratio('miss', ({ rps }) => rps),
    ...Object.fromEntries(
      memory.flatMap(([way, found]) => Object.entries(found).map(([name, value]) => [`${way}${name}`, value])),
    ),
  }
}

/** Memory of a process, what of it counts as ratings, and the share of tools that its cache had. */
async function memoryOf({ url, pid }: ServerProcess) {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0)
  const [hits, misses] = ['hit', 'miss'].map((result) => figure(`assay_ratings_reads_total{result="${result}"}`)) as [
    number,
    number,
  ]
  return {
    Mb: Math.round(residentOf(pid).pss),
    RatingsMb: round(figure('assay_ratings_memory_bytes') / 1e6),
    HitShare: hits + misses === 0 ? null : round(hits / (hits + misses)),
  }
}
