import { StringDecoder } from 'node:string_decoder'
import { LookFailure } from './prober'

/** Cuts a stream into lines, in time linear to its length whatever the pieces' size, and under two caps: of one line, and of all. */
export class LineReader {
  readonly #maxLineChars: number
  readonly #maxBytes: number
  readonly #decoder = new StringDecoder('utf8')
  #line = ''
  #bytes = 0

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
