import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import type { AlternativeFacts, ServerStateEntry } from 'assay-decide/bundle'
import { chunksOf } from 'assay-verify/chunks'
import type { ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { nextChangeAt } from '../../core/verdict/changes-by-time'
import { mapInTurns, pagesByKey } from '../../store/chunks'
import type { Database } from '../../store/database'
import { type DatabaseInstant, readSettledUntil } from '../../store/search/search-documents'
import { keysOfServer } from '../rules/server-keys'
import { cannotBeUsed, stateEntryOf } from '../rules/state-entry'
import { type BundledServer, membersText, serversOf, stateText } from '../rules/tile-text'
import {
  listChangedServers,
  listServerKeys,
  listStoredServers,
  readDatabaseTime,
  type StoredServer,
} from '../sql/bundle-servers'

/** A server as the job keeps it from one run to the next. */
export interface HeldServer extends BundledServer {
  key: number
  changedAt: number
  entry: ServerStateEntry | null
  /** From then on time alone may have changed its state, in milliseconds since 1970. */
  nextAt: number
  /** Servers of its alternatives. */
  alternatives: readonly string[]
}

/** Where the alternatives of tools are read. */
export interface AlternativesReader {
  /** Of the tools of these servers, by server and tool. */
  list(
    db: Database,
    serverKeys: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, readonly AlternativeFacts[]>>>
  /** The servers of which `list` may answer something else than at `since`, and from when to ask the next time. */
  changedSince(db: Database, since: DatabaseInstant): Promise<{ serverKeys: number[]; until: DatabaseInstant }>
}

/** Of a service that looks for none. */
export const NO_ALTERNATIVES: AlternativesReader = {
  list: async () => new Map(),
  changedSince: async (_db, until) => ({ serverKeys: [], until }),
}

/** What a catalog is read with. */
export interface CatalogReading {
  db: Database
  alternatives: AlternativesReader
  weights: ForecastWeights
  now: Date
}

/** The servers of the bundle, and which of them changed since tiles were last built. */
export interface HeldCatalog {
  servers: Map<number, HeldServer>
  /** Database time, in milliseconds, of which all changes are known. */
  askedAt: number
  /** The same of alternatives. */
  alternativesAt: DatabaseInstant
}

/** Servers read at once, so that neither the embedded database nor this thread is long busy with one page. */
const SERVERS_AT_ONCE = 50
/** Longest piece of work that is not divided, in ms. */
const TURN_MS = 10

/** Reads all servers. */
export async function readCatalog(reading: CatalogReading): Promise<HeldCatalog> {
  const askedAt = await readDatabaseTime(reading.db)
  const alternativesAt = await readSettledUntil(reading.db)
  const servers = new Map<number, HeldServer>()
  const list = (after: number, size: number) => listServerKeys(reading.db, after, size)
  for await (const keys of pagesByKey(0, SERVERS_AT_ONCE, list, (key: number) => key)) {
    for (const server of await readHeld(keys, reading)) servers.set(server.key, server)
  }
  await writeStates(servers)
  return { servers, askedAt, alternativesAt }
}

/**
 * Reads anew what changed since the catalog was read, what time alone may have changed, and the servers with these
 * keys. Answers what changed: the server as it was and as it is; undefined: it was not, or is no longer, in the bundle.
 */
export async function refreshCatalog(
  catalog: HeldCatalog,
  also: readonly number[],
  reading: CatalogReading,
): Promise<[before: HeldServer | undefined, after: HeldServer | undefined][]> {
  const askedAt = await readDatabaseTime(reading.db)
  const { servers } = catalog
  const found = await reading.alternatives.changedSince(reading.db, catalog.alternativesAt)
  const changed = new Set([...also, ...found.serverKeys])
  for (const { key, changedAt } of await listChangedServers(reading.db, catalog.askedAt)) {
    if (changedAt === null || servers.get(key)?.changedAt !== changedAt) changed.add(key)
  }
  for (const { key, nextAt } of servers.values()) if (nextAt <= reading.now.getTime()) changed.add(key)
  const before = new Map<number, HeldServer | undefined>()
  for (const keys of chunksOf([...changed], SERVERS_AT_ONCE)) {
    const read = new Map((await readHeld(keys, reading, servers)).map((server) => [server.key, server]))
    for (const key of keys) {
      const [known, server] = [servers.get(key), read.get(key)]
      before.set(key, known)
      if (server === undefined) servers.delete(key)
      else servers.set(key, server)
    }
  }
  for (const [key, known] of await writeStates(servers)) if (!before.has(key)) before.set(key, known)
  catalog.askedAt = askedAt
  catalog.alternativesAt = found.until
  return [...before].map(([key, known]) => [known, servers.get(key)])
}

async function readHeld(
  keys: readonly number[],
  reading: CatalogReading,
  held: ReadonlyMap<number, HeldServer> = new Map(),
): Promise<HeldServer[]> {
  const stored = await listStoredServers(reading.db, keys)
  const alternatives = await reading.alternatives.list(reading.db, keys)
  return mapInTurns(stored, (server) => {
    const found = alternatives.get(server.key) ?? new Map()
    const known = held.get(server.key)
    return heldServer(server, known === undefined ? found : withKnown(known.tools, found), reading)
  })
}

/**
 * Tools that have alternatives keep them until everything is read anew: others are seldom better by much, and each
 * change is a tile that callers fetch again.
 */
function withKnown(
  known: string,
  found: ReadonlyMap<string, readonly AlternativeFacts[]>,
): ReadonlyMap<string, readonly AlternativeFacts[]> {
  return new Map([...found, ...Object.entries(JSON.parse(known) as Record<string, AlternativeFacts[]>)])
}

const isAddress = ({ kind }: StoredServer['names'][number]) => kind === 'endpoint'

function heldServer(
  server: StoredServer,
  alternatives: ReadonlyMap<string, readonly AlternativeFacts[]>,
  { weights, now }: CatalogReading,
): HeldServer {
  const { key, id, title, changedAt, serverState, own, pins } = server
  return {
    ...{ key, id, title, changedAt, pins },
    keys: keysOfServer(server),
    isBoth: server.names.some(isAddress) && !server.names.every(isAddress),
    tools: membersText(alternatives),
    entry: stateEntryOf(server, now, weights),
    state: null,
    nextAt: nextChangeAt(serverState, own, now),
    alternatives: serversOf(alternatives),
  }
}

/**
 * Writes the states of all servers, which depend on each other by their alternatives. Answers those that changed by
 * that, as they were.
 */
async function writeStates(servers: Map<number, HeldServer>): Promise<Map<number, HeldServer>> {
  const usable = new Set<string>()
  for (const { id, entry } of servers.values()) if (!cannotBeUsed(entry)) usable.add(id)
  const changed = new Map<number, HeldServer>()
  let began = performance.now()
  for (const [key, server] of servers) {
    const state = stateText(server.entry, server.alternatives, (id) => !usable.has(id))
    if (state !== server.state) {
      changed.set(key, server)
      servers.set(key, { ...server, state })
    }
    if (performance.now() - began < TURN_MS) continue
    await nextEventLoopTurn()
    began = performance.now()
  }
  return changed
}
