import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { App } from '@/lib/api/context'
import { feedCache } from '@/lib/feed/feed-cache'
import { type QueueLag, readQueueLag } from '@/lib/store/evidence/due-times'
import type { PublishedFiles } from '@/lib/store/files/published-files'
import type { Reads } from '@/lib/store/reads/reads'
import type { ReplicaReport } from '@/lib/store/reads/replica'
import { within } from '@/lib/store/within'

/** Time the database has for its figures: without an answer they are left out and the rest is sent. */
const DATABASE_WITHIN_MS = 1000

/**
 * Registers what is read when metrics are asked for: database, queue, ages of what is kept in memory, and the process
 * itself.
 */
export function registerState(registry: Registry, app: App): void {
  registerDatabase(registry, app)
  registerReplicas(registry, app.reads)
  const gauge = (name: string, help: string, read: () => Promise<number | null> | number | null) =>
    registerGauge(registry, name, help, read)
  gauge('assay_ratings_age_seconds', 'Since changed ratings were last read into memory.', () =>
    seconds(app.replica?.ageMs()),
  )
  gauge('assay_ratings_memory_bytes', 'What ratings, and what answers show of tools, take in memory, roughly.', () =>
    app.replica === undefined ? null : app.replica.use().bytes,
  )
  registerCacheReads(registry, app)
  gauge('assay_search_index_age_seconds', 'Since the loaded search index was last compared with the stored one.', () =>
    seconds(app.searchIndex.ageMs()),
  )
  gauge('assay_feed_age_seconds', 'Since the reliability feed was computed.', async () => {
    const now = new Date()
    return seconds((await feedCache({ memo: app.memo, now })).ageMs(now))
  })
  if (app.files !== null) registerFiles(registry, app.files)
  collectDefaultMetrics({ register: registry })
}

/** A gauge without labels; null: it has no value now. */
function registerGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<number | null> | number | null,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read()
      if (value === null) gauge.remove()
      else gauge.set(value)
    },
  })
}

/** Of a cache of ratings only: a copy of all of them has every tool. */
function registerCacheReads(registry: Registry, app: App): void {
  const counter = new Counter({
    name: 'assay_ratings_reads_total',
    help: 'Tools that were looked for in memory, where it has a part of them.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      counter.reset()
      const use = app.replica?.use()
      if (use?.holds !== 'part') return
      counter.inc({ result: 'hit' }, use.hits)
      counter.inc({ result: 'miss' }, use.misses)
    },
  })
}

function registerDatabase(registry: Registry, app: App): void {
  let reading: ReturnType<typeof readDatabase> | undefined
  // Gauges are read side by side: those of one scrape share one reading.
  const read = () => {
    reading ??= readDatabase(app).finally(() => {
      reading = undefined
    })
    return reading
  }
  const gauge = (name: string, help: string, value: (state: DatabaseState) => number | null) =>
    registerGauge(registry, name, help, async () => value(await read()))
  gauge('assay_database_up', 'Whether the database answered within a second.', ({ queue }) => (queue === null ? 0 : 1))
  gauge(
    'assay_probe_queue_due_servers',
    'Servers that are due for a probe and claimed by no process.',
    ({ queue }) => queue?.due ?? null,
  )
  gauge(
    'assay_probe_queue_lag_seconds',
    'How long the oldest of them has been due.',
    ({ queue }) => queue?.oldestSeconds ?? null,
  )
  const connections = new Gauge({
    name: 'assay_database_connections',
    help: 'Connections of the pool by state; waiting: statements without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(app.pool?.() ?? {})) connections.set({ state }, count)
    },
  })
}

function registerFiles(registry: Registry, { counts }: PublishedFiles): void {
  const counter = new Counter({
    name: 'assay_files_total',
    help: 'Files that all processes read alike, by what became of them.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      counter.reset()
      for (const [result, count] of Object.entries(counts)) counter.inc({ result }, count)
    },
  })
}

/** Of each replica, by its place in the setting. */
function registerReplicas(registry: Registry, reads: Reads): void {
  const gauge = (name: string, help: string, read: (report: ReplicaReport) => number | null) => {
    const registered = new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        registered.reset()
        for (const [at, report] of reads.replicas().entries()) {
          const value = read(report)
          if (value !== null) registered.set({ replica: String(at + 1) }, value)
        }
      },
    })
  }
  gauge('assay_replica_behind_seconds', 'How far a replica is behind the primary.', (one) => one.behindSeconds)
  gauge('assay_replica_fresh', 'Whether a replica may be read from.', ({ state }) =>
    state === 'used' || state === 'ready' ? 1 : 0,
  )
}

interface DatabaseState {
  /** null: the database does not answer. */
  queue: QueueLag | null
}

async function readDatabase({ db, reachability }: App): Promise<DatabaseState> {
  if (!(await reachability(DATABASE_WITHIN_MS))) return { queue: null }
  const reading = readQueueLag(db, new Date()).catch(() => null)
  return { queue: await within(reading, DATABASE_WITHIN_MS, null) }
}

function seconds(ageMs: number | null | undefined): number | null {
  return ageMs == null ? null : ageMs / 1000
}
