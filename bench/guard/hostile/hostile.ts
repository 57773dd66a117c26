import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Bench, median, numberFlag, percentile, round } from '../../bench'
import { withFolder } from '../../folder'
import { buildGuard } from '../build'
import { reachOf } from '../fleet/direct-host'
import { type Fleet, startFleet } from '../fleet/fleet'
import { guardProcess, writeConfiguration } from '../fleet/guard-host'
import { CLIENT } from '../fleet/host'
import { type PlannedServer, planGood } from '../fleet/plan'
import { residentOf } from '../resident'
import { type HostileServers, startHostile } from './hostile-servers'

const GOOD = 10
const GOOD_CALLS_A_SECOND = 100
const BAD_EVERY_MS = 1000
/** Calls of good servers may become so many times slower. */
const MOST_RATIO = 2

/**
 * Good servers through a guard, called a hundred times a second, beside servers that misbehave, each called once a
 * second: their calls, beside the same load without the others. In turn, medians of the rounds; of what is lost, all.
 */
export const bench: Bench = {
  flags: { rounds: '3', seconds: '15', only: '' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const built = await buildGuard(join(folder, 'built'))
      const fleet = await startFleet(join(folder, 'fleet'), planGood(GOOD))
      const hostile = await startHostile((flags.only ?? '').split(',').filter((kind) => kind !== ''))
      try {
        fleet.begin()
        const [without, beside] = ['without', 'beside'].map((name) => join(folder, name)) as [string, string]
        const run = { built, fleet, ms: numberFlag(flags, 'seconds') * 1000 }
        const rounds: { without: Figures; beside: Figures }[] = []
        for (let at = 0; at < numberFlag(flags, 'rounds'); at += 1) {
          const alone = await measure({ ...run, folder: without, bad: [], command: fleet.command })
          const { servers, command } = withBad(hostile, fleet)
          rounds.push({ without: alone, beside: await measure({ ...run, folder: beside, bad: servers, command }) })
          print(JSON.stringify(rounds.at(-1)))
        }
        return summary(rounds)
      } finally {
        await hostile.stop()
        await fleet.stop()
      }
    }),
  hasFailed: (result) =>
    Number(result.lost) > 0 || Number(result.p99Ratio) > MOST_RATIO || Number(result.maxRatio) > MOST_RATIO,
}

function withBad(hostile: HostileServers, fleet: Fleet) {
  const commands = new Map(hostile.servers.map((server) => [server.name, hostile.command(server)]))
  return {
    servers: hostile.servers,
    command: (server: PlannedServer) => commands.get(server.name) ?? fleet.command(server),
  }
}

interface Figures {
  calls: number
  lost: number
  p50: number
  p99: number
  max: number
  /** Of good servers called directly meanwhile. */
  directP99: number
  directMax: number
  listSeconds: number
  pssMB: number
  /** What became of calls of the others, by server. */
  others: Record<string, string>
}

interface Run {
  built: string
  folder: string
  fleet: Fleet
  bad: readonly PlannedServer[]
  command(server: PlannedServer): string[]
  ms: number
}

async function measure({ built, folder, fleet, bad, command, ms }: Run): Promise<Figures> {
  mkdirSync(folder, { recursive: true })
  writeConfiguration(join(folder, 'mcp.json'), [...fleet.servers, ...bad], command)
  const transport = new StdioClientTransport({
    ...guardProcess({ built, folder, command, service: null }),
    stderr: 'ignore',
  })
  const client = new Client(CLIENT)
  const direct = await Promise.all(fleet.servers.slice(0, 4).map((server) => connected(server, fleet)))
  try {
    const beganAt = performance.now()
    await client.connect(transport)
    await client.listTools()
    const listSeconds = round((performance.now() - beganAt) / 1000)
    // The servers are started by their first call.
    await Promise.allSettled(fleet.servers.map(({ name }) => client.callTool(callOf(`${name}__read`))))
    const bads = callBad(client, bad, ms)
    const [through, control] = await Promise.all([
      openLoop(ms, GOOD_CALLS_A_SECOND, (at) => client.callTool(callOf(`${fleet.servers[at % GOOD]?.name}__read`))),
      openLoop(ms, GOOD_CALLS_A_SECOND / 4, (at) => direct[at % direct.length]?.callTool(callOf('read'))),
    ])
    return {
      ...through,
      ...{ directP99: control.p99, directMax: control.max, listSeconds, pssMB: residentOf(transport.pid ?? 0).pss },
      others: await bads,
    }
  } finally {
    await Promise.allSettled([client, ...direct].map((one) => one.close()))
  }
}

const callOf = (name: string) => ({ name, arguments: {} })

async function connected(server: PlannedServer, fleet: Fleet): Promise<Client> {
  const client = new Client(CLIENT)
  await client.connect(reachOf(fleet.command)(server))
  return client
}

async function openLoop(
  ms: number,
  aSecond: number,
  call: (at: number) => Promise<{ isError?: boolean | undefined }> | undefined,
) {
  const times: number[] = []
  let lost = 0
  const calls: Promise<void>[] = []
  const one = async (at: number) => {
    const beganAt = performance.now()
    const result = await call(at)?.catch(() => undefined)
    if (result === undefined || result.isError) lost += 1
    else times.push(performance.now() - beganAt)
  }
  const beganAt = performance.now()
  for (let at = 0; at < (ms / 1000) * aSecond; at += 1) {
    const wait = beganAt + (at * 1000) / aSecond - performance.now()
    if (wait > 0) await delay(wait)
    calls.push(one(at))
  }
  await Promise.all(calls)
  const [p50, p99, max] = [percentile(times, 0.5), percentile(times, 0.99), Math.max(0, ...times)].map((value) =>
    round(value),
  )
  return { calls: calls.length, lost, p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0 }
}

/** Calls each once a second, one call at a time; answers how many were answered, and the last error. */
async function callBad(client: Client, servers: readonly PlannedServer[], ms: number): Promise<Record<string, string>> {
  const until = performance.now() + ms
  const found = new Map<string, string>()
  const caller = async ({ name }: PlannedServer) => {
    let [answered, ended, last] = [0, 0, '']
    for (; performance.now() < until; await delay(BAD_EVERY_MS)) {
      const result = await client.callTool(callOf(`${name}__read`)).catch((error) => String(error))
      if (typeof result === 'object' && !result.isError) answered += 1
      else {
        ended += 1
        last = typeof result === 'string' ? result : JSON.stringify(result.content)
      }
      found.set(name, `${answered} answered, ${ended} not ${last.slice(0, 160)}`)
    }
  }
  const all = Promise.allSettled(servers.map(caller))
  await Promise.race([all, delay(ms)])
  return Object.fromEntries(servers.map(({ name }) => [name, found.get(name) ?? 'no call ended']))
}

function summary(rounds: readonly { without: Figures; beside: Figures }[]) {
  const middle = (of: (one: { without: Figures; beside: Figures }) => number) => round(median(rounds.map(of)))
  return {
    lost: rounds.reduce((sum, { beside }) => sum + beside.lost, 0),
    lostWithout: rounds.reduce((sum, { without }) => sum + without.lost, 0),
    p99Ms: [middle(({ without }) => without.p99), middle(({ beside }) => beside.p99)],
    maxMs: [middle(({ without }) => without.max), middle(({ beside }) => beside.max)],
    p99Ratio: middle(({ without, beside }) => beside.p99 / without.p99),
    maxRatio: middle(({ without, beside }) => beside.max / without.max),
    directMaxMs: [middle(({ without }) => without.directMax), middle(({ beside }) => beside.directMax)],
    pssMB: [middle(({ without }) => without.pssMB), middle(({ beside }) => beside.pssMB)],
    listSeconds: [middle(({ without }) => without.listSeconds), middle(({ beside }) => beside.listSeconds)],
    others: rounds.at(-1)?.beside.others,
  }
}
