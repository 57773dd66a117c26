import { homedir } from 'node:os'
import { findHost } from '../hosts/find-host.ts'
import type { Host, HostEvent } from '../hosts/host.ts'
import { isMembers } from '../hosts/members.ts'
import { rememberedSetup, type Setup } from '../setup/setup.ts'
import { serviceFiles } from '../state/files.ts'
import { LineFile } from '../state/line-file.ts'
import { type Machine, serviceAddress, serviceFolder, stateRoot } from '../state/state-folder.ts'
import { type Candidate, decideCall } from './decided-call.ts'
import { beginRefresh } from './begin-refresh.ts'
import { recordEvent } from './record-event.ts'
import { readInput, writeAll } from './standard-streams.ts'

/**
 * Answers one event of a host, on the standard streams of this process: it always ends with 0, and with `{}` where
 * nothing is to be said or nothing could be done.
 */
export async function run(args: readonly string[]): Promise<void> {
  const said: string[] = []
  const warn = (line: string) => said.push(line)
  let answered: Answered = { answer: null }
  try {
    answered = await answerTo(args, warn)
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
  }
  writeAll(1, `${JSON.stringify(answered.answer ?? {})}\n`)
  try {
    await answered.afterwards?.()
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
  }
  const [first] = said
  if (first !== undefined) writeAll(2, `assay-hook: ${first.replace(/\s+/g, ' ').slice(0, 500)}\n`)
}

interface Answered {
  answer: object | null
  /** What is done once the host has its answer. */
  afterwards?: () => Promise<void>
}

type Warn = (line: string) => void

async function answerTo([name = '', ...options]: readonly string[], warn: Warn): Promise<Answered> {
  const machine: Machine = { env: process.env, home: homedir(), platform: process.platform }
  const given = options.indexOf('--url')
  const url = serviceAddress(machine.env.ASSAY_URL || (given < 0 ? undefined : options[given + 1]))
  const input = readInput()
  if (url === null) return { answer: null }
  const host = await findHost(name)
  if (host === undefined) throw new Error(`${name} is no host that it knows`)
  const event = isMembers(input) ? host.parse(input) : null
  return event === null ? { answer: null } : answerToEvent(event, { host, url, machine, warn })
}

interface Asked {
  host: Host
  url: string
  machine: Machine
  warn: Warn
}

async function answerToEvent(event: HostEvent, { host, url, machine, warn }: Asked): Promise<Answered> {
  const root = stateRoot(machine)
  const files = serviceFiles(serviceFolder(root, url))
  const setup = await setupOf(event.cwd ?? process.cwd(), { host, machine, root, warn })
  const candidates = candidatesOf(event, host, setup)
  if (candidates.length === 0) return { answer: null }
  const now = Date.now()
  const lines = LineFile.read(files.view)
  const afterwards = () => beginRefresh(url, { files, lines, keys: candidates.flatMap(({ server }) => server.keys), now, warn })
  if (event.phase === 'before') {
    const decision = decideCall(event, candidates, { host, setup, root, files, lines, now, warn })
    return { answer: decision === null ? null : host.answer(decision), afterwards }
  }
  recordEvent(event, candidates, { root, files, lines, now, warn, host, setup })
  return { answer: null, afterwards }
}

/** The servers that an event may be of. */
function candidatesOf(event: HostEvent, host: Host, setup: Setup): Candidate[] {
  const named = setup.servers.flatMap((server): Candidate[] => {
    const tool = server.keys.length === 0 ? null : host.toolOf(event, server.name)
    return tool === null ? [] : [{ server, tool }]
  })
  const exact = named.filter(({ server }) => server.name === event.server)
  if (exact.length > 0) return exact
  // Of names that begin alike, `git` and `git__hub`, the longest is meant.
  const shortest = Math.min(...named.map(({ tool }) => tool.length))
  return named.filter(({ tool }) => tool.length === shortest)
}

async function setupOf(cwd: string, { host, machine, root, warn }: Omit<Asked, 'url'> & { root: string }): Promise<Setup> {
  const remembered = rememberedSetup(root, host, cwd, machine)
  if (remembered !== null) return remembered
  const { readSetupOf, rememberSetup } = await import('../setup/read-setup.ts')
  const setup = readSetupOf(host, cwd, machine)
  try {
    rememberSetup(root, setup)
  } catch (error) {
    warn(`the setup is not remembered: ${error instanceof Error ? error.message : String(error)}`)
  }
  for (const fault of setup.faults) warn(fault)
  return setup
}

