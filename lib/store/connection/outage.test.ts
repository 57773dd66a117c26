import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, type OpenDatabase, openDatabase, rowsOf } from '../database'
import { openWebSocketRelay, TEST_DRIVERS, type TestDatabase } from '../test-databases'
import { isDatabaseUnavailable } from './database-unavailable'
import { openTcpRelay, type Relay } from './test-relay'

// Long enough for a handshake on a busy machine: a healthy database must never look like one that is gone.
const TIMEOUTS = { connectMs: 3000, checkAfterMs: 500, statementMs: 4000 }
const one = (db: Database) => rowsOf<{ one: number }>(db, sql`SELECT 1 AS one`)
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (cause) => (isDatabaseUnavailable(cause) ? 'unavailable' : String(cause)),
  )

describe.each(TEST_DRIVERS.slice(1))('an outage of the database, on $driver', ({ driver, open, absent }) => {
  describe.skipIf(absent)('behind a relay', () => {
    let real: TestDatabase
    let relay: Relay
    let webSockets: Awaited<ReturnType<typeof openWebSocketRelay>> | null
    let opened: OpenDatabase
    let log: string[]

    beforeAll(async () => {
      real = await open()
    })
    afterAll(() => real.close())
    beforeEach(async () => {
      log = []
      const address = new URL(real.url ?? '')
      relay = await openTcpRelay(address.hostname, Number(address.port))
      address.hostname = '127.0.0.1'
      address.port = String(relay.port)
      webSockets = driver === 'neon' ? await openWebSocketRelay() : null
      opened = await openDatabase({
        databaseUrl: address.href,
        dataDir: '',
        neonRelay: webSockets?.address ?? null,
        timeouts: TIMEOUTS,
        warn: (line) => log.push(line),
      })
    })
    afterEach(async () => {
      await relay.resume()
      await opened.close()
      await relay.close()
      await webSockets?.close()
    })

    test('a statement that a frozen database does not answer fails, the next ones at once, until it answers again', async () => {
      const { db, availability } = opened
      expect(await outcomeOf(one(db))).toBe('answered')
      relay.freeze()
      const waiting = Array.from({ length: 30 }, () => outcomeOf(one(db)))
      expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']))
      expect(availability.outage?.since).toBeInstanceOf(Date)
      expect(await outcomeOf(db.transaction(one))).toBe('unavailable')
      await relay.resume()
      await expect.poll(() => outcomeOf(one(db)), { timeout: 8000 }).toBe('answered')
      expect(availability.outage).toBeNull()
      expect(log.map((line) => line.replace(/\d+ s\./, 'N s.'))).toEqual([
        expect.stringContaining('The database does not answer'),
        'The database answers again, after N s.',
      ])
    })

    test('a database that stops and starts again, under transactions, has two lines in the log', async () => {
      const { db } = opened
      let isOpen = true
      const outcomes = new Set<string>()
      const loads = Array.from({ length: 12 }, async () => {
        while (isOpen) {
          outcomes.add(await outcomeOf(db.transaction(one)))
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      })
      await expect.poll(() => outcomes.has('answered')).toBe(true)
      await relay.stop()
      await expect.poll(() => opened.availability.outage, { timeout: 8000 }).not.toBeNull()
      await relay.resume()
      await expect.poll(() => opened.availability.outage, { timeout: 8000 }).toBeNull()
      isOpen = false
      await Promise.all(loads)
      expect([...outcomes].sort()).toEqual(['answered', 'unavailable'])
      expect(log).toHaveLength(2)
    })

    test('a client that is in use but has no statement under way survives the loss of its connection', async () => {
      const { db } = opened
      const held = db.transaction(async (tx) => {
        await one(tx)
        await relay.stop()
        // An error of the client without a listener would end this process meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 300))
        return one(tx)
      })
      expect(await outcomeOf(held)).toBe('unavailable')
    })

    test('one lost connection is no outage', async () => {
      const { db, availability } = opened
      await db
        .transaction(async (tx) => {
          const [row] = await rowsOf<{ pid: number }>(tx, sql`SELECT pg_backend_pid() AS pid`)
          await real.db.execute(sql`SELECT pg_terminate_backend(${row?.pid})`)
          await expect.poll(() => outcomeOf(one(tx))).toBe('unavailable')
        })
        .catch(() => undefined)
      expect(await outcomeOf(one(db))).toBe('answered')
      await expect.poll(() => availability.limitations).toEqual(['busy'])
      expect(availability.outage).toBeNull()
    })

    test('a statement that takes too long is cut off, and the database stays available', async () => {
      const { db, availability } = opened
      expect(await outcomeOf(db.execute(sql`SELECT pg_sleep(20)`))).toBe('unavailable')
      expect(availability.outage).toBeNull()
      expect(await outcomeOf(one(db))).toBe('answered')
    })

    test('a fault of the statement itself is none of the database', async () => {
      expect(await outcomeOf(opened.db.execute(sql`SELECT no_such_column`))).toMatch(/Failed query/)
      expect(log).toEqual([])
    })
  })
})
