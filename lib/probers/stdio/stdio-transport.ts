import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
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
import { type McpTransport, type TransportReply, unlessAborted } from '../mcp/mcp-transport'
import { type ProbeControls, ProbeFailure, type ProbeSettings } from '../prober'
import { StreamBound, StreamLineReader } from './lines'

/**
 * A process may write this many answers of the largest size in one probe: a handshake, a listing, and log lines on
 * stdout.
 */
const STREAM_ANSWERS = 4
/** No real server logs as much before it has listed its tools. */
const MOST_STDERR_BYTES = 4_000_000
/** Time to end by itself after SIGTERM, before SIGKILL. */
const GRACE_MS = 1_500

type SizedReply = Reply & { size: number }

/** How a process ended; a process that could not be started ended with neither. */
export interface ProcessEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A server that this process starts: newline-delimited JSON over its stdin and stdout. */
export class StdioTransport implements McpTransport {
  readonly inSession = false
  readonly notes: readonly string[] = []
  readonly #controls: ProbeControls
  readonly #child: ChildProcessWithoutNullStreams
  /** Resolves when the process has ended, or could not be started. */
  readonly #gone: Promise<unknown>
  /** Rejects when nothing more is read: it ended, or wrote too much. */
  readonly #over: Promise<never>
  /** null while it runs. */
  end: ProcessEnd | null = null
  #nextId = 1
  #waiting: { id: number; resolve: (reply: SizedReply) => void } | undefined

  constructor(
    { command, args, cwd, env }: ProcessCommand,
    settings: ProbeSettings,
    controls: ProbeControls,
    /** Receives what it writes to stderr, which is hostile text. */
    onStderr?: (piece: Buffer) => void,
  ) {
    this.#controls = controls
    // Its own process group, so that processes it starts end with it. Next's types require NODE_ENV in every
    // environment, hence the cast.
    this.#child = spawn(command, [...args], {
      cwd,
      env: { ...env } as NodeJS.ProcessEnv,
      detached: true,
      windowsHide: true,
    })
    const { stdin, stdout, stderr } = this.#child
    const ended = new Promise<unknown>((resolve) => {
      this.#child.once('error', resolve)
      this.#child.once('exit', (code, signal) => {
        this.end = { code, signal }
        resolve(this.end)
      })
    })
    this.#gone = ended
    this.#over = new Promise((_, reject) => {
      // Not on `exit`: what it wrote before is still to be read.
      this.#child.once('close', () => reject(new ProbeFailure('process_failed')))
      this.#child.once('error', (cause) =>
        reject(isOutOfResources(cause) ? cause : new ProbeFailure('process_failed', { cause })),
      )
      const mostBytes = settings.maxAnswerBytes * STREAM_ANSWERS
      const reader = new StreamLineReader(settings.maxAnswerBytes, mostBytes)
      const errors = new StreamBound(Math.min(mostBytes, MOST_STDERR_BYTES))
      const readUntil = (stream: Readable, read: (piece: Buffer) => void) =>
        stream.on('data', (piece: Buffer) => {
          try {
            read(piece)
          } catch (error) {
            stream.destroy()
            reject(error)
          }
        })
      readUntil(stdout, (piece) => reader.push(piece, (line) => this.#take(line)))
      // An unread stderr would block it.
      readUntil(stderr, (piece) => {
        errors.push(piece)
        onStderr?.(piece)
      })
    })
    this.#over.catch(() => undefined)
    // Pipes must not throw when the process ends while either side writes.
    stdin.on('error', () => undefined)
    stdout.on('error', () => undefined)
    stderr.on('error', () => undefined)
  }

  /** undefined: it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  // Messages on a pipe carry the version themselves.
  agree(): void {}

  async call(method: ProbeMethod, params: JsonObject | undefined, signal: AbortSignal): Promise<TransportReply> {
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

  /** Ends the process and its group, by SIGKILL if needed, and resolves when it has ended. */
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
      // The group has ended already.
    }
  }
}

/** Whether this machine lacked the resources for a process. */
function isOutOfResources(error: Error): boolean {
  return 'code' in error && ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(String(error.code))
}
