import { readSync, writeSync } from 'node:fs'

const CHUNK_BYTES = 65_536
/** The longest event that is read. */
const MOST_BYTES = 16_777_216

/**
 * The JSON on the standard input. Reads to its end, or until it is whole, as some hosts leave it open. Throws a
 * SyntaxError without its text.
 */
export function readInput(): unknown {
  const parts: Buffer[] = []
  let size = 0
  for (;;) {
    const part = readPart()
    if (part === null) break
    size += part.length
    if (size > MOST_BYTES) {
      drain()
      throw new SyntaxError(`the event has more than ${MOST_BYTES} bytes`)
    }
    parts.push(part)
    const mayBeWhole = part.length < CHUNK_BYTES && /\}\s*$/.test(part.toString('latin1', Math.max(0, part.length - 8)))
    const value = mayBeWhole ? parsed(parts) : undefined
    if (value !== undefined) return value
  }
  const value = parsed(parts)
  if (value === undefined) throw new SyntaxError('the event is not JSON')
  return value
}

function parsed(parts: readonly Buffer[]): unknown {
  try {
    return JSON.parse(
      Buffer.concat(parts)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
  } catch {
    return undefined
  }
}

/** null: the end. */
function readPart(): Buffer | null {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const length = patiently(() => readSync(0, buffer, 0, CHUNK_BYTES, null), 0)
  return length === 0 ? null : buffer.subarray(0, length)
}

function drain(): void {
  while (readPart() !== null);
}

/** Writes all of a text to a stream; a reader that is gone misses it. */
export function writeAll(stream: 1 | 2, text: string): void {
  let left = Buffer.from(text)
  while (left.length > 0) left = left.subarray(patiently(() => writeSync(stream, left), left.length))
}

const PAUSE_MS = 1
const MOST_PAUSES = 5000

/** Asks again where the other end is not ready; `ended`: the result where it is gone. */
function patiently(work: () => number, ended: number): number {
  for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
    try {
      return work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'EAGAIN') return ended
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
  return ended
}
