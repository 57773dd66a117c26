import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { headerOf } from '../safe-fetch'
import { Batcher } from './batcher'
import { fetchJson, type JsonRequest, JsonUnavailable, type Patience } from './foreign-json'
import { readOfficialEntry, readOfficialServer } from './official-entry'
import { type RunControls, type SourceBatch, type SourceMemory, type SourceRun, SourceUnavailable } from './source'
import { NewestVersions } from './version-order'

export interface OfficialRegistrySettings {
  /**
   * Base address of the API, without `/v0.1`. Its origin may be dialled even if it is not public, as it is configured.
   */
  base: string
  userAgent: string
  patience?: Patience
}

const PAGE_SIZE = 100
/** Twice the size of a page of a hundred real entries. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024
/** Twelve times the pages the registry had in 2026; a longer list is taken to be endless. */
const MAX_PAGES = 10_000
/** A run asks for changes from this long before the last run began: clocks differ, and pages are cached. */
const OVERLAP_MS = 10 * 60_000
const DEFAULT_PATIENCE: Patience = { headMs: 20_000, bodyMs: 30_000, retryPausesMs: [1_000] }

// Go writes an empty list as null.
const Page = z.object({
  servers: z.array(z.unknown()).nullable(),
  metadata: z.object({ nextCursor: z.string().nullish() }).nullish(),
})

/**
 * The official MCP registry, API v0.1: all servers on the first run, later those changed since the run before. Only the
 * newest version of a server counts; deleted ones are yielded as deleted ids. An invalid entry is a rejection. The
 * batches throw `SourceUnavailable` when a page cannot be fetched; earlier batches are valid, and the next run starts
 * where this one did.
 */
export function openOfficialRegistry(
  settings: OfficialRegistrySettings,
  memory: SourceMemory,
  controls: RunControls,
): SourceRun {
  const run = new RegistryRun(settings, memory, controls)
  return { batches: run.batches(), memory: () => run.memory }
}

class RegistryRun {
  memory: SourceMemory
  readonly #base: string
  readonly #request: JsonRequest
  readonly #now: Date
  readonly #batcher = new Batcher()
  readonly #newest = new NewestVersions()

  constructor(settings: OfficialRegistrySettings, memory: SourceMemory, controls: RunControls) {
    this.memory = memory
    this.#base = settings.base.replace(/\/+$/, '')
    this.#now = controls.now
    this.#request = {
      headers: { 'user-agent': settings.userAgent },
      maxBytes: MAX_PAGE_BYTES,
      rules: { allowedOrigins: [new URL(settings.base).origin] },
      patience: settings.patience ?? DEFAULT_PATIENCE,
      signal: controls.signal,
    }
  }

  async *batches(): AsyncGenerator<SourceBatch> {
    const since = this.memory.since
    const seen = new Set<string>()
    let cursor: string | null = null
    let next: string | null = null
    for (let page = 1; ; page += 1) {
      const { value, headers } = await this.#fetchPage(page, cursor, since)
      next ??= this.#startOf(headers)
      for (const [index, entry] of (value.servers ?? []).entries()) {
        this.#take(entry, `page ${page}, entry ${index + 1}`)
        if (this.#batcher.isFull()) yield this.#batcher.take(null)
      }
      yield this.#batcher.take(null)
      cursor = value.metadata?.nextCursor || null
      if (cursor === null) break
      if (seen.has(cursor)) throw new SourceUnavailable(`Page ${page} of ${this.#base} leads back to an earlier page.`)
      if (page === MAX_PAGES) throw new SourceUnavailable(`${this.#base} has more than ${MAX_PAGES} pages.`)
      seen.add(cursor)
    }
    this.memory = { since: next }
  }

  #take(value: unknown, at: string): void {
    const entry = readOfficialEntry(value)
    if ('why' in entry) this.#batcher.reject(at, entry.why)
    else if (!this.#newest.accept(entry.id, entry.version)) this.#batcher.adjusted.add('older_version')
    else if (entry.lifecycle === 'deleted') this.#batcher.delete(entry.id)
    else this.#batcher.add(readOfficialServer(entry, this.#batcher.adjusted))
  }

  async #fetchPage(page: number, cursor: string | null, since: string | null) {
    const url = new URL(`${this.#base}/v0.1/servers`)
    url.searchParams.set('limit', String(PAGE_SIZE))
    if (cursor !== null) url.searchParams.set('cursor', cursor)
    if (since !== null) url.searchParams.set('updated_since', since)
    try {
      return await fetchJson(url, Page, this.#request)
    } catch (cause) {
      if (!(cause instanceof JsonUnavailable)) throw cause
      throw new SourceUnavailable(`Page ${page} of ${this.#base} cannot be fetched: ${cause.message}.`, { cause })
    }
  }

  /**
   * Since when the next run asks for changes: the earlier of both clocks at the start of this one, less the overlap.
   */
  #startOf(headers: IncomingHttpHeaders): string {
    const theirs = Date.parse(headerOf(headers, 'date') ?? '')
    const start = Number.isNaN(theirs) ? this.#now.getTime() : Math.min(theirs, this.#now.getTime())
    return new Date(start - OVERLAP_MS).toISOString()
  }
}
