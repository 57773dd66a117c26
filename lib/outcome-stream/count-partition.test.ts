import { HOUR_MS } from 'assay-verify/duration'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { partitionOf } from '../core/caller/partition'
import { Metrics } from '../metrics/metrics'
import type { Database } from '../store/database'
import { onDatabase } from '../store/test-databases'
import { countPartition } from './count-partition'
import type { Message, PartitionMessages } from './nats/partition-messages'
import { messagesOf } from './rules/message'
import { PositionMoved } from './sql/count-parts'
import { getPosition } from './sql/positions'
import { countedEvents, emptyOutcomes, recordTestTools, sumsOf, TOOLS } from './sql/test-outcomes'

const now = new Date('2026-11-20T12:30:00Z')
const HOUR = Math.floor(now.getTime() / HOUR_MS)
const [TOOL = ''] = TOOLS
const place = { partition: partitionOf(TOOL), stream: '2026-11-20T00:00:00Z' }

/** A stream of one partition, in memory: what is not taken out is delivered again to who opens it next. */
function openTestStream() {
  const kept = new Map<number, Message>()
  const parked: string[] = []
  const removed: number[] = []
  let last = 0
  const put = (text: string, seq = last + 1, atMs = now.getTime() + seq) => {
    last = seq
    kept.set(seq, { seq, atMs, text, data: new TextEncoder().encode(text) })
  }
  /** `times`: the server delivers each so often. `isLost`: removals do not arrive. */
  const open = ({ times = 1, isLost = false } = {}): PartitionMessages => {
    const delivered = Array.from({ length: times }, () => [...kept.values()]).flat()
    return {
      next: async (withinMs) => {
        if (delivered.length === 0) await new Promise((resolve) => setTimeout(resolve, withinMs))
        return delivered.splice(0, 3)
      },
      remove: async (to) => {
        if (isLost) return
        for (const seq of [...kept.keys()].filter((one) => one <= to)) {
          removed.push(seq)
          kept.delete(seq)
        }
      },
      park: async ({ data }) => {
        parked.push(new TextDecoder().decode(data))
      },
      requireNumbers: async () => undefined,
    }
  }
  return { put, open, kept, parked, removed }
}

describe('a partition', () => {
  onDatabase(({ db }) => {
    let reporter: number
    beforeAll(() => recordTestTools(db, now))
    beforeEach(async () => {
      reporter = (await emptyOutcomes(db, now))[''] ?? 0
    })
    const textOf = (events = 1, reporterKey = reporter) =>
      messagesOf([{ hash: null, keyId: null, reporterKey, hour: HOUR, sums: new Map([[TOOL, sumsOf(events)]]) }])[0] ??
      ''
    /** Counts until nothing is left to be counted, or until a failure. */
    const consume = async (messages: PartitionMessages, database: Database = db) => {
      const ending = new AbortController()
      const metrics = new Metrics()
      const lines: string[] = []
      const idle: PartitionMessages = {
        ...messages,
        next: async (withinMs) => {
          const found = await messages.next(Math.min(withinMs, 20))
          if (found.length === 0) setTimeout(() => ending.abort(), 200)
          return found
        },
      }
      const parts = { place, metrics, mergeMs: 60, clock: () => now, log: (line: string) => lines.push(line) }
      await countPartition({ db: database, messages: idle, ...parts, ended: ending.signal })
      return { lines, results: Object.fromEntries(metrics.streamed.list().map(({ label, count }) => [label, count])) }
    }
    /** The database, with a turn for each transaction. */
    const watched = (onTransaction: (work: () => Promise<unknown>) => Promise<unknown>) =>
      new Proxy(db, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name)
          if (name !== 'transaction') return typeof member === 'function' ? member.bind(target) : member
          return (...given: Parameters<Database['transaction']>) => onTransaction(() => target.transaction(...given))
        },
      })

    test('is counted in one transaction for many messages, which are taken out of the stream after it', async () => {
      const stream = openTestStream()
      for (let n = 0; n < 30; n += 1) stream.put(textOf(2))
      let transactions = 0
      const removedBefore: number[] = []
      const counting = watched((work) => {
        transactions += 1
        removedBefore.push(stream.removed.length)
        return work()
      })
      expect((await consume(stream.open(), counting)).results).toEqual({ counted: 30 })
      expect([await countedEvents(db), transactions, removedBefore]).toEqual([60, 1, [0]])
      expect(stream.kept.size).toBe(0)
      expect(await getPosition(db, place)).toMatchObject({ seq: 30 })
    })

    test('is counted once, whatever is delivered again: twice at once, or after removals were lost', async () => {
      const stream = openTestStream()
      for (let n = 0; n < 10; n += 1) stream.put(textOf())
      await consume(stream.open({ times: 3, isLost: true }))
      expect([await countedEvents(db), stream.kept.size]).toEqual([10, 10])
      stream.put(textOf())
      expect((await consume(stream.open())).results).toEqual({ repeated: 10, counted: 1 })
      expect([await countedEvents(db), stream.kept.size]).toEqual([11, 0])
    })

    test('is neither lost nor counted twice when the connection breaks before or after the commit', async () => {
      const stream = openTestStream()
      for (let n = 0; n < 10; n += 1) stream.put(textOf())
      const lost = new Error('Connection terminated unexpectedly')
      await expect(
        consume(
          stream.open(),
          watched(() => Promise.reject(lost)),
        ),
      ).rejects.toThrow(lost)
      expect([await countedEvents(db), stream.kept.size]).toEqual([0, 10])
      const after = watched((work) => work().then(() => Promise.reject(lost)))
      await expect(consume(stream.open(), after)).rejects.toThrow(lost)
      expect([await countedEvents(db), stream.kept.size]).toEqual([10, 10])
      expect((await consume(stream.open())).results).toEqual({ repeated: 10 })
      expect([await countedEvents(db), stream.kept.size]).toEqual([10, 0])
    })

    test('is left to one of two consumers', async () => {
      const stream = openTestStream()
      for (let n = 0; n < 10; n += 1) stream.put(textOf())
      const both = await Promise.allSettled([consume(stream.open()), consume(stream.open())])
      const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused.every((cause) => cause instanceof PositionMoved)).toBe(true)
      expect(await countedEvents(db)).toBe(10)
    })

    test('goes on behind messages that cannot be read, and keeps them aside', async () => {
      const stream = openTestStream()
      for (const text of [textOf(), 'hello', textOf(), '{"v":9,"b":[]}']) stream.put(text)
      const { lines, results } = await consume(stream.open())
      expect(results).toEqual({ parked: 2, counted: 4 })
      expect([await countedEvents(db), stream.kept.size, stream.parked]).toEqual([2, 0, ['hello', '{"v":9,"b":[]}']])
      expect(lines).toHaveLength(2)
      expect(lines[0]).toMatch(/^Message 2 of partition \d of the stream of outcomes cannot be read\./)
      expect(lines.join()).not.toContain('hello')
    })

    test('goes on behind a message that the database refuses, and counts the others', async () => {
      const stream = openTestStream()
      stream.put(textOf(1_000_000))
      for (let n = 0; n < 3; n += 1) stream.put(textOf())
      await consume(stream.open())
      // What is stored is as large as the column takes.
      for (let n = 0; n < 4; n += 1) stream.put(textOf(1_000_000))
      await db.execute('UPDATE outcome_counts SET successes = 2147483647 - 2500000')
      const { lines, results } = await consume(stream.open())
      expect(results).toMatchObject({ parked: 2, counted: 4 })
      expect(await countedEvents(db)).toBe(2_147_483_647 - 500_000)
      expect(lines[0]).toMatch(/is refused by the database/)
      expect(stream.kept.size).toBe(0)
    })

    test('is counted whole where the stream lost messages and gives their numbers again', async () => {
      const stream = openTestStream()
      for (let n = 0; n < 20; n += 1) stream.put(textOf())
      await consume(stream.open())
      for (let seq = 15; seq < 19; seq += 1) stream.put(textOf(), seq, now.getTime() + 60_000 + seq)
      expect((await consume(stream.open())).results).toEqual({ counted: 4 })
      expect(await countedEvents(db)).toBe(24)
    })
  })
})
