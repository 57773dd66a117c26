import { COMPARED_SIGNALS, CONTEXT_START } from './fit-signals'

/** Candidates whose mean is the best of a signal. */
const BEST = 3

/**
 * Writes how each row's signals compare with those of the list: less their mean, less their best. The list are the
 * first `listed` rows.
 */
export function compareList(rows: readonly Float64Array[], listed: number): void {
  const list = rows.slice(0, listed)
  const count = COMPARED_SIGNALS.length
  const best = new Float64Array(BEST)
  for (let at = 0; at < count; at++) {
    const place = COMPARED_SIGNALS[at] as number
    best.fill(Number.NEGATIVE_INFINITY)
    let sum = 0
    for (const row of list) {
      const value = row[place] as number
      sum += value
      insert(best, value)
    }
    const mean = sum / list.length
    const kept = Math.min(BEST, list.length)
    let most = 0
    for (let k = 0; k < kept; k++) most += (best[k] as number) / kept
    for (const row of rows) {
      row[CONTEXT_START + at] = (row[place] as number) - mean
      row[CONTEXT_START + count + at] = (row[place] as number) - most
    }
  }
}

/** Keeps the largest numbers, in descending order. */
function insert(best: Float64Array, value: number): void {
  let at = best.length - 1
  if (!(value > (best[at] as number))) return
  while (at > 0 && value > (best[at - 1] as number)) {
    best[at] = best[at - 1] as number
    at -= 1
  }
  best[at] = value
}
