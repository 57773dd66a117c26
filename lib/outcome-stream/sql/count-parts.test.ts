import { HOUR_MS } from 'assay-verify/duration'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CREDITS_A_TOOL_AND_DAY } from '../../core/caller/credits'
import { ALL_PARTITIONS, partitionOf } from '../../core/caller/partition'
import { apiKeys, countedBatches } from '../../store/keys/keys-schema'
import { claimHashes, settleHashes } from '../../store/outcomes/batch-hashes'
import { type Batch, recordBatches } from '../../store/outcomes/ingest'
import { outcomeCounts, usageDue } from '../../store/outcomes/usage-schema'
import { onDatabase } from '../../store/test-databases'
import { type BatchPart, partsOf } from '../rules/message'
import { BEGINNING } from '../rules/position'
import { countParts, PositionMoved } from './count-parts'
import { getPosition } from './positions'
import { batchOf, countedEvents, emptyOutcomes, recordTestTools, sumsOf, TOOLS, usageOf } from './test-outcomes'

const now = new Date('2026-11-20T12:30:00Z')
const HOUR = Math.floor(now.getTime() / HOUR_MS)
const [TOOL = ''] = TOOLS
const place = { partition: partitionOf(TOOL), stream: '2026-11-20T00:00:00Z' }
const mine = TOOLS.filter((id) => partitionOf(id) === place.partition)

describe('parts of messages', () => {
  onDatabase(({ db }) => {
    let reporters: Record<string, number>
    beforeAll(() => recordTestTools(db, now))
    beforeEach(async () => {
      reporters = await emptyOutcomes(db, now)
    })
    const part = (keyId: string | null, ids: readonly string[], more: Partial<BatchPart> = {}): BatchPart => ({
      hash: null,
      keyId,
      reporterKey: reporters[keyId ?? ''] ?? 0,
      hour: HOUR,
      sums: new Map(ids.map((id) => [id, sumsOf(1)])),
      ...more,
    })
    /** Counts what follows the stored position. */
    const count = async (parts: readonly BatchPart[], at = place) => {
      const from = await getPosition(db, at)
      return countParts(db, { place: at, from, to: { seq: from.seq + 1, atMs: now.getTime() } }, parts, now)
    }
    const claim = (batch: Batch) => {
      const { hash, content = null } = batch
      const counted = { accepted: batch.sums.size, ignored: 0, credits: 0 }
      return claimHashes(db, hash === null ? [] : [{ hash, content, counted, countedParts: 0 }], now)
    }
    const partsCounted = async () => (await db.select().from(countedBatches)).map(({ countedParts }) => countedParts)

    test('are counted with the position, by hour and reporter, and make their subjects due', async () => {
      const parts = [
        part(null, mine),
        part('key_a', mine),
        part('key_a', mine),
        part('key_a', [TOOL], { hour: HOUR - 1 }),
      ]
      expect(await count(parts)).toBe(4)
      expect(await getPosition(db, place)).toEqual({ seq: 1, atMs: now.getTime() })
      expect(await countedEvents(db)).toBe(3 * mine.length + 1)
      expect(await db.$count(outcomeCounts)).toBe(2 * mine.length + 1)
      expect(await db.$count(usageDue)).toBe(mine.length)
    })

    test('are counted once, though two consumers have them', async () => {
      const move = { place, from: BEGINNING, to: { seq: 4, atMs: 9 } }
      await getPosition(db, place)
      const both = await Promise.allSettled([1, 2].map(() => countParts(db, move, [part(null, mine)], now)))
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toBeInstanceOf(PositionMoved)
      expect(await countedEvents(db)).toBe(mine.length)
    })

    test('and their position are stored together: a failure leaves both as they were', async () => {
      await expect(count([part(null, mine), part(null, [TOOL], { reporterKey: 2 ** 40 })])).rejects.toThrow()
      expect([await countedEvents(db), await getPosition(db, place)]).toEqual([0, BEGINNING])
    })

    test('of a stream that was made anew begin at its beginning, and the old one keeps its position', async () => {
      await count([part(null, mine)])
      const anew = { ...place, stream: '2026-11-20T01:00:00Z' }
      expect(await getPosition(db, anew)).toEqual(BEGINNING)
      await count([part(null, mine)], anew)
      expect(await getPosition(db, place)).toMatchObject({ seq: 1 })
    })

    test('earn what the batches would have earned one by one, and nothing for a revoked key', async () => {
      const often = (n: number) =>
        Array.from({ length: n }, () => part('key_a', [TOOL], { sums: new Map([[TOOL, sumsOf(7)]]) }))
      await count([...often(5), part('key_b', [TOOL])])
      await count(often(5))
      expect(await usageOf(db, 'key_a')).toEqual({ events: 70, credits: CREDITS_A_TOOL_AND_DAY })
      expect(await usageOf(db, 'key_b')).toEqual({ events: 1, credits: 1 })
      const before = await countedEvents(db)
      await db.delete(apiKeys).where(eq(apiKeys.keyId, 'key_a'))
      expect(await count([...often(1), part(null, [TOOL])])).toBe(1)
      expect(await countedEvents(db)).toBe(before + 1)
    })

    test('of ids that are not known are left out', async () => {
      const gone = `${TOOL}-gone`
      await count([part(null, [gone, TOOL])])
      expect(await countedEvents(db)).toBe(1)
    })

    describe('of a batch with an idempotency key', () => {
      const content = 'c1'
      const batch = () => batchOf(reporters[''] ?? 0, TOOLS, { hash: 'h1', content })
      const stored = { accepted: TOOLS.length, ignored: 0, credits: 0 }
      /** Its parts as the stream has them. */
      const streamed = async (which: (partition: number) => boolean) => {
        for (const [partition, one] of partsOf({ ...batch(), hour: HOUR }))
          if (which(partition)) await count([one], { ...place, partition })
      }

      test('are counted once that the stream has, whether or not that is known yet', async () => {
        await claim(batch())
        await streamed((partition) => partition < 4)
        await settleHashes(db, ['h1'])
        await streamed((partition) => partition >= 4)
        expect(await countedEvents(db)).toBe(TOOLS.length)
        expect(await recordBatches(db, [batch()], now)).toEqual([stored])
        expect(await recordBatches(db, [batchOf(1, TOOLS, { hash: 'h1', content: 'c2' })], now)).toMatchObject([
          { isReused: true },
        ])
        expect([await countedEvents(db), await partsCounted()]).toEqual([TOOLS.length, [null]])
      })

      test.each([
        ['nothing was published of', () => false, () => false],
        ['some was published of, and counted before', (partition: number) => partition < 3, () => false],
        ['some was published of, and comes after', () => false, (partition: number) => partition < 3],
        [
          'all was published of, and some comes after',
          (partition: number) => partition < 3,
          (partition: number) => partition >= 3,
        ],
        ['all comes of after', () => false, () => true],
      ])('are counted once where its process died and %s it', async (_, before, later) => {
        await claim(batch())
        await streamed(before)
        const answers = await Promise.all([batch(), batch(), batch()].map((one) => recordBatches(db, [one], now)))
        expect(answers.flat()).toEqual([stored, stored, stored])
        expect([await countedEvents(db), await partsCounted()]).toEqual([TOOLS.length, [ALL_PARTITIONS]])
        // The process was only slow.
        await settleHashes(db, ['h1'])
        await streamed(later)
        expect([await countedEvents(db), await partsCounted()]).toEqual([TOOLS.length, [ALL_PARTITIONS]])
      })

      test('are not counted again where the stream delivers them twice before that is settled', async () => {
        await claim(batch())
        await streamed(() => true)
        await streamed(() => true)
        expect(await countedEvents(db)).toBe(TOOLS.length)
      })

      test('with another body is refused, and counts nothing', async () => {
        await claim(batch())
        const other = batchOf(reporters[''] ?? 0, TOOLS, { hash: 'h1', content: 'c2' })
        expect(await recordBatches(db, [other], now)).toMatchObject([{ isReused: true }])
        expect([await countedEvents(db), await partsCounted()]).toEqual([0, [0]])
      })

      test('of many consumers and repetitions at once are counted once, without deadlock', async () => {
        const batches = Array.from({ length: 30 }, (_, n) =>
          batchOf(reporters[''] ?? 0, TOOLS, { hash: `m${n}`, content }),
        )
        for (const one of batches) await claim(one)
        const parts = batches.flatMap((one) => [...partsOf({ ...one, hash: one.hash, hour: HOUR })])
        const ofPartition = (partition: number) => parts.flatMap(([of, one]) => (of === partition ? [one] : []))
        await Promise.all([
          ...Array.from({ length: 8 }, (_, partition) => count(ofPartition(partition), { ...place, partition })),
          ...batches.filter((_, n) => n % 3 === 0).map((one) => recordBatches(db, [one], now)),
          settleHashes(db, batches.flatMap(({ hash }) => hash ?? []).slice(0, 15)),
        ])
        expect(await countedEvents(db)).toBe(30 * TOOLS.length)
      })
    })
  })
})
