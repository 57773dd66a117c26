import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Bench, median, msOf, numberFlag, type Print, round } from '../bench'
import { withFolder } from '../folder'
import { buildGuard, buildProgram } from './build'
import { type Fleet, startFleet } from './fleet/fleet'
import { type GuardSettings, guardProcess, writeConfiguration } from './fleet/guard-host'
import { CLIENT } from './fleet/host'
import { planGood } from './fleet/plan'
import { type Resident, residentOf } from './resident'

/** After its last work a process is left alone for so long before it is measured. */
const SETTLES_MS = 4000
const STARTS = 9
const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT },
}

/**
 * Memory of a guard before good servers, half of them over stdio and half over HTTP, without theirs: before any was
 * started, and with all; beside an empty process of Node, and the official client with a connection to each. And the
 * time from a start to the answer of `initialize`, with one server and with all, with what they declare known.
 */
export const bench: Bench = {
  flags: { servers: '100' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const built = await buildGuard(join(folder, 'built'))
      const fleet = await startFleet(join(folder, 'fleet'), planGood(numberFlag(flags, 'servers')))
      try {
        fleet.begin()
        const [one, all] = [1, fleet.servers.length].map((count) =>
          settingsOf(join(folder, `${count}`), built, fleet, count),
        )
        if (one === undefined || all === undefined) throw new Error('--servers must be at least 1')
        const memory = {
          node: await memoryOfProgram(['-e', 'console.log(1); setInterval(() => {}, 1e6)']),
          client: await memoryOfClient(folder, fleet),
          ...(await memoryOfGuard(all, fleet, print)),
        }
        const starts = {
          node: await medianStart(() => msOf(() => once(spawn(process.execPath, ['-e', '0']), 'exit'))),
          one: await startsOf(one),
          all: await startsOf(all),
        }
        return { memory, startMs: starts }
      } finally {
        await fleet.stop()
      }
    }),
}

function settingsOf(folder: string, built: string, { servers, command }: Fleet, count: number): GuardSettings {
  mkdirSync(folder)
  writeConfiguration(join(folder, 'mcp.json'), servers.slice(0, count), command)
  return { built, folder, command, service: null }
}

/** `readySeconds`: until its first output. */
async function memoryOfProgram(args: string[]): Promise<Resident & { readySeconds: number }> {
  const beganAt = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(child.stdout, 'data')
    const readySeconds = round((performance.now() - beganAt) / 1000)
    await delay(SETTLES_MS)
    return { ...residentOf(child.pid ?? 0), readySeconds }
  } finally {
    await end(child)
  }
}

async function memoryOfClient(folder: string, { servers, command }: Fleet) {
  const program = await buildProgram('bench/guard/direct-client.ts', join(folder, 'client'))
  const file = join(folder, 'servers.json')
  writeFileSync(file, JSON.stringify(servers.map((server) => ({ server, command: command(server) }))))
  return memoryOfProgram([program, file])
}

async function memoryOfGuard(settings: GuardSettings, { servers }: Fleet, print: Print) {
  const firstStartSeconds = (await connected(settings, async () => 0)).seconds
  print(`first start: ${firstStartSeconds} s`)
  const { found } = await connected(settings, async (client, pid) => {
    await delay(SETTLES_MS)
    const before = residentOf(pid)
    const results = await Promise.all(
      servers.map(({ name }) => client.callTool({ name: `${name}__read`, arguments: {} })),
    )
    if (results.some(({ isError }) => isError)) throw new Error('a good server did not answer')
    await delay(SETTLES_MS)
    return { guardBefore: before, guardWithAll: residentOf(pid) }
  })
  return { firstStartSeconds, ...found }
}

/** With a client that has the list; `seconds`: how long that took. */
async function connected<Found>(settings: GuardSettings, use: (client: Client, pid: number) => Promise<Found>) {
  const transport = new StdioClientTransport({ ...guardProcess(settings), stderr: 'inherit' })
  const client = new Client(CLIENT)
  try {
    const ms = await msOf(async () => {
      await client.connect(transport)
      await client.listTools()
    })
    return { seconds: round(ms / 1000), found: await use(client, transport.pid ?? 0) }
  } finally {
    await client.close()
  }
}

async function startsOf(settings: GuardSettings): Promise<number> {
  // Whatever is not known yet is known then.
  await connected(settings, async () => 0)
  return medianStart(() => msUntilInitialized(settings))
}

async function medianStart(start: () => Promise<number>): Promise<number> {
  const found: number[] = []
  for (let at = 0; at < STARTS; at += 1) found.push(await start())
  return round(median(found), 0)
}

/** From the start of the process until it has answered `initialize`. */
async function msUntilInitialized(settings: GuardSettings): Promise<number> {
  const { command, args, env, cwd } = guardProcess(settings)
  let child: ChildProcess | undefined
  const ms = await msOf(async () => {
    const started = spawn(command, args, {
      env: { ...process.env, ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child = started
    started.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    await once(createInterface(started.stdout), 'line')
  })
  if (child !== undefined) await end(child)
  return ms
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
