/** Columns summed in one pass: as many sums as a processor keeps at once. */
const GROUP = 4
/**
 * What separates two vectors of a column: more than twice the largest product of two stored vectors, which have at most
 * 1,000 numbers; and the products of both together stay exact.
 */
const LANE = 2 ** 25

/**
 * Many vectors whose products with one stored vector after another are asked for. Two stored vectors, which have small
 * whole numbers, share a column: `a + LANE * b` times a number is both products, exactly, and half the work.
 */
export class DotProducts {
  readonly #columns: Float64Array
  readonly #sums: Float64Array
  readonly #stored: number
  readonly #others: number
  readonly #length: number

  /** The products come in this order; all vectors are of one length. */
  constructor(stored: readonly Int8Array[], others: readonly Float32Array[]) {
    this.#stored = stored.length
    this.#others = others.length
    this.#length = (stored[0] ?? others[0])?.length ?? 0
    const shared = Math.ceil(stored.length / 2)
    const groups = Math.ceil((shared + others.length) / GROUP)
    this.#sums = new Float64Array(groups * GROUP)
    this.#columns = new Float64Array(groups * GROUP * this.#length)
    for (let at = 0; at < stored.length; at++) this.#add(at >> 1, stored[at] as Int8Array, (at & 1) === 0 ? 1 : LANE)
    for (let at = 0; at < others.length; at++) this.#add(shared + at, others[at] as Float32Array, 1)
  }

  #add(column: number, vector: Int8Array | Float32Array, factor: number): void {
    const columns = this.#columns
    const start = Math.floor(column / GROUP) * GROUP * this.#length + (column % GROUP)
    for (let k = 0; k < vector.length; k++)
      columns[start + k * GROUP] = (columns[start + k * GROUP] as number) + factor * (vector[k] as number)
  }

  /** Writes the products with the vector stored at `start` to `products`, from `to` on. */
  with(kept: Int8Array, start: number, products: Float64Array, to: number): void {
    const sums = this.#sums
    for (let group = 0; group < sums.length; group += GROUP) this.#addUp(kept, start, group)
    const shared = Math.ceil(this.#stored / 2)
    for (let at = 0; at < this.#stored; at++) {
      const sum = sums[at >> 1] as number
      const upper = Math.round(sum / LANE)
      products[to + at] = (at & 1) === 0 ? sum - upper * LANE : upper
    }
    for (let at = 0; at < this.#others; at++) products[to + this.#stored + at] = sums[shared + at] as number
  }

  #addUp(kept: Int8Array, start: number, group: number): void {
    const columns = this.#columns
    let at = group * this.#length
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let k = start; k < start + this.#length; k++) {
      const value = kept[k] as number
      a += (columns[at] as number) * value
      b += (columns[at + 1] as number) * value
      c += (columns[at + 2] as number) * value
      d += (columns[at + 3] as number) * value
      at += GROUP
    }
    const sums = this.#sums
    sums[group] = a
    sums[group + 1] = b
    sums[group + 2] = c
    sums[group + 3] = d
  }
}
