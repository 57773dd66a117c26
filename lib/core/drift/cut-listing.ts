import { contentHash } from '../canonical-json'
import { CONFIRMS_AFTER_MS } from './unconfirmed-listing'

/** A listing that was cut: what it does not hold may be there all the same. */
export interface CutListing {
  /** Ids of the tools it holds, each once. */
  listed: readonly string[]
  /** Ids of the tools its server has until now. */
  known: readonly string[]
  /** Whether the server is held to be up. */
  isUp: boolean
  /** The cut listing it is to be compared with; null: none, or another kind of listing came in between. */
  previous: { keys: ReadonlySet<string>; at: Date } | null
}

export interface CutDecision {
  /** Ids that are new and confirmed. */
  add: Set<string>
  /** Ids that are live and confirmed gone. */
  retire: Set<string>
  /** Whether it was compared with the previous one, which it now replaces. Else the next one is compared with the same again. */
  isCompared: boolean
}

/**
 * What a cut listing changes. Two of them, far enough apart, are taken together: what both hold is added, what neither holds
 * is retired, everything else stays as it is. So a server that shows other names each time adds none of them, and one whose
 * listing is only longer than we read keeps the part we read.
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

/** Who finds two ids of one key gains one id that counts as seen before. */
const KEY_CHARS = 11

function keyOf(id: string): string {
  return contentHash(id).slice(0, KEY_CHARS)
}

/** The ids of a listing as a text of eleven characters an id, for `keysIn` to read. */
export function keysText(ids: readonly string[]): string {
  return ids.map(keyOf).join('')
}

export function keysIn(text: string): Set<string> {
  const keys = new Set<string>()
  for (let at = 0; at < text.length; at += KEY_CHARS) keys.add(text.slice(at, at + KEY_CHARS))
  return keys
}
