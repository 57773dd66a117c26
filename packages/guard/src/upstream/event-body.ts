import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { takeTurn } from '../messages/turns.ts'

const LINE_FEED = 10
const RETURN = 13
/** So many lines are passed on before others have their turn: half as many messages. */
const LINES_OF_TURN = 64
/** So many pieces that have come may wait to be read. */
const MOST_WAITING = 16

/** A stream of events that comes as the body of an answer, in which no message may be over a limit. */
export class EventBody {
  readonly #source: Readable
  #chunks: Buffer[] = []
  #hasEvent = false
  #isEnded = false
  #error: Error | null = null
  #wake: () => void = () => {}

  constructor(source: Readable, largestMessageBytes: number) {
    this.#source = source
    const size = messageSize()
    source.on('data', (chunk: Buffer) => {
      if (size(chunk) > largestMessageBytes)
        source.destroy(new Error(`an answer of more than ${largestMessageBytes} bytes`))
      this.#hasEvent ||= blankLine(chunk) >= 0
      this.#chunks.push(chunk)
      if (this.#hasEvent && this.#chunks.length >= MOST_WAITING) source.pause()
      this.#wake()
    })
    const end = (error?: Error) => {
      this.#isEnded = true
      this.#error ??= error ?? null
      this.#wake()
    }
    source.on('end', end).on('error', end).on('close', end)
  }

  /**
   * The message, where the answer to a request is all that the stream has, as it mostly is: without the parsers of
   * streams that takes a fifth of the time. null: it has more, or another form.
   */
  async onlyAnswer(): Promise<unknown> {
    while (!this.#hasEvent && !this.#isEnded) await this.#more()
    // The end comes with the last event, or right behind it.
    if (!this.#isEnded) await setImmediate()
    if (!this.#isEnded || this.#error !== null) return null
    return answerIn(Buffer.concat(this.#chunks).toString())
  }

  /** All that has come and comes. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const cancel = () => void this.#source.destroy()
    return new ReadableStream({ pull: (controller) => this.#pull(controller), cancel }, { highWaterMark: 0 })
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    while (this.#chunks.length === 0 && !this.#isEnded) {
      this.#source.resume()
      await this.#more()
    }
    const chunk = this.#chunks.shift()
    if (chunk === undefined) {
      if (this.#error === null) controller.close()
      else controller.error(this.#error)
      return
    }
    const end = endOfTurn(chunk)
    if (end < chunk.length) {
      this.#chunks.unshift(chunk.subarray(end))
      await new Promise<void>((resolve) => takeTurn(resolve))
    }
    controller.enqueue(chunk.subarray(0, end) as Uint8Array<ArrayBuffer>)
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

function answerIn(text: string): unknown {
  const [, data] = /^(?:event: ?message\r?\n)?data: ?(.+)\r?\n\r?\n$/.exec(text) ?? []
  try {
    const value = data === undefined ? null : JSON.parse(data)
    return value !== null && ('result' in value || 'error' in value) ? value : null
  } catch {
    return null
  }
}

function endOfTurn(chunk: Buffer): number {
  let end = 0
  for (let lines = 0; lines < LINES_OF_TURN; lines += 1) {
    const next = chunk.indexOf(LINE_FEED, end)
    if (next < 0) return chunk.length
    end = next + 1
  }
  return end
}

/** Counts the bytes of the message that a chunk ends. */
function messageSize(): (chunk: Uint8Array) => number {
  let size = 0
  return (chunk) => {
    const counted = size + chunk.length
    const end = blankLine(chunk)
    size = end < 0 ? counted : chunk.length - end
    return counted
  }
}

/** Behind the last blank line of a chunk; -1: it has none. One that is split between two chunks is not seen. */
function blankLine(chunk: Uint8Array): number {
  for (let at = chunk.lastIndexOf(LINE_FEED); at > 0; at = chunk.lastIndexOf(LINE_FEED, at - 1)) {
    if (chunk[at - 1] === LINE_FEED) return at + 1
    if (chunk[at - 1] === RETURN && chunk[at - 2] === LINE_FEED) return at + 1
  }
  return -1
}
