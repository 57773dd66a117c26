import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../commands/project.mjs'
import { HAS_NATS, openTestCluster } from '../../lib/outcome-stream/test-nats'
import { openDatabase, rowsOf } from '../../lib/store/database'
import { openRatingReader } from '../../lib/store/ratings/ratings'
import { withClient } from '../database'
import { openPgBouncer, PGBOUNCER, type PgBouncer } from './pgbouncer'
import { openPostgres, type Postgres } from './postgres'
import { openReplica, type PostgresReplica } from './replica'

// Needs PgBouncer and PostgreSQL's programs (initdb, pg_ctl, pg_basebackup) on this machine.

const CALLS_AT_ONCE = 40

describe.skipIf(PGBOUNCER === undefined)('behind PgBouncer in transaction mode', () => {
  let primary: Postgres
  let replica: PostgresReplica
  let bouncer: PgBouncer
  beforeAll(async () => {
    primary = await openPostgres()
    replica = await openReplica(primary.url)
    bouncer = await openPgBouncer(primary.url)
  }, 180_000)
  afterAll(() => {
    bouncer?.stop()
    replica?.remove()
    primary?.remove()
  })

  const serverUrlOf = (database: string) => Object.assign(new URL(primary.url), { pathname: `/${database}` }).href
  const query = async (url: string, text: string) =>
    (await withClient(url, (client) => client.query<{ datname: string }>(text))).rows
  const createDatabase = (name: string) => withClient(primary.url, (client) => client.query(`CREATE DATABASE ${name}`))

  test('named statements fail there, and those of the service do not', async () => {
    await createDatabase('named')
    const plain = new pg.Pool({ connectionString: bouncer.urlOf('named'), max: CALLS_AT_ONCE })
    const named = () => plain.query({ name: 'one', text: 'SELECT $1::int AS one', values: [1] })
    const failures = await Promise.all(
      Array.from({ length: 5 * CALLS_AT_ONCE }, () =>
        named().then(
          () => '',
          (cause: Error) => cause.message,
        ),
      ),
    )
    await plain.end()
    expect(failures.join('\n')).toMatch(/prepared statement "one" (already exists|does not exist)/)

    const { db, close } = await openDatabase({
      databaseUrl: bouncer.urlOf('named'),
      dataDir: '',
      poolSize: CALLS_AT_ONCE,
    })
    const ratings = openRatingReader(db)
    const ids = Array.from({ length: 20 * CALLS_AT_ONCE }, (_, n) => `o/s-${n}`)
    const reads = ids.map((id) => ratings.findRating(id))
    const writes = ids.map((id) =>
      db.transaction((tx) => tx.execute(sql`INSERT INTO leases VALUES (${id}, 'holder', now())`)),
    )
    await Promise.all([...reads, ...writes])
    expect(await rowsOf(db, sql`SELECT count(*)::int AS n FROM leases`)).toEqual([{ n: ids.length }])
    await close()
  })

  test('a start leaves no lock and no setting in a session of the server, so that the next one does not wait', async () => {
    await createDatabase('sessions')
    for (let start = 0; start < 3; start++) {
      const { db, close } = await openDatabase({ databaseUrl: bouncer.urlOf('sessions'), dataDir: '' })
      const shown = await Promise.all(
        Array.from({ length: CALLS_AT_ONCE }, () => rowsOf<{ jit: string }>(db, sql`SHOW jit`)),
      )
      expect(new Set(shown.map(([row]) => row?.jit))).toEqual(new Set(['on']))
      await close()
    }
    const locks = await withClient(serverUrlOf('sessions'), (client) =>
      client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory'`),
    )
    expect(locks.rowCount).toBe(0)
    // Without a pooler the session is this process's own.
    const direct = await openDatabase({ databaseUrl: serverUrlOf('sessions'), dataDir: '' })
    expect(await rowsOf(direct.db, sql`SHOW jit`)).toEqual([{ jit: 'off' }])
    await direct.close()
  })

  const runContractSuites = async (more: Readonly<Record<string, string>>) => {
    const environment = {
      ...process.env,
      E2E_DATABASE_URL: bouncer.urlOf('postgres'),
      E2E_DATABASE_READ_URL: replica.url,
      ...more,
    }
    const words = ['vitest', 'run', '--project', 'service', '--no-color']
    const ran = await promisify(execFile)('npx', words, { env: environment, maxBuffer: 50_000_000 }).then(
      () => '',
      (cause: { stdout: string; stderr: string }) => cause.stdout + cause.stderr,
    )
    expect(ran).toBe('')
    // They ran on databases behind it, and not on embedded ones.
    const made = await query(primary.url, `SELECT datname FROM pg_database WHERE datname LIKE 'e2e\\_%'`)
    const [{ datname }] = made as [{ datname: string }]
    const catalog = await query(serverUrlOf(datname), 'SELECT id AS datname FROM servers')
    expect(catalog.length).toBeGreaterThan(0)
    return { datname, drop: () => query(primary.url, `DROP DATABASE ${datname} WITH (FORCE)`) }
  }

  test('the suites of the contract pass, at processes of the API with a replica and a small cache of ratings', async () => {
    // A row of its two hundred subjects takes 2 to 3 kB.
    const { drop } = await runContractSuites({ E2E_RATINGS_MEMORY_MB: '0.05' })
    await drop()
  }, 300_000)

  test.skipIf(!HAS_NATS)(
    'the suites of the contract pass, at the built service with a replica and NATS',
    async () => {
      await build(() => undefined)
      const nats = await openTestCluster()
      try {
        await runContractSuites({ E2E_NATS_URL: nats.map(({ url }) => url).join(',') })
        // Nobody consumes it.
        const published = await nats[0]?.manage(
          async (jsm) => (await jsm.streams.info('assay-outcomes')).state.messages,
        )
        expect(published).toBeGreaterThan(0)
      } finally {
        await Promise.all(nats.map((server) => server.close()))
      }
    },
    600_000,
  )

  test('a promoted replica behind the same address is found without a restart', async () => {
    const { db, availability, close } = await openDatabase({
      databaseUrl: bouncer.urlOf('sessions'),
      dataDir: '',
      warn: () => undefined,
    })
    const write = () =>
      db.execute(sql`INSERT INTO leases VALUES (${String(performance.now())}, 'holder', now())`).then(
        () => 'written',
        () => 'refused',
      )
    expect(await write()).toBe('written')
    // Before the promotion: the address leads to a server that takes no writes.
    bouncer.pointTo(replica.url)
    primary.stop()
    await expect.poll(write, { timeout: 10_000 }).toBe('refused')
    await expect.poll(() => availability.outage, { timeout: 10_000 }).not.toBeNull()
    await replica.promote()
    await expect.poll(write, { timeout: 20_000 }).toBe('written')
    expect(availability.outage).toBeNull()
    await close()
  })
})
