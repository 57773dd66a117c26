import { setTimeout as wait } from 'node:timers/promises'
import { HAS_NATS, openTestNats } from '../../lib/outcome-stream/test-nats'
import { openDatabase } from '../../lib/store/database'
import { type Bench, BenchCannotRun, numberFlag, type Print, round } from '../bench'
import { freePort } from '../processes'
import { openProcessorMeter, processorMs } from '../processor-time'
import type { Restartable } from '../programs/restartable'
import { makeRatedCatalog } from '../rated-catalog'
import { keyedHeaders } from '../service'
import { countedByTool, countedSince, rowsWritten, untilDrained } from './counted'
import { compareCounts, EVENTS, type SentOutcomes, sendOutcomes } from './outcome-load'
import { outcomeProcess } from './outcome-service'

const TOOLS = 20_000

/**
 * What outcomes cost with the stream and without: rows written and processor time of all processes, side by side; then
 * the stream with its processes killed in the middle of the load.
 */
export const bench: Bench = {
  flags: { part: 'all', seconds: '5', 'fault-seconds': '20' },
  async run(flags, print) {
    const [seconds, faultSeconds] = [numberFlag(flags, 'seconds'), numberFlag(flags, 'fault-seconds')]
    if (!HAS_NATS) throw new BenchCannotRun('nats-server is needed, as Debian packages it')
    print(`filling a throw-away database with ${TOOLS} tools`)
    const catalog = await makeRatedCatalog(TOOLS)
    const nats = await openTestNats()
    try {
      const headers = await newKey(catalog.url)
      const setting = { databaseUrl: catalog.url, natsUrl: nats.url, nats, headers, tools: catalog.toolIds, print }
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

type Victim = Pick<Restartable, 'start' | 'kill' | 'pid'>

interface Setting {
  databaseUrl: string
  natsUrl: string
  nats: Victim
  headers: Readonly<Record<string, string>>
  tools: readonly string[]
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
  processes: readonly Victim[],
  url: string,
  { isKeyed, seconds }: { isKeyed: boolean; seconds: number },
): Promise<Cost> {
  const { databaseUrl, headers, tools } = setting
  const load = { urls: [url], headers, tools, isKeyed }
  // The first batches of a key earn credits, and a process has its code compiled.
  await sendOutcomes({ ...load, seconds: 2 })
  await untilDrained([setting.natsUrl])
  const pids = processes.flatMap((one) => one.pid() ?? [])
  const own = () => pids.reduce((sum, pid) => sum + processorMs(pid), 0)
  const meter = await openProcessorMeter(databaseUrl, process.pid)
  const [writesBefore, ownBefore] = [await rowsWritten(databaseUrl), own()]
  const sent = await sendOutcomes({ ...load, seconds })
  await untilDrained([setting.natsUrl])
  const used = own() - ownBefore + (await meter.read()).backends
  await meter.close()
  const events = sent.batches * EVENTS
  return {
    eventsPerSecond: Math.round(events / seconds),
    writesPer1000Events: round(((await rowsWritten(databaseUrl)) - writesBefore) / (events / 1000), 1),
    microsecondsAnEvent: round((used * 1000) / events, 2),
  }
}

/** Two processes that take outcomes in and two that count, of which one each is killed, and the NATS server. */
async function measureFaults(setting: Setting, seconds: number) {
  const { databaseUrl, natsUrl, headers, nats, tools, print } = setting
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
      sendOutcomes({ ...load, tools: tools.slice(0, half), isKeyed: true }),
      sendOutcomes({ ...load, tools: tools.slice(half), isKeyed: false }),
    ])
    await kills
    print(`the stream has ${await untilDrained([natsUrl])} messages left`)
    const compared = compareCounts(await countedSince(databaseUrl, before), sent)
    print(`acknowledgedLost ${compared.acknowledgedLost}, countedTwice ${compared.countedTwice}`)
    return { ...compared, ...summaryOf(sent) }
  } finally {
    for (const one of [...apis, ...workers]) await one.kill()
  }
}

/** Kills each of these in turn, and starts it again a second later. */
async function killInTurn(victims: readonly (Victim | undefined)[], everyMs: number, print: Print): Promise<void> {
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
