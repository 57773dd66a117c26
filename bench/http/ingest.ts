import { createHistogram } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { type Bench, BenchCannotRun, median, numberFlag, round } from '../bench'
import { type Endpoint, startService } from '../service'
import { bareUnnest, EVENTS, ingestRequests } from './ingest-load'
import { benchToolId, makeCatalog } from './read-catalog'
import { loadOfRequests } from './read-load'

/** Both are measured this often, in turn, so that a slow moment of the machine hits both. */
const ROUNDS = 5
const WARM_UP_SECONDS = 4
const TOOLS = 20_000
/** Reads a second beside the flood: a gateway's own, far from what the door could answer. */
const READS_A_SECOND = 100

/** Batches of 100 outcomes over HTTP, keyed and with limits on, beside a bare INSERT of the same counts; and what reads feel of the flood. */
export const bench: Bench = {
  flags: { seconds: '10' },
  async run(flags, say) {
    const seconds = numberFlag(flags, 'seconds')
    const databaseUrl = process.env.DATABASE_URL
    if (!databaseUrl) throw new BenchCannotRun('set DATABASE_URL to a Postgres on which a database can be created')
    say(`filling a throw-away database with ${TOOLS} tools`)
    const catalog = await makeCatalog(databaseUrl, TOOLS)
    let endpoint: Endpoint | undefined
    try {
      endpoint = await startService(catalog.url)
      return await measure(endpoint, catalog.url, seconds, say)
    } finally {
      await endpoint?.stop()
      await catalog.drop()
    }
  },
}

async function measure(endpoint: Endpoint, databaseUrl: string, seconds: number, say: (line: string) => void) {
  const flood = async (forSeconds: number) => {
    const { rps } = await loadOfRequests(endpoint.url, () => ingestRequests(TOOLS, endpoint.headers), forSeconds)
    return rps * EVENTS
  }
  await flood(WARM_UP_SECONDS)
  await bareUnnest(databaseUrl, TOOLS, WARM_UP_SECONDS)
  const [ingested, unnested]: [number[], number[]] = [[], []]
  for (let i = 0; i < ROUNDS; i += 1) {
    ingested.push(await flood(seconds))
    unnested.push((await bareUnnest(databaseUrl, TOOLS, seconds)) * EVENTS)
    const [ours = 0, bare = 0] = [ingested.at(-1), unnested.at(-1)]
    say(`round ${i + 1}  ingest ${whole(ours)} events/s   unnest ${whole(bare)} events/s   ratio ${round(ours / bare)}`)
  }
  const quiet = await readsBeside(endpoint, seconds, () => setTimeout(seconds * 1000))
  const flooded = await readsBeside(endpoint, seconds, () => flood(seconds))
  say(`health reads, ${READS_A_SECOND} a second: ${quiet}; while a flood is taken in: ${flooded}`)
  return {
    eventsPerSecond: Math.round(median(ingested)),
    unnestPerSecond: Math.round(median(unnested)),
    ratio: round(median(ingested.map((ours, i) => ours / (unnested[i] ?? Number.NaN)))),
  }
}

const whole = (value: number) => String(Math.round(value)).padStart(7)

/** Latencies of health reads that leave at fixed moments, whatever became of those before them, while `work` goes on. */
async function readsBeside(endpoint: Endpoint, seconds: number, work: () => Promise<unknown>): Promise<string> {
  const latencies = createHistogram()
  const under = work()
  const reads: Promise<void>[] = []
  const startedAt = performance.now()
  for (let i = 0; i < seconds * READS_A_SECOND; i += 1) {
    const at = startedAt + (i * 1000) / READS_A_SECOND
    await setTimeout(Math.max(0, at - performance.now()))
    reads.push(readOne(endpoint, latencies))
  }
  await Promise.all([...reads, under])
  const ms = (percentile: number) => round(latencies.percentile(percentile) / 1e6)
  return `p50 ${ms(50)} ms, p99 ${ms(99)} ms`
}

async function readOne({ url, headers }: Endpoint, latencies: ReturnType<typeof createHistogram>): Promise<void> {
  const startedAt = performance.now()
  const id = benchToolId(Math.floor(Math.random() * TOOLS))
  const response = await fetch(`${url}/v1/health/${id}`, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`a read was answered ${response.status}`)
  latencies.record(Math.max(1, Math.round((performance.now() - startedAt) * 1e6)))
}
