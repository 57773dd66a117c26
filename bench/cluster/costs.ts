import { round } from '../bench'
import { withClient } from '../database'
import { residentOf } from '../guard/resident'
import { loadOf } from '../http/read-load'
import { processorMs } from '../processor-time'
import { rowsWritten, untilDrained } from '../stream/counted'
import { EVENTS, sendOutcomes } from '../stream/outcome-load'
import type { Machines } from './machines'

/**
 * Tables that outcomes are written to; jobs write to others meanwhile. Latencies do not go through the stream, and are
 * written every 20 s.
 */
const TABLES = ['outcome_counts', 'counted_batches', 'usage_due', 'key_days', 'api_keys', 'outcome_positions']
const WARM_UP_SECONDS = 3
/** Tools that are reported: the stream saves what is reported of one tool within ten seconds. */
const REPORTED = 2000

/** Rows written for a thousand events through the stream and without, by batches with idempotency keys. */
export async function writesPer1000Events({ apis, direct, ...machines }: Machines, seconds: number) {
  await direct.start()
  const servers = machines.nats.map(({ url }) => url)
  const tools = machines.toolIds.slice(0, REPORTED)
  const writesOf = async (urls: readonly string[]) => {
    const load = { urls, headers: machines.headers, tools, isKeyed: true }
    await untilDrained(servers)
    const before = await rowsWritten(machines.databaseUrl(), TABLES)
    const { batches } = await sendOutcomes({ ...load, seconds })
    await untilDrained(servers)
    const written = (await rowsWritten(machines.databaseUrl(), TABLES)) - before
    return round(written / ((batches * EVENTS) / 1000), 1)
  }
  try {
    return { direct: await writesOf([direct.url]), stream: await writesOf(apis.map(({ url }) => url)) }
  } finally {
    await direct.stop()
  }
}

/** Processor time in µs of a process of the API for a read that it answers from memory. */
export async function readFromMemoryUs({ apis: [api], toolIds, headers }: Machines, seconds: number): Promise<number> {
  const pid = api?.pid()
  if (api === undefined || pid === undefined) throw new Error('the process of the API runs')
  const pathOf = () => `/v1/health/${toolIds[Math.floor(Math.random() * toolIds.length)]}`
  await loadOf(api.url, pathOf, WARM_UP_SECONDS, headers)
  const before = processorMs(pid)
  const { rps } = await loadOf(api.url, pathOf, seconds, headers)
  return round(((processorMs(pid) - before) * 1000) / (rps * seconds), 1)
}

/** Memory of a process of each role in MB (PSS), and of the primary's database. */
export async function sizesOf({ apis, workers, publisher, ...machines }: Machines) {
  const memory = Object.fromEntries(
    [apis[0], workers[0], publisher].map((one) => [one?.role, residentOf(one?.pid() ?? 0).pss]),
  )
  const size = 'SELECT pg_database_size(current_database())::float8 / 1e6 AS mb'
  const { rows } = await withClient(machines.databaseUrl(), (client) => client.query<{ mb: number }>(size))
  return { memoryMb: memory, databaseMb: Math.round(rows[0]?.mb ?? Number.NaN) }
}
