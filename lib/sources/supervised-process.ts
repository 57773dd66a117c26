import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessCommand } from '../core/catalog/process-command'

export interface Supervision {
  /** How the log names it. */
  name: string
  command: ProcessCommand
  /** false: once it has ended it stays ended. */
  restart: boolean
  /** Added to the log line when it ended and is not started again. */
  hint: string
  log: (line: string) => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
/** Having lived this long, a process has earned a quick restart again. */
const SETTLED_MS = 60_000
/** Time for what it said before it ended to arrive. */
const LAST_WORDS_MS = 200
/** Time to end by itself after SIGTERM, before SIGKILL. */
const GRACE_MS = 2_000

/**
 * A child process kept running: started again with doubling pauses when it ends, until `close`. Its stdin is a pipe that
 * nobody writes to: it ends when we die, however we die, so a child that watches it never outlives us. It has a process group of its
 * own, so that Ctrl-C in a terminal reaches us first and `close` ends it in order.
 */
export class SupervisedProcess {
  readonly #how: Supervision
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #pauseMs = FIRST_PAUSE_MS
  #closed = false

  constructor(how: Supervision) {
    this.#how = how
    this.#start()
  }

  /** undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Ends the process for sure and resolves when it has. Can be called twice. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const child = this.#child
    if (child === undefined) return
    child.kill('SIGTERM')
    const patience = new AbortController()
    const outOfPatience = pause(GRACE_MS, 'slow', { signal: patience.signal }).catch(() => 'ended')
    if ((await Promise.race([this.#ended, outOfPatience])) === 'slow') child.kill('SIGKILL')
    patience.abort()
    await this.#ended
  }

  #start(): void {
    const { command, args, cwd, env } = this.#how.command
    const startedAt = performance.now()
    const child = spawn(command, [...args], {
      cwd,
      // Next declares NODE_ENV as a part of every environment; here there is none.
      env: { ...env } as NodeJS.ProcessEnv,
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    this.#child = child
    let words = ''
    // Its pipes must be drained and must not throw: a process may end while either side still writes.
    child.stdin?.on('error', () => {})
    child.stderr?.on('error', () => {})
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString('latin1')).slice(-400)
    })
    this.#ended = new Promise((resolve) => {
      const end = (how: string) => {
        if (this.#child !== child) return
        this.#child = undefined
        resolve()
        if (!this.#closed) this.#afterEnd(how, performance.now() - startedAt)
      }
      child.once('error', (error) => end(error.message))
      child.once('exit', (code, signal) => {
        // Its last words may still be on their way; a grandchild that holds the pipe would keep them for ever.
        const finish = () => end(signal ?? `exit code ${code}: ${lastLine(words)}`)
        child.once('close', finish)
        setTimeout(finish, LAST_WORDS_MS)
      })
    })
  }

  #afterEnd(how: string, livedMs: number): void {
    const { name, restart, hint, log } = this.#how
    const ended = `${name} ended (${how})`
    if (!restart) {
      log(`${ended}; it is not started again. ${hint}`)
      return
    }
    if (livedMs >= SETTLED_MS) this.#pauseMs = FIRST_PAUSE_MS
    log(`${ended}; started again in ${this.#pauseMs / 1000} s`)
    this.#timer = setTimeout(() => this.#start(), this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
  }
}

/** What it said last before it ended, as one printable line. */
function lastLine(words: string): string {
  const line = words.trimEnd().split('\n').at(-1) ?? ''
  return line.replace(/[^\x20-\x7e]/g, '').slice(0, 200)
}
