import { sql } from 'drizzle-orm'
import { hostBudget, type ProbeBudget, shortestInterval } from '../../lib/core/evidence/probe-budget'
import { type ClaimedTarget, claimDueTargets, completeClaims, renewClaims } from '../../lib/store/evidence/schedule'
import { LEASE_SECONDS } from '../../lib/store/leases'
import { randomFrom } from '../../training/random'
import { type Bench, numberFlag, percentile, round } from '../bench'
import { insertServers, openThrowAway, type ThrowAwayDatabase } from '../database'
import { benchServerId } from '../rated-catalog'

const GATEWAY = 'gateway.example'
const GATEWAY_SERVERS = 3000
/** As by default, with the gateway in the place of the known one. */
const BUDGET: ProbeBudget = { perMinute: 4000, hostPerMinute: 60, gateways: new Map([[GATEWAY, 300]]) }
const INTERVAL_SECONDS = 900
const RECHECK_SECONDS = 20
const MOST_CLAIMED = 50
const PER_HOST = 2
const STEP_MS = 1000
const START_MS = Date.UTC(2026, 0, 5)

interface Worker {
  leaseId: string
  renewedAt: number
  /** Claimed and not carried out, in the order in which they were claimed; `endsAt` null: it waits for a slot. */
  underWay: { target: ClaimedTarget; endsAt: number | null }[]
}

/**
 * Two workers probe so many servers every 15 minutes in simulated time, with simulated durations: claims and their
 * completion are the product's own statements on a real Postgres. Lag: how long after its due time a probe begins.
 */
export const bench: Bench = {
  flags: { servers: '25000', hours: '1', workers: '2', concurrency: '48', seed: '1' },
  async run(flags, print) {
    const servers = numberFlag(flags, 'servers')
    const hours = numberFlag(flags, 'hours')
    const world = await openThrowAway()
    try {
      const simulation = new Simulation(
        world,
        await fill(world, servers),
        numberFlag(flags, 'concurrency'),
        randomFrom(numberFlag(flags, 'seed')),
      )
      const beganAt = performance.now()
      const workers = Array.from({ length: numberFlag(flags, 'workers') }, (_, at) => ({
        leaseId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        renewedAt: START_MS,
        underWay: [],
      }))
      const endMs = START_MS + hours * 3_600_000
      for (let now = START_MS; now < endMs; now += STEP_MS) {
        for (const worker of workers) await simulation.step(worker, now)
      }
      const { lagsMs, perMinuteAtHost } = simulation
      const mostOf = (host: string) => Math.max(0, ...(perMinuteAtHost.get(host)?.values() ?? []))
      const others = [...perMinuteAtHost.keys()].filter((host) => host !== GATEWAY)
      const result = {
        servers,
        hours,
        probesPerHour: Math.round(lagsMs.length / hours),
        lagP95Seconds: round(percentile(lagsMs, 0.95) / 1000, 1),
        lagMaxSeconds: round(lagsMs.reduce((most, lag) => Math.max(most, lag), 0) / 1000, 1),
        gatewayMostPerMinute: mostOf(GATEWAY),
        gatewayBudget: hostBudget(BUDGET, GATEWAY),
        hostMostPerMinute: others.reduce((most, host) => Math.max(most, mostOf(host)), 0),
        hostBudget: BUDGET.hostPerMinute,
        ranSeconds: Math.round((performance.now() - beganAt) / 1000),
      }
      for (const [name, value] of Object.entries(result)) print(`${name.padEnd(24)}${value}`)
      return result
    } finally {
      await world.close()
    }
  },
}

class Simulation {
  readonly lagsMs: number[] = []
  /** Probes by host and minute. */
  readonly perMinuteAtHost = new Map<string, Map<number, number>>()

  constructor(
    private readonly world: ThrowAwayDatabase,
    /** When each server is due, in epoch ms. */
    private readonly dueAt: Map<number, number>,
    private readonly concurrency: number,
    private readonly next: () => number,
  ) {}

  async step(worker: Worker, now: number): Promise<void> {
    await this.#complete(worker, now)
    if (now - worker.renewedAt >= (LEASE_SECONDS / 3) * 1000) {
      await renewClaims(this.world.db, worker.leaseId, LEASE_SECONDS, new Date(now))
      worker.renewedAt = now
    }
    await this.#claim(worker, now)
    this.#begin(worker, now)
  }

  async #complete(worker: Worker, now: number): Promise<void> {
    const done = worker.underWay.filter(({ endsAt }) => endsAt !== null && endsAt <= now)
    if (done.length === 0) return
    worker.underWay = worker.underWay.filter(({ endsAt }) => endsAt === null || endsAt > now)
    const entries = done.map(({ target: { serverKey, targetNo, target, isRecheck } }) => {
      const again = !isRecheck && this.next() < 0.015
      const onHost = target.host === GATEWAY ? GATEWAY_SERVERS : 1
      const shortest = shortestInterval(BUDGET, { host: target.host ?? '', onHost, inAll: 1 })
      const pause = Math.max(INTERVAL_SECONDS, shortest) * (0.9 + 0.2 * this.next())
      const dueAt = new Date(now + (again ? RECHECK_SECONDS : pause) * 1000)
      this.dueAt.set(serverKey, dueAt.getTime())
      return { serverKey, targetNo, dueAt, isRecheck: again, vantage: 'bench' }
    })
    await completeClaims(this.world.db, worker.leaseId, entries)
  }

  async #claim(worker: Worker, now: number): Promise<void> {
    const limit = Math.min(MOST_CLAIMED, this.concurrency * 4 - worker.underWay.length)
    if (limit <= 0) return
    const onHost = new Map<string, number>()
    for (const { target } of worker.underWay) {
      const host = target.target.host ?? ''
      onHost.set(host, (onHost.get(host) ?? 0) + 1)
    }
    const claimed = await claimDueTargets(
      this.world.db,
      {
        leaseId: worker.leaseId,
        leaseSeconds: LEASE_SECONDS,
        probers: ['mcp-http'],
        limit,
        mostRechecks: Math.ceil(this.concurrency / 2),
        perHost: PER_HOST,
        busyHosts: [...onHost].filter(([, n]) => n >= PER_HOST).map(([host]) => host),
        networks: ['public'],
        vantage: 'bench',
        otherVantages: false,
      },
      new Date(now),
    )
    worker.underWay.push(...claimed.map((target) => ({ target, endsAt: null })))
  }

  #begin(worker: Worker, now: number): void {
    const atHost = new Map<string, number>()
    let running = 0
    for (const { target, endsAt } of worker.underWay) {
      const host = target.target.host ?? ''
      if (endsAt === null) continue
      running += 1
      atHost.set(host, (atHost.get(host) ?? 0) + 1)
    }
    for (const entry of worker.underWay) {
      if (running >= this.concurrency) return
      const host = entry.target.target.host ?? ''
      if (entry.endsAt !== null || (atHost.get(host) ?? 0) >= PER_HOST) continue
      atHost.set(host, (atHost.get(host) ?? 0) + 1)
      entry.endsAt = now + this.#durationMs()
      running += 1
      this.lagsMs.push(now - (this.dueAt.get(entry.target.serverKey) ?? now))
      const minute = Math.floor(now / 60_000)
      const counts = this.perMinuteAtHost.get(host) ?? new Map<number, number>()
      this.perMinuteAtHost.set(host, counts)
      counts.set(minute, (counts.get(minute) ?? 0) + 1)
    }
  }

  /** Most 450 to 800 ms, one of twelve up to 5 s, one of a hundred up to 20 s. */
  #durationMs(): number {
    const kind = this.next()
    if (kind < 0.01) return 5000 + 15_000 * this.next()
    return kind < 0.09 ? 800 + 4200 * this.next() : 450 + 350 * this.next()
  }
}

/** Every server has one endpoint, due at some moment of the first interval. */
async function fill({ client, db }: ThrowAwayDatabase, servers: number): Promise<Map<number, number>> {
  const ids = Array.from({ length: servers }, (_, index) => benchServerId(index))
  await insertServers(client, ids, 'open')
  await db.execute(sql`
    INSERT INTO probe_targets (server_key, target_no, prober, evidence, kind, url, position, network, host, due_at)
    SELECT key, 0, 'mcp-http', 'endpoint', 'streamable-http', 'https://' || host || '/' || key, 0, 'public', host,
      ${new Date(START_MS).toISOString()}::timestamptz + (nth * 7919 % ${INTERVAL_SECONDS}) * interval '1 second'
    FROM (SELECT key, nth, CASE WHEN nth <= ${GATEWAY_SERVERS} THEN ${GATEWAY} ELSE 'host' || nth || '.example' END AS host
      FROM (SELECT key, row_number() OVER (ORDER BY key) AS nth FROM servers) AS numbered) AS placed`)
  await client.query('ANALYZE')
  const { rows } = await client.query<{ key: number; due: Date }>(
    'SELECT server_key AS key, due_at AS due FROM probe_targets',
  )
  return new Map(rows.map(({ key, due }) => [key, due.getTime()]))
}
