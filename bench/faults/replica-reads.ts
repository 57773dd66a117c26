import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../lib/store/database'
import { type Bench, BenchCannotRun, median, numberFlag, type Print, round } from '../bench'
import { loadOf } from '../http/read-load'
import { freePort, type ServerProcess, startServer, untilAnswered } from '../processes'
import { processorMs } from '../processor-time'
import { openPgBouncer, PGBOUNCER } from '../programs/pgbouncer'
import { openPostgres } from '../programs/postgres'
import { openReplica } from '../programs/replica'
import { makeRatedCatalog } from '../rated-catalog'
import { keyedHeaders, QUIET } from '../service'

/** How the database is reached: the primary alone, answers from a replica, and both behind PgBouncer. */
const WAYS = ['primary', 'replica', 'pooled'] as const
type Way = (typeof WAYS)[number]

/** What is read: from memory, and by statements. */
const READS = {
  health: (id: string) => `/v1/health/${id}`,
  history: (id: string) => `/v1/history/${id}`,
} as const
type Read = keyof typeof READS

const WARM_UP_SECONDS = 3

/**
 * Processor time of a read of a process with ROLE=api: without replicas, with one, and behind PgBouncer, in turn. Only
 * that of the process: statements cost the server besides. Needs PostgreSQL's programs and PgBouncer.
 */
export const bench: Bench = {
  flags: { tools: '20000', seconds: '3', rounds: '5' },
  async run(flags, print) {
    if (PGBOUNCER === undefined) throw new BenchCannotRun('pgbouncer is needed: install PgBouncer')
    const closers: (() => unknown)[] = []
    try {
      const cluster = await openPostgres()
      closers.push(cluster.remove)
      process.env.DATABASE_URL = cluster.url
      const catalog = await makeRatedCatalog(numberFlag(flags, 'tools'))
      const replica = await openReplica(cluster.url)
      closers.push(replica.remove)
      const bouncer = await openPgBouncer(cluster.url)
      closers.push(bouncer.stop)
      const { db, close } = await openDatabase({ databaseUrl: catalog.url, dataDir: '' })
      const headers = await keyedHeaders(db)
      await close()
      const { pathname } = new URL(catalog.url)
      const readUrl = replica.url.replace('/postgres', pathname)
      const start = async (environment: Readonly<Record<string, string>>) => {
        const server = await startApi(environment)
        closers.push(server.stop)
        return server
      }
      const servers = {
        primary: await start({ DATABASE_URL: catalog.url }),
        replica: await start({ DATABASE_URL: catalog.url, DATABASE_READ_URL: readUrl }),
        pooled: await start({ DATABASE_URL: bouncer.urlOf(pathname.slice(1)) }),
      }
      for (const { url } of Object.values(servers))
        await untilAnswered(url + READS.health(catalog.toolIds[0] ?? ''), headers)
      return await measure(servers, catalog.toolIds, headers, flags, print)
    } finally {
      for (const close of closers.reverse()) await close()
    }
  },
}

async function startApi(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await freePort()
  const given = { ...QUIET, ROLE: 'api', LOG_STORE: 'off', NODE_ENV: 'production', PORT: String(port), ...environment }
  return startServer(['--import', 'tsx', 'bench/log/api-process.ts'], given, port, '/v1/ping')
}

async function measure(
  servers: Readonly<Record<Way, ServerProcess>>,
  ids: readonly string[],
  headers: Readonly<Record<string, string>>,
  flags: Readonly<Record<string, string>>,
  print: Print,
) {
  const [seconds, rounds] = [numberFlag(flags, 'seconds'), numberFlag(flags, 'rounds')]
  const found = new Map<string, number[]>()
  const costOf = async (way: Way, read: Read, during: number) => {
    const { url, pid } = servers[way]
    const pathOf = () => READS[read](ids[Math.floor(Math.random() * ids.length)] ?? '')
    const before = processorMs(pid)
    const { rps } = await loadOf(url, pathOf, during, headers)
    return ((processorMs(pid) - before) * 1000) / (rps * during)
  }
  for (const way of WAYS) for (const read of ['health', 'history'] as const) await costOf(way, read, WARM_UP_SECONDS)
  // Replicas are found fresh, and ratings are read into memory, meanwhile.
  await wait(WARM_UP_SECONDS * 1000)
  for (let at = 1; at <= rounds; at += 1) {
    for (const read of ['health', 'history'] as const) {
      for (const way of WAYS) {
        const cost = await costOf(way, read, seconds)
        found.set(`${read} ${way}`, [...(found.get(`${read} ${way}`) ?? []), cost])
        print(`round ${at}  ${read.padEnd(8)} ${way.padEnd(8)} ${cost.toFixed(1)} µs of processor time a read`)
      }
    }
  }
  const of = (read: Read, way: Way) => found.get(`${read} ${way}`) ?? []
  const ratio = (read: Read, way: Way) =>
    round(median(of(read, way).map((cost, at) => cost / (of(read, 'primary')[at] ?? Number.NaN))))
  return {
    healthUs: round(median(of('health', 'primary'))),
    healthOnReplica: ratio('health', 'replica'),
    healthPooled: ratio('health', 'pooled'),
    historyUs: round(median(of('history', 'primary'))),
    historyOnReplica: ratio('history', 'replica'),
    historyPooled: ratio('history', 'pooled'),
  }
}
