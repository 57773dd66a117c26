import type { ForecastAccuracy } from 'assay-verify/accuracy/forecast-accuracy'
import type { VerdictAccuracy } from 'assay-verify/accuracy/verdict-figures'
import type { BreakageKind } from 'assay-verify/breakage-kind'
import type { ProbeReason } from 'assay-verify/state/observation'
import type { Transport } from 'assay-verify/target-kind'
import { type Access, listingStatus, type Status, type Verdict } from 'assay-verify/verdict'
import type { Package } from '../catalog/catalog'
import type { DriftClass } from '../drift/types'
import type { TextFlag } from '../text/text-flags'
import type { PolicyAccuracy } from './policy-accuracy'

/** Percentiles of a report and the share of servers each covers. */
const LATENCY_SHARES = { p50: 0.5, p90: 0.9, p99: 0.99 } as const
type LatencyPercentiles = Record<keyof typeof LATENCY_SHARES, number>

/** Where the columns of the latency distribution begin, ms. */
const LATENCY_COLUMNS_MS = [0, 50, 100, 200, 300, 500, 1000, 2000, 5000] as const

type PackageRegistry = Package['registry']

/** One server as the report counts it. */
export interface CountedServer {
  verdict: Verdict
  /** Whether its newest confirmed probes were answered; null: not known. */
  reachable: boolean | null
  /** Why its newest failed probe failed; null where none did. */
  failureReason: ProbeReason | null
  declaredAccess: Access
  /** Access as observed by probes; null where it was never observed. */
  observedAccess: Access | null
  transports: readonly Transport[]
  /** Where its packages are published. */
  registries: readonly PackageRegistry[]
  /** Protocol revision it last spoke; null where it was never asked or speaks none. */
  protocolVersion: string | null
  /** Of its own answers, ms; null where too few were measured. */
  latencyP50Ms: number | null
  latencyP95Ms: number | null
}

export interface ServerCounts {
  servers: number
  byStatus: Record<Status, number>
  /** Servers that are down now, by why their newest failed probe failed. Most first. */
  failures: { reason: ProbeReason; servers: number }[]
  /** Observed access replaces declared access. */
  byAccess: Record<Access, number>
  /** A server with several addresses counts at each of its transports. Most first. */
  byTransport: { transport: Transport; servers: number }[]
  /** Servers that publish no address: packages to be run by the caller, or nothing. */
  withoutAddress: number
  /** Servers with a package, by where it is published; one with several counts at each. Most first. */
  byRegistry: { registry: PackageRegistry; servers: number }[]
  /** Most first. A revision is a date; anything else is `other`; null: unknown. */
  byProtocol: { revision: string | null; servers: number }[]
  latency: {
    /** Servers with enough measured answers. */
    servers: number
    /** Percentiles over these servers of their own median handshake, ms; null where there are none. */
    medianMs: LatencyPercentiles | null
    /** The same of their own 95th percentile. */
    p95Ms: LatencyPercentiles | null
    /**
     * How many servers have their median from `fromMs` on and below `toMs`; null: no upper bound. Empty where there are
     * none.
     */
    distribution: { fromMs: number; toMs: number | null; servers: number }[]
  }
}

/** The report's facts, as of the moment they were counted. JSON-serialisable. */
export interface EcosystemFacts {
  tools: number
  /** Listed subjects: tools, and servers without tools. */
  byVerdict: Record<Verdict, number>
  counts: ServerCounts
  categories: { slug: string; tracked: number; healthy: number }[]
  breakages: { open: Record<BreakageKind, number>; openedLast24h: number; closedLast24h: number }
  /** How often a tool changed between two of its server's own listings, by the worst of its changes. */
  drift: { last7d: Record<DriftClass, number>; last30d: Record<DriftClass, number> }
  /** How many servers have each flag in their texts, of how many whose texts were read. */
  texts: { servers: number; flagged: Record<TextFlag, number> }
  accuracy: {
    windowDays: number
    verdicts: VerdictAccuracy
    policy: PolicyAccuracy
    /** By method and horizon; empty where no forecast has been settled yet. */
    forecasts: ({ method: string; hours: number } & ForecastAccuracy)[]
  }
}

const REVISION = /^\d{4}-\d{2}-\d{2}$/

export function openServerCounts(): { add(server: CountedServer): void; counts(): ServerCounts } {
  const byStatus: Record<Status, number> = { healthy: 0, degraded: 0, unknown: 0, down: 0, auth: 0 }
  const byAccess: Record<Access, number> = { open: 0, auth: 0, paid: 0, unknown: 0 }
  const byReason = new Map<ProbeReason, number>()
  const byRegistry = new Map<PackageRegistry, number>()
  const byTransport = new Map<Transport, number>()
  const byProtocol = new Map<string | null, number>()
  const medians: number[] = []
  const slowest: number[] = []
  let servers = 0
  let withoutAddress = 0
  const add = (server: CountedServer) => {
    servers += 1
    const access = server.observedAccess ?? server.declaredAccess
    byStatus[listingStatus(server.verdict, { reachable: server.reachable, access, verified: 'none' })] += 1
    byAccess[access] += 1
    if (server.verdict === 'down' && server.failureReason !== null) increment(byReason, server.failureReason)
    for (const registry of new Set(server.registries)) increment(byRegistry, registry)
    for (const transport of new Set(server.transports)) increment(byTransport, transport)
    if (server.transports.length === 0) withoutAddress += 1
    const revision = server.protocolVersion
    increment(byProtocol, revision === null || REVISION.test(revision) ? revision : 'other')
    if (server.latencyP50Ms !== null) medians.push(server.latencyP50Ms)
    if (server.latencyP95Ms !== null) slowest.push(server.latencyP95Ms)
  }
  const counts = () => ({
    servers,
    byStatus: { ...byStatus },
    failures: mostFirst(byReason).map(([reason, count]) => ({ reason, servers: count })),
    byAccess: { ...byAccess },
    byTransport: mostFirst(byTransport).map(([transport, count]) => ({ transport, servers: count })),
    withoutAddress,
    byRegistry: mostFirst(byRegistry).map(([registry, count]) => ({ registry, servers: count })),
    byProtocol: mostFirst(byProtocol).map(([revision, count]) => ({ revision, servers: count })),
    latency: {
      servers: medians.length,
      medianMs: percentilesOf(medians),
      p95Ms: percentilesOf(slowest),
      distribution: medians.length === 0 ? [] : distributionOf(medians),
    },
  })
  return { add, counts }
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** By count, then by name, so that two reports of the same data are equal. */
function mostFirst<Key extends string | null>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts].sort(([one, n], [other, m]) => m - n || (String(one) < String(other) ? -1 : 1))
}

/** Nearest rank: each percentile is one of the values. */
function percentilesOf(values: readonly number[]): LatencyPercentiles | null {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  if (sorted.length === 0) return null
  return { p50: at(LATENCY_SHARES.p50), p90: at(LATENCY_SHARES.p90), p99: at(LATENCY_SHARES.p99) }
}

function distributionOf(medians: readonly number[]): ServerCounts['latency']['distribution'] {
  return LATENCY_COLUMNS_MS.map((fromMs, at) => {
    const toMs = LATENCY_COLUMNS_MS[at + 1] ?? null
    return { fromMs, toMs, servers: medians.filter((ms) => ms >= fromMs && (toMs === null || ms < toMs)).length }
  })
}
