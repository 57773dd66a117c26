import type { Grade } from 'assay-verify/score/grade'
import type { Recommendation, Status, Verdict } from 'assay-verify/verdict'

/** The feed's row for one tool, or for a server without tools. */
interface FeedRow {
  toolId: string
  verdict: Verdict
  /** 0-100, one decimal. */
  score: number
  grade: Grade
  status: Status
  recommendation: Recommendation
}

/** The feed's entry for one subject, also a removed one, and since when: whole seconds since 1970, rounded up. */
export interface FeedEntry {
  id: string
  /** Its row without the id, as `rowBodyOf` writes it; null: it has none, because it is not listed (any more). */
  saying: string | null
  /** When any input of its row was last written, by the database's clock. */
  changedAt: number
  /**
   * When time alone may last have changed its verdict, by the clocks of the processes that build the feed; 0: never.
   */
  verdictChangedAt: number
  /** The number of the build, in this process, that first found this content. */
  making: number
}

/** A point in the feed's history that a delta starts from. */
export interface FeedPoint {
  /** When reading it from the database began, by the database's clock, in whole seconds rounded down. */
  readAt: number
  /** The moment its verdicts were assessed at, in whole seconds rounded down. */
  assessedAt: number
  /** The build of this process that found exactly this content; null: none. */
  making: number | null
}

/** A transaction's rows become visible at most so many seconds after their timestamp. */
export const SHOWN_WITHIN_SECONDS = 30

/** Most seconds by which the clocks of the processes that build the feed differ. */
export const CLOCKS_DIFFER_SECONDS = 30

/** All of a row but its id: the same text for most tools of one server, so that it compresses well. */
export function rowBodyOf({ verdict, score, grade, status, recommendation }: Omit<FeedRow, 'toolId'>): string {
  return JSON.stringify({ verdict, score, grade, status, recommendation }).slice(1)
}

/** The JSON of an entry's row; only for an entry that has one. */
export function rowText({ id, saying }: FeedEntry): string {
  return `{"toolId":${JSON.stringify(id)},${saying}`
}

/** The order of the feed: by code units of the id, so that ids of one server are adjacent and share their beginning. */
export function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Merges two lists in the order of the feed. */
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
 * Gives every unchanged entry the build number it had before; both lists are in the order of the feed. Returns the
 * position reached in `before`, where the next part of a long list continues.
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
