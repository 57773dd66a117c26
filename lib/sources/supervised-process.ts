import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessCommand } from '../core/catalog/process-command'

export interface Supervision {
  /** Its name in the log, at the beginning of a sentence. */
  name: string
  command: ProcessCommand
  /** false: it is not started again. */
  restart: boolean
  /** A sentence for the log when it is not started again. */
  hint: string
  log: (line: string) => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
/** After a process has run this long, the pauses before restarts begin at the shortest again. */
const SETTLED_MS = 60_000
/** Time for its last output to arrive after it ended. */
const LAST_OUTPUT_MS = 200
/** Time to end by itself after SIGTERM, before SIGKILL. */
const GRACE_MS = 2_000

/**
 * A child process that is kept running: started again after doubling pauses when it ends, until `close`. Its stdin is
 * an unused pipe that ends with this process, so a child that watches it ends too, even after SIGKILL. It has a process
 * group of its own, so that Ctrl-C in a terminal does not reach it and `close` ends it in order.
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

  /** Ends the process, by SIGKILL if needed, and resolves when it has ended. Can be called twice. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const child = this.#child
    if (child === undefined) return
    child.kill('SIGTERM')
    const patience = new AbortController()
    const slow = pause(GRACE_MS, 'slow', { signal: patience.signal }).catch(() => 'ended')
    if ((await Promise.race([this.#ended, slow])) === 'slow') child.kill('SIGKILL')
    patience.abort()
    await this.#ended
  }

  #start(): void {
    const { command, args, cwd, env } = this.#how.command
    const startedAt = performance.now()
    const child = spawn(command, [...args], {
      cwd,
      // Next's types require NODE_ENV in every environment.
      env: { ...env } as NodeJS.ProcessEnv,
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    this.#child = child
    let output = ''
    // Its pipes must be drained and must not throw: a process may end while either side still writes.
    child.stdin?.on('error', () => {})
    child.stderr?.on('error', () => {})
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('latin1')).slice(-400)
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
        // Its last output may still arrive; a grandchild that holds the pipe would delay `close` for ever.
        const finish = () => end(signal ?? `exit code ${code}: ${lastLine(output)}`)
        child.once('close', finish)
        setTimeout(finish, LAST_OUTPUT_MS)
      })
    })
  }

  #afterEnd(how: string, livedMs: number): void {
    const { name, restart, hint, log } = this.#how
    const ended = `${name} ended (${how})`
    if (!restart) {
      log(`${ended} and is not started again. ${hint}`)
      return
    }
    if (livedMs >= SETTLED_MS) this.#pauseMs = FIRST_PAUSE_MS
    log(`${ended} and is started again in ${this.#pauseMs / 1000} s.`)
    this.#timer = setTimeout(() => this.#start(), this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
  }
}

/** The last line of the output, without unprintable characters. */
function lastLine(output: string): string {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  return line.replace(/[^\x20-\x7e]/g, '').slice(0, 200)
}
