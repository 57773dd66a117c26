import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { HAS_NATS, openTestCluster, type TestNats } from '../../lib/outcome-stream/test-nats'
import { openDatabase } from '../../lib/store/database'
import { BenchCannotRun, type Print } from '../bench'
import { withClient } from '../database'
import { untilAnswered } from '../processes'
import { type AssayProcess, assayProcess } from '../programs/assay'
import { openHaproxy } from '../programs/haproxy'
import { openPgBouncer, PGBOUNCER } from '../programs/pgbouncer'
import { openPostgres } from '../programs/postgres'
import { openReplica, type PostgresReplica } from '../programs/replica'
import { makeRatedCatalog } from '../rated-catalog'
import { keyedHeaders } from '../service'
import { benchDocuments } from './documents'

/** A replica may come back long after it was killed. */
const POSTGRES = ['-c', 'wal_keep_size=1GB', '-c', 'max_wal_size=2GB', '-c', 'shared_buffers=256MB']
const SESSIONS = 20
const SEARCHABLE_WITHIN_MS = 600_000

/** Everything of a service on many machines, on ports of this one. */
export interface Machines {
  apis: readonly AssayProcess[]
  workers: readonly AssayProcess[]
  publisher: AssayProcess
  nats: readonly TestNats[]
  replicas: readonly PostgresReplica[]
  proxy: Awaited<ReturnType<typeof openHaproxy>>
  /** A process of the API that writes outcomes to the database at once; not started. */
  direct: AssayProcess
  /** The address of the database at the present primary. */
  databaseUrl(): string
  killPrimary(): void
  /** Makes the replica that has received most the primary, and has the other one follow it. */
  promote(): Promise<void>
  toolIds: readonly string[]
  /** Of a caller with a key. */
  headers: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Fills a database and starts three processes of the API, two workers, a publisher and all that is between them. */
export async function openMachines(tools: number, print: Print): Promise<Machines> {
  if (PGBOUNCER === undefined || !HAS_NATS) throw new BenchCannotRun('pgbouncer and nats-server are needed')
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const end of closers.reverse()) await end()
  }
  try {
    const primary = await openPostgres(POSTGRES)
    closers.push(primary.remove)
    print(`filling a database with ${tools} tools`)
    const replicated = await fillAndReplicate(primary.url, tools, closers)
    const nats = await openTestCluster()
    closers.push(() => Promise.all(nats.map((server) => server.close())))
    const folder = mkdtempSync(join(tmpdir(), 'assay-cluster-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const processes = await startProcesses({ ...replicated, nats, folder }, closers, print)
    const { bouncer, replicas, name, headers, toolIds } = replicated
    let present: { url: string } = primary
    return {
      ...{ ...processes, nats, replicas, headers, toolIds, close },
      databaseUrl: () => databaseAt(present.url, name),
      killPrimary: primary.kill,
      promote: async () => {
        const [promoted, other] = await inOrderOfReceived(replicas)
        await promoted.promote()
        present = promoted
        bouncer.pointTo(promoted.url)
        await other.follow(promoted.url)
      },
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

const databaseAt = (url: string, name: string) => Object.assign(new URL(url), { pathname: name }).href

async function fillAndReplicate(primaryUrl: string, tools: number, closers: (() => unknown)[]) {
  process.env.DATABASE_URL = primaryUrl
  const { url, toolIds } = await makeRatedCatalog(tools, benchDocuments(tools))
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
  const headers = await keyedHeaders(db)
  await close()
  const replicas: PostgresReplica[] = []
  for (let n = 0; n < 2; n += 1) {
    const replica = await openReplica(primaryUrl, POSTGRES)
    closers.push(replica.remove)
    replicas.push(replica)
  }
  // What is acknowledged is on a replica, too.
  await withClient(primaryUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`)
    await client.query('SELECT pg_reload_conf()')
  })
  const bouncer = await openPgBouncer(primaryUrl, { sessions: SESSIONS })
  closers.push(bouncer.stop)
  return { name: new URL(url).pathname, toolIds, headers, replicas, bouncer }
}

type Replicated = Awaited<ReturnType<typeof fillAndReplicate>> & { nats: readonly TestNats[]; folder: string }

async function startProcesses(
  { name, replicas, bouncer, headers, nats, folder }: Replicated,
  closers: (() => unknown)[],
  print: Print,
) {
  const environment = {
    BASE_URL: 'http://assay.test',
    DATABASE_URL: bouncer.urlOf(name.slice(1)),
    DATABASE_READ_URL: replicas.map(({ url }) => databaseAt(url, name)).join(','),
    NATS_URL: nats.map(({ url }) => url).join(','),
    DATA_DIR: folder,
    LOG_QUEUE_KEY: randomBytes(32).toString('base64url'),
  }
  const open = async (role: 'api' | 'worker' | 'publisher', more = {}) => {
    const opened = await assayProcess(role, { ...environment, ...more })
    closers.push(opened.stop)
    return opened
  }
  const apis = [await open('api'), await open('api'), await open('api')]
  const workers = [await open('worker'), await open('worker')]
  const publisher = await open('publisher')
  const direct = await open('api', { NATS_URL: '' })
  const proxy = await openHaproxy(apis.map(({ port }) => port))
  closers.push(proxy.stop)
  print('starting the publisher, which builds the search index')
  await publisher.start()
  await untilIndexed(databaseAt(process.env.DATABASE_URL ?? '', name))
  print('starting the processes of the API and the workers')
  for (const one of [...apis, ...workers]) await one.start()
  await untilAnswered(`${proxy.url}/v1/search?q=read%20file`, headers)
  return { apis, workers, publisher, proxy, direct }
}

async function untilIndexed(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + SEARCHABLE_WITHIN_MS
  const isThere = () =>
    withClient(
      databaseUrl,
      async (client) => (await client.query('SELECT FROM search_segments LIMIT 1')).rowCount === 1,
    )
  while (!(await isThere())) {
    if (performance.now() > deadline) throw new Error('there is no search index')
    await wait(500)
  }
}

/** Tools that know synchronous replicas promote the one that has received most. */
async function inOrderOfReceived(replicas: readonly PostgresReplica[]): Promise<[PostgresReplica, PostgresReplica]> {
  const received = await Promise.all(
    replicas.map(({ url }) =>
      withClient(url, async (client) => {
        const { rows } = await client.query<{ at: number }>(`SELECT (pg_last_wal_receive_lsn() - '0/0')::float8 AS at`)
        return rows[0]?.at ?? 0
      }),
    ),
  )
  const [one, other] = replicas as [PostgresReplica, PostgresReplica]
  return (received[0] ?? 0) >= (received[1] ?? 0) ? [one, other] : [other, one]
}
