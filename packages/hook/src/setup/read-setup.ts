import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { keyOfDigest, keyText, type ServerName } from 'assay-decide/names'
import { serversInSettings } from 'assay-verify/setup/settings-file'
import type { SetupServer } from 'assay-verify/setup/setup-server'
import type { Host } from '../hosts/host.ts'
import { messageOf } from '../message-of.ts'
import { type Machine, makePrivate, setupsFolder } from '../state/state-folder.ts'
import { writeWhole } from '../state/write-whole.ts'
import { parseJsonWithComments } from './json-with-comments.ts'
import { namedServers } from './server-names.ts'
import { type ConfiguredServer, LOCK_FILE, SETUP_FORM, type Setup, setupPaths, sourcePaths, stampOf } from './setup.ts'

const LARGEST_FILE_BYTES = 64_000_000
/** Servers of one file that comes with a folder. */
const MOST_OF_FOLDER = 1000

/** The servers that a host has in a folder, read from its files. Never throws for what is in them. */
export function readSetupOf(host: Host, cwd: string, machine: Machine): Setup {
  const places = host.settings(cwd, machine)
  // Before the files are read: one that changes meanwhile is read again.
  const sources = sourcePaths(places, cwd).map((path): Setup['sources'][number] => [path, stampOf(path)])
  const present = new Set(sources.flatMap(([path, stamp]) => (stamp === null ? [] : [path])))
  const faults: string[] = []
  const values = new Map<string, unknown>()
  const byName = new Map<string, ConfiguredServer[]>()
  for (const { path, isOfFolder = false, servers, parse = parseJsonWithComments } of places) {
    if (!present.has(path)) continue
    if (!values.has(path)) values.set(path, parsedFile(path, parse, faults))
    const found = namedServers(servers(values.get(path)), machine.env)
    if (isOfFolder && found.length > MOST_OF_FOLDER)
      faults.push(`Of the servers in ${path} the first ${MOST_OF_FOLDER} are looked at.`)
    for (const { name, names, ...server } of isOfFolder ? found.slice(0, MOST_OF_FOLDER) : found) {
      const before = byName.get(name) ?? []
      if (before.some((one) => !one.isOfFolder || one.sum === server.sum)) continue
      byName.set(name, [...before, { name, keys: names.map(serverKeySync), ...server, isOfFolder }])
    }
  }
  const lock = sources.find(([path, stamp]) => stamp !== null && path.endsWith(LOCK_FILE))?.[0] ?? null
  return { form: SETUP_FORM, host: host.name, cwd, sources, servers: [...byName.values()].flat(), lock, faults }
}

/** The servers of a setup by their public names, as a lookup sends them. */
export function setupEntries(host: Host, cwd: string, machine: Machine): SetupServer[] {
  const entries = new Map<string, SetupServer>()
  for (const { path, servers, parse = parseJsonWithComments } of host.settings(cwd, machine)) {
    if (stampOf(path) === null) continue
    for (const entry of serversInSettings({ mcpServers: servers(parsedFile(path, parse, [])) ?? {} }))
      if (!entries.has(entry.name)) entries.set(entry.name, entry)
  }
  return [...entries.values()]
}

/** Remembers a setup and the pins of its lock file. Throws where the disk does not take it. */
export async function rememberSetup(root: string, setup: Setup): Promise<void> {
  const paths = setupPaths(root, setup.host, setup.cwd)
  makePrivate(setupsFolder(root))
  if (setup.lock !== null) {
    const { readPins } = await import('./read-pins.ts')
    const pins = readPins(setup.lock)
    if (pins.fault !== null) setup.faults.push(pins.fault)
    writeWhole(paths.pins, pins.text, { isLasting: false })
  }
  writeWhole(paths.setup, JSON.stringify(setup), { isLasting: false })
}

/** The key of a name; the same as `serverKey` of assay-decide, at once. */
export function serverKeySync(name: ServerName): string {
  return keyOfDigest(createHash('sha256').update(keyText(name)).digest())
}

function parsedFile(path: string, parse: (text: string) => unknown, faults: string[]): unknown {
  try {
    if (statSync(path).size > LARGEST_FILE_BYTES) throw new Error('it is too large')
    return parse(readFileSync(path, 'utf8'))
  } catch (error) {
    faults.push(`${path} cannot be read: ${messageOf(error)}.`)
    return undefined
  }
}
