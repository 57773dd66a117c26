import type { Segment } from '../index/segment'

const LETTERS = /^[a-z]{4,24}$/
const LONGEST = 24
/** Fewer letters begin too many words. */
const LEAST_TO_COMPLETE = 3
/** A longer word may have two errors. */
const TWO_ERRORS_FROM = 9

/** Terms of equal length and first letter; of each its letters, a bit each, and how many documents contain it. */
interface Group {
  terms: string[]
  letters: number[]
  documents: number[]
}
const EMPTY: Group = { terms: [], letters: [], documents: [] }

/** Terms of a catalog that a mistyped one may have been meant as, grouped so that few are compared. */
export class Spelling {
  readonly #groups = new Map<number, Group>()

  constructor(segments: readonly Segment[]) {
    for (const { termIds, postingStart } of segments) {
      for (const [term, id] of termIds) {
        if (!LETTERS.test(term)) continue
        const key = groupOf(term, term.length)
        const group = this.#groups.get(key) ?? { terms: [], letters: [], documents: [] }
        if (group.terms.length === 0) this.#groups.set(key, group)
        group.terms.push(term)
        group.letters.push(lettersOf(term))
        group.documents.push((postingStart[id + 1] as number) - (postingStart[id] as number))
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
    const wanted = lettersOf(term)
    let best: { term: string; documents: number; distance: number } | null = null
    for (let length = term.length - errors; length <= term.length + errors; length++) {
      const { terms, letters, documents } = this.#group(term, length)
      for (let at = 0; at < terms.length; at++) {
        // An error changes at most two of the letters that occur.
        if (bitsOf((letters[at] as number) ^ wanted) > 2 * errors) continue
        const distance = countTypos(term, terms[at] as string, errors)
        if (distance > errors) continue
        const held = documents[at] as number
        const isBetter =
          best === null || distance < best.distance || (distance === best.distance && held > best.documents)
        if (isBetter) best = { term: terms[at] as string, documents: held, distance }
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
    const wanted = lettersOf(term)
    let best: { term: string; documents: number } | null = null
    for (let length = term.length + 1; length <= LONGEST; length++) {
      const { terms, letters, documents } = this.#group(term, length)
      for (let at = 0; at < terms.length; at++) {
        if (((letters[at] as number) & wanted) !== wanted || (documents[at] as number) <= (best?.documents ?? -1))
          continue
        if ((terms[at] as string).startsWith(term))
          best = { term: terms[at] as string, documents: documents[at] as number }
      }
    }
    return best?.term ?? null
  }

  #group(term: string, length: number): Group {
    return this.#groups.get(groupOf(term, length)) ?? EMPTY
  }
}

function groupOf(term: string, length: number): number {
  return term.charCodeAt(0) * 256 + length
}

function lettersOf(term: string): number {
  let letters = 0
  for (let at = 0; at < term.length; at++) letters |= 1 << (term.charCodeAt(at) - 97)
  return letters
}

function bitsOf(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
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
