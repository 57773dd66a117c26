import { hash } from 'node:crypto'
import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { FlaggedText } from '../../core/declarations/declarations'

/** What was read in an answer that has a whole listing. Whoever gets one may not change it. */
export interface ReadListing {
  tools: CatalogTool[]
  flags: readonly FlaggedText[]
  /** true: tools over the limit were left out, so a missing tool may still exist. */
  isCut: boolean
  notes: readonly string[]
  /** For how long the server declares it valid; null: it does not. */
  validForMs: number | null
}

interface Kept {
  listing: ReadListing
  characters: number
  usedAt: number
}

/** Characters of the texts that kept listings were read from. */
const MOST_CHARACTERS = 4_000_000
/** Most servers are probed several times within this. */
const UNUSED_MS = 3_600_000

/**
 * Listings by a key of the text they were read from: most servers answer each probe with the same text, whose
 * tools need not be cleaned again. Once there is no room, a new one is kept only in place of others that nobody asked
 * for in an hour, as where more servers take turns than there is room for, each would replace the next one asked for.
 */
export class KeptListings {
  readonly #kept = new Map<string, Kept>()
  readonly #mostCharacters: number
  #characters = 0

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#mostCharacters = mostCharacters
  }

  /** undefined: it is not kept. `now`: of a monotonic clock, in ms. */
  find(key: string, now: number): ReadListing | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    kept.usedAt = now
    // The first is the one used longest ago.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept.listing
  }

  /** `characters`: of the text. */
  keep(key: string, listing: ReadListing, characters: number, now: number): void {
    for (const [oldest, { usedAt, characters: freed }] of this.#kept) {
      if (this.#characters + characters <= this.#mostCharacters || now - usedAt < UNUSED_MS) break
      this.#kept.delete(oldest)
      this.#characters -= freed
    }
    if (this.#kept.has(key) || this.#characters + characters > this.#mostCharacters) return
    this.#kept.set(key, { listing, characters, usedAt: now })
    this.#characters += characters
  }
}

/** The digest of a text that answers request `id`. */
export function digestOfAnswer(text: string, id: number): string {
  return `${id} ${hash('sha256', text, 'base64')}`
}
