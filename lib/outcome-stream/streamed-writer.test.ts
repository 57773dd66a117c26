import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openOutcomeWriter } from '../api/outcomes/outcome-writer'
import { CREDITS_A_TOOL_AND_DAY } from '../core/caller/credits'
import { partitionOf } from '../core/caller/partition'
import { countedBatches } from '../store/keys/keys-schema'
import { onDatabase } from '../store/test-databases'
import type { OutcomeStream, UsableStream } from './nats/connection'
import { partsIn } from './rules/message'
import { batchOf, countedEvents, emptyOutcomes, recordTestTools, sumsOf, TOOLS } from './sql/test-outcomes'
import { openStreamedWriter } from './streamed-writer'

const now = new Date('2026-11-20T12:30:00Z')

interface Published {
  subject: string
  text: string
  msgID: string
}

/** A stream that keeps what is published. `fail` answers why a message is not taken, before or after it is kept. */
function openTestStream() {
  const published: Published[] = []
  const test = {
    published,
    isUsable: true,
    fail: (_: Published): { isKept: boolean; cause: Error } | undefined => undefined,
    stream: undefined as unknown as OutcomeStream,
  }
  const publish = async (subject: string, text: string, { msgID }: { msgID: string }) => {
    const message = { subject, text, msgID }
    const failure = test.fail(message)
    if (failure === undefined || failure.isKept) published.push(message)
    if (failure !== undefined) throw failure.cause
  }
  const usable = { js: { publish } } as unknown as UsableStream
  test.stream = {
    prefix: 'assay',
    start: async () => true,
    usable: () => (test.isUsable ? usable : null),
    soon: async () => (test.isUsable ? usable : null),
    doubt: async () => undefined,
    close: async () => undefined,
  }
  return test
}

describe('the writer to the stream', () => {
  onDatabase(({ db }) => {
    let reporters: Record<string, number>
    beforeAll(() => recordTestTools(db, now))
    beforeEach(async () => {
      reporters = await emptyOutcomes(db, now)
    })
    const open = () => {
      const to = openTestStream()
      const log = () => undefined
      const direct = openOutcomeWriter(db)
      const writer = openStreamedWriter({ db, stream: to.stream, direct, log, publishWithinMs: 500 })
      // Keys that are settled later would be those of the next test.
      onTestFinished(() => writer.flush())
      return { ...to, to, writer }
    }
    const batch = (hash: string | null = null, content = 'c1') => batchOf(reporters[''] ?? 0, TOOLS, { hash, content })
    const partsOf = (published: readonly Published[]) =>
      published.flatMap(
        ({ subject, text }) => partsIn(text, Number(subject.slice('assay.outcomes.'.length)), now) ?? [],
      )
    const eventsOf = (published: readonly Published[]) =>
      partsOf(published).reduce((events, { sums }) => events + sums.size, 0)
    const timedOut = new Error('timeout')

    test('publishes sums by partition, answers once they are acknowledged, and writes no counts', async () => {
      const { published, writer } = open()
      const answers = await Promise.all(Array.from({ length: 50 }, () => writer.count(batch(), now)))
      expect(answers).toEqual(answers.map(() => ({ accepted: TOOLS.length, ignored: 0, credits: 0 })))
      expect([await countedEvents(db), eventsOf(published)]).toEqual([0, 50 * TOOLS.length])
      // Batches that come together share messages.
      expect(published.length).toBeLessThan(50)
      expect(new Set(published.map(({ msgID }) => msgID)).size).toBe(published.length)
      expect(published.map(({ text }) => text).join()).not.toContain('latency')
    })

    test('answers a repeated idempotency key as the first time, in any process, and publishes it once', async () => {
      const [one, other] = [open(), open()]
      const first = await one.writer.count(batch('h1'), now)
      await one.writer.flush()
      expect(await db.select({ parts: countedBatches.countedParts }).from(countedBatches)).toEqual([{ parts: null }])
      expect(await one.writer.count(batch('h1'), now)).toEqual(first)
      expect(await other.writer.count(batch('h1'), now)).toEqual(first)
      expect(await openOutcomeWriter(db).count(batch('h1'), now)).toEqual(first)
      expect(await other.writer.count(batch('h1', 'c2'), now)).toMatchObject({ isReused: true, accepted: 0 })
      expect([eventsOf(one.published), eventsOf(other.published), await countedEvents(db)]).toEqual([
        TOOLS.length,
        0,
        0,
      ])
    })

    test('answers twins of one moment alike, and refuses one with another body', async () => {
      const { writer } = open()
      const [first, twin, other] = await Promise.all([
        writer.count(batch('h1'), now),
        writer.count(batch('h1'), now),
        writer.count(batch('h1', 'c2'), now),
      ])
      expect(twin).toEqual(first)
      expect(other).toMatchObject({ isReused: true })
      // Counted at once, so what the stream has of it is left out.
      expect(await countedEvents(db)).toBe(TOOLS.length)
    })

    test('refuses with 503 and a time to retry while the stream cannot be used, and takes no key', async () => {
      const { writer, to } = open()
      to.isUsable = false
      await expect(writer.count(batch('h1'), now)).rejects.toMatchObject({
        code: 'not_ready',
        extra: { retryAfterSeconds: 5 },
      })
      expect(await db.$count(countedBatches)).toBe(0)
      to.isUsable = true
      expect(await writer.count(batch('h1'), now)).toMatchObject({ accepted: TOOLS.length })
    })

    test('refuses at once what would wait behind 2,000 others', async () => {
      const { writer, to } = open()
      to.stream.soon = () => new Promise(() => undefined)
      let refused = 0
      for (let sent = 0; sent < 2400; sent += 1)
        writer.count(batch(), now).catch(({ code }) => {
          expect(code).toBe('not_ready')
          refused += 1
        })
      await new Promise((resolve) => setImmediate(resolve))
      expect(refused).toBe(400)
    })

    test('refuses what the stream has no room for', async () => {
      const { writer, to } = open()
      to.fail = () => ({ isKept: false, cause: Object.assign(new Error('maximum bytes exceeded'), { code: 10_077 }) })
      await expect(writer.count(batch(), now)).rejects.toMatchObject({
        code: 'not_ready',
        extra: { retryAfterSeconds: 30 },
      })
    })

    test('publishes again under the same id where the acknowledgement was lost', async () => {
      const { published, writer, to } = open()
      const seen = new Set<string>()
      to.fail = ({ msgID }) => {
        if (seen.has(msgID)) return undefined
        seen.add(msgID)
        return { isKept: true, cause: timedOut }
      }
      expect(await writer.count(batch(), now)).toMatchObject({ accepted: TOOLS.length })
      expect(new Set(published.map(({ msgID }) => msgID)).size).toBe(published.length / 2)
    })

    test('counts at once what is repeated after a part of it was not acknowledged', async () => {
      const { published, writer, to } = open()
      to.fail = ({ subject }) => (subject.endsWith('3') ? { isKept: false, cause: timedOut } : undefined)
      await expect(writer.count(batch('h1'), now)).rejects.toMatchObject({ code: 'not_ready' })
      expect(eventsOf(published)).toBe(TOOLS.filter((id) => partitionOf(id) !== 3).length)
      expect(await writer.count(batch('h1'), now)).toEqual({ accepted: TOOLS.length, ignored: 0, credits: 0 })
      expect(await countedEvents(db)).toBe(TOOLS.length)
    })

    test('answers credits up to the caps of a tool and a day', async () => {
      const { writer } = open()
      const keyed = (events: number, tools = TOOLS) => ({
        ...batchOf(reporters.key_a ?? 0, [], { keyId: 'key_a' }),
        sums: new Map(tools.map((id) => [id, sumsOf(events)])),
      })
      const one = TOOLS.slice(0, 1)
      const credits = []
      for (const sent of [keyed(30, one), keyed(30, one), keyed(20), keyed(50), keyed(50)])
        credits.push((await writer.count(sent, now))?.credits)
      expect(credits).toEqual([30, CREDITS_A_TOOL_AND_DAY - 30, 39 * 20, 1000 - 50 - 39 * 20, 0])
    })
  })
})
