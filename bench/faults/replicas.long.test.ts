import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../lib/store/connection/database-unavailable'
import { type Database, type OpenDatabase, openDatabase, rowsOf } from '../../lib/store/database'
import { openPostgres, type Postgres } from '../programs/postgres'
import { openReplica, type PostgresReplica } from '../programs/replica'

// Needs PostgreSQL's programs (initdb, pg_ctl, pg_basebackup) on this machine.

const MOST_BEHIND_MS = 3000
const TIMEOUTS = { connectMs: 3000, checkAfterMs: 500, statementMs: 10_000 }

let primary: Postgres
const replicas: PostgresReplica[] = []
let opened: OpenDatabase | undefined
let log: string[] = []

const portOf = (url: string) => Number(new URL(url).port)
const portsOf = (all: readonly { url: string }[]) => all.map(({ url }) => portOf(url))
const ask = async (db: Database) =>
  (await rowsOf<{ port: number }>(db, sql`SELECT inet_server_port() AS port`))[0]?.port
const states = () => opened?.reads.replicas().map(({ state }) => state)

async function open(databaseUrl: string, addresses: readonly string[]): Promise<OpenDatabase> {
  log = []
  opened = await openDatabase({
    databaseUrl,
    dataDir: '',
    replicas: { addresses, mostBehindMs: MOST_BEHIND_MS },
    timeouts: TIMEOUTS,
    warn: (line) => log.push(line),
  })
  return opened
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Reads without a pause until it is ended: how many were answered by whom, and how many failed. */
function startReads(db: Database) {
  const answers = new Map<string, number>()
  const count = (by: string) => answers.set(by, (answers.get(by) ?? 0) + 1)
  let isOpen = true
  const loads = Array.from({ length: 6 }, async (_, at) => {
    const read = () => (at % 2 === 0 ? ask(db) : db.transaction(ask, { accessMode: 'read only' }))
    while (isOpen) {
      await read().then(
        (port) => count(String(port)),
        (cause) => count(isDatabaseUnavailable(cause) ? 'unavailable' : String(cause.cause ?? cause)),
      )
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  return {
    answers,
    end: async () => {
      isOpen = false
      await Promise.all(loads)
      return answers
    },
  }
}

/** Writes numbers one after the other until it is ended: those that were acknowledged. */
function startWrites(db: Database) {
  const acknowledged: number[] = []
  let isOpen = true
  const work = async () => {
    for (let key = 0; isOpen; key++) {
      await db.execute(sql`INSERT INTO kept VALUES (${key})`).then(
        () => acknowledged.push(key),
        () => new Promise((resolve) => setTimeout(resolve, 20)),
      )
    }
  }
  const ended = work()
  return {
    acknowledged,
    end: async () => {
      isOpen = false
      await ended
      return acknowledged
    },
  }
}

beforeAll(async () => {
  primary = await openPostgres()
  replicas.push(await openReplica(primary.url), await openReplica(primary.url))
}, 180_000)
afterEach(async () => {
  await opened?.close()
  opened = undefined
})
afterAll(() => {
  for (const replica of replicas) replica.remove()
  primary?.remove()
})

describe('reads from replicas', () => {
  const addresses = () => replicas.map(({ url }) => url)

  test('a replica that is fresh is read from, and what is written goes to the primary', async () => {
    const { db, reads } = await open(primary.url, addresses())
    await expect.poll(states, { timeout: 10_000 }).toEqual(expect.arrayContaining(['used', 'ready']))
    expect(portsOf(replicas)).toContain(await ask(reads.db))
    expect(await ask(reads.pinned())).toBe(await ask(reads.db))
    expect(await ask(db)).toBe(portOf(primary.url))
    expect(await reads.db.transaction(ask)).toBe(portOf(primary.url))
    // Nobody writes: an idle primary is no lag.
    await new Promise((resolve) => setTimeout(resolve, MOST_BEHIND_MS + 1000))
    expect(states()?.toSorted()).toEqual(['ready', 'used'])
    const now = new Date()
    const behindMs = now.getTime() - reads.asOf(now).getTime()
    expect(behindMs).toBeGreaterThanOrEqual(0)
    expect(behindMs).toBeLessThan(MOST_BEHIND_MS)
  })

  test('a statement that writes by mistake where reads go is carried out by the primary', async () => {
    const { reads } = await open(primary.url, addresses())
    await expect.poll(() => reads.isOnReplica(), { timeout: 10_000 }).toBe(true)
    await reads.db.execute(sql`CREATE TABLE written_by_mistake (key integer)`)
    await reads.db.execute(sql`DROP TABLE written_by_mistake`)
  })

  test('a replica that stops replaying is left out within the bound, and is back once it has caught up', async () => {
    const { db, reads } = await open(primary.url, [replicas[0]?.url ?? ''])
    await expect.poll(states, { timeout: 10_000 }).toEqual(['used'])
    await query(replicas[0]?.url ?? '', 'SELECT pg_wal_replay_pause()')
    try {
      await db.execute(sql`CREATE TABLE lag_of_test (key integer)`)
      const writtenAt = Date.now()
      // As old as the bound allows it is still read from, and says so.
      let oldest = 0
      while (reads.isOnReplica()) {
        const now = new Date()
        oldest = Math.max(oldest, now.getTime() - reads.asOf(now).getTime())
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      expect(oldest).toBeLessThanOrEqual(MOST_BEHIND_MS)
      expect(Date.now() - writtenAt).toBeLessThanOrEqual(MOST_BEHIND_MS + 500)
      expect(await ask(reads.db)).toBe(portOf(primary.url))
      await expect.poll(states, { timeout: 5000 }).toEqual(['behind'])
      const [before] = reads.replicas()
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect(reads.replicas()[0]?.behindSeconds).toBeGreaterThan((before?.behindSeconds ?? 0) + 1)
    } finally {
      await query(replicas[0]?.url ?? '', 'SELECT pg_wal_replay_resume()')
      await db.execute(sql`DROP TABLE lag_of_test`)
    }
    await expect.poll(states, { timeout: 10_000 }).toEqual(['used'])
    expect(log).toEqual([
      'Replica 1 of DATABASE_READ_URL is fresh and may be read from.',
      expect.stringMatching(/^Replica 1 of DATABASE_READ_URL is left out: it is behind the primary, by \d s\.$/),
      'Replica 1 of DATABASE_READ_URL is fresh and may be read from.',
    ])
  })

  test.each(['stop', 'freeze'] as const)('no read fails while replicas die (%s)', async (how) => {
    const { reads } = await open(primary.url, addresses())
    await expect.poll(states, { timeout: 10_000 }).toEqual(expect.arrayContaining(['used', 'ready']))
    const load = startReads(reads.db)
    try {
      await expect.poll(() => load.answers.size).toBe(1)
      // The one in use first, so that both are used and both die in use.
      const inUse = replicas.findIndex((_, at) => states()?.[at] === 'used')
      for (const replica of [replicas[inUse], replicas[1 - inUse]]) {
        replica?.[how]()
        await new Promise((resolve) => setTimeout(resolve, 2500))
      }
      expect(states()).toEqual(['unreachable', 'unreachable'])
      const answers = await load.end()
      expect([...answers.keys()].sort()).toEqual([...portsOf(replicas), portOf(primary.url)].map(String).sort())
    } finally {
      await load.end()
      for (const replica of replicas) await replica[how === 'stop' ? 'start' : 'thaw']()
    }
    await expect.poll(() => states()?.toSorted(), { timeout: 20_000 }).toEqual(['ready', 'used'])
  })

  test('a replica of another database is refused at the start', async () => {
    await query(primary.url, 'CREATE DATABASE another')
    const another = new URL(replicas[0]?.url ?? '')
    another.pathname = '/another'
    // Until the replica has the new database too, it cannot be asked.
    await expect.poll(() => query(another.href, 'SELECT 1').catch(() => null), { timeout: 10_000 }).not.toBeNull()
    const opening = openDatabase({
      databaseUrl: primary.url,
      dataDir: '',
      replicas: { addresses: [...addresses(), another.href], mostBehindMs: MOST_BEHIND_MS },
      warn: () => undefined,
    })
    await expect(opening).rejects.toThrow('Replica 3 of DATABASE_READ_URL is of another database than DATABASE_URL')
    await query(primary.url, 'DROP DATABASE another WITH (FORCE)')
  })

  test('the primary among the replicas, and one that does not answer, are left out', async () => {
    const { reads } = await open(primary.url, [primary.url, 'postgres://postgres@127.0.0.1:1/postgres'])
    expect(states()).toEqual(['primary', 'unreachable'])
    expect(await ask(reads.db)).toBe(portOf(primary.url))
  })

  test('a promoted replica is found without a restart, nothing that a synchronous primary acknowledged is lost, and replicas that follow are read from', async () => {
    await query(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`)
    await query(primary.url, 'SELECT pg_reload_conf()')
    const hosts = [primary, ...replicas].map(({ url }) => new URL(url).host).join(',')
    const { db, reads, availability } = await open(`postgres://postgres@${hosts}/postgres`, addresses())
    await db.execute(sql`CREATE TABLE kept (key integer)`)
    await expect.poll(states, { timeout: 10_000 }).toEqual(expect.arrayContaining(['used', 'ready']))
    const reading = startReads(reads.db)
    const writing = startWrites(db)
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(100)
    primary.stop()
    await expect.poll(() => availability.outage, { timeout: 10_000 }).not.toBeNull()
    expect(reads.isOnReplica()).toBe(true)
    // Tools that know synchronous replicas promote the one that has received most.
    const received = await Promise.all(
      replicas.map(({ url }) => query(url, `SELECT (pg_last_wal_receive_lsn() - '0/0')::float8 AS lsn`)),
    )
    const [first = 0, second = 0] = received.map((rows) => (rows[0] as { lsn: number }).lsn)
    const [promoted, other] = (first >= second ? replicas : replicas.toReversed()) as [PostgresReplica, PostgresReplica]
    await promoted.promote()
    const before = writing.acknowledged.length
    await expect.poll(() => writing.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 10)
    expect(await ask(db)).toBe(portOf(promoted.url))
    await other.follow(promoted.url)
    // While it restarts, reads are answered by the new primary.
    await expect.poll(() => ask(reads.db), { timeout: 20_000 }).toBe(portOf(other.url))
    expect(states()?.toSorted()).toEqual(['primary', 'used'])
    const acknowledged = await writing.end()
    const kept = new Set((await query(promoted.url, 'SELECT key FROM kept')).map((row) => (row as { key: number }).key))
    expect(acknowledged.filter((key) => !kept.has(key))).toEqual([])
    const answers = await reading.end()
    expect([...answers.keys()].filter((by) => by !== 'unavailable' && !/^\d+$/.test(by))).toEqual([])
    expect(log.join('\n')).toContain('The database answers again')
  }, 120_000)
})
