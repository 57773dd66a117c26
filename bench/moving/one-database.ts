import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { recordServers } from '../../lib/store/catalog/catalog'
import { type Database, openDatabase, rowsOf } from '../../lib/store/database'
import { makeObservationPartitions } from '../../lib/store/evidence/partitions'
import { openRatingReader } from '../../lib/store/ratings/ratings'
import { targetAt, testServer, testTool, uncategorized } from '../../lib/store/test-catalog'
import { median, msOf, round } from '../bench'
import { TOOLS_OF_A_SERVER } from '../rated-catalog'
import { recordProbes } from '../recorded-probes'

/**
 * `one-database.ts <data folder> <address or -> <tools>`: fills a database, and prints what it writes and reads in a
 * second, how long the process could do nothing else meanwhile, and what it takes.
 */
const [dataDir = '', address = '', toolCount = ''] = process.argv.slice(2)
const SERVERS_AT_ONCE = 50
const PROBED_SERVERS = 400
const ROUNDS = 16
/** Probes of a round reach back this far. */
const ROUND_MS = 20 * 60_000
const READS = 2000
/** Of a process that does nothing else. */
const SAMPLED_EVERY_MS = 5
/** As long as those of the field. */
const DESCRIPTION = 'Reads what is asked for and answers it as text, with what it belongs to. '.repeat(3)
const TARGET = targetAt('https://bench.example/mcp')

const { db, close } = await openDatabase({ databaseUrl: address === '-' ? null : address, dataDir })
const delays = monitorEventLoopDelay({ resolution: SAMPLED_EVERY_MS })
delays.enable()
const servers = Math.ceil(Number(toolCount) / TOOLS_OF_A_SERVER)
const now = new Date()
await makeObservationPartitions(db, new Date(now.getTime() - 86_400_000))
const imported = await msOf(() => importAll(servers))
const keys = (
  await rowsOf<{ key: number }>(db, sql`SELECT key FROM servers ORDER BY random() LIMIT ${PROBED_SERVERS}`)
).map(({ key }) => key)
const probed = await msOf(async () => {
  for (let left = ROUNDS - 1; left >= 0; left -= 1)
    await recordProbes(db, keys, TARGET, new Date(now.getTime() - left * ROUND_MS), 'answered')
})
const reads = await readAll(db)
const [size] = await rowsOf<{ mb: number }>(db, sql`SELECT pg_database_size(current_database()) / 1e6::float8 AS mb`)
process.stdout.write(
  `${JSON.stringify({
    toolsPerSecond: round((servers * TOOLS_OF_A_SERVER) / (imported / 1000), 0),
    probesPerSecond: round((keys.length * 8 * ROUNDS) / (probed / 1000), 0),
    readMs: round(median(reads), 3),
    blockedP99Ms: round(delays.percentile(99) / 1e6, 0),
    blockedMostMs: round(delays.max / 1e6, 0),
    sizeMB: round(size?.mb ?? Number.NaN, 0),
    rssMB: round(process.resourceUsage().maxRSS / 1024, 0),
  })}\n`,
)
await close()
process.exit()

async function importAll(count: number): Promise<void> {
  const tools = Array.from({ length: TOOLS_OF_A_SERVER }, (_, n) => testTool(`tool_${n}`, { description: DESCRIPTION }))
  for (let at = 0; at < count; at += SERVERS_AT_ONCE) {
    const length = Math.min(SERVERS_AT_ONCE, count - at)
    const batch = Array.from({ length }, (_, n) => testServer(`bench/${at + n}`, { tools }))
    await recordServers(db, { source: 'file', precedence: 1 }, batch, now, uncategorized)
  }
}

async function readAll(database: Database): Promise<number[]> {
  const ratings = openRatingReader(database)
  const times: number[] = []
  for (let n = 0; n < READS; n += 1) {
    const id = `bench/${(n * 7919) % servers}/tool_${n % TOOLS_OF_A_SERVER}`
    times.push(await msOf(() => ratings.findRating(id)))
  }
  return times
}
