import { createReadStream } from 'node:fs'

/** A line of a file. `text` is null where the line is invalid, and `fault` says why. */
export interface FileLine {
  /** Counted from 1, as editors do. */
  number: number
  text: string | null
  fault: string | null
  /** Bytes of the file up to the end of this line. */
  bytesRead: number
}

const NEWLINE = 0x0a
const CHUNK_BYTES = 256 * 1024

/**
 * The lines of a UTF-8 file, with at most one line and one chunk in memory: `readline` would buffer an endless line
 * until memory runs out. A byte order mark and a `\r` at the end are dropped; blank lines are counted and left out. A
 * line over `maxLineBytes` or not UTF-8 has a fault in place of its text. Errors of the file system are thrown.
 */
export async function* readLines(path: string, maxLineBytes: number): AsyncGenerator<FileLine> {
  const pending = new PendingLine(maxLineBytes)
  let bytesRead = 0
  let number = 0
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      pending.add(chunk.subarray(start, end))
      bytesRead += end + 1 - start
      start = end + 1
      number += 1
      const line = pending.take(number, bytesRead)
      if (line !== null) yield line
    }
    pending.add(chunk.subarray(start))
    bytesRead += chunk.length - start
  }
  const last = pending.take(number + 1, bytesRead)
  if (last !== null) yield last
}

/** The bytes of the current line. Beyond the cap they are only counted. */
class PendingLine {
  readonly #maxBytes: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #parts: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  /** The line so far, or null for a blank one; the next line starts empty. */
  take(number: number, bytesRead: number): FileLine | null {
    const parts = this.#parts
    const tooLong = this.#bytes > this.#maxBytes
    this.#parts = []
    this.#bytes = 0
    if (tooLong) return { number, text: null, fault: `longer than ${this.#maxBytes} bytes`, bytesRead }
    try {
      // The decoder drops a byte order mark, trim() a carriage return.
      const text = this.#decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts)).trim()
      return text === '' ? null : { number, text, fault: null, bytesRead }
    } catch {
      return { number, text: null, fault: 'not UTF-8', bytesRead }
    }
  }
}
