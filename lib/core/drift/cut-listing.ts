import { contentHash } from 'assay-verify/canonical-json'
import { CONFIRMS_AFTER_MS } from './unconfirmed-listing'

/** A listing that was cut: tools it lacks may still exist. */
export interface CutListing {
  /** Ids of the tools it contains, each once. */
  listed: readonly string[]
  /** Ids of the tools its server has until now. */
  known: readonly string[]
  /** Whether the server is confirmed up. */
  isUp: boolean
  /** The cut listing to compare with; null: none, or another kind of listing came in between. */
  previous: { keys: ReadonlySet<string>; at: Date } | null
}

export interface CutDecision {
  /** Ids that are new and confirmed. */
  add: Set<string>
  /** Ids that are live and confirmed gone. */
  retire: Set<string>
  /**
   * Whether it was compared with the previous one and replaces it; otherwise the next one is compared with the same
   * previous one.
   */
  isCompared: boolean
}

/**
 * What a cut listing changes. Two of them, far enough apart, are combined: what both contain is added, what neither
 * contains is retired, everything else stays. So a server that shows other names each time adds none of them, and one
 * whose listing is longer than what is read keeps the part that is read.
 */
export function decideCutListing({ listed, known, isUp, previous }: CutListing, now: Date): CutDecision {
  const nothing = { add: new Set<string>(), retire: new Set<string>() }
  const isTooSoon = previous === null || now.getTime() - previous.at.getTime() < CONFIRMS_AFTER_MS
  if (!isUp || isTooSoon) return { ...nothing, isCompared: false }
  const live = new Set(known)
  const shown = new Set(listed)
  const wasListed = (id: string) => previous.keys.has(keyOf(id))
  return {
    add: new Set(listed.filter((id) => !live.has(id) && wasListed(id))),
    retire: new Set(known.filter((id) => !shown.has(id) && !wasListed(id))),
    isCompared: true,
  }
}

/** Characters of an id's hash that are kept; whoever finds a collision gains one id that counts as seen before. */
const KEY_CHARS = 11

function keyOf(id: string): string {
  return contentHash(id).slice(0, KEY_CHARS)
}

/** The ids of a listing as a text of eleven characters per id, to be parsed by `keysIn`. */
export function keysText(ids: readonly string[]): string {
  return ids.map(keyOf).join('')
}

export function keysIn(text: string): Set<string> {
  const keys = new Set<string>()
  for (let at = 0; at < text.length; at += KEY_CHARS) keys.add(text.slice(at, at + KEY_CHARS))
  return keys
}
