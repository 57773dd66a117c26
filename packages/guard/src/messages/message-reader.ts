import type { Readable } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { asMessage } from './json-rpc.ts'
import { takeTurn } from './turns.ts'

const LINE_FEED = 10
/** So long messages of one stream are worked on while others may wait. */
const TURN_MS = 2
/** A stream that had more than that for a turn so many ms ago waits for its turn. */
const BEHIND_MS = 10

/** Of a message that is longer, one piece is read in a turn: reading takes time, too. */
export const LONG_BYTES = 262_144

export interface ReaderEvents {
  onMessage(message: JSONRPCMessage): void
  /** Something that is no message, or more than a message may be, after which nothing more is read. */
  onError(error: Error): void
  onTooLarge(error: Error): void
}

/**
 * Reads messages of JSON-RPC, one a line, from a stream. What has come of a line is not searched or copied again with
 * each piece of it, and a stream with many messages takes turns with all others: meanwhile it is not read.
 */
export class MessageReader {
  readonly #stream: Readable
  readonly #largestBytes: number
  readonly #events: ReaderEvents
  /** What has come of a line that is not at its end. */
  #begun: Buffer[] = []
  #begunBytes = 0
  /** What has come and was not searched for lines. */
  readonly #chunks: Buffer[] = []
  #at = 0
  #isWaiting = false
  #behindAt = Number.NEGATIVE_INFINITY
  #isStopped = false
  readonly #whenIdle: (() => void)[] = []

  constructor(stream: Readable, largestBytes: number, events: ReaderEvents) {
    this.#stream = stream
    this.#largestBytes = largestBytes
    this.#events = events
    stream.on('data', this.#take)
  }

  /** Calls back once all that has come was passed on. */
  whenIdle(done: () => void): void {
    if (this.#isWaiting) this.#whenIdle.push(done)
    else done()
  }

  /** Reads nothing more. */
  stop(): void {
    this.#isStopped = true
    this.#stream.off('data', this.#take)
    this.#chunks.length = 0
    this.#begun = []
  }

  readonly #take = (chunk: Buffer): void => {
    this.#chunks.push(chunk)
    if (this.#isWaiting) return
    if (performance.now() - this.#behindAt < BEHIND_MS) this.#wait()
    else this.#work()
  }

  readonly #work = (): void => {
    const until = performance.now() + TURN_MS
    for (let line = this.#nextLine(); line !== null; line = this.#nextLine()) {
      this.#pass(line)
      if (performance.now() < until) continue
      if (this.#chunks.length > 0) {
        this.#behindAt = performance.now()
        this.#wait()
        return
      }
    }
    const isPaused = this.#isWaiting
    if (!isPaused && this.#begunBytes > LONG_BYTES) {
      this.#wait()
      return
    }
    this.#isWaiting = false
    if (isPaused && !this.#isStopped) this.#stream.resume()
    for (const done of this.#whenIdle.splice(0)) done()
  }

  #wait(): void {
    this.#isWaiting = true
    this.#stream.pause()
    takeTurn(this.#work)
  }

  /** null: no line has come whole. */
  #nextLine(): string | null {
    for (let chunk = this.#chunks[0]; chunk !== undefined; chunk = this.#chunks[0]) {
      const end = chunk.indexOf(LINE_FEED, this.#at)
      const bytes = (end < 0 ? chunk.length : end) - this.#at
      if (this.#begunBytes + bytes > this.#largestBytes) {
        this.stop()
        this.#events.onTooLarge(new Error(`a message of more than ${this.#largestBytes} bytes`))
        return null
      }
      if (end >= 0) return this.#lineTo(chunk, end)
      this.#begun.push(this.#at === 0 ? chunk : chunk.subarray(this.#at))
      this.#begunBytes += bytes
      this.#chunks.shift()
      this.#at = 0
    }
    return null
  }

  #lineTo(chunk: Buffer, end: number): string {
    const last = chunk.subarray(this.#at, end)
    const line = this.#begun.length === 0 ? last : Buffer.concat([...this.#begun, last])
    this.#begun = []
    this.#begunBytes = 0
    this.#at = end + 1
    if (this.#at === chunk.length) {
      this.#chunks.shift()
      this.#at = 0
    }
    return line.toString()
  }

  #pass(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      // What a server prints for people.
      return
    }
    try {
      const message = asMessage(value)
      if (message === null) this.#events.onError(new Error('no message of JSON-RPC'))
      else this.#events.onMessage(message)
    } catch (error) {
      this.#events.onError(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
