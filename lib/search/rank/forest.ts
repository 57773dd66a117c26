import { DEPTH, LEAVES, type Trees } from './trees'

/** Rows whose answers share a whole number, a byte each: the index of a leaf has fewer bits. */
const ROWS_A_WORD = 4

/**
 * Trees prepared for many rows at once. Trees ask many of their questions several times, so each is answered once a
 * row; the answers of four rows are then put together to indices of leaves by one operation.
 */
export class Forest {
  readonly #leaves: Float32Array
  /** The thresholds of the distinct questions, by feature, ascending, and where those of each feature begin. */
  readonly #thresholds: Float32Array
  readonly #starts: Uint16Array
  /** Which of the questions each level of each tree asks. */
  readonly #asked: Uint16Array

  constructor({ features, thresholds, leaves }: Trees) {
    this.#leaves = leaves
    const count = features.reduce((most, feature) => Math.max(most, feature + 1), 0)
    const byFeature = Array.from({ length: count }, () => new Set<number>())
    for (let level = 0; level < features.length; level++)
      byFeature[features[level] as number]?.add(thresholds[level] as number)
    const sorted = byFeature.map((asked) => Float32Array.from(asked).sort())
    this.#thresholds = Float32Array.from(sorted.flatMap((own) => [...own]))
    this.#starts = new Uint16Array(count + 1)
    for (const [feature, own] of sorted.entries())
      this.#starts[feature + 1] = (this.#starts[feature] as number) + own.length
    this.#asked = Uint16Array.from(
      features,
      (feature, level) =>
        (this.#starts[feature] as number) + (sorted[feature] as Float32Array).indexOf(thresholds[level] as number),
    )
  }

  /** For each row the sum of the leaves that it reaches, as `sumOfTrees` gives it. */
  sums(rows: readonly Float64Array[]): Float64Array {
    const words = Math.ceil(rows.length / ROWS_A_WORD)
    const answers = this.#answers(rows, words)
    const sums = new Float64Array(words * ROWS_A_WORD)
    const asked = this.#asked
    const leaves = this.#leaves
    for (let start = 0, tree = 0; start < asked.length; start += DEPTH, tree += LEAVES) {
      for (let word = 0; word < words; word++) {
        let indices = 0
        for (let level = start; level < start + DEPTH; level++)
          indices = (indices << 1) | (answers[(asked[level] as number) * words + word] as number)
        const at = word * ROWS_A_WORD
        sums[at] = (sums[at] as number) + (leaves[tree + (indices & 255)] as number)
        sums[at + 1] = (sums[at + 1] as number) + (leaves[tree + ((indices >> 8) & 255)] as number)
        sums[at + 2] = (sums[at + 2] as number) + (leaves[tree + ((indices >> 16) & 255)] as number)
        sums[at + 3] = (sums[at + 3] as number) + (leaves[tree + (indices >> 24)] as number)
      }
    }
    return sums.subarray(0, rows.length)
  }

  /** Question by question the answers of all rows: bit 0 of the row's byte. */
  #answers(rows: readonly Float64Array[], words: number): Int32Array {
    const thresholds = this.#thresholds
    const starts = this.#starts
    const answers = new Int32Array(thresholds.length * words)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as Float64Array
      const word = Math.floor(at / ROWS_A_WORD)
      const bit = 1 << (8 * (at % ROWS_A_WORD))
      for (let feature = 0; feature < starts.length - 1; feature++) {
        const value = row[feature] as number
        const end = starts[feature + 1] as number
        for (let question = starts[feature] as number; question < end; question++) {
          if (!(value > (thresholds[question] as number))) break
          answers[question * words + word] = (answers[question * words + word] as number) | bit
        }
      }
    }
    return answers
  }
}
