import { randomBytes } from 'node:crypto'
import type { AlternativeFacts, ServerStateEntry } from 'assay-decide/bundle'
import { MINUTE_MS } from 'assay-verify/duration'
import { FORECAST_WEIGHTS } from 'assay-verify/forecast/forecast-model'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { keysOfServer } from '../../lib/bundle/rules/server-keys'
import { cannotBeUsed, stateEntryOf } from '../../lib/bundle/rules/state-entry'
import { type BundledServer, membersText, serversOf, stateText } from '../../lib/bundle/rules/tile-text'
import { intervalFactor } from '../../lib/core/evidence/probe-interval'
import { randomFrom } from '../../training/random'
import type { UptimeSeries } from '../evidence/uptime-series'
import { benchServerId, TOOLS_OF_A_SERVER, weekOfProbes } from '../rated-catalog'

/** Servers whose tools are alike: each tool has three alternatives among them. */
const ALIKE = 12
const INTERVAL_MS = 15 * MINUTE_MS
const RECHECK_MS = 20_000
const JITTER = 0.1
/** Probes that fail although the service was up, as `bench verdict` has them. */
const NOISE = 0.01

/** A server of the simulation: what it is, and what a monitor recorded of a real service from `from` on. */
interface Simulated {
  server: BundledServer
  entry: ServerStateEntry | null
  alternatives: readonly string[]
  state: ServerState
  dueAt: number
  isUp(at: number): boolean
}

export interface BundleWorld {
  servers: readonly Simulated[]
  /** Probes all that is due within a minute; answers the servers whose states are others than before. */
  minute(now: number): number[]
}

export interface WorldSettings {
  servers: number
  series: readonly UptimeSeries[]
  /** Share of servers that are down throughout, for longer than six hours. */
  downShare: number
  /** Whether `out` is in every state. */
  outOfAll: boolean
  start: number
}

/** Servers with addresses, and half of them with a package, each with 16 tools of three alternatives. */
export function makeBundleWorld(settings: WorldSettings): BundleWorld {
  const random = randomFrom(1)
  const [up, down] = (['answered', 'timed_out'] as const).map(
    (reason) => weekOfProbes(new Date(settings.start), reason).serverState,
  )
  if (up === undefined || down === undefined) throw new Error('a week without a probe')
  const servers = Array.from({ length: settings.servers }, (_, index): Simulated => {
    const isDown = random() < settings.downShare
    const alternatives = alternativesOf(index, settings.servers)
    return {
      server: describedServer(index, alternatives),
      entry: null,
      alternatives: serversOf(alternatives),
      state: isDown ? down : up,
      dueAt: settings.start + random() * INTERVAL_MS,
      isUp: isDown ? () => false : recordedFrom(settings, random),
    }
  })
  const minute = (now: number) => {
    for (const one of servers) {
      if (one.dueAt > now) continue
      probeDue(one, now, random)
      assessAgain(one, now)
    }
    return writeStates(servers, settings.outOfAll)
  }
  return { servers, minute }
}

function alternativesOf(index: number, servers: number): Map<string, AlternativeFacts[]> {
  const first = index - (index % ALIKE)
  const others = Array.from({ length: ALIKE }, (_, n) => first + n).filter((n) => n !== index && n < servers)
  return new Map(
    Array.from({ length: TOOLS_OF_A_SERVER }, (_, tool) => {
      const chosen = [0, 1, 2].flatMap((n) => others[(index + tool + n * 4) % Math.max(1, others.length)] ?? [])
      return [`tool_${tool}`, chosen.map((other, n) => alternative(other, tool, n))] as const
    }),
  )
}

function alternative(server: number, tool: number, n: number): AlternativeFacts {
  const renamed = n === 0 ? { renamed: [['path', 'file_path']] as [string, string][] } : {}
  return { serverId: benchServerId(server), tool: `tool_${tool}`, ...renamed }
}

function describedServer(index: number, alternatives: Map<string, AlternativeFacts[]>): BundledServer {
  const id = benchServerId(index)
  const names = [
    { kind: 'endpoint' as const, name: `server-${index}.example/mcp` },
    ...(index % 2 === 0 ? [{ kind: 'npm' as const, name: `@publisher-${index}/server` }] : []),
  ]
  const digest = () => randomBytes(16).toString('base64url')
  const pins = Array.from({ length: TOOLS_OF_A_SERVER }, (_, tool) => [
    `tool_${tool}`,
    [null, digest(), digest(), tool % 4 === 0 ? digest() : null, tool % 2 === 0 ? digest() : null],
  ]) as [string, unknown][]
  return {
    ...{ id, title: `Server ${index}`, state: null, pins: membersText(pins), tools: membersText(alternatives) },
    isBoth: index % 2 === 0,
    keys: keysOfServer({ id, registryName: `assay.bench/publisher-${index}__server`, names }),
  }
}

/** What was recorded of a random service, from a random moment of it at which it was up. */
function recordedFrom({ series, start }: WorldSettings, random: () => number): (at: number) => boolean {
  const { samples } = series[Math.floor(random() * series.length)] ?? { samples: [] }
  let place = Math.floor(random() * samples.length * 0.9)
  while (place < samples.length - 1 && samples[place]?.up === false) place += 1
  const shift = (samples[place]?.at ?? 0) - start
  return (at) => {
    while ((samples[place + 1]?.at ?? Number.POSITIVE_INFINITY) <= at + shift) place += 1
    return samples[place]?.up ?? true
  }
}

/** Probes until it is not due by `now`, with the rechecks and pauses of the service. */
function probeDue(one: Simulated, now: number, random: () => number): void {
  while (one.dueAt <= now) {
    const observedAt = new Date(one.dueAt)
    const isAnswered = one.isUp(one.dueAt) && random() >= NOISE
    const seen = { latencyMs: isAnswered ? 300 + Math.floor(random() * 120) : null, httpStatus: null, vantage: 'bench' }
    const reason = isAnswered ? 'answered' : 'timed_out'
    const { serverState } = updateServerState(one.state, { observedAt, reason, ...seen })
    const pause = needsRecheck(one.state, serverState)
      ? RECHECK_MS
      : INTERVAL_MS * intervalFactor('endpoint', serverState, observedAt) * (1 + JITTER * (2 * random() - 1))
    one.state = serverState
    one.dueAt += pause
  }
}

function assessAgain(one: Simulated, now: number): void {
  const evidence = {
    ...{ serverState: one.state, declaredAccess: 'open' as const, own: null, unsafe: null, open: [], removed: [] },
    ...{ endpointDueAt: new Date(one.dueAt), otherDueAt: null },
  }
  one.entry = stateEntryOf(evidence, new Date(now), FORECAST_WEIGHTS)
}

function writeStates(servers: readonly Simulated[], outOfAll: boolean): number[] {
  const out = new Set(servers.flatMap(({ entry, server }) => (cannotBeUsed(entry) ? [server.id] : [])))
  return servers.flatMap((one, index) => {
    const { entry, alternatives, server } = one
    const all = outOfAll && entry !== null ? alternatives.filter((id) => out.has(id)) : []
    const text =
      all.length > 0 ? JSON.stringify({ ...entry, out: all }) : stateText(entry, alternatives, (id) => out.has(id))
    if (text === server.state) return []
    one.server = { ...server, state: text }
    return [index]
  })
}
