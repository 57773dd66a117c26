import type { Segment } from '../index/segment'

const LETTERS = /^[a-z]{4,24}$/
const LONGEST = 24
/** Fewer letters begin too many words. */
const LEAST_TO_COMPLETE = 3
/** A longer word may have two errors. */
const TWO_ERRORS_FROM = 9

/** Terms of a catalog that a mistyped one may have been meant as, grouped so that few are compared. */
export class Spelling {
  readonly #groups = new Map<string, { term: string; documents: number }[]>()

  constructor(segments: readonly Segment[]) {
    for (const { termIds, postingStart } of segments) {
      for (const [term, id] of termIds) {
        if (!LETTERS.test(term)) continue
        const documents = (postingStart[id + 1] as number) - (postingStart[id] as number)
        const key = groupOf(term.charCodeAt(0), term.length)
        const group = this.#groups.get(key)
        if (group === undefined) this.#groups.set(key, [{ term, documents }])
        else group.push({ term, documents })
      }
    }
  }

  /**
   * The term of the most documents within one error of a term (two from eight letters on): a letter too many, missing,
   * wrong, or two swapped, not the first letter. null: none, or not a word of Latin letters.
   */
  correct(term: string): string | null {
    if (!LETTERS.test(term)) return null
    const errors = term.length >= TWO_ERRORS_FROM ? 2 : 1
    let best: { term: string; documents: number; distance: number } | null = null
    for (let length = term.length - errors; length <= term.length + errors; length++) {
      for (const { term: other, documents } of this.#groups.get(groupOf(term.charCodeAt(0), length)) ?? []) {
        const distance = countTypos(term, other, errors)
        if (distance > errors) continue
        const isBetter =
          best === null || distance < best.distance || (distance === best.distance && documents > best.documents)
        if (isBetter) best = { term: other, documents, distance }
      }
    }
    return best?.term ?? null
  }

  /**
   * The term of the most documents, of those of equally many the shortest, that begins with a term of three letters or
   * more and is longer. null: none.
   */
  complete(term: string): string | null {
    if (term.length < LEAST_TO_COMPLETE || !/^[a-z]+$/.test(term)) return null
    let best: { term: string; documents: number } | null = null
    for (let length = term.length + 1; length <= LONGEST; length++) {
      for (const other of this.#groups.get(groupOf(term.charCodeAt(0), length)) ?? [])
        if (other.term.startsWith(term) && (best === null || other.documents > best.documents)) best = other
    }
    return best?.term ?? null
  }
}

function groupOf(first: number, length: number): string {
  return `${first} ${length}`
}

/**
 * The number of single errors between two words (optimal string alignment), exact up to `most`, above it `most` + 1.
 */
export function countTypos(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before = new Uint8Array(b.length + 1)
  let last = Uint8Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint8Array(b.length + 1)
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1))
      const isSwapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (isSwapped) cost = Math.min(cost, (before[j - 2] as number) + 1)
      row[j] = cost
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] as number
}
