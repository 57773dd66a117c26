import { DEPTH, LEAVES, type Trees } from './trees'

/** Rows whose answers share a whole number, a byte each: the index of a leaf has fewer bits. */
const ROWS_A_WORD = 4

/**
 * Trees prepared for many rows at once. Trees ask many of their questions several times, so each is answered once a
 * row; the answers of four rows are then put together to indices of leaves by one operation.
 */
export class Forest {
  readonly #leaves: Float32Array
  /** The distinct questions, and which of them each level of each tree asks. */
  readonly #features: number[] = []
  readonly #thresholds: number[] = []
  readonly #asked: Uint16Array

  constructor({ features, thresholds, leaves }: Trees) {
    this.#leaves = leaves
    this.#asked = new Uint16Array(features.length)
    const known = new Map<string, number>()
    for (let level = 0; level < features.length; level++) {
      const [feature, threshold] = [features[level] as number, thresholds[level] as number]
      const key = `${feature} ${threshold}`
      const question = known.get(key) ?? known.size
      if (question === known.size) {
        known.set(key, question)
        this.#features.push(feature)
        this.#thresholds.push(threshold)
      }
      this.#asked[level] = question
    }
  }

  /** For each row the sum of the leaves that it reaches, as `sumOfTrees` gives it. */
  sums(rows: readonly Float64Array[]): Float64Array {
    const words = Math.ceil(rows.length / ROWS_A_WORD)
    const answers = this.#answers(rows, words)
    const sums = new Float64Array(words * ROWS_A_WORD)
    const asked = this.#asked
    for (let start = 0; start < asked.length; start += DEPTH) {
      for (let word = 0; word < words; word++) {
        let indices = 0
        for (let level = start; level < start + DEPTH; level++)
          indices = (indices << 1) | (answers[(asked[level] as number) * words + word] as number)
        this.#addLeaves((start / DEPTH) * LEAVES, indices, sums, word * ROWS_A_WORD)
      }
    }
    return sums.subarray(0, rows.length)
  }

  #addLeaves(tree: number, indices: number, sums: Float64Array, at: number): void {
    const leaves = this.#leaves
    sums[at] = (sums[at] as number) + (leaves[tree + (indices & 255)] as number)
    sums[at + 1] = (sums[at + 1] as number) + (leaves[tree + ((indices >> 8) & 255)] as number)
    sums[at + 2] = (sums[at + 2] as number) + (leaves[tree + ((indices >> 16) & 255)] as number)
    sums[at + 3] = (sums[at + 3] as number) + (leaves[tree + (indices >> 24)] as number)
  }

  /** Question by question the answers of all rows: bit 0 of the row's byte. */
  #answers(rows: readonly Float64Array[], words: number): Int32Array {
    const answers = new Int32Array(this.#features.length * words)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as Float64Array
      const word = Math.floor(at / ROWS_A_WORD)
      const bit = 1 << (8 * (at % ROWS_A_WORD))
      for (let question = 0; question < this.#features.length; question++) {
        if ((row[this.#features[question] as number] as number) > (this.#thresholds[question] as number))
          answers[question * words + word] = (answers[question * words + word] as number) | bit
      }
    }
    return answers
  }
}
