import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '../../lib/store/database'
import { type Bench, numberFlag, type Print, round } from '../bench'
import { withClient } from '../database'
import { freePort } from '../processes'
import { openProcessorMeter, processorMs } from '../processor-time'
import { makeRatedCatalog } from '../rated-catalog'
import { keyedHeaders } from '../service'
import { compareCounts, EVENTS, type SentOutcomes, sendOutcomes } from './outcome-load'
import { natsProcess, outcomeProcess, type Restartable } from './processes'

const TOOLS = 20_000
/** A worker merges 10 s; the lease of one that was killed lasts 45. */
const DRAINED_WITHIN_MS = 120_000

/**
 * What outcomes cost with the stream and without: rows written and processor time of all processes, side by side; then
 * the stream with its processes killed in the middle of the load.
 */
export const bench: Bench = {
  flags: { part: 'all', seconds: '5', 'fault-seconds': '20' },
  async run(flags, print) {
    const [seconds, faultSeconds] = [numberFlag(flags, 'seconds'), numberFlag(flags, 'fault-seconds')]
    print(`filling a throw-away database with ${TOOLS} tools`)
    const catalog = await makeRatedCatalog(TOOLS)
    const nats = await natsProcess()
    try {
      const setting = { databaseUrl: catalog.url, natsUrl: nats.url, nats, headers: await newKey(catalog.url), print }
      const costs = flags.part === 'faults' ? {} : await measureCosts(setting, seconds)
      const faults = flags.part === 'costs' ? {} : await measureFaults(setting, faultSeconds)
      return { ...costs, ...faults }
    } finally {
      await nats.close()
      await catalog.drop()
    }
  },
  hasFailed: ({ acknowledgedLost = 0, countedTwice = 0 }) => acknowledgedLost !== 0 || countedTwice !== 0,
}

interface Setting {
  databaseUrl: string
  natsUrl: string
  nats: Restartable
  headers: Readonly<Record<string, string>>
  print: Print
}

async function newKey(databaseUrl: string) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' })
  const headers = await keyedHeaders(db)
  await close()
  return headers
}

async function openApi({ databaseUrl }: Setting, environment: Readonly<Record<string, string>>) {
  const port = await freePort()
  const api = outcomeProcess('api', { ...environment, DATABASE_URL: databaseUrl, PORT: String(port) })
  await api.start()
  return { ...api, url: `http://127.0.0.1:${port}` }
}

async function openWorker({ databaseUrl, natsUrl }: Setting) {
  const worker = outcomeProcess('worker', { DATABASE_URL: databaseUrl, NATS_URL: natsUrl })
  await worker.start()
  return worker
}

interface Cost {
  eventsPerSecond: number
  writesPer1000Events: number
  microsecondsAnEvent: number
}

/** With and without the stream, with and without idempotency keys, each as long. */
async function measureCosts(setting: Setting, seconds: number) {
  const direct = await openApi(setting, {})
  const streamed = await openApi(setting, { NATS_URL: setting.natsUrl })
  const worker = await openWorker(setting)
  try {
    const costs: Record<string, Cost> = {}
    for (const isKeyed of [false, true]) {
      const name = isKeyed ? 'with idempotency keys' : 'without'
      costs[`direct, ${name}`] = await costOf(setting, [direct], direct.url, { isKeyed, seconds })
      const own = [streamed, worker, setting.nats]
      costs[`stream, ${name}`] = await costOf(setting, own, streamed.url, { isKeyed, seconds })
    }
    for (const [name, cost] of Object.entries(costs)) setting.print(`${name}: ${JSON.stringify(cost)}`)
    return { costs }
  } finally {
    for (const one of [direct, streamed, worker]) await one.kill()
  }
}

async function costOf(
  setting: Setting,
  processes: readonly Restartable[],
  url: string,
  { isKeyed, seconds }: { isKeyed: boolean; seconds: number },
): Promise<Cost> {
  const { databaseUrl, headers } = setting
  const load = { urls: [url], headers, tools: [0, TOOLS - 1] as const, isKeyed }
  // The first batches of a key earn credits, and a process has its code compiled.
  await sendOutcomes({ ...load, seconds: 2 })
  await untilDrained(setting)
  const pids = processes.flatMap((one) => one.pid() ?? [])
  const own = () => pids.reduce((sum, pid) => sum + processorMs(pid), 0)
  const meter = await openProcessorMeter(databaseUrl, process.pid)
  const [writesBefore, ownBefore] = [await rowsWritten(databaseUrl), own()]
  const sent = await sendOutcomes({ ...load, seconds })
  await untilDrained(setting)
  const used = own() - ownBefore + (await meter.read()).backends
  await meter.close()
  const events = sent.batches * EVENTS
  return {
    eventsPerSecond: Math.round(events / seconds),
    writesPer1000Events: round(((await rowsWritten(databaseUrl)) - writesBefore) / (events / 1000), 1),
    microsecondsAnEvent: round((used * 1000) / events, 2),
  }
}

/** Postgres adds up what a connection wrote at least this often. */
const STATISTICS_WITHIN_MS = 2500

async function rowsWritten(databaseUrl: string): Promise<number> {
  await wait(STATISTICS_WITHIN_MS)
  const [row] = await rows<{ written: number }>(
    databaseUrl,
    'SELECT sum(n_tup_ins + n_tup_upd)::float8 AS written FROM pg_stat_user_tables',
  )
  return row?.written ?? 0
}

function rows<Row extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => (await client.query<Row>(text)).rows)
}

async function countedByTool(databaseUrl: string): Promise<Map<string, number>> {
  const found = await rows<{ id: string; events: number }>(
    databaseUrl,
    `SELECT subject_id AS id, sum(successes + transport_failures + caller_failures + other_failures)::float8 AS events
     FROM outcome_counts GROUP BY 1`,
  )
  return new Map(found.map(({ id, events }) => [id, events]))
}

/** Until the stream is empty: all is counted and acknowledged. */
async function untilDrained({ natsUrl }: Setting, print: Print = () => undefined): Promise<void> {
  const { connect } = await import('@nats-io/transport-node')
  const { jetstreamManager } = await import('@nats-io/jetstream')
  const connection = await connect({ servers: natsUrl })
  const jsm = await jetstreamManager(connection)
  const deadline = performance.now() + DRAINED_WITHIN_MS
  const left = async () => (await jsm.streams.info('assay-outcomes')).state.messages
  while ((await left()) > 0 && performance.now() < deadline) await wait(200)
  print(`the stream has ${await left()} messages left`)
  await connection.close()
}

/** Two processes that take outcomes in and two that count, of which one each is killed, and the NATS server. */
async function measureFaults(setting: Setting, seconds: number) {
  const { databaseUrl, natsUrl, headers, nats, print } = setting
  const apis = [await openApi(setting, { NATS_URL: natsUrl }), await openApi(setting, { NATS_URL: natsUrl })]
  const workers = [await openWorker(setting), await openWorker(setting)]
  try {
    // All partitions are claimed.
    await wait(10_000)
    const before = await countedByTool(databaseUrl)
    const urls = apis.map(({ url }) => url)
    const load = { urls, headers, seconds }
    const half = TOOLS / 2
    const kills = killInTurn([apis[0], workers[0], nats, apis[1]], (seconds * 1000) / 5, print)
    const sent = await Promise.all([
      sendOutcomes({ ...load, tools: [0, half - 1], isKeyed: true }),
      sendOutcomes({ ...load, tools: [half, TOOLS - 1], isKeyed: false }),
    ])
    await kills
    await untilDrained(setting, print)
    const after = await countedByTool(databaseUrl)
    const counted = new Map([...after].map(([tool, events]) => [tool, events - (before.get(tool) ?? 0)]))
    const compared = compareCounts(counted, sent)
    print(`acknowledgedLost ${compared.acknowledgedLost}, countedTwice ${compared.countedTwice}`)
    return { ...compared, ...summaryOf(sent) }
  } finally {
    for (const one of [...apis, ...workers]) await one.kill()
  }
}

/** Kills each of these in turn, and starts it again a second later. */
async function killInTurn(victims: readonly (Restartable | undefined)[], everyMs: number, print: Print): Promise<void> {
  for (const victim of victims) {
    await wait(everyMs)
    print(`kill -9 ${victim?.pid()}`)
    await victim?.kill()
    await wait(1000)
    void victim?.start()
  }
}

function summaryOf(sent: readonly SentOutcomes[]) {
  const [keyed, plain] = sent
  return {
    acknowledgedBatches: sent.reduce((sum, { batches }) => sum + batches, 0),
    failuresOfKeyed: keyed?.failures ?? {},
    failuresOfOthers: plain?.failures ?? {},
  }
}
