import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../lib/store/database'
import { openRatingReplica } from '../../lib/store/ratings/rating-replica'
import { noteChangedRatings, openRatingReader, recordRatings } from '../../lib/store/ratings/ratings'
import { readsOf } from '../../lib/store/reads/reads'
import { withClient } from '../database'
import { freePort, type ServerProcess, startServer } from '../processes'
import { openPostgres, type Postgres } from '../programs/postgres'
import { openReplica, type PostgresReplica } from '../programs/replica'
import { makeRatedCatalog } from '../rated-catalog'
import { keyedHeaders, QUIET } from '../service'

// Needs PostgreSQL's programs (initdb, pg_ctl, pg_basebackup) on this machine.

const TOOLS = 640
/** Of a tenth of the tools, at most. */
const BOUNDS = { ratingBytes: 60_000, wordBytes: 0 }
const CHAOS_MS = 12_000
/** Twice between two reads of changes, and what a slow commit takes. */
const SETTLED_MS = 3000

let primary: Postgres
let replica: PostgresReplica
let url = ''
let ids: readonly string[] = []
const pools: pg.Pool[] = []

beforeAll(async () => {
  primary = await openPostgres()
  process.env.DATABASE_URL = primary.url
  const catalog = await makeRatedCatalog(TOOLS)
  url = catalog.url
  ids = catalog.toolIds
  replica = await openReplica(primary.url)
}, 180_000)
afterAll(async () => {
  for (const pool of pools) await pool.end()
  replica?.remove()
  primary?.remove()
})

const onReplica = () => Object.assign(new URL(replica.url), { pathname: new URL(url).pathname }).href

/** A database whose answers wait for what `delay` resolves to, after they were read. */
function delayed(address: string, delay: (text: string) => Promise<void>): Database {
  const pool = new pg.Pool({ connectionString: address, max: 10 })
  pools.push(pool)
  const query = async (given: { text: string }, ...rest: unknown[]) => {
    const result = await (pool.query as (...all: unknown[]) => Promise<unknown>).call(pool, given, ...rest)
    await delay(given.text)
    return result
  }
  return drizzle({ query } as unknown as pg.Pool)
}

const readsRows = (text: string) => text.includes('from "subjects"')
const scoreOf = async (db: Database, id: string) => (await openRatingReader(db).findRating(id))?.score

/** Gives a tool another score, in a transaction that takes so long. */
async function rate(db: Database, id: string, score: number, ms = 0): Promise<void> {
  await db.transaction(async (tx) => {
    const rating = await openRatingReader(tx).findRating(id)
    await recordRatings(tx, [{ id, verdict: 'healthy', score, grade: 'B' }])
    await noteChangedRatings(tx, [rating?.serverKey ?? -1])
    await wait(ms)
  })
}

describe('a cache of ratings', () => {
  test('a row that was read before a change is not held after it', async () => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
    let release = () => {}
    let held: Promise<void> | undefined
    let changesRead = 0
    const slow = delayed(url, async (text) => {
      if (text.includes('"askedAt"')) changesRead += 1
      if (readsRows(text)) await held
    })
    const cache = openRatingReplica(readsOf(slow), openRatingReader(db), (cause) => expect.fail(String(cause)), BOUNDS)
    await cache.start()
    expect(cache.use().holds).toBe('part')
    const [id = ''] = ids
    await rate(db, id, 41)
    const before = changesRead
    await expect.poll(() => changesRead - before, { timeout: 5000 }).toBeGreaterThan(1)
    held = new Promise((resolve) => {
      release = resolve
    })
    const reading = cache.findRating(id)
    await wait(200)
    await rate(db, id, 42)
    const noted = changesRead
    await expect.poll(() => changesRead - noted, { timeout: 5000 }).toBeGreaterThan(1)
    release()
    held = undefined
    expect((await reading)?.score).toBe(41)
    for (let times = 0; times < 3; times += 1) expect((await cache.findRating(id))?.score).toBe(42)
    expect(cache.use()).toMatchObject({ subjects: 1 })
    await cache.close()
    await close()
  })

  test('after changes, slow commits, slow reads and moves between a primary and a replica that stops, it has what the database has', async () => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
    let isOpen = true
    const slowly = async (text: string) => {
      if (isOpen && readsRows(text) && Math.random() < 0.1) await wait(Math.random() * 1000)
    }
    const databases = [delayed(url, slowly), delayed(onReplica(), slowly)] as const
    let at: 0 | 1 = 0
    const reads = { db: databases[0], pinned: () => databases[at], isOnReplica: () => at === 1 }
    const cache = openRatingReplica(reads, openRatingReader(db), () => undefined, BOUNDS)
    await cache.start()
    const repeated = async (work: () => Promise<unknown>) => {
      while (isOpen) await work()
    }
    // Some are asked for and changed more often than others.
    const oneOf = () => ids[Math.floor(Math.random() ** 2 * ids.length)] ?? ''
    const writer = () => repeated(() => rate(db, oneOf(), Math.round(Math.random() * 1000) / 10, Math.random() * 1000))
    const reader = () =>
      repeated(async () => {
        await Promise.all(Array.from({ length: 5 }, () => cache.findRating(oneOf())))
        await wait(2)
      })
    const mover = () =>
      repeated(async () => {
        await wait(300 + Math.random() * 1200)
        at = at === 0 ? 1 : 0
      })
    const stopper = () =>
      repeated(async () => {
        for (const what of ['pause', 'resume']) {
          await withClient(onReplica(), (client) => client.query(`SELECT pg_wal_replay_${what}()`))
          await wait(Math.random() * 1500)
        }
      })
    const work = [writer(), writer(), reader(), reader(), reader(), mover(), stopper()]
    await wait(CHAOS_MS)
    isOpen = false
    await Promise.all(work)
    await withClient(onReplica(), (client) => client.query('SELECT pg_wal_replay_resume()'))
    await wait(SETTLED_MS)
    for (const id of ids) expect([id, (await cache.findRating(id))?.score]).toEqual([id, await scoreOf(db, id)])
    const { hits, misses } = cache.use()
    expect(hits).toBeGreaterThan(50)
    expect(misses).toBeGreaterThan(50)
    await cache.close()
    await close()
  }, 60_000)

  test('while the database is away, what is held is answered and says so, and what is not is 503', async () => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
    const headers = await keyedHeaders(db)
    await close()
    const port = await freePort()
    const environment = { ...QUIET, ROLE: 'api', LOG_STORE: 'off', PORT: String(port), DATABASE_URL: url }
    const server: ServerProcess = await startServer(
      ['--import', 'tsx', 'bench/log/api-process.ts'],
      { ...environment, RATINGS_MEMORY_MB: '0.06' },
      port,
      '/v1/ping',
    )
    try {
      const ask = (id = '') => fetch(`${server.url}/v1/health/${id}`, { headers })
      const usedMemory = async () => (await (await fetch(`${server.url}/metrics`)).text()).match(/result="hit"} (\d+)/)
      const [hot, cold] = ids
      await expect
        .poll(async () => ((await ask(hot)).status === 200 ? Number((await usedMemory())?.[1]) : 0), {
          timeout: 20_000,
        })
        .toBeGreaterThan(1)
      primary.freeze()
      expect((await ask(hot)).status).toBe(200)
      await expect.poll(async () => (await ask(cold)).status, { timeout: 20_000 }).toBe(503)
      const response = await ask(hot)
      expect([response.status, response.headers.get('cache-status')]).toEqual([
        200,
        expect.stringContaining('database-unavailable'),
      ])
      primary.thaw()
      await expect.poll(async () => (await ask(cold)).status, { timeout: 20_000 }).toBe(200)
    } finally {
      primary.thaw()
      await server.stop()
    }
  }, 90_000)
})
