import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openOutcomeWriter } from '../api/outcomes/outcome-writer'
import { Metrics } from '../metrics/metrics'
import { onDatabase } from '../store/test-databases'
import { consumeOutcomes } from './consume'
import { openOutcomeStream, type StreamSettings } from './nats/connection'
import { openStreamedWriter } from './streamed-writer'
import { HAS_NATS, openTestNats, type TestNats } from './test-nats'
import { batchOf, countedEvents, emptyOutcomes, recordTestTools, TOOLS } from './test-outcomes'

const now = new Date()
const STREAM = 'assay-outcomes'

describe.skipIf(!HAS_NATS)('the stream of outcomes, on a NATS server', () => {
  onDatabase(({ db }) => {
    let reporters: Record<string, number>
    beforeAll(() => recordTestTools(db, now))
    beforeEach(async () => {
      reporters = await emptyOutcomes(db, now)
    })

    const openNats = async () => {
      const nats = await openTestNats()
      onTestFinished(() => nats.close())
      return nats
    }
    const settingsOf = (nats: TestNats, more: Partial<StreamSettings> = {}): StreamSettings => ({
      servers: [nats.url],
      prefix: 'assay',
      maxBytes: 10_000_000,
      replicas: null,
      ...more,
    })
    const openProcess = async (settings: StreamSettings, database = 'ours') => {
      const lines: string[] = []
      const log = (line: string, cause?: unknown) => lines.push(`${line} ${String(cause ?? '')}`)
      const stream = openOutcomeStream(settings, database, log)
      onTestFinished(() => stream.close())
      const writer = openStreamedWriter({ db, stream, direct: openOutcomeWriter(db, log), log })
      onTestFinished(() => writer.flush())
      return { lines, stream, writer, log }
    }
    const consume = (process: Awaited<ReturnType<typeof openProcess>>, mergeMs = 300) => {
      const ending = new AbortController()
      const metrics = new Metrics()
      const over = consumeOutcomes({ db, metrics, mergeMs, stream: process.stream, log: process.log }, ending.signal)
      const end = async () => {
        ending.abort()
        await over
      }
      onTestFinished(end)
      return { metrics, end }
    }
    const untilCounted = async (events: number, withinMs = 30_000) => {
      const deadline = performance.now() + withinMs
      while ((await countedEvents(db)) < events && performance.now() < deadline) await wait(100)
      expect(await countedEvents(db)).toBe(events)
    }

    test('carries outcomes to the counts', async () => {
      const nats = await openNats()
      const process = await openProcess(settingsOf(nats))
      expect(await process.stream.start()).toBe(true)
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          process.writer.count(batchOf(reporters[''] ?? 0, TOOLS, { hash: n % 2 ? `h${n}` : null }), now),
        ),
      )
      expect(answers.every((one) => one?.accepted === TOOLS.length)).toBe(true)
      expect(await countedEvents(db)).toBe(0)
      const { metrics } = consume(process)
      await untilCounted(100 * TOOLS.length)
      await wait(1000)
      console.log(process.lines, metrics.streamed.list())
      const info = await nats.manage((jsm) => jsm.streams.info(STREAM))
      expect(info.state.messages).toBe(0)
    }, 60_000)
  })
})
