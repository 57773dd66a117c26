import { DAY_MS } from 'assay-verify/duration'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CREDITS_A_KEY_AND_DAY } from '../../core/caller/credits'
import type { OutcomeSums } from '../../core/caller/outcome'
import { eraseKey, findKeyUsage, insertKey } from '../../keys/sql/keys'
import { recordServers } from '../catalog/catalog'
import { findKey } from '../keys/keys'
import { apiKeys, countedBatches } from '../keys/keys-schema'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase } from '../test-databases'
import { type Batch, keylessReporter } from './ingest'
import { claimDueUsage, postponeUsage } from './outcomes'
import { type BatchRecorder, openBatchRecorder } from './plain-batches'
import { outcomeCounts, reporters, usageDue } from './usage-schema'

const now = new Date('2026-11-20T12:30:00Z')
/** Names with characters that are special in array literals. */
const ODD = ['a"b', 'a\\b', "a'b", '{a,b}', 'NULL', 'null', ' a ', '図書', '$1', 'a,b', '%s', '""', '\\']
const TOOLS = [...ODD, ...Array.from({ length: 30 }, (_, n) => `t${n}`)]
const sums = (successes: number): OutcomeSums => ({
  successes,
  transportFailures: 0,
  callerFailures: 0,
  otherFailures: 0,
})

describe('batches of a flood', () => {
  onDatabase(({ db }) => {
    let record: BatchRecorder
    let reporterOf: Record<string, number>

    beforeAll(async () => {
      const catalog = [testServer('o/s', { tools: TOOLS.map((name) => testTool(name)) })]
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
    })
    beforeEach(async () => {
      for (const table of [outcomeCounts, usageDue, countedBatches, apiKeys, reporters]) await db.delete(table)
      reporterOf = { '': await keylessReporter(db) }
      for (const keyId of ['key_a', 'key_b']) {
        await insertKey(db, { keyId, hash: keyId, ownLimit: null }, now)
        reporterOf[keyId] = (await findKey(db, keyId, now))?.reporterKey ?? 0
      }
      record = openBatchRecorder(db)
    })
    const batchOf = (
      keyId: string | null,
      tools: readonly string[],
      successes = 1,
      hash: string | null = null,
    ): Batch => ({
      keyId,
      reporterKey: reporterOf[keyId ?? ''] ?? 0,
      network: null,
      outcomes: [],
      hash,
      sums: new Map(tools.map((name) => [`o/s/${name}`, sums(successes)])),
      ignored: 0,
    })
    const counted = async () => (await db.select().from(outcomeCounts)).reduce((sum, row) => sum + row.successes, 0)
    const fill = (keyId: string) => record([batchOf(keyId, TOOLS, 50)], now)

    test('count the same, whatever their tools are called', async () => {
      expect(await record([batchOf(null, ODD, 2)], now)).toEqual([{ accepted: 2 * ODD.length, ignored: 0, credits: 0 }])
      expect(await record([batchOf('key_a', ODD, 3)], now)).toMatchObject([{ accepted: 3 * ODD.length }])
      const reported = (await db.select().from(outcomeCounts)).map(({ subjectId }) => subjectId)
      expect([...new Set(reported)].sort()).toEqual(ODD.map((name) => `o/s/${name}`).sort())
      expect(await db.$count(usageDue)).toBe(ODD.length)
    })

    test('of a key that earned all it can are counted, earn nothing, and earn again tomorrow', async () => {
      expect(await fill('key_a')).toMatchObject([{ credits: CREDITS_A_KEY_AND_DAY }])
      const more = [batchOf('key_a', ['t1'], 5), batchOf(null, ['t1'], 7), batchOf('key_a', ['t1', 't2'], 1)]
      expect((await record(more, now)).map((one) => [one?.accepted, one?.credits])).toEqual([
        [5, 0],
        [7, 0],
        [2, 0],
      ])
      expect(await findKeyUsage(db, 'key_a', now)).toMatchObject({
        credits: CREDITS_A_KEY_AND_DAY,
        eventsToday: 50 * TOOLS.length + 7,
      })
      expect(await counted()).toBe(50 * TOOLS.length + 14)
      const tomorrow = new Date(now.getTime() + DAY_MS)
      expect(await record([batchOf('key_a', ['t1'], 5)], tomorrow)).toMatchObject([{ accepted: 5, credits: 5 }])
    })

    test('make their subjects due, and due again after these were summed up', async () => {
      const due = async () => (await claimDueUsage(db, 100, now)).sort()
      const others = openBatchRecorder(db)
      for (const dueAt of [null, new Date(now.getTime() + DAY_MS), null]) {
        await record([batchOf(null, ['t1', 't2'])], now)
        await record([batchOf(null, ['t1', 't3'])], now)
        await others([batchOf(null, ['t2', 't4'])], now)
        const ids = await due()
        expect(ids).toEqual(['o/s/t1', 'o/s/t2', 'o/s/t3', 'o/s/t4'])
        await postponeUsage(db, ids, dueAt)
        expect(await due()).toEqual([])
      }
    })

    test('of a revoked key are not counted, other batches of the group are', async () => {
      await fill('key_a')
      await fill('key_b')
      const before = await counted()
      await eraseKey(db, 'key_a')
      const answers = await record([batchOf('key_a', ['t1']), batchOf('key_b', ['t1']), batchOf(null, ['t1'])], now)
      expect(answers.map((one) => one?.accepted)).toEqual([undefined, 1, 1])
      expect(answers[0]).toBeNull()
      expect(await counted()).toBe(before + 2)
    })

    test('of many senders at once, plain or not, all count without deadlock', async () => {
      await fill('key_a')
      const before = await counted()
      const turned = (by: number) => TOOLS.map((_, n) => TOOLS[(n * 5 + by * 11) % TOOLS.length] ?? '')
      const groups = Array.from({ length: 30 }, (_, g) =>
        Array.from({ length: 3 }, (_b, b) => {
          const keyId = [null, 'key_a', 'key_b'][(g + b) % 3] ?? null
          return batchOf(keyId, turned(g + b), 1, g % 5 === 0 ? `h${g}-${b}` : null)
        }),
      )
      const answers = await Promise.all(groups.map((group) => record(group, now)))
      expect(answers.flat().every((one) => one?.accepted === TOOLS.length)).toBe(true)
      expect(await counted()).toBe(before + 90 * TOOLS.length)
      const [a, b] = [await findKeyUsage(db, 'key_a', now), await findKeyUsage(db, 'key_b', now)]
      expect([a?.eventsToday, b?.eventsToday]).toEqual([80 * TOOLS.length, 30 * TOOLS.length])
      expect([a?.credits, b?.credits]).toEqual([CREDITS_A_KEY_AND_DAY, CREDITS_A_KEY_AND_DAY])
    })
  })
})
