import type { Readable, Writable } from 'node:stream'
import {
  type JSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server'
import { MessageReader } from '../../messages/message-reader.ts'
import { MessageWriter } from '../../messages/message-writer.ts'

/** The agent at the standard streams of this process. Closed when it closes its end. */
export class AgentStream implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #input: Readable
  readonly #output: Writable
  readonly #writer: MessageWriter
  #reader: MessageReader | null = null
  #isClosed = false

  constructor(input: Readable = process.stdin, output: Writable = process.stdout) {
    this.#input = input
    this.#output = output
    this.#writer = new MessageWriter(output)
  }

  async start(): Promise<void> {
    const end = (error?: Error) => {
      if (error !== undefined && !this.#isClosed) this.onerror?.(error)
      void this.close()
    }
    this.#reader = new MessageReader(this.#input, STDIO_DEFAULT_MAX_BUFFER_SIZE, {
      onMessage: (message) => this.onmessage?.(message),
      onError: (error) => this.onerror?.(error),
      onTooLarge: end,
    })
    this.#input.on('error', (error) => this.onerror?.(error))
    const ended = () => this.#reader?.whenIdle(() => end())
    this.#input.on('end', ended).on('close', ended)
    // Also what fails after the end has a listener.
    this.#output.on('error', end)
  }

  send(message: JSONRPCMessage, _options?: TransportSendOptions): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The agent has gone.'))
    return this.#writer.write(message)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#reader?.stop()
    this.#input.pause()
    this.onclose?.()
  }
}
