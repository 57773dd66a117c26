import type { Host, HostEvent } from '../hosts/host.ts'
import type { ConfiguredServer, Setup } from '../setup/setup.ts'
import { fileNameOf } from '../state/check-sum.ts'
import type { LineFile } from '../state/line-file.ts'
import { serversOfKeys } from '../state/view-lines.ts'

/** A server that a call may be of: several where the host writes their names alike. */
export interface Candidate {
  server: ConfiguredServer
  /** The tool as the host writes it. */
  tool: string
}

interface Known {
  host: Host
  setup: Setup
  lines: LineFile | null
}

/** The servers that an event may be of; empty: of none that is known. */
export function candidatesOf(event: HostEvent, { host, setup, lines }: Known): Candidate[] {
  const found = candidatesIn(event, host, setup.servers, lines)
  // One of which nothing can be known is none; beside others it may be the one that is called.
  return found.some(({ server }) => server.keys.length > 0) ? found : []
}

function candidatesIn(
  event: HostEvent,
  host: Host,
  servers: readonly ConfiguredServer[],
  lines: LineFile | null,
): Candidate[] {
  const meant = servers.filter((one) => event.isOfFolder === null || one.isOfFolder === event.isOfFolder)
  return withoutOthers(candidatesAmong(event, host, meant.length === 0 ? servers : meant, lines), lines)
}

/** Of servers of one name those that come with the folder, and others of which something is known. */
function withoutOthers(found: Candidate[], lines: LineFile | null): Candidate[] {
  const ofFolder = new Set(found.flatMap(({ server }) => (server.isOfFolder ? [server.name] : [])))
  const isKnown = ({ keys }: ConfiguredServer) => serversOfKeys(lines, keys) !== undefined
  return found.filter(({ server }) => server.isOfFolder || !ofFolder.has(server.name) || isKnown(server))
}

function candidatesAmong(
  event: HostEvent,
  host: Host,
  servers: readonly ConfiguredServer[],
  lines: LineFile | null,
): Candidate[] {
  const bySum = sumOf(event)
  const same = bySum === null ? [] : servers.filter(({ sum }) => sum === bySum)
  if (same.length > 0) return same.map((server) => ({ server, tool: event.tool }))
  const tool = event.server === null ? null : host.toolOf(event, event.server)
  // Several where one of them comes with the folder.
  const exact = tool === null ? [] : servers.filter(({ name }) => name === event.server)
  if (tool !== null && exact.length > 0) return exact.map((server) => ({ server, tool }))
  const named = byNames(event, host, servers, ({ name }) => [name])
  if (!host.usesAnnouncedNames) return named
  const all = byNames(event, host, servers, (server) => [server.name, ...announcedNames(server, lines)])
  // Of a name that no setup chose, nothing is said unless it is certain.
  return named.length > 0 || all.length === 1 ? all : []
}

function byNames(
  event: HostEvent,
  host: Host,
  servers: readonly ConfiguredServer[],
  namesOf: (server: ConfiguredServer) => string[],
): Candidate[] {
  const found = servers.flatMap((server): Candidate[] => {
    const tools = namesOf(server).flatMap((name) => host.toolOf(event, name) ?? [])
    const [tool] = tools.sort((a, b) => a.length - b.length)
    return tool === undefined ? [] : [{ server, tool }]
  })
  // Of names that begin alike, `git` and `git__hub`, the longest is meant.
  const shortest = Math.min(...found.map(({ tool }) => tool.length))
  return found.filter(({ tool }) => tool.length === shortest)
}

/** Names that a server may give itself. */
function announcedNames({ keys }: ConfiguredServer, lines: LineFile | null): string[] {
  const known = serversOfKeys(lines, keys) ?? []
  return known.flatMap(({ facts }) => [facts.title, facts.id.split('/').at(-1) ?? ''])
}

function sumOf({ settings }: HostEvent): string | null {
  const text = settings?.url ?? settings?.command
  return typeof text === 'string' ? fileNameOf(text) : null
}
