import { statSync } from 'node:fs'
import type { BundleView, KnownServer, ServerKey } from 'assay-decide/bundle'
import { keysWanted } from 'assay-hook/state/keys-wanted'
import { LineFile } from 'assay-hook/state/line-file'
import { keysOfServer, serversOfKey, viewTimes } from 'assay-hook/state/view-lines'

/** Of what a setup calls a server. */
export interface NamedKeys {
  name: string
  keys: readonly ServerKey[]
}

/** The bundle as one of the guards of this machine fetched it last, as far as it is about these servers. */
export interface HeldBundle {
  view: BundleView
  /** It was asked for all of these servers. */
  isComplete: boolean
}

/** By what it is seen that a file was written anew; null: there is none. */
export function stampOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : null
}

/**
 * `own`: the servers of this guard, `others`: those of guards beside it, by which alternatives get their names. null:
 * nothing usable is there.
 */
export function readHeldBundle(
  path: string,
  own: readonly NamedKeys[],
  others: readonly NamedKeys[],
): HeldBundle | null {
  const lines = LineFile.read(path)
  const times = viewTimes(lines)
  if (times === null) return null
  const servers = new Map<ServerKey, readonly KnownServer[]>()
  for (const key of own.flatMap(({ keys }) => keys)) {
    const known = serversOfKey(lines, key)
    if (known !== undefined) servers.set(key, known)
  }
  const wanted = new Set(keysWanted(lines))
  return {
    view: { ...times, servers, configuredNames: configuredNames(lines, [...servers.values()].flat(), own, others) },
    isComplete: own.every(({ keys }) => keys.every((key) => wanted.has(key))),
  }
}

/** What the setup calls these servers and those of the alternatives to their tools. */
function configuredNames(
  lines: LineFile | null,
  known: readonly KnownServer[],
  own: readonly NamedKeys[],
  others: readonly NamedKeys[],
): Map<string, string> {
  const names = new Map<string, string>()
  const alternatives = known.flatMap(({ facts }) => Object.values(facts.tools).flat())
  const ids = [...known.map(({ facts }) => facts.id), ...alternatives.map(({ serverId }) => serverId)]
  for (const id of new Set(ids)) {
    const keys = keysOfServer(lines, id)
    const server = [...own, ...others].find((one) => one.keys.some((key) => keys.includes(key)))
    if (server !== undefined) names.set(id, server.name)
  }
  return names
}
