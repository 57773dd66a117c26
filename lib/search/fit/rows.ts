import { ROW_LENGTH } from './fit-signals'

/** Rows of `ROW_LENGTH` signals, one after another in one block of memory. */
export class Rows {
  #values = new Float64Array(0)
  #rows: Float64Array[] = []

  /** So many rows of zeros. They are valid until the next call, which uses the same memory. */
  take(count: number): readonly Float64Array[] {
    if (this.#rows.length < count) {
      this.#values = new Float64Array(count * ROW_LENGTH)
      this.#rows = Array.from({ length: count }, (_, at) =>
        this.#values.subarray(at * ROW_LENGTH, (at + 1) * ROW_LENGTH),
      )
    } else this.#values.fill(0, 0, count * ROW_LENGTH)
    return this.#rows.slice(0, count)
  }
}
