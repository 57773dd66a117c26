import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import type { CatalogServer } from '../../../lib/core/catalog/catalog'
import { importSource } from '../../../lib/jobs/sync/import-source'
import type { ProbeLease } from '../../../lib/monitor/next-probe'
import { scheduleCatalog } from '../../../lib/monitor/schedule-catalog'
import { PROBERS } from '../../../lib/probers'
import { targetingOf } from '../../../lib/probers/targeting'
import type { SourceRun } from '../../../lib/sources/source'
import type { Database } from '../../../lib/store/database'
import { type ClaimedTarget, claimDueTargets, makeDue, releaseClaims } from '../../../lib/store/evidence/schedule'
import type { World } from '../world/behaviour'
import { catalogEntryOf } from '../world/demo-servers'
import type { DemoServer } from '../world/read-servers'
import type { ServedWorld } from '../world/serve-world'
import { type ProbeTemplates, probeEveryVersion, VANTAGE } from './probe-templates'
import { simulateHistory } from './simulate-history'
import { openReporters, reportOutcomes } from './simulated-outcomes'
import { SimulatedServer } from './simulated-server'

const HISTORY_DAYS = 90
const OWNER = { source: 'file', precedence: 1, own: true }
const PROBE_SECONDS = { intervalSeconds: 900, recheckSeconds: 20 }
const LEASE_SECONDS = 3600

/** Adds the servers of the world to the catalog as they come, and gives each a simulation of its probes. */
class GrowingCatalog {
  readonly #db: Database
  readonly #world: World
  readonly #served: ServedWorld
  readonly #leaseId: string
  readonly #simulated = new Map<DemoServer, SimulatedServer>()
  #templates: ProbeTemplates | undefined

  constructor(db: Database, world: World, served: ServedWorld, leaseId: string) {
    this.#db = db
    this.#world = world
    this.#served = served
    this.#leaseId = leaseId
  }

  /** The servers that are there before `end`. What is added joins at `start`, or at its own later instant. */
  async serversBefore(end: Date, start: Date): Promise<SimulatedServer[]> {
    const { servers, madeAt } = this.#world
    const joinsAt = ({ sinceHoursAgo }: DemoServer) =>
      sinceHoursAgo === null ? start.getTime() : Math.max(start.getTime(), madeAt.getTime() - sinceHoursAgo * HOUR_MS)
    const added = servers.filter((server) => !this.#simulated.has(server) && joinsAt(server) < end.getTime())
    for (const at of new Set(added.map(joinsAt).sort((a, b) => a - b)))
      await this.#add(
        added.filter((server) => joinsAt(server) === at),
        new Date(at),
      )
    return [...this.#simulated.values()]
  }

  async #add(added: readonly DemoServer[], instant: Date): Promise<void> {
    await this.#import(added, instant)
    const claimed = await this.#claim(added, instant)
    this.#templates ??= await probeEveryVersion(this.#world, this.#served, (server) => ({
      prober: server.kind === 'mcp' ? 'mcp-http' : 'http-api',
      evidence: 'endpoint',
      network: 'local',
      host: null,
      kind: server.kind === 'mcp' ? 'streamable-http' : 'http-api',
      url: this.#entryOf(server).remotes[0]?.url ?? '',
    }))
    for (const server of added) {
      const target = claimed.get(server.id)
      if (target === undefined) throw new Error(`${server.id} has no target`)
      this.#simulated.set(server, new SimulatedServer(server, this.#world, target, this.#templates, instant))
    }
  }

  #entryOf(server: DemoServer): CatalogServer {
    return catalogEntryOf(server, this.#served.originOf(server))
  }

  async #import(added: readonly DemoServer[], instant: Date): Promise<void> {
    const clock = () => instant
    await importSource(this.#db, OWNER, runOf(added.map((server) => this.#entryOf(server))), clock)
    const never = new AbortController().signal
    await scheduleCatalog(this.#db, targetingOf(PROBERS), 'all', undefined, clock, never)
    const ids = added.map(({ id }) => id)
    await makeDue(this.#db, ids, instant)
  }

  async #claim(added: readonly DemoServer[], instant: Date): Promise<Map<string, ClaimedTarget>> {
    const claim = {
      leaseId: this.#leaseId,
      leaseSeconds: LEASE_SECONDS,
      limit: 2 * added.length,
      mostRechecks: added.length,
      perHost: added.length,
      busyHosts: [],
      networks: ['local'] as const,
      probers: Object.keys(PROBERS),
      vantage: VANTAGE,
      otherVantages: false,
    }
    const claimed = await claimDueTargets(this.#db, claim, instant)
    return new Map(claimed.map((target) => [target.serverId, target]))
  }
}

function runOf(servers: CatalogServer[]): SourceRun {
  const batch = { servers, deleted: [], rejected: [], adjusted: {}, progress: 1 }
  return {
    batches: (async function* () {
      yield batch
    })(),
    memory: () => ({ since: null }),
  }
}

/** Where a history of so many days begins that reaches to the present of the world. */
export function beginOfHistory({ madeAt }: World, days = HISTORY_DAYS): Date {
  return new Date(madeAt.getTime() - days * DAY_MS)
}

/** Simulates the world from one instant to another. Answers the number of probes. */
export async function makeHistory(
  db: Database,
  world: World,
  served: ServedWorld,
  { from, to }: { from: Date; to: Date },
  onProgress: (share: number) => void,
): Promise<number> {
  const leaseId = randomUUID()
  const lease: ProbeLease = { leaseId, ...PROBE_SECONDS }
  const catalog = new GrowingCatalog(db, world, served, leaseId)
  const reporters = await openReporters(db, world)
  try {
    return await simulateHistory({
      db,
      lease,
      from,
      to,
      serversBefore: (end, start) => catalog.serversBefore(end, start),
      onDay: (start, end) => reportOutcomes(db, world, reporters, start, end),
      onProgress,
    })
  } finally {
    await releaseClaims(db, leaseId, to)
  }
}
