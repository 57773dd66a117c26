import type { KnownServer } from 'assay-decide/bundle'
import { visibleLine } from 'assay-verify/text/visible-text'
import { type Given, type Surroundings, WrongUse } from '../command-types.ts'
import { findHost, HOST_NAMES } from '../hosts/find-host.ts'
import type { Host } from '../hosts/host.ts'
import { hookCommand } from '../install/hook-command.ts'
import { isInstalled } from '../install/installation.ts'
import { readRefreshed } from '../refresh/refreshed.ts'
import type { DecisionLine, RecentLine } from '../run/decided-call.ts'
import { readSetupOf } from '../setup/read-setup.ts'
import { readEvents } from '../state/event-log.ts'
import { type ServiceFiles, serviceFiles } from '../state/files.ts'
import { keysWanted } from '../state/keys-wanted.ts'
import { LineFile } from '../state/line-file.ts'
import { serviceOf } from '../state/settings.ts'
import { serviceFolder, stateRoot } from '../state/state-folder.ts'
import { serversOfKeys, type ViewTimes, viewTimes } from '../state/view-lines.ts'
import { ago, stateWords } from './words.ts'

const WEEK_MS = 7 * 86_400_000

/** Prints what is known of each server of the setups of this folder, and what was said of its calls. */
export async function statusCommand(given: Given, surroundings: Surroundings): Promise<void> {
  const { machine, print, now } = surroundings
  const root = stateRoot(machine)
  const url = serviceOf(given.url, machine, root)
  if (url === null)
    return print('No service is named, so nothing is said of any call: assay-hook install HOST --url URL.')
  const files = serviceFiles(serviceFolder(root, url))
  printService(url, files, surroundings)
  const hosts = await hostsOf(given, surroundings)
  if (hosts.length === 0) print('No host has the hook: assay-hook install HOST.')
  const lines = LineFile.read(files.view)
  const decisions = readEvents<DecisionLine>(files.decisions, '').filter(({ at }) => now - at < WEEK_MS)
  const recent = readEvents<RecentLine>(files.recent, '')
  for (const host of hosts) printHost(host, { lines, decisions, recent }, surroundings)
}

function printService(url: string, files: ServiceFiles, { print, now }: Surroundings): void {
  const refreshed = readRefreshed(files.refreshed)
  const held = viewTimes(LineFile.read(files.view))
  if (refreshed === null) {
    print(`${url}: not asked yet.`)
    return
  }
  print(`${url}: ${held === null ? 'nothing of it is here' : `as of ${ago(now - held.assessedAt)}`}.`)
  if (refreshed.problem !== null)
    print(`The refresh of ${ago(now - refreshed.at)} did not succeed: ${visibleLine(refreshed.problem, 400)}`)
}

/** The host that was named, or all that have the hook. */
async function hostsOf({ words: [name, ...others] }: Given, { machine, cwd }: Surroundings): Promise<Host[]> {
  const named = name === undefined ? undefined : await findHost(name)
  if ((name !== undefined && named === undefined) || others.length > 0)
    throw new WrongUse(`HOST is one of ${HOST_NAMES.join(', ')}.`)
  if (named !== undefined) return [named]
  const hosts = await Promise.all(HOST_NAMES.map(findHost))
  return hosts
    .filter((host) => host !== undefined)
    .filter((host) => {
      const command = hookCommand(host.name, null, null)
      return (['user', 'project'] as const).some((scope) => host.hooks(scope, command, cwd, machine).some(isInstalled))
    })
}

interface Kept {
  lines: LineFile | null
  decisions: readonly DecisionLine[]
  recent: readonly RecentLine[]
}

function printHost(host: Host, { lines, decisions, recent }: Kept, { machine, cwd, print, now }: Surroundings): void {
  const last = recent.findLast((line) => line.host === host.name)
  print('')
  print(`${host.title}: ${last === undefined ? 'no call seen yet' : `last call seen ${ago(now - last.at)}`}.`)
  const setup = readSetupOf(host, cwd, machine)
  for (const fault of setup.faults) print(`  ${visibleLine(fault, 400)}`)
  if (setup.servers.length === 0) print('  No server is configured here.')
  const [wanted, times] = [new Set(keysWanted(lines)), viewTimes(lines)]
  for (const { name, keys } of setup.servers) {
    const known = serversOfKeys(lines, keys) ?? []
    const of = decisions.filter((line) => line.host === host.name && line.server === name)
    const isAsked = keys.some((key) => wanted.has(key))
    const what = keys.length === 0 ? 'has no name that others know' : knownWords(known, isAsked ? times : null, now)
    print(`  ${visibleLine(name, 60)}: ${what}${saidWords(of)}`)
  }
}

function knownWords(known: readonly KnownServer[], times: ViewTimes | null, now: number): string {
  if (times === null) return 'nothing is known yet'
  if (known.length === 0) return 'not known to the service'
  const ids = known.map(({ facts }) => visibleLine(facts.id, 120)).join(' or ')
  const states = known.map(({ state }) => stateWords(state, now)).join(' or ')
  const age =
    now < times.expiresAt
      ? `as of ${ago(now - times.assessedAt)}`
      : `too old to say anything: ${ago(now - times.assessedAt)}`
  return `${ids}, ${states}, ${age}`
}

function saidWords(of: readonly DecisionLine[]): string {
  const counts = (['deny', 'ask', 'advise'] as const).flatMap((action) => {
    const count = of.filter((line) => line.action === action).length
    return count === 0 ? [] : [`${SAID[action]} ${count}`]
  })
  return counts.length === 0 ? '' : `; this week ${counts.join(', ')}`
}

const SAID = { deny: 'denied', ask: 'asked about', advise: 'advised on' } as const
