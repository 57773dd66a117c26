import { StringDecoder } from 'node:string_decoder'
import { LookFailure } from './prober'

/**
 * Each line costs a look at it, so that their number matters beside their size. Nobody logs this much before an answer.
 */
const MAX_LINES = 10_000

/**
 * Cuts a stream into lines, in time linear to its length whatever the pieces' size, and under three caps: of one line,
 * of all, and of their number.
 */
export class LineReader {
  readonly #maxLineChars: number
  readonly #maxBytes: number
  readonly #decoder = new StringDecoder('utf8')
  #line = ''
  #bytes = 0
  #lines = 0

  constructor(maxLineChars: number, maxBytes: number) {
    this.#maxLineChars = maxLineChars
    this.#maxBytes = maxBytes
  }

  /** Hands over each line this piece completes. Throws `LookFailure` beyond a cap. */
  push(piece: Buffer, onLine: (line: string) => void): void {
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) throw tooLarge('It writes more than a look reads.')
    const text = this.#decoder.write(piece)
    let from = 0
    for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', from)) {
      this.#lines += 1
      if (this.#lines > MAX_LINES) throw tooLarge('It writes more than a look reads.')
      onLine(this.#line + text.slice(from, feed))
      this.#line = ''
      from = feed + 1
    }
    this.#line += text.slice(from)
    if (this.#line.length > this.#maxLineChars) throw tooLarge('One line of its answer is too large.')
  }
}

function tooLarge(note: string): LookFailure {
  return new LookFailure('answer_too_large', { notes: [note] })
}
