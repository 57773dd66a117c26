import type {
  BundleManifest,
  BundleView,
  FactsTile,
  KnownServer,
  PinsTile,
  ServerFacts,
  ServerKey,
  ServerStateEntry,
  StatesTile,
} from './bundle.ts'

/** The contents of tiles by family, as their JSON has them; in any order. */
export interface TileContents {
  facts: readonly FactsTile[]
  states: readonly StatesTile[]
  /** Empty where there is no lock file. */
  pins: readonly PinsTile[]
}

export interface ViewOptions {
  /** Of servers of these keys only; left out: of all in the tiles. */
  keys?: readonly ServerKey[]
  /** What the caller's setup calls a server, by the server's id. */
  configuredNames?: BundleView['configuredNames']
  /** By how many milliseconds the caller's clock is ahead of the service's: times of the view are in the caller's. */
  clockAheadMs?: number
}

/** A manifest lasts at most so long, whatever it says. */
const MOST_LASTING_S = 3600
const MINUTE_MS = 60_000

/** The view of a manifest and of tiles that it names. What was not checked before is not checked here. */
export function bundleViewOf(
  { iat, exp }: Pick<BundleManifest, 'iat' | 'exp'>,
  tiles: TileContents,
  { keys, configuredNames = new Map(), clockAheadMs = 0 }: ViewOptions = {},
): BundleView {
  const wanted = keys && new Set(keys)
  const known = knownServers(tiles, Math.round(clockAheadMs / MINUTE_MS))
  const servers = new Map<ServerKey, KnownServer[]>()
  for (const { servers: listed } of tiles.facts) {
    for (const facts of listed) {
      for (const key of facts.keys) {
        if (wanted !== undefined && !wanted.has(key)) continue
        const others = servers.get(key) ?? []
        if (!others.some(({ facts: { id } }) => id === facts.id)) servers.set(key, [...others, known(facts)])
      }
    }
  }
  return {
    assessedAt: iat * 1000 + clockAheadMs,
    expiresAt: Math.min(exp, iat + MOST_LASTING_S) * 1000 + clockAheadMs,
    servers,
    configuredNames,
  }
}

function knownServers({ states, pins }: TileContents, minutesAhead: number): (facts: ServerFacts) => KnownServer {
  const pinned = new Map(pins.flatMap(({ servers }) => servers.map((entry) => [entry.id, entry] as const)))
  return (facts) => {
    const tile = states.find(({ servers }) => Object.hasOwn(servers, facts.id))
    const state = tile?.servers[facts.id] ?? null
    return {
      facts,
      state: state === null ? null : inClock(state, minutesAhead),
      pins: pinned.get(facts.id) ?? null,
    }
  }
}

function inClock(state: ServerStateEntry, minutesAhead: number): ServerStateEntry {
  if (minutesAhead === 0) return state
  return {
    ...state,
    ...(state.since !== undefined && { since: state.since + minutesAhead }),
    ...(state.until !== undefined && { until: state.until + minutesAhead }),
  }
}
