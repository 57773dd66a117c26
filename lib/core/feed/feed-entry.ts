import type { Grade } from '../score/grade'
import type { Status, Verdict } from '../verdict/verdict'

/** What the feed says of one tool, or of a server without tools. */
interface FeedRow {
  toolId: string
  verdict: Verdict
  /** 0-100, one decimal. */
  score: number
  grade: Grade
  status: Status
}

/** What the feed says, or no longer says, of one subject, and since when: whole seconds since 1970, rounded up. */
export interface FeedEntry {
  id: string
  /** Its row without the id, as `sayingOf` writes it; null: it has none, for it is not listed, or not any more. */
  saying: string | null
  /** When anything its row is made of was last written, by the database's clock. */
  changedAt: number
  /** When time alone may last have turned its verdict, by the clocks of those who make the feed; 0: never. */
  verdictChangedAt: number
  /** The number of the making, in this process, that first found it so. */
  making: number
}

/** A point in the feed's past that a delta is asked from. */
export interface FeedPoint {
  /** When reading it from the database began, by the database's clock, in whole seconds rounded down. */
  readAt: number
  /** The moment its verdicts were judged at, in whole seconds rounded down. */
  assessedAt: number
  /** The making of this process that found exactly this content; null: none did. */
  making: number | null
}

/** A transaction shows its rows later than it dates them, by no more seconds than this. */
export const SHOWN_WITHIN_SECONDS = 30

/** The clocks of those who make the feed differ by no more seconds than this. */
export const CLOCKS_DIFFER_SECONDS = 30

/** All of a row but its id: the same text for most tools of one server, so that it compresses to next to nothing. */
export function sayingOf({ verdict, score, grade, status }: Omit<FeedRow, 'toolId'>): string {
  return JSON.stringify({ verdict, score, grade, status }).slice(1)
}

/** The JSON of an entry's row; only of one that has a row. */
export function rowText({ id, saying }: FeedEntry): string {
  return `{"toolId":${JSON.stringify(id)},${saying}`
}

/** The order of the feed: by code units of the id, so that ids of one server stand together and share their beginning. */
export function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Two lists in the order of the feed as one. */
export function mergedEntries(left: readonly FeedEntry[], right: readonly FeedEntry[]): FeedEntry[] {
  const merged: FeedEntry[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [a, b] = [left[i], right[j]]
    if (a === undefined || b === undefined) break
    if (byId(a, b) <= 0) {
      merged.push(a)
      i += 1
    } else {
      merged.push(b)
      j += 1
    }
  }
  for (; i < left.length; i += 1) merged.push(left[i] as FeedEntry)
  for (; j < right.length; j += 1) merged.push(right[j] as FeedEntry)
  return merged
}

/**
 * Gives every entry that says what it said before the making in which it began to; both lists are in the order of the feed. Answers how far it came in
 * `before`, where the next piece of a long list is to begin.
 */
export function carryMakings(before: readonly FeedEntry[], entries: readonly FeedEntry[], from = 0): number {
  let i = from
  for (const entry of entries) {
    for (let old = before[i]; old !== undefined && old.id < entry.id; old = before[i]) i += 1
    const known = before[i]
    if (known?.id === entry.id && known.saying === entry.saying) entry.making = known.making
  }
  return i
}
