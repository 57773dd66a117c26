import { RECORDING_STEPS } from '../runtime/recording-steps'
import { type OpenDatabase, openDatabase } from '../store/database'
import { openConnectivity } from './connectivity'
import { runProbes } from './run-probes'

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
  const allowedOrigins = [origin]
  const log = (line: string) => process.stderr.write(`${name}: ${line}\n`)
  const connectivity = openConnectivity({ canaryUrls: [], userAgent: name, allowedOrigins, log })
  for (;;) {
    await runProbes({
      db,
      steps: RECORDING_STEPS,
      settings: {
        userAgent: name,
        vantage: 'test',
        deadlineMs: 30_000,
        maxAnswerBytes: 1_000_000,
        maxTools: 100,
        dial: { allowedOrigins },
        stdioCommands: new Map(),
      },
      intervalSeconds: 86_400,
      recheckSeconds: 20,
      concurrency,
      perHost: concurrency,
      connectivity,
      probeLocally: true,
      budgetSeconds: 20,
      clock: now,
      signal: new AbortController().signal,
      log,
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

await work(JSON.parse(process.argv[2] ?? '') as TestWorker)
