import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { leases } from '../store/leases-schema'
import { onDatabase } from '../store/test-databases'
import { openPartition } from './nats/partition-messages'
import { partsIn } from './rules/message'
import { positionAfter } from './rules/position'
import { countParts } from './sql/count-parts'
import { getPosition } from './sql/positions'
import { countedEvents, TOOLS } from './sql/test-outcomes'
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
    const { plain, hashed, batches } = testBatches(db, now)

    test('whose server is gone refuses; once it is back all goes on by itself, and nothing is lost', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      consume(db, process)
      await sendAll(process, batches(20), now)
      await untilCounted(db, 20)
      await sendAll(process, batches(20), now)
      await nats.kill()
      await until(() => process.stream.usable() === null)
      await expect(process.writer.count(hashed(500), now)).rejects.toMatchObject({ code: 'not_ready' })
      await nats.start()
      await until(() => process.stream.usable() !== null)
      expect(await process.writer.count(hashed(500), now)).toMatchObject({ accepted: TOOLS.length })
      await untilCounted(db, 31)
      await until(async () => (await waiting(nats)) === 0)
    })

    test('whose server is away for a moment is waited for', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      await nats.kill()
      await until(() => process.stream.usable() === null)
      const sent = sendAll(process, batches(5), now)
      await wait(1000)
      await nats.start()
      await sent
      consume(db, process)
      await untilCounted(db, 5)
    })

    test('whose server is gone at the start is waited for', async () => {
      const nats = await openNats()
      await nats.kill()
      const process = openProcess(db, settingsOf([nats]))
      expect(await process.stream.start()).toBe(false)
      await expect(process.writer.count(plain(), now)).rejects.toMatchObject({ code: 'not_ready' })
      consume(db, process)
      await nats.start()
      await until(() => process.stream.usable() !== null)
      await sendAll(process, batches(3), now)
      await untilCounted(db, 3)
    })

    test('that is deleted and made anew is counted from its beginning', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      consume(db, process)
      await sendAll(process, batches(40), now)
      await untilCounted(db, 40)
      await until(async () => (await waiting(nats)) === 0)
      await nats.manage((jsm) => jsm.streams.delete(STREAM))
      let sent = 40
      const again = async () => {
        if (sent === 40)
          await process.writer.count(plain(), now).then(
            () => (sent += 1),
            () => undefined,
          )
        return sent > 40
      }
      await until(again)
      // Far fewer messages than the old one had.
      await untilCounted(db, sent)
    })

    test('with two consumers of every partition is counted once', async () => {
      const nats = await openNats()
      const [one, other] = [await startedProcess(db, settingsOf([nats])), await startedProcess(db, settingsOf([nats]))]
      const consumers = [consume(db, one, 200), consume(db, other, 200)]
      for (let round = 0; round < 15; round += 1) {
        await sendAll(one, batches(6), now)
        // As where a lease ends too early by a clock that is minutes ahead.
        await db.delete(leases)
        await wait(200)
      }
      // The keys of later rounds repeat those of the first.
      const sent = 15 * 3 + 3
      await untilCounted(db, sent)
      await until(async () => (await waiting(nats)) === 0)
      await wait(1000)
      expect(await countedEvents(db)).toBe(sent * TOOLS.length)
      // Both were at it: each counted some, or one was refused what the other had counted.
      const wasRefused = [...one.lines, ...other.lines].some((line) => line.includes('another consumer counts'))
      expect(wasRefused || consumers.every(({ times }) => times('counted') > 0)).toBe(true)
    })

    test('of a consumer that ended between commit and removal is not counted again', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      await sendAll(process, batches(30), now)
      const usable = process.stream.usable()
      if (usable === null) throw new Error('the stream is usable')
      for (let partition = 0; partition < 8; partition += 1) {
        const messages = openPartition(usable, 'assay', partition, new AbortController().signal)
        const { created } = await usable.jsm.streams.info(STREAM)
        const place = { partition, stream: created }
        const found = await messages.next(1000)
        const parts = found.flatMap(({ text }) => partsIn(text, partition, now) ?? [])
        const from = await getPosition(db, place)
        await countParts(db, { place, from, to: positionAfter(from, found) }, parts, now)
      }
      expect(await countedEvents(db)).toBe(30 * TOOLS.length)
      const { times } = consume(db, process)
      await until(async () => (await waiting(nats)) === 0)
      expect(times('repeated')).toBeGreaterThanOrEqual(8)
      expect(times('counted')).toBe(0)
      expect(await countedEvents(db)).toBe(30 * TOOLS.length)
    })

    test('goes on where the database was gone', async () => {
      const nats = await openNats()
      const process = await startedProcess(db, settingsOf([nats]))
      let isGone = false
      const failing = new Proxy(db, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          if (isGone && ['transaction', 'execute', 'insert', 'update', 'select'].includes(String(name)))
            return () => Promise.reject(new Error('Connection terminated unexpectedly'))
          return member.bind(target)
        },
      })
      consume(failing, process, 200)
      await sendAll(process, batches(10), now)
      await untilCounted(db, 10)
      isGone = true
      await Promise.all(Array.from({ length: 10 }, () => process.writer.count(plain(), now)))
      await wait(1500)
      expect(await countedEvents(db)).toBe(10 * TOOLS.length)
      isGone = false
      await untilCounted(db, 20)
    })
  })
})
