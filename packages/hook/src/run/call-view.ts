import type { BundleView, KnownServer, ServerKey } from 'assay-decide/bundle'
import { DEFAULT_POLICY, type Policy, type ToolPins } from 'assay-decide/policy'
import { toolNames } from 'assay-decide/tool-names'
import { type ConfiguredServer, type Setup, setupPaths } from '../setup/setup.ts'
import { LineFile } from '../state/line-file.ts'
import { keysOfServer, serversOfKey, viewTimes } from '../state/view-lines.ts'

/** The part of the bundle that one call needs; null: there is none. */
export function viewOfCall(lines: LineFile | null, { keys }: ConfiguredServer, setup: Setup): BundleView | null {
  const times = viewTimes(lines)
  if (times === null) return null
  const servers = new Map<ServerKey, readonly KnownServer[]>()
  for (const key of keys) {
    const known = serversOfKey(lines, key)
    if (known !== undefined) servers.set(key, known)
  }
  return { ...times, servers, configuredNames: configuredNames(lines, [...servers.values()].flat(), setup) }
}

/** What the setup calls these servers and those of the alternatives to their tools. */
function configuredNames(lines: LineFile | null, known: readonly KnownServer[], setup: Setup): Map<string, string> {
  const names = new Map<string, string>()
  const others = known.flatMap(({ facts }) =>
    Object.values(facts.tools).flatMap((list) => list.map((one) => one.serverId)),
  )
  for (const id of new Set([...known.map(({ facts }) => facts.id), ...others])) {
    const keys = keysOfServer(lines, id)
    const server =
      keys.length === 0 ? undefined : setup.servers.find((one) => one.keys.some((key) => keys.includes(key)))
    if (server !== undefined) names.set(id, server.name)
  }
  return names
}

/** The default policy with the pins of the setup's lock file. */
export function policyOf(setup: Setup, view: BundleView | null, root: string): Policy {
  const lines =
    setup.lock === null || view === null ? null : LineFile.read(setupPaths(root, setup.host, setup.cwd).pins)
  if (lines === null || view === null) return DEFAULT_POLICY
  const pins = new Map<string, ReadonlyMap<string, ToolPins>>()
  for (const { facts } of [...view.servers.values()].flat()) {
    const tools = lines.find<Record<string, ToolPins>>(encodeURIComponent(facts.id))
    if (tools !== undefined) pins.set(facts.id, new Map(Object.entries(tools)))
  }
  return { ...DEFAULT_POLICY, pins }
}

/** What the server calls a tool that the host writes with other characters; as the host writes it where none fits. */
export function toolName(written: string, write: (tool: string) => string, view: BundleView | null): string {
  return toolNames(written, write, view === null ? [] : [...view.servers.values()].flat())[0] ?? written
}
