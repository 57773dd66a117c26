import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Bench, median, numberFlag, percentile, round } from '../bench'
import { withFolder } from '../folder'
import { freePort, startServer } from '../processes'
import { buildGuard } from './build'
import { PONG } from './fleet/description.mjs'
import { reachOf } from './fleet/direct-host'
import { type Fleet, startFleet } from './fleet/fleet'
import { guardProcess, writeConfiguration } from './fleet/guard-host'
import { CLIENT } from './fleet/host'
import { type PlannedServer, planGood } from './fleet/plan'

const CALLS_A_SECOND = 100
/** Most that the guard may add at p99, in ms. */
const MOST_MORE_MS = 2
const WARM_UP_CALLS = 1500
const SIZES = { '1kB': [1000, 200], '100kB': [100_000, 60], '5MB': [5_000_000, 6] } as const

/**
 * What the guard adds to a call: over stdio and over HTTP, the same on both of its sides, beside the same client
 * without
 * it, in turn. Calls come a hundred a second whether the ones before have ended or not; then one and sixteen at a time;
 * then with larger results. Medians of the rounds.
 */
export const bench: Bench = {
  flags: { rounds: '3', seconds: '8' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const built = await buildGuard(join(folder, 'built'))
      const fleet = await startFleet(join(folder, 'fleet'), planGood(2))
      const closing: (() => Promise<unknown>)[] = []
      try {
        fleet.begin()
        const routes = await openRoutes({ built, folder, fleet }, closing)
        const rounds: Round[] = []
        for (let at = 0; at < numberFlag(flags, 'rounds'); at += 1) {
          const order = at % 2 === 0 ? (['direct', 'guard'] as const) : (['guard', 'direct'] as const)
          rounds.push(await runRound(routes, order, numberFlag(flags, 'seconds') * 1000))
          print(JSON.stringify(rounds.at(-1)))
        }
        return medians(rounds)
      } finally {
        await Promise.allSettled(closing.map((close) => close()))
        await fleet.stop()
      }
    }),
  hasFailed: (result) =>
    ['stdio', 'http'].some((name) => (result[name] as { moreMs: Times }).moreMs.p99 > MOST_MORE_MS),
}

interface Times {
  p50: number
  p99: number
}

type Way = 'direct' | 'guard'
interface Route {
  transport: 'stdio' | 'http'
  client: Record<Way, Client>
}

interface Setting {
  built: string
  folder: string
  fleet: Fleet
}

async function openRoutes(setting: Setting, closing: (() => Promise<unknown>)[]): Promise<Route[]> {
  const { fleet } = setting
  const routes: Route[] = []
  for (const server of fleet.servers) {
    const direct = new Client(CLIENT)
    closing.push(() => direct.close())
    await direct.connect(reachOf(fleet.command)(server))
    const guard = await guardClient(server, setting, closing)
    // What a process learns of its code in the first calls is not measured.
    for (const client of [direct, guard]) await closedLoop(client, 100, 4, WARM_UP_CALLS)
    routes.push({ transport: server.transport, client: { direct, guard } })
  }
  return routes
}

async function guardClient(
  server: PlannedServer,
  { built, folder, fleet }: Setting,
  closing: (() => Promise<unknown>)[],
): Promise<Client> {
  const own = join(folder, server.transport)
  mkdirSync(own)
  writeConfiguration(join(own, 'mcp.json'), [server], fleet.command)
  const settings = { built, folder: own, command: fleet.command, service: null }
  const client = new Client(CLIENT)
  closing.push(() => client.close())
  if (server.transport === 'stdio') {
    await client.connect(new StdioClientTransport({ ...guardProcess(settings), stderr: 'inherit' }))
    return client
  }
  const port = await freePort()
  const { args, env } = guardProcess(settings, '--port', String(port))
  const guard = await startServer(args, env, port, '/')
  closing.push(() => guard.stop())
  await client.connect(new StreamableHTTPClientTransport(new URL(`${guard.url}/mcp`)))
  return client
}

const callOf = (bytes: number) => ({ name: 'read', arguments: { bytes } })

type Round = Record<string, Record<Way, Times>>

async function runRound(routes: readonly Route[], order: readonly [Way, Way], ms: number): Promise<Round> {
  const round: Round = {}
  const measure = async (name: string, { client }: Route, work: (client: Client) => Promise<number[]>) => {
    const found: Record<Way, Times> = { direct: { p50: 0, p99: 0 }, guard: { p50: 0, p99: 0 } }
    for (const way of order) {
      const ms = await work(client[way])
      found[way] = { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) }
    }
    round[name] = found
  }
  for (const route of routes) {
    const { transport } = route
    await measure(transport, route, (client) => openLoop(client, ms))
    for (const atOnce of [1, 16])
      await measure(`${transport}, ${atOnce} at a time`, route, (client) => closedLoop(client, 1000, atOnce, 600))
    for (const [name, [bytes, count]] of Object.entries(SIZES))
      await measure(`${transport}, ${name}`, route, (client) => closedLoop(client, bytes, 1, count))
  }
  return round
}

async function timed(client: Client, bytes: number): Promise<number> {
  const beganAt = performance.now()
  const { content, isError } = await client.callTool(callOf(bytes))
  const ms = performance.now() - beganAt
  const [first] = content
  const isWhole = first?.type === 'text' && first.text.startsWith(PONG) && first.text.length > bytes * 0.9 - 100
  if (isError || !isWhole) throw new Error(`not the answer of the server: ${JSON.stringify(first).slice(0, 300)}`)
  return ms
}

async function openLoop(client: Client, ms: number): Promise<number[]> {
  const calls: Promise<number>[] = []
  const beganAt = performance.now()
  for (let at = 0; at < (ms / 1000) * CALLS_A_SECOND; at += 1) {
    const wait = beganAt + (at * 1000) / CALLS_A_SECOND - performance.now()
    if (wait > 0) await delay(wait)
    calls.push(timed(client, 100))
  }
  return Promise.all(calls)
}

async function closedLoop(client: Client, bytes: number, atOnce: number, count: number): Promise<number[]> {
  const found: number[] = []
  let left = count
  const caller = async () => {
    for (; left > 0; ) {
      left -= 1
      found.push(await timed(client, bytes))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return found
}

/** By name: medians of the rounds, and what the guard adds: the median of the differences. */
function medians(rounds: readonly Round[]) {
  const names = Object.keys(rounds[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const timesOf = (of: (round: Record<Way, Times>, quantile: keyof Times) => number) => {
        const middle = (quantile: keyof Times) =>
          round(median(rounds.flatMap((one) => (one[name] === undefined ? [] : of(one[name], quantile)))), 2)
        return { p50: middle('p50'), p99: middle('p99') }
      }
      return [
        name,
        {
          directMs: timesOf(({ direct }, quantile) => direct[quantile]),
          guardMs: timesOf(({ guard }, quantile) => guard[quantile]),
          moreMs: timesOf(({ direct, guard }, quantile) => guard[quantile] - direct[quantile]),
        },
      ]
    }),
  )
}
