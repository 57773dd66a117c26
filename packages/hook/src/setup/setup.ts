import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerKey } from 'assay-decide/bundle'
import type { Host, SettingsPlace } from '../hosts/host.ts'
import { withParents } from '../hosts/members.ts'
import { fileNameOf } from '../state/check-sum.ts'
import { type Machine, setupsFolder } from '../state/state-folder.ts'

export const SETUP_FORM = 2

/** A server of the setup. */
export interface ConfiguredServer {
  /** What the setup calls it. */
  name: string
  /** The likeliest first; empty: nothing is known of it. */
  keys: ServerKey[]
  /** A sum of its address, or of its command with the arguments: by which hosts that say those find it. */
  sum: string
  /** It is run on this machine, from a package or an image. */
  isLocal: boolean
  /** It comes with the folder: a host that was not set to accept it calls another one of this name. */
  isOfFolder: boolean
}

/** A file and what it was like: time of change and size; null: it was not there. */
export type Source = [path: string, stamp: string | null]

/** The servers that a host has in a folder, as remembered. */
export interface Setup {
  form: typeof SETUP_FORM
  host: string
  cwd: string
  /** Every file that it was read from. Where one is changed, it is read again. */
  sources: Source[]
  servers: ConfiguredServer[]
  /** The lock file of the folder; null: there is none. */
  lock: string | null
  /** What could not be read, a sentence each. */
  faults: string[]
}

/** The file that `assay-verify lock add` writes by its usual name. */
export const LOCK_FILE = 'tools.lock.json'

/** Where the servers of a host and a folder are remembered. `pins`: those of its lock file, by server. */
export function setupPaths(root: string, host: string, cwd: string): { setup: string; pins: string } {
  const path = join(setupsFolder(root), fileNameOf(host, cwd))
  return { setup: `${path}.json`, pins: `${path}.pins` }
}

/** What is remembered, where no file changed; null: it is to be read. */
export function rememberedSetup(root: string, host: Host, cwd: string, machine: Machine): Setup | null {
  const setup = readSetup(setupPaths(root, host.name, cwd).setup)
  if (setup?.host !== host.name || setup.cwd !== cwd) return null
  const paths = sourcePaths(host.settings(cwd, machine), cwd)
  const isSame =
    paths.length === setup.sources.length &&
    setup.sources.every(([path, stamp], at) => path === paths[at] && stamp === stampOf(path))
  return isSame ? setup : null
}

/** A remembered setup; null: there is none of this form. */
export function readSetup(path: string): Setup | null {
  try {
    if (!statSync(path).isFile()) return null
    const setup: Setup = JSON.parse(readFileSync(path, 'utf8'))
    return setup.form === SETUP_FORM ? setup : null
  } catch {
    return null
  }
}

/** Every file that a setup depends on, whether it is there or not. */
export function sourcePaths(places: readonly SettingsPlace[], cwd: string): string[] {
  const locks = withParents(cwd).map((folder) => join(folder, LOCK_FILE))
  return [...new Set([...places.map(({ path }) => path), ...locks])]
}

export function stampOf(path: string): string | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? `${stat.mtimeMs}:${stat.size}` : null
  } catch {
    return null
  }
}
