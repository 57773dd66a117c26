import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freePort } from '../../processes'
import type { PlannedServer } from '../fleet/plan'

// Whole: a guard may start it from another folder.
const SERVER = resolve('bench/guard/hostile/hostile-server.mjs')
const KINDS = [
  ...['lists-10000', 'same-name-twice', 'changes', 'dies-each-second', 'large', 'large-list', 'garbage'],
  ...['garbage-between', 'answers-twice', "answers-another's", 'half-closes', 'hangs', 'mute'],
]
/** Only where they are named: what they send is the agent's, and takes its time and place in the one stream to it. */
const OTHERS = ['floods']

export interface HostileServers {
  servers: readonly PlannedServer[]
  command(server: PlannedServer): string[]
  stop(): Promise<void>
}

/** One of each kind over stdio and over HTTP; those in `only`, or all but `OTHERS`. */
export async function startHostile(only: readonly string[]): Promise<HostileServers> {
  const children: ChildProcess[] = []
  const kinds = only.length === 0 ? KINDS : [...KINDS, ...OTHERS].filter((kind) => only.includes(kind))
  const start = async (kind: string): Promise<PlannedServer[]> => {
    const port = await freePort()
    const child = spawn(process.execPath, [SERVER, kind, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout, 'data')
    return (['stdio', 'http'] as const).map((transport) => ({
      name: `bad-${transport}-${kind.replace(/\W/g, '')}`,
      ...{ kind, transport, faults: [], driftAt: null, announces: false, hasSession: false },
      port: transport === 'http' ? port : null,
    }))
  }
  const servers = (await Promise.all(kinds.map(start))).flat()
  return {
    servers,
    command: ({ kind }) => [SERVER, kind],
    stop: async () => {
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    },
  }
}
