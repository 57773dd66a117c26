import { findHost, hostOfEvent } from '../hosts/find-host.ts'
import type { Host, HostEvent } from '../hosts/host.ts'
import { isMembers } from '../hosts/members.ts'
import { messageOf } from '../message-of.ts'
import { rememberedSetup, type Setup } from '../setup/setup.ts'
import { serviceFiles } from '../state/files.ts'
import { LineFile } from '../state/line-file.ts'
import { type Machine, serviceAddress, serviceFolder, stateRoot, thisMachine } from '../state/state-folder.ts'
import { beginRefresh } from './begin-refresh.ts'
import { candidatesOf } from './candidates.ts'
import { decideCall, kept } from './decided-call.ts'
import { rememberCall, withServer } from './paired-calls.ts'
import { recordEvent } from './record-event.ts'
import { readInput, writeAll } from './standard-streams.ts'

/**
 * Answers one event of a host, on the standard streams of this process: it always ends with 0, and with `{}` where
 * nothing is to be said or nothing could be done.
 */
export async function run(args: readonly string[]): Promise<void> {
  const said: string[] = []
  const warn = (line: string) => said.push(line)
  // Of a host that is not known: nothing at all is harmless everywhere.
  let answered: Answered = { text: args[0] === 'goose' ? '' : '{}' }
  try {
    answered = await answerTo(args, warn)
  } catch (error) {
    warn(messageOf(error))
  }
  if (answered.text !== '') writeAll(1, `${answered.text}\n`)
  try {
    await answered.afterwards?.()
  } catch (error) {
    warn(messageOf(error))
  }
  const [first] = said
  if (first !== undefined) writeAll(2, `assay-hook: ${first.replace(/\s+/g, ' ').slice(0, 500)}\n`)
}

interface Answered {
  text: string
  /** What is done once the host has its answer. */
  afterwards?: () => Promise<void>
}

type Warn = (line: string) => void

async function answerTo([name = '', ...options]: readonly string[], warn: Warn): Promise<Answered> {
  const machine = thisMachine()
  const given = options.indexOf('--url')
  // What was installed counts more than the environment, which a project may set.
  const url = serviceAddress(given < 0 ? machine.env.ASSAY_URL : options[given + 1])
  const input = readInput()
  const host = await findHost(hostOfEvent(name, input))
  if (host === undefined) throw new Error(`${name || 'nothing'} is no host that it knows`)
  const event = url !== null && isMembers(input) ? host.parse(input) : null
  if (event === null || url === null) return { text: host.silence }
  return answerToEvent(event, { host, url, machine, warn })
}

interface Asked {
  host: Host
  url: string
  machine: Machine
  warn: Warn
}

async function answerToEvent(given: HostEvent, { host, url, machine, warn }: Asked): Promise<Answered> {
  const root = stateRoot(machine)
  const files = serviceFiles(serviceFolder(root, url))
  const isPaired = host.failsWithoutServer && given.server === null && given.phase === 'failed'
  const event = isPaired ? withServer(given, host.name, files, Date.now()) : given
  const setup = await setupOf(event.cwd ?? process.cwd(), { host, machine, root, warn })
  const now = Date.now()
  const lines = LineFile.read(files.view)
  const candidates = candidatesOf(event, { host, setup, lines })
  if (candidates.length === 0) return { text: host.silence }
  const afterwards = () =>
    beginRefresh(url, { files, lines, keys: candidates.flatMap(({ server }) => server.keys), now, warn })
  const deciding = { host, setup, root, files, lines, now, warn }
  if (event.phase !== 'before') recordEvent(event, candidates, deciding)
  else if (host.failsWithoutServer) kept(() => rememberCall(event, host.name, files, now), warn)
  const answer = event.phase === 'before' ? decideCall(event, candidates, deciding) : null
  return { text: answer === null ? host.silence : JSON.stringify(answer), afterwards }
}

async function setupOf(
  cwd: string,
  { host, machine, root, warn }: Omit<Asked, 'url'> & { root: string },
): Promise<Setup> {
  const remembered = rememberedSetup(root, host, cwd, machine)
  if (remembered !== null) return remembered
  const { readSetupOf, rememberSetup } = await import('../setup/read-setup.ts')
  const setup = readSetupOf(host, cwd, machine)
  try {
    await rememberSetup(root, setup)
  } catch (error) {
    warn(`the setup is not remembered: ${messageOf(error)}`)
  }
  for (const fault of setup.faults) warn(fault)
  return setup
}
