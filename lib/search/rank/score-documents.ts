import type { BestScores } from './best-scores'

/** Documents in ascending order, each with a value, 0-255, that counts `weight` times, a whole number. */
export interface ScoredList {
  documents: Uint32Array
  values: Uint8Array
  at: number
  end: number
  weight: number
}

export const LARGEST_VALUE = 255
/** The highest possible score: sums are whole numbers, so that no order of adding changes them. */
export const MOST_SCORE = 2 ** 30
/** Documents scored together: their scores stay in the nearest cache. */
const WINDOW = 4096

const SCORES = new Int32Array(WINDOW)

/**
 * Adds the documents of the highest sums over the lists to `best`, window by window of documents. Moves `at` of the
 * lists. That no list is left out, and nothing looked up, is on purpose: what MaxScore saves of additions it loses in
 * branches that are guessed wrong, where so many documents are wanted.
 */
export function scoreDocuments(lists: readonly ScoredList[], hidden: Uint8Array | null, best: BestScores): void {
  best.clear()
  for (let from = nextDocument(lists); from !== null; from = nextDocument(lists)) {
    for (const list of lists) addWindow(list, from)
    for (let place = 0; place < WINDOW; place++) {
      const score = SCORES[place] as number
      if (score > best.least && (hidden === null || hidden[from + place] === 0)) best.add(from + place, score)
    }
    SCORES.fill(0)
  }
}

/** The first document that the lists still have; null: none. */
function nextDocument(lists: readonly ScoredList[]): number | null {
  let next: number | null = null
  for (const { documents, at, end } of lists)
    if (at < end && (next === null || (documents[at] as number) < next)) next = documents[at] as number
  return next
}

/** Adds a list's values to the scores of the window that begins at `from`. */
function addWindow(list: ScoredList, from: number): void {
  const { documents, values, weight, end } = list
  let { at } = list
  for (; at < end; at++) {
    const place = (documents[at] as number) - from
    if (place >= WINDOW) break
    SCORES[place] = (SCORES[place] as number) + weight * (values[at] as number)
  }
  list.at = at
}
