import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { untilAnswered } from '../processes'
import { UNREACHED_LIMIT } from '../service'

/**
 * The standalone service as `npm start` runs it, probes and jobs included, in a process that can be killed and started
 * again.
 */
export interface FaultService {
  url: string
  /** Starts it, with these variables besides, and waits until it answers. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  /** SIGTERM, and SIGKILL after twelve seconds. */
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** Lines that it wrote, but for the steps of its starts. */
  log(): readonly string[]
  /** Milliseconds until health is answered with 200 and not from memory; null: not within that time. */
  untilFresh(toolId: string, withinMs: number): Promise<number | null>
}

const KILLED_AFTER_MS = 12_000
/** Lines of the log for the operator: warnings and errors, without the steps of a start and of a stop. */
const FOR_OPERATOR = /^\{"level":"(?:warn|error)"/

export async function openFaultService(
  databaseUrl: string,
  port: number,
  referencePort: number,
): Promise<FaultService> {
  const url = `http://127.0.0.1:${port}`
  const lines: string[] = []
  let child: ChildProcess | undefined
  const environment = {
    ...process.env,
    PORT: String(port),
    REFERENCE_PORT: String(referencePort),
    DATABASE_URL: databaseUrl,
    REGISTRY_URL: 'off',
    CANARY_URLS: 'off',
    PROBE_NPM: 'off',
    PROBE_INTERVAL_SECONDS: '10',
    PROBE_RECHECK_SECONDS: '10',
    LIMIT_KEYLESS: String(UNREACHED_LIMIT),
    LIMIT_KEY_CREATION: String(UNREACHED_LIMIT),
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    const own = child.pid
    if (own !== undefined) process.kill(own, signal)
    const cut = setTimeout(() => child?.kill('SIGKILL'), KILLED_AFTER_MS)
    await ended
    clearTimeout(cut)
  }
  return {
    url,
    start: async (more = {}) => {
      const env = { ...environment, ...more }
      const started = spawn(process.execPath, ['commands/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (bytes: Buffer) => lines.push(...bytes.toString().split('\n')))
      }
      await untilAnswered(`${url}/v1/ping`, {}, () => started.exitCode !== null)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    log: () => lines.filter((line) => FOR_OPERATOR.test(line)),
    untilFresh: async (toolId, withinMs) => {
      const beganAt = performance.now()
      while (performance.now() - beganAt < withinMs) {
        const answer = await fetch(`${url}/v1/health/${toolId}`).catch(() => undefined)
        await answer?.arrayBuffer()
        if (answer?.status === 200 && !answer.headers.has('cache-status'))
          return Math.round(performance.now() - beganAt)
        await wait(100)
      }
      return null
    },
  }
}
