import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** Bytes of lines that are given on at a time; a single line may have more. */
const BYTES_AT_ONCE = 1_000_000
const NEWLINE = 10

/** What a file of lines has, before it is compressed. */
export interface LineFile {
  rows: number
  bytes: number
  /** SHA-256, hex. */
  sha256: string
}

/** A file of an export that is not what its manifest says. */
export class ExportDamaged extends Error {
  constructor(path: string, why: string) {
    super(`${path} is damaged: ${why}. Nothing was imported. Copy the export again, or make another.`)
    this.name = 'ExportDamaged'
  }
}

/** Adds up what lines have. */
export class LineDigest {
  readonly #hash = createHash('sha256')
  #rows = 0
  #bytes = 0

  /** Answers the bytes of the lines. */
  add(lines: readonly string[]): Buffer {
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    this.#rows += lines.length
    this.#count(bytes)
    return bytes
  }

  /** `bytes`: whole lines. */
  addBytes(bytes: Buffer, lines: number): void {
    this.#rows += lines
    this.#count(bytes)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Once, at the end. */
  result(): LineFile {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  #count(bytes: Buffer): void {
    this.#bytes += bytes.length
    this.#hash.update(bytes)
  }
}

/** Writes lines into a new file, compressed, for this user only. Resolves once they are on disk. */
export async function writeLines(path: string, batches: AsyncIterable<readonly string[]>): Promise<LineFile> {
  const digest = new LineDigest()
  const encoded = async function* () {
    for await (const lines of batches) yield digest.add(lines)
  }
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(encoded, createGzip({ level: constants.Z_BEST_SPEED }), file)
  } catch (cause) {
    // A full disk is reported without the file that was written.
    if (cause instanceof Error && 'code' in cause) Object.assign(cause, { path })
    throw cause
  }
  return digest.result()
}

/** The lines of a file in batches. Throws `ExportDamaged`, at the latest at the end, where they are not as expected. */
export async function* readLines(path: string, expected: LineFile): AsyncGenerator<string[]> {
  const digest = new LineDigest()
  for await (const bytes of wholeLines(path)) {
    const lines = bytes.toString().slice(0, -1).split('\n')
    digest.addBytes(bytes, lines.length)
    if (digest.bytes > expected.bytes) throw new ExportDamaged(path, 'it is longer than its manifest says')
    yield lines
  }
  const found = digest.result()
  if (found.sha256 !== expected.sha256 || found.rows !== expected.rows)
    throw new ExportDamaged(path, `it has ${found.rows} rows that are not the ${expected.rows} of its manifest`)
}

async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let length = 0
  for await (const chunk of unzipped(path)) {
    kept.push(chunk)
    length += chunk.length
    const end = length < BYTES_AT_ONCE ? -1 : chunk.lastIndexOf(NEWLINE)
    if (end === -1) continue
    const all = Buffer.concat(kept)
    const lines = all.subarray(0, all.length - chunk.length + end + 1)
    yield lines
    kept = [all.subarray(lines.length)]
    length = all.length - lines.length
  }
  const rest = Buffer.concat(kept)
  if (rest.length === 0) return
  if (rest.at(-1) !== NEWLINE) throw new ExportDamaged(path, 'its last line is cut')
  yield rest
}

async function* unzipped(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const gunzip = createGunzip({ chunkSize: 262_144 })
  file.once('error', (cause) => gunzip.destroy(cause))
  try {
    for await (const chunk of file.pipe(gunzip)) yield chunk as Buffer
  } catch (cause) {
    // Z_BUF_ERROR is a file that was cut, Z_DATA_ERROR one that was altered.
    const { code = '', message } = cause as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? new ExportDamaged(path, message) : cause
  } finally {
    file.destroy()
  }
}
