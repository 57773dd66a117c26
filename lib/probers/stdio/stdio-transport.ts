import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessCommand } from '../../core/catalog/process-command'
import {
  INITIALIZED_TEXT,
  type JsonObject,
  type ProbeMethod,
  type Reply,
  readReply,
  requestText,
} from '../mcp/json-rpc'
import { type Answer, type McpTransport, unlessAborted } from '../mcp/mcp-transport'
import { type ProbeControls, ProbeFailure, type ProbeSettings } from '../prober'
import { StreamLineReader } from './lines'

/** Everything a process may write in one look: a handshake, a listing, and what it logs where it should not. */
const STREAM_ANSWERS = 4
/** Time to end by itself after SIGTERM, before SIGKILL. */
const GRACE_MS = 1_500

type SizedReply = Reply & { size: number }

/** A server that is a process of ours: newline-delimited JSON over its stdin and stdout. */
export class StdioTransport implements McpTransport {
  readonly inSession = false
  readonly notes: readonly string[] = []
  readonly #controls: ProbeControls
  readonly #child: ChildProcessWithoutNullStreams
  /** Resolves when the process is gone, or was never there. */
  readonly #gone: Promise<unknown>
  /** Rejects when nothing more can come: it ended, or it writes without end. */
  readonly #over: Promise<never>
  #nextId = 1
  #waiting: { id: number; resolve: (reply: SizedReply) => void } | undefined

  constructor({ command, args, cwd, env }: ProcessCommand, settings: ProbeSettings, controls: ProbeControls) {
    this.#controls = controls
    // Its own process group, so that whatever it starts ends with it. Next declares NODE_ENV as a part of every
    // environment.
    this.#child = spawn(command, [...args], {
      cwd,
      env: { ...env } as NodeJS.ProcessEnv,
      detached: true,
      windowsHide: true,
    })
    const { stdin, stdout, stderr } = this.#child
    const ended = new Promise<unknown>((resolve) => {
      this.#child.once('error', resolve)
      this.#child.once('exit', (code, signal) => resolve(signal ?? code))
    })
    this.#gone = ended
    this.#over = new Promise((_, reject) => {
      // What it wrote before it ended is still to be read.
      this.#child.once('close', () => reject(new ProbeFailure('process_failed')))
      this.#child.once('error', (cause) =>
        reject(isOurs(cause) ? cause : new ProbeFailure('process_failed', { cause })),
      )
      const reader = new StreamLineReader(settings.maxAnswerBytes, settings.maxAnswerBytes * STREAM_ANSWERS)
      stdout.on('data', (piece: Buffer) => {
        try {
          reader.push(piece, (line) => this.#take(line))
        } catch (error) {
          stdout.destroy()
          reject(error)
        }
      })
    })
    this.#over.catch(() => undefined)
    // Pipes of a process that ends while either side still writes must not throw, and one nobody reads would block it.
    stdin.on('error', () => undefined)
    stdout.on('error', () => undefined)
    stderr.on('error', () => undefined)
    stderr.resume()
  }

  // A version is agreed on inside the messages; nothing else on a pipe carries it.
  agree(): void {}

  async call(method: ProbeMethod, params: JsonObject | undefined, signal: AbortSignal): Promise<Answer> {
    const id = this.#nextId
    this.#nextId += 1
    const replied = new Promise<SizedReply>((resolve) => {
      this.#waiting = { id, resolve }
    })
    this.#child.stdin.write(`${requestText(id, method, params)}\n`)
    const reply = await unlessAborted(signal, Promise.race([replied, this.#over]))
    return { ...reply, httpStatus: null }
  }

  async notifyInitialized(): Promise<void> {
    this.#child.stdin.write(`${INITIALIZED_TEXT}\n`)
  }

  /** Ends the process and its group for sure, and resolves when it has ended. */
  async close(): Promise<void> {
    this.#child.stdin.destroy()
    this.#kill('SIGTERM')
    const patience = new AbortController()
    const slow = pause(GRACE_MS, undefined, { signal: patience.signal }).catch(() => undefined)
    await Promise.race([this.#gone, slow])
    patience.abort()
    this.#kill('SIGKILL')
    await this.#gone
    this.#child.stdout.destroy()
    this.#child.stderr.destroy()
  }

  #take(line: string): void {
    if (this.#waiting === undefined) return
    const reply = readReply(line, this.#waiting.id)
    if (reply === undefined) return
    this.#controls.answered(null)
    this.#waiting.resolve({ ...reply, size: line.length })
    this.#waiting = undefined
  }

  #kill(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, signal)
    } catch {
      // The group is gone already.
    }
  }
}

/** Whether it was our own machine that had no room for a process. */
function isOurs(error: Error): boolean {
  return 'code' in error && ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(String(error.code))
}
