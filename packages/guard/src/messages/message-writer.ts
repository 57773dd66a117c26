import type { Writable } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/** Writes messages of JSON-RPC, one a line; those of one moment in one piece. */
export class MessageWriter {
  readonly #stream: Writable
  #text = ''

  constructor(stream: Writable) {
    this.#stream = stream
  }

  /** Resolved once more can be written. */
  write(message: JSONRPCMessage): Promise<void> {
    const text = `${JSON.stringify(message)}\n`
    if (this.#text === '') process.nextTick(() => this.#flush())
    this.#text += text
    if (!this.#stream.writableNeedDrain) return Promise.resolve()
    return new Promise((resolve) => this.#stream.once('drain', resolve))
  }

  #flush(): void {
    const text = this.#text
    this.#text = ''
    this.#stream.write(text)
  }
}
