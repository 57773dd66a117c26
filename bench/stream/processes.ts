import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BenchCannotRun } from '../bench'
import { freePort } from '../processes'
import { UNREACHED_LIMIT } from '../service'

/** A process that can be killed and started again, with what it stored. */
export interface Restartable {
  start(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** undefined: it does not run. */
  pid(): number | undefined
}

const READY_WITHIN_MS = 60_000

function restartable(
  command: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  untilReady: (child: ChildProcess) => Promise<unknown>,
): Restartable {
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    start: async () => {
      const started = spawn(command, words, {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      const failed = once(started, 'exit').then(() =>
        Promise.reject(new Error(`${words.join(' ')} ended at its start`)),
      )
      failed.catch(() => undefined)
      await Promise.race([untilReady(started), failed, wait(READY_WITHIN_MS, undefined, { ref: false })])
    },
    kill: async () => {
      if (child === undefined || !isRunning()) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    pid: () => (isRunning() ? child?.pid : undefined),
  }
}

/** A process of the service: `api` on a port, or `worker`. */
export function outcomeProcess(role: 'api' | 'worker', environment: Readonly<Record<string, string>>): Restartable {
  const words = ['--import', 'tsx', 'bench/stream/outcome-process.ts', role]
  const limits = { LIMIT_KEYLESS: String(UNREACHED_LIMIT), LOG_STORE: 'off', LOG_LEVEL: 'warn' }
  return restartable(process.execPath, words, { ...limits, ...environment }, (child) =>
    child.stdout === null ? Promise.resolve() : once(child.stdout, 'data'),
  )
}

/** A NATS server with JetStream on a folder of its own. Throws `BenchCannotRun` where there is none. */
export async function natsProcess(): Promise<Restartable & { url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-nats-'))
  const port = await freePort()
  const words = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port), '-l', '/dev/null']
  // It listens within milliseconds, and whoever needs it waits for it.
  const server = restartable('nats-server', words, {}, () => wait(500))
  try {
    await server.start()
  } catch (cause) {
    throw new BenchCannotRun('nats-server is needed, as Debian packages it', { cause })
  }
  const close = async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...server, url: `nats://127.0.0.1:${port}`, close }
}
