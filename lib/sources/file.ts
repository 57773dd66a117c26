import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { CatalogServer } from '../core/catalog/catalog'
import { Batcher } from './batcher'
import { formOf, parseLine, readCatalogServer, serverIdOf } from './catalog-line'
import { type FileLine, readLines } from './lines'
import { mergeServers } from './merge-servers'
import { type SourceBatch, type SourceMemory, type SourceRun, SourceUnavailable } from './source'

/** Sixty times the longest line of real catalogs. A longer one is reported and skipped. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

interface CatalogFile {
  path: string
  /** Its name in reports. */
  name: string
  bytes: number
  /** Why it is not read at all, or null. */
  skipped: string | null
}

/**
 * Catalogs in files of JSON lines, one server a line. Reads them twice: first only the ids, so that a server listed
 * several times, in one file or in several, is merged before it is yielded. An invalid line is reported as
 * `file.jsonl:12` and skipped; a file of another form is reported by name and skipped. Keeps no memory: the same files
 * give the same servers. The batches throw `SourceUnavailable` when a file cannot be read.
 */
export function openFiles(paths: readonly string[]): SourceRun {
  const memory: SourceMemory = { since: null }
  return { batches: readFiles([...new Set(paths.map((path) => resolve(path)))]), memory: () => memory }
}

async function* readFiles(paths: readonly string[]): AsyncGenerator<SourceBatch> {
  const files: CatalogFile[] = []
  for (const path of paths) files.push({ path, name: basename(path), bytes: await sizeOf(path), skipped: null })
  const merging = new Merging(await countListings(files))
  const batcher = new Batcher()
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  let done = 0
  for (const file of files) {
    const before = done
    if (file.skipped !== null) batcher.reject(file.name, file.skipped)
    else yield* readFile(file, merging, batcher, (bytes) => (before + bytes) / total)
    done += file.bytes
  }
  yield batcher.take(1)
}

async function* readFile(
  file: CatalogFile,
  merging: Merging,
  batcher: Batcher,
  progressAt: (bytes: number) => number,
): AsyncGenerator<SourceBatch> {
  for await (const line of linesOf(file)) {
    const server = merging.merge(readLine(file, line, batcher), batcher)
    if (server !== null && batcher.isFullFor(server)) yield batcher.take(progressAt(line.bytesRead))
    if (server !== null) batcher.add(server)
    if (batcher.isFull()) yield batcher.take(progressAt(line.bytesRead))
  }
}

/** The server of a line; null where it is invalid, which is reported. */
function readLine(file: CatalogFile, line: FileLine, batcher: Batcher): CatalogServer | null {
  const at = `${file.name}:${line.number}`
  const members = line.text === null ? null : parseLine(line.text)
  if (members === null) {
    batcher.reject(at, line.fault ?? 'not a JSON object')
    return null
  }
  const found = serverIdOf(members)
  if ('why' in found) {
    batcher.reject(at, found.why)
    return null
  }
  return readCatalogServer(members, found.id, at, batcher.adjusted, batcher.rejected)
}

/** How often each server is listed in all files. Marks files of another form as skipped. */
async function countListings(files: CatalogFile[]): Promise<Map<string, number>> {
  const listings = new Map<string, number>()
  for (const file of files) {
    let first = true
    for await (const { text } of linesOf(file)) {
      const members = text === null ? null : parseLine(text)
      if (first && members !== null && formOf(members) === 'probe results') {
        file.skipped = 'probe results, not a catalog: skipped'
        break
      }
      first = false
      const found = members === null ? null : serverIdOf(members)
      if (found !== null && 'id' in found) listings.set(found.id, (listings.get(found.id) ?? 0) + 1)
    }
  }
  return listings
}

/** Merges a server that is listed several times until its last listing. */
class Merging {
  readonly #left: Map<string, number>
  readonly #incomplete = new Map<string, CatalogServer>()

  constructor(listings: Map<string, number>) {
    this.#left = listings
  }

  /** The merged server at its last listing, else null. */
  merge(server: CatalogServer | null, { adjusted }: Batcher): CatalogServer | null {
    if (server === null) return null
    const left = (this.#left.get(server.id) ?? 1) - 1
    this.#left.set(server.id, left)
    const earlier = this.#incomplete.get(server.id)
    if (earlier !== undefined) adjusted.add('duplicate_server')
    const merged = earlier === undefined ? server : mergeServers(earlier, server, adjusted)
    if (left > 0) {
      this.#incomplete.set(server.id, merged)
      return null
    }
    this.#incomplete.delete(server.id)
    return merged
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path)
    if (found.isFile()) return found.size
  } catch (cause) {
    throw new SourceUnavailable(`${basename(path)}: cannot be read (${codeOf(cause)}).`, { cause })
  }
  throw new SourceUnavailable(`${basename(path)}: not a file.`)
}

async function* linesOf(file: CatalogFile): AsyncGenerator<FileLine> {
  try {
    yield* readLines(file.path, MAX_LINE_BYTES)
  } catch (cause) {
    throw new SourceUnavailable(`${file.name}: cannot be read (${codeOf(cause)}).`, { cause })
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
