import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { openOutcomeWriter } from '../api/outcomes/outcome-writer'
import { Metrics } from '../metrics/metrics'
import type { Database } from '../store/database'
import type { Batch } from '../store/outcomes/ingest'
import { consumeOutcomes } from './consume'
import { openOutcomeStream, type StreamSettings } from './nats/connection'
import { batchOf, countedEvents, emptyOutcomes, recordTestTools, TOOLS } from './sql/test-outcomes'
import { openStreamedWriter } from './streamed-writer'
import { openTestNats, type TestNats } from './test-nats'

// What suites of the stream have of processes that write to it and consume it. All of it ends with its test.

export const STREAM = 'assay-outcomes'

export async function openNats(): Promise<TestNats> {
  const nats = await openTestNats()
  onTestFinished(() => nats.close())
  return nats
}

export function settingsOf(servers: readonly TestNats[], more: Partial<StreamSettings> = {}): StreamSettings {
  return { servers: servers.map(({ url }) => url), prefix: 'assay', maxBytes: 10_000_000, replicas: null, ...more }
}

/** A process that takes outcomes in, with what it logged. */
type TestProcess = ReturnType<typeof openProcess>

export function openProcess(db: Database, settings: StreamSettings, database = 'ours') {
  const lines: string[] = []
  const log = (line: string, cause?: unknown) =>
    void lines.push([line, ...(cause === undefined ? [] : [String(cause)])].join(' '))
  const stream = openOutcomeStream(settings, database, log)
  onTestFinished(() => stream.close())
  const writer = openStreamedWriter({ db, stream, direct: openOutcomeWriter(db, log), log })
  onTestFinished(() => writer.flush())
  return { lines, stream, writer, log }
}

export async function startedProcess(db: Database, settings: StreamSettings): Promise<TestProcess> {
  const process = openProcess(db, settings)
  expect(await process.stream.start()).toBe(true)
  return process
}

/** Consumes the stream until the end of the test. */
export function consume(db: Database, { stream, log }: TestProcess, mergeMs = 300) {
  const ending = new AbortController()
  const metrics = new Metrics()
  const over = consumeOutcomes({ db, metrics, mergeMs, claimEveryMs: 20, stream, log }, ending.signal)
  onTestFinished(async () => {
    ending.abort()
    await over
  })
  return {
    times: (result: string) => metrics.streamed.list().find(({ label }) => label === result)?.count ?? 0,
  }
}

/** Begins each test of a suite without outcomes. Answers its reporters by key, and batches of one without a key. */
export function testBatches(db: Database, now: Date) {
  let reporters: Record<string, number> = {}
  beforeAll(() => recordTestTools(db, now))
  beforeEach(async () => {
    reporters = await emptyOutcomes(db, now)
  })
  const reporterOf = (key: string) => reporters[key] ?? 0
  const plain = () => batchOf(reporterOf(''), TOOLS)
  const hashed = (n: number) => batchOf(reporterOf(''), TOOLS, { hash: `h${n}`, content: 'c' })
  /** Every other with an idempotency key. */
  const batches = (count: number) => Array.from({ length: count }, (_, n) => (n % 2 === 0 ? plain() : hashed(n)))
  return { reporterOf, plain, hashed, batches }
}

/** Sends batches together; all of them are acknowledged. */
export async function sendAll({ writer }: TestProcess, batches: readonly Batch[], now: Date): Promise<void> {
  const answers = await Promise.all(batches.map((batch) => writer.count(batch, now)))
  expect(answers.every((one) => one?.accepted === TOOLS.length)).toBe(true)
}

const WITHIN_MS = 60_000

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!(await isSo()) && performance.now() < deadline) await wait(100)
  expect(await isSo()).toBe(true)
}

export async function untilCounted(db: Database, batches: number): Promise<void> {
  const events = batches * TOOLS.length
  const deadline = performance.now() + WITHIN_MS
  while ((await countedEvents(db)) < events && performance.now() < deadline) await wait(100)
  expect(await countedEvents(db)).toBe(events)
}

/** Messages that the stream has. */
export function waiting(nats: TestNats): Promise<number> {
  return nats.manage(async (jsm) => (await jsm.streams.info(STREAM)).state.messages)
}
