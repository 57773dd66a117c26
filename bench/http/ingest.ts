import { setTimeout } from 'node:timers/promises'
import { type Bench, median, numberFlag, type Print, round } from '../bench'
import { openProcessorMeter } from '../processor-time'
import { benchToolId, makeRatedCatalog } from '../rated-catalog'
import { type KeyedService, startKeyedService } from '../service'
import { bareUnnest, EVENTS, ingestRequests } from './ingest-load'
import { loadOfRequests, pacedReads } from './read-load'

/** Service and bare statement are measured this often, in turn, so that a slow moment of the machine affects both. */
const ROUNDS = 5
const WARM_UP_SECONDS = 4
const TOOLS = 20_000
/** Reads a second beside the batches: those of one gateway, far fewer than the service could answer. */
const READS_A_SECOND = 100

/**
 * Batches of 100 outcomes over HTTP, with a key and limits on, beside a bare INSERT of the same counts; then the
 * latency of reads with and without such load.
 */
export const bench: Bench = {
  flags: { seconds: '10' },
  async run(flags, print) {
    const seconds = numberFlag(flags, 'seconds')
    print(`filling a throw-away database with ${TOOLS} tools`)
    const catalog = await makeRatedCatalog(TOOLS)
    let service: KeyedService | undefined
    try {
      service = await startKeyedService(catalog.url)
      return await measure(service, catalog.url, seconds, print)
    } finally {
      await service?.stop()
      await catalog.drop()
    }
  },
}

interface Round {
  events: number
  bareEvents: number
  processorMs: number
  bareProcessorMs: number
}

async function measure(service: KeyedService, databaseUrl: string, seconds: number, print: Print) {
  const sendBatches = async (forSeconds: number) => {
    const { rps } = await loadOfRequests(service.url, () => ingestRequests(TOOLS, service.headers), forSeconds)
    return rps
  }
  await sendBatches(WARM_UP_SECONDS)
  await bareUnnest(databaseUrl, TOOLS, WARM_UP_SECONDS)
  const rounds: Round[] = []
  for (let i = 0; i < ROUNDS; i += 1) {
    const meter = await openProcessorMeter(databaseUrl, service.pid)
    const batches = await sendBatches(seconds)
    const used = await meter.read()
    await meter.close()
    const processorMs = (used.process + used.backends) / (batches * seconds)
    const bare = await bareUnnest(databaseUrl, TOOLS, seconds)
    rounds.push({
      events: batches * EVENTS,
      bareEvents: bare.batchesPerSecond * EVENTS,
      processorMs,
      bareProcessorMs: bare.processorMs,
    })
    print(`round ${i + 1}  ${textOf(rounds.at(-1) as Round)}   postgres ${shareOf(used.backends, used.process)}`)
  }
  const quiet = await readsBeside(service, seconds, () => setTimeout(seconds * 1000))
  const loaded = await readsBeside(service, seconds, () => sendBatches(seconds))
  print(`health reads, ${READS_A_SECOND} a second: ${quiet}; while batches come in: ${loaded}`)
  return {
    eventsPerSecond: Math.round(median(rounds.map(({ events }) => events))),
    unnestPerSecond: Math.round(median(rounds.map(({ bareEvents }) => bareEvents))),
    ratio: round(median(rounds.map(({ events, bareEvents }) => events / bareEvents))),
    batchMs: round(median(rounds.map(({ processorMs }) => processorMs)), 3),
    unnestMs: round(median(rounds.map(({ bareProcessorMs }) => bareProcessorMs)), 3),
    cpuRatio: round(median(rounds.map(({ processorMs, bareProcessorMs }) => bareProcessorMs / processorMs))),
  }
}

function textOf({ events, bareEvents, processorMs, bareProcessorMs }: Round): string {
  const rates = `ingest ${whole(events)} events/s   unnest ${whole(bareEvents)} events/s   ratio ${round(events / bareEvents)}`
  return `${rates}   processor ${round(processorMs, 3)} and ${round(bareProcessorMs, 3)} ms a batch, ratio ${round(bareProcessorMs / processorMs)}`
}

function shareOf(some: number, rest: number): string {
  return `${Math.round((100 * some) / (some + rest))} %`
}

const whole = (value: number) => String(Math.round(value)).padStart(7)

/** Latencies of health reads while `work` goes on. */
async function readsBeside({ url, headers }: KeyedService, seconds: number, work: () => Promise<unknown>) {
  const addressOf = () => `${url}/v1/health/${benchToolId(Math.floor(Math.random() * TOOLS))}`
  const [, { p50, p99 }] = await Promise.all([
    work(),
    pacedReads(addressOf, headers, { seconds, aSecond: READS_A_SECOND }),
  ])
  return `p50 ${round(p50)} ms, p99 ${round(p99)} ms`
}
