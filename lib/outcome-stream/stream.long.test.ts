import { describe, expect, test } from 'vitest'
import { openOutcomeWriter } from '../api/outcomes/outcome-writer'
import { CREDITS_A_KEY_AND_DAY } from '../core/caller/credits'
import { onDatabase } from '../store/test-databases'
import { batchOf, countedEvents, TOOLS, usageOf } from './sql/test-outcomes'
import { HAS_NATS } from './test-nats'
import {
  consume,
  openNats,
  openProcess,
  STREAM,
  sendAll,
  settingsOf,
  startedProcess,
  testBatches,
  until,
  untilCounted,
  waiting,
} from './test-stream'

const now = new Date()

describe.skipIf(!HAS_NATS)('the stream of outcomes', { timeout: 90_000 }, () => {
  onDatabase(({ db }) => {
    const { reporterOf, plain, batches } = testBatches(db, now)

    test('carries outcomes to the counts, and keeps none of them', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      await sendAll(process, batches(100), now)
      expect(await countedEvents(db)).toBe(0)
      consume(db, process)
      await untilCounted(db, 100)
      await until(async () => (await waiting(nats)) === 0)
      expect(process.lines).toEqual(['The stream assay-outcomes is made, with one replica.'])
      // A second start finds it as it must be.
      expect((await startedProcess(db, settingsOf([nats]))).lines).toEqual([])
    })

    test('adds up with a process that writes at once, of one and the same key too', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      const direct = openOutcomeWriter(db)
      consume(db, process)
      const keyed = () => batchOf(reporterOf('key_a'), TOOLS, { keyId: 'key_a' })
      const sent = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? process.writer : direct).count(keyed(), now))
      await Promise.all(sent)
      await untilCounted(db, 60)
      expect(await usageOf(db, 'key_a')).toEqual({ events: 60 * TOOLS.length, credits: CREDITS_A_KEY_AND_DAY })
    })

    test('is refused where it is of another database, and where it cannot be corrected', async () => {
      const nats = await openNats()
      await startedProcess(db, settingsOf([nats]))
      const other = openProcess(db, settingsOf([nats]), 'another')
      await expect(other.stream.start()).rejects.toThrow(/belongs to another service: choose another NATS_STREAM/)
      await expect(other.writer.count(plain(), now)).rejects.toMatchObject({ code: 'not_ready' })
      // Under another name both have their own.
      await startedProcess(db, settingsOf([nats], { prefix: 'second' }))
      for (const [setting, value] of [
        ['retention', 'workqueue'],
        ['storage', 'memory'],
      ] as const) {
        await nats.manage(async (jsm) => {
          const { config } = await jsm.streams.info(STREAM)
          await jsm.streams.delete(STREAM)
          await jsm.streams.add({ ...config, retention: 'limits', storage: 'file', [setting]: value })
        })
        await expect(openProcess(db, settingsOf([nats])).stream.start()).rejects.toThrow(
          new RegExp(`has ${setting} ${value} and must have`),
        )
      }
    })

    test('is corrected where it deletes what is not counted, or takes what is not its own', async () => {
      const nats = await openNats()
      await startedProcess(db, settingsOf([nats]))
      await nats.manage((jsm) =>
        jsm.streams.update(STREAM, {
          max_age: 60_000_000_000,
          duplicate_window: 1_000_000_000,
          discard: 'old',
          subjects: ['assay.outcomes.1'],
        }),
      )
      const { lines } = await startedProcess(db, settingsOf([nats]))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(
        /is corrected: discard old becomes new, max_age 60000000000 becomes 0, duplicate_window .*, its subjects become/,
      )
      const { config } = await nats.manage((jsm) => jsm.streams.info(STREAM))
      expect(config).toMatchObject({ max_age: 0, discard: 'new', subjects: ['assay.outcomes.*', 'assay.parked.*'] })
    })

    test('that is full refuses, loses nothing, and takes more once some is counted', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats], { maxBytes: 100_000 }))
      let acknowledged = 0
      let refused: unknown
      while (refused === undefined && acknowledged < 1000) {
        await process.writer.count(plain(), now).then(
          () => {
            acknowledged += 1
          },
          (cause: unknown) => {
            refused = cause
          },
        )
      }
      expect(refused).toMatchObject({ code: 'not_ready', extra: { retryAfterSeconds: 30 } })
      expect(acknowledged).toBeGreaterThan(10)
      consume(db, process)
      await until(async () => (await waiting(nats)) === 0)
      // Of the refused one a part may have found room.
      const counted = await countedEvents(db)
      expect(counted).toBeGreaterThanOrEqual(acknowledged * TOOLS.length)
      expect(counted).toBeLessThan((acknowledged + 1) * TOOLS.length)
      await sendAll(process, batches(10), now)
      await until(async () => (await countedEvents(db)) === counted + 10 * TOOLS.length)
    })

    test('with messages that cannot be read goes on, and keeps them aside', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      await nats.manage(async (jsm) => {
        for (let partition = 0; partition < 8; partition += 1)
          await jsm.jetstream().publish(`assay.outcomes.${partition}`, 'hello')
      })
      const { times } = consume(db, process)
      await sendAll(process, batches(5), now)
      await untilCounted(db, 5)
      await until(async () => times('parked') === 8 && (await waiting(nats)) === 8)
      const parked = await nats.manage((jsm) => jsm.streams.getMessage(STREAM, { last_by_subj: 'assay.parked.7' }))
      expect(parked?.string()).toBe('hello')
    })
  })
})
