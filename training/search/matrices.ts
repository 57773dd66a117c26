import { MODULE } from './matrix-products-module'

interface Kernel {
  memory: WebAssembly.Memory
  multiply(
    left: number,
    leftRow: number,
    leftStep: number,
    right: number,
    sums: number,
    rows: number,
    columns: number,
    steps: number,
  ): void
}

const PAGE = 2 ** 16
const SIZE = Float32Array.BYTES_PER_ELEMENT
/** Rows and columns that the module takes together. */
export const ROWS_TOGETHER = 4
export const COLUMNS_TOGETHER = 8

/** The next multiple of `together`. */
export function padded(count: number, together: number): number {
  return Math.ceil(count / together) * together
}

/** A matrix as the left side of a product: how far a number is behind that of the row, and of the step, before. */
export interface Left {
  numbers: Float32Array
  row: number
  step: number
}

/** Matrices of 32 bit numbers, row by row, in one memory, and their products; see matrix-products.wat. */
export class Matrices {
  readonly #kernel: Kernel
  #taken = 0

  /** `numbers`: how many all matrices have together, at least. */
  constructor(numbers: number) {
    const bytes = Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0))
    this.#kernel = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Kernel
    const { memory } = this.#kernel
    memory.grow(Math.max(0, Math.ceil((numbers * SIZE - memory.buffer.byteLength) / PAGE)))
  }

  /** Room for so many numbers, which are 0. Throws `RangeError` where there is none left. */
  take(count: number): Float32Array {
    const start = this.#taken * SIZE
    this.#taken += count
    return new Float32Array(this.#kernel.memory.buffer, start, count)
  }

  /**
   * Adds the product of `left` and `right` to `sums`, of so many rows and columns, which are multiples of
   * `ROWS_TOGETHER` and `COLUMNS_TOGETHER`.
   */
  addProduct(
    { numbers, row, step }: Left,
    right: Float32Array,
    sums: Float32Array,
    { rows, columns, steps }: { rows: number; columns: number; steps: number },
  ): void {
    if (rows === 0 || steps === 0) return
    const places = [numbers.byteOffset, row * SIZE, step * SIZE, right.byteOffset, sums.byteOffset] as const
    this.#kernel.multiply(...places, rows, columns, steps)
  }
}
