import { type OpenDatabase, openDatabase } from '../store/database'
import { runProbes } from './run-probes'
import { TEST_PROBE_SETTINGS, testProbeJob } from './test-probe-job'

/** What a worker of a test is started with, as JSON in its one argument. */
export interface TestWorker {
  name: string
  databaseUrl: string
  origin: string
  concurrency: number
  /**
   * Its clock is at `epochMs` when the machine's is at `startedAtMs`, and runs `speed` times as fast: all workers have
   * the same.
   */
  clock: { epochMs: number; startedAtMs: number; speed: number }
}

/**
 * A process that probes what is due, one run after another as the timer of the service starts them, until it is killed.
 * Its name is its User-Agent.
 */
async function work({ name, databaseUrl, origin, concurrency, clock }: TestWorker): Promise<never> {
  const { db }: OpenDatabase = await openDatabase({ databaseUrl, dataDir: '' })
  const now = () => new Date(clock.epochMs + (Date.now() - clock.startedAtMs) * clock.speed)
  const dial = { allowedOrigins: [origin] }
  const log = (line: string) => process.stderr.write(`${name}: ${line}\n`)
  const settings = { ...TEST_PROBE_SETTINGS, userAgent: name, deadlineMs: 30_000, dial }
  const often = { intervalSeconds: 86_400, concurrency, perHost: concurrency }
  for (;;) {
    await runProbes(testProbeJob(db, now, { settings, ...often, log }))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

await work(JSON.parse(process.argv[2] ?? '') as TestWorker)
