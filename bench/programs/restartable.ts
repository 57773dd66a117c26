import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A process that can be ended and started again. */
export interface Restartable {
  /** Starts it, and waits until it is ready. */
  start(): Promise<void>
  /** SIGTERM, and SIGKILL after twelve seconds. */
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** undefined: it does not run. */
  pid(): number | undefined
}

interface Started {
  command: string
  words: readonly string[]
  environment: Readonly<Record<string, string>>
  /** Resolves once it is ready; `isOver`: whether it ended before. */
  untilReady(child: ChildProcess, isOver: () => boolean): Promise<unknown>
  /** Each line that it writes to stderr. Left out: they are written to ours. */
  onLine?: (line: string) => void
}

const READY_WITHIN_MS = 240_000
const KILLED_AFTER_MS = 12_000
/** What a process that did not start wrote last, in characters. */
const OUTPUT_SHOWN = 4000

export function restartable({ command, words, environment, untilReady, onLine }: Started): Restartable {
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    if (ending === undefined || !isRunning()) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    const cut = setTimeout(() => ending.kill('SIGKILL'), KILLED_AFTER_MS)
    await ended
    clearTimeout(cut)
  }
  return {
    start: async () => {
      const started = spawn(command, words, {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', onLine === undefined ? 'inherit' : 'pipe'],
      })
      child = started
      let shown = ''
      started.stderr?.on('data', (bytes: Buffer) => {
        shown = (shown + bytes.toString()).slice(-OUTPUT_SHOWN)
        for (const line of bytes.toString().split('\n')) if (line !== '') onLine?.(line)
      })
      const isOver = () => started.exitCode !== null || started.signalCode !== null
      const late = wait(READY_WITHIN_MS, undefined, { ref: false }).then(() => 'is not ready')
      const failed = once(started, 'exit').then(() => 'ended at its start')
      const fault = await Promise.race([untilReady(started, isOver).then(() => null), failed, late])
      if (fault !== null) throw new Error(`${command} ${words.join(' ')} ${fault}\n${shown}`)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pid: () => (isRunning() ? child?.pid : undefined),
  }
}
