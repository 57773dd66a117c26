import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CREDITS_A_KEY_AND_DAY } from '../../core/caller/credits'
import type { OutcomeSums } from '../../core/caller/outcome'
import { findKeyUsage, insertKey } from '../../keys/sql/keys'
import { recordServers } from '../../store/catalog/catalog'
import type { Database } from '../../store/database'
import { findKey } from '../../store/keys/keys'
import { apiKeys, countedBatches } from '../../store/keys/keys-schema'
import type { Batch } from '../../store/outcomes/ingest'
import { outcomeCounts, reporters } from '../../store/outcomes/usage-schema'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onDatabase } from '../../store/test-databases'
import { openOutcomeWriter } from './outcome-writer'

const now = new Date('2026-11-20T12:30:00Z')
const TOOLS = Array.from({ length: 200 }, (_, n) => `t${n}`)

describe('the writer of outcomes', () => {
  onDatabase(({ db }) => {
    let reporterKey: number
    let transactions: number
    /** The database, with its transactions counted. */
    let counting: Database

    beforeAll(async () => {
      const catalog = [testServer('o/s', { tools: TOOLS.map((name) => testTool(name)) })]
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
      counting = new Proxy(db, {
        get: (target, name) => {
          if (name === 'transaction') transactions += 1
          const member: unknown = Reflect.get(target, name)
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
    })
    beforeEach(async () => {
      for (const table of [outcomeCounts, countedBatches, apiKeys, reporters]) await db.delete(table)
      await insertKey(db, { keyId: 'key_a', hash: 'key_a', ownLimit: null }, now)
      reporterKey = (await findKey(db, 'key_a', now))?.reporterKey ?? 0
      transactions = 0
    })
    const sums = (successes: number): OutcomeSums => ({
      successes,
      transportFailures: 0,
      callerFailures: 0,
      otherFailures: 0,
    })
    const batch = (tools: readonly string[], successes = 1, more: Partial<Batch> = {}): Batch => ({
      keyId: 'key_a',
      reporterKey,
      hash: null,
      network: null,
      outcomes: [],
      sums: new Map(tools.map((name) => [`o/s/${name}`, sums(successes)])),
      ignored: 0,
      ...more,
    })
    const counted = async () => (await db.select().from(outcomeCounts)).reduce((sum, row) => sum + row.successes, 0)

    test('counts batches that come together in few transactions, and answers each its own', async () => {
      const writer = openOutcomeWriter(counting)
      const answers = await Promise.all(
        TOOLS.slice(0, 100).map((name, n) => writer.count(batch([name], (n % 5) + 1, { ignored: n }), now)),
      )
      expect(answers.map((one) => [one?.accepted, one?.ignored])).toEqual(answers.map((_, n) => [(n % 5) + 1, n]))
      expect(await counted()).toBe(300)
      expect(transactions).toBeGreaterThan(0)
      expect(transactions).toBeLessThanOrEqual(50)
    })

    test('counts batches of any size together, and goes on where a key has earned all it can', async () => {
      const writer = openOutcomeWriter(db)
      const answers = await Promise.all(Array.from({ length: 30 }, () => writer.count(batch(TOOLS), now)))
      expect(answers.every((one) => one?.accepted === 200)).toBe(true)
      expect(await counted()).toBe(6000)
      expect(answers.reduce((sum, one) => sum + (one?.credits ?? 0), 0)).toBe(CREDITS_A_KEY_AND_DAY)
      expect(await writer.count(batch(TOOLS.slice(0, 7)), now)).toEqual({ accepted: 7, ignored: 0, credits: 0 })
      expect(await writer.count(batch(['t1'], 1, { keyId: 'key_gone', reporterKey: -5 }), now)).toBeNull()
      expect(await counted()).toBe(6007)
      expect(await findKeyUsage(db, 'key_a', now)).toMatchObject({ eventsToday: 6007, credits: CREDITS_A_KEY_AND_DAY })
    })

    test('does not count again what was counted when the connection broke before the answer', async () => {
      const breaking = new Proxy(db, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name)
          if (name !== 'transaction') return typeof member === 'function' ? member.bind(target) : member
          return async (...given: Parameters<Database['transaction']>) => {
            await target.transaction(...given)
            throw new Error('Connection terminated unexpectedly')
          }
        },
      })
      const writer = openOutcomeWriter(breaking)
      const settled = await Promise.allSettled(['t1', 't2', 't3'].map((name) => writer.count(batch([name]), now)))
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      expect(await counted()).toBe(3)
    })

    test('one that fails does so alone, and what comes after is counted', async () => {
      const writer = openOutcomeWriter(db)
      const tooMany = () => batch(['t1'], 2 ** 40)
      const given = [batch(['t0']), tooMany(), batch(['t1']), batch(['t2'], 1, { keyId: 'key_gone' }), batch(['t3'])]
      const settled = await Promise.allSettled(given.map((one) => writer.count(one, now)))
      expect(settled.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
        'fulfilled',
      ])
      expect(settled[3]).toMatchObject({ value: null })
      await expect(writer.count(tooMany(), now)).rejects.toThrow()
      expect(await writer.count(batch(['t4']), now)).toMatchObject({ accepted: 1 })
      expect(await counted()).toBe(4)
    })

    test('answers a retry in the same company as it answers the first', async () => {
      const writer = openOutcomeWriter(db)
      const hash = 'h1'
      const [one, two, three] = await Promise.all([
        writer.count(batch(['t0'], 3, { hash }), now),
        writer.count(batch(['t0'], 3, { hash }), now),
        writer.count(batch(['t1'], 1), now),
      ])
      expect(one).toEqual({ accepted: 3, ignored: 0, credits: 3 })
      expect(two).toEqual(one)
      expect(three).toMatchObject({ accepted: 1 })
      expect(await counted()).toBe(4)
    })
  })
})
