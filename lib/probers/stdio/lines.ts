import { ByteBlocks } from '../../core/bytes/byte-blocks'
import { ProbeFailure } from '../prober'

/** Each line takes time whatever its size. No real server logs this many before an answer. */
const MAX_LINES = 10_000
/** Each read takes time whatever its size. */
const LEAST_COST_BYTES = 1024
const FEED = 0x0a
// Decodes whole lines: the byte of a line feed is never part of another character.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Splits a stream into lines, in time linear to its length whatever the size of the pieces, with three caps: the size
 * of a line, the size of all, and their number.
 */
export class StreamLineReader {
  readonly #maxLineBytes: number
  readonly #bound: StreamBound
  readonly #line = new ByteBlocks()
  #lines = 0

  constructor(maxLineBytes: number, maxBytes: number) {
    this.#maxLineBytes = maxLineBytes
    this.#bound = new StreamBound(maxBytes)
  }

  /** Passes on each line this piece completes. Throws `ProbeFailure` beyond a cap. */
  push(piece: Buffer, onLine: (line: string) => void): void {
    this.#bound.push(piece)
    let from = 0
    for (let feed = piece.indexOf(FEED); feed !== -1; feed = piece.indexOf(FEED, from)) {
      this.#lines += 1
      if (this.#lines > MAX_LINES) throw tooLarge('It writes more than a probe reads.')
      this.#keep(piece.subarray(from, feed))
      onLine(utf8.decode(this.#line.take()))
      from = feed + 1
    }
    this.#keep(piece.subarray(from))
  }

  #keep(part: Buffer): void {
    if (this.#line.length + part.length > this.#maxLineBytes) throw tooLarge('One line of its answer is too large.')
    this.#line.add(part)
  }
}

/** Counts what is read of a stream, and throws `ProbeFailure` beyond a cap. */
export class StreamBound {
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  push(piece: Buffer): void {
    this.#bytes += costOf(piece)
    if (this.#bytes > this.#maxBytes) throw tooLarge('It writes more than a probe reads.')
  }
}

function costOf(piece: Buffer): number {
  return Math.max(piece.length, LEAST_COST_BYTES)
}

function tooLarge(note: string): ProbeFailure {
  return new ProbeFailure('answer_too_large', { notes: [note] })
}
