import type { ChildProcess } from 'node:child_process'
import { type JSONRPCMessage, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client'
import spawn from 'cross-spawn'
import { MessageReader } from '../messages/message-reader.ts'
import { MessageWriter } from '../messages/message-writer.ts'
import { leftovers } from './leftovers.ts'

export interface ProcessOptions {
  command: string
  args: readonly string[]
  env: Record<string, string>
  cwd: string | null
  stderr: 'inherit' | 'ignore'
  /** A process that sends a longer message is ended. */
  largestMessageBytes: number
}

/** So long a process has to end by itself, and so long again once it was signalled to. */
const END_MS = 2000

/** How a process ended: with a code or by a signal. */
export interface ProcessEnd {
  code: number | null
  signal: string | null
}

/** A server as a process of its own, over its standard streams. */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** The process closed its output, or its input, though it may still run. */
  onmute?: () => void
  ondeaf?: () => void
  readonly #options: ProcessOptions
  #process: ChildProcess | null = null
  #end: ProcessEnd | null = null
  #writer: MessageWriter | null = null

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  /** null: it was not started, has ended, or is being ended. */
  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  /** null: it has not ended, or was never started. */
  get end(): ProcessEnd | null {
    return this.#end
  }

  start(): Promise<void> {
    const { command, args, env, cwd, stderr } = this.#options
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        env: env as NodeJS.ProcessEnv,
        stdio: ['pipe', 'pipe', stderr],
        windowsHide: true,
        ...(cwd !== null && { cwd }),
      })
      this.#process = child
      child.on('error', (error) => {
        reject(error)
        this.onerror?.(error)
      })
      child.on('spawn', resolve)
      child.on('exit', (code, signal) => {
        this.#end = { code, signal }
        if (this.#process !== null && child.pid !== undefined) leftovers.gone(child.pid)
      })
      if (child.pid !== undefined) leftovers.started(child.pid)
      this.#listen(child)
    })
  }

  #listen(child: ChildProcess): void {
    const { stdin, stdout } = child
    const onError = (error: Error) => this.onerror?.(error)
    if (stdin !== null) this.#writer = new MessageWriter(stdin)
    stdin?.on('error', onError)
    stdin?.once('close', () => this.ondeaf?.())
    stdout?.on('error', onError)
    const reader =
      stdout &&
      new MessageReader(stdout, this.#options.largestMessageBytes, {
        onMessage: (message) => this.onmessage?.(message),
        onError,
        onTooLarge: (error) => {
          // What it still writes is not read.
          stdout.destroy()
          void this.close()
          onError(error)
        },
      })
    // What was read before is passed on before.
    const afterAll = (then: () => void) => (reader === null ? then() : reader.whenIdle(then))
    stdout?.once('end', () => afterAll(() => this.onmute?.()))
    child.on('close', () => {
      this.#process = null
      afterAll(() => this.onclose?.())
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#process === null || this.#writer === null) throw new SdkError(SdkErrorCode.NotConnected, 'Not connected')
    await this.#writer.write(message)
  }

  async close(): Promise<void> {
    const child = this.#process
    if (child === null) return
    this.#process = null
    if (child.pid !== undefined && this.#end === null) leftovers.ending(child.pid)
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
    })
    child.stdin?.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await within(closed, END_MS)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
    }
  }
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
    timer.unref()
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
