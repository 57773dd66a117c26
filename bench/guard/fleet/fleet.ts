import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '../../processes'
import { type FaultMode, timetable } from './description.mjs'
import type { PlannedServer } from './plan'

// Whole: a guard may start it from another folder.
const SERVER = resolve('bench/guard/fleet/server.mjs')

/**
 * The servers of the fleet: those over HTTP run, those over stdio are started by whoever connects to them. All are good
 * until the timetable begins.
 */
export interface Fleet {
  servers: readonly PlannedServer[]
  /** Begins the timetable. */
  begin(): void
  /** Of the timetable; below 0 before it begins. */
  seconds(): number
  /** The command of a server over stdio. */
  command(server: PlannedServer): string[]
  /** Ends every process of the fleet, also those that others started. */
  stop(): Promise<void>
}

/** `planned` over HTTP have no port yet. */
export async function startFleet(folder: string, planned: readonly PlannedServer[]): Promise<Fleet> {
  mkdirSync(folder)
  const ports = await freePorts(planned.length)
  const servers = planned.map((one, at) => (one.transport === 'http' ? { ...one, port: ports[at] ?? 0 } : one))
  const running = new Map<PlannedServer, ChildProcess>()
  const command = (server: PlannedServer) => [SERVER, JSON.stringify(server), folder]
  const seconds = timetable(join(folder, 'began'))
  const start = async (server: PlannedServer) => {
    const words = [...command(server), String(server.port)]
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] })
    running.set(server, child)
    await once(child.stdout, 'data')
  }
  const overHttp = servers.filter(({ transport }) => transport === 'http')
  await Promise.all(overHttp.map(start))
  const timers: NodeJS.Timeout[] = []
  const at = (when: number, work: () => unknown) => {
    if (when > 0 && when < 1e6) timers.push(setTimeout(work, when * 1000))
  }
  return {
    servers,
    seconds,
    command,
    begin: () => {
      writeFileSync(join(folder, 'began'), String(Date.now()))
      for (const server of servers)
        for (const { mode, from, until } of server.faults) {
          if (from <= 0) beginFault(server, mode, folder, running)
          else at(from, () => beginFault(server, mode, folder, running))
          at(until, () => endFault(server, mode, folder, start))
        }
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      for (const pid of processesOf(folder)) kill(pid, 'SIGKILL')
      await Promise.all([...running.values()].map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
      // Those that a host started meanwhile.
      for (const pid of processesOf(folder)) kill(pid, 'SIGKILL')
    },
  }
}

function beginFault(
  server: PlannedServer,
  mode: FaultMode,
  folder: string,
  running: ReadonlyMap<PlannedServer, ChildProcess>,
): void {
  if (mode === 'down') running.get(server)?.kill('SIGKILL')
  else if (mode === 'stopped') for (const pid of processesOf(folder, server.name)) kill(pid, 'SIGSTOP')
}

function endFault(
  server: PlannedServer,
  mode: FaultMode,
  folder: string,
  start: (server: PlannedServer) => Promise<void>,
): void {
  if (mode === 'down' && server.transport === 'http') start(server).catch(console.error)
  else if (mode === 'stopped') for (const pid of processesOf(folder, server.name)) kill(pid, 'SIGCONT')
}

/** The ids of running processes of the fleet of this folder, all or of one server. */
function processesOf(folder: string, name?: string): number[] {
  const file = join(folder, 'pids')
  if (!existsSync(file)) return []
  const pids = [...new Set(readFileSync(file, 'utf8').trim().split('\n').map(Number))]
  return pids.filter((pid) => {
    const words = wordsOf(pid)
    return words.includes(folder) && (name === undefined || words.some((word) => word.includes(`"name":"${name}"`)))
  })
}

function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
