import { MODULE } from './dot-products-module'

/** Numbers that the processor multiplies at once, and vectors that share one reading of the input. */
const STEP = 8
/** The input is at the beginning of the memory. */
const MOST_LENGTH = 4096
/** A sum of products has 31 bits, and a factor of the input 7. */
const MOST_PRODUCT = 2 ** 31 - 1
const MOST_KEPT = 128
const MOST_OTHER = 2 ** 15 - 1
const PAGE = 2 ** 16

interface Kernel {
  memory: WebAssembly.Memory
  multiply(input: number, length: number, vectors: number, count: number, products: number): void
}

let translated: WebAssembly.Module | undefined

/** See dot-products.wat. */
function openKernel(): Kernel {
  translated ??= new WebAssembly.Module(Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0)))
  return new WebAssembly.Instance(translated).exports as unknown as Kernel
}

/**
 * Many vectors whose products with one stored vector after another are asked for: stored ones, which have whole numbers
 * of 8 bits, exactly, and others to about four digits of their largest number.
 */
export class DotProducts {
  readonly #kernel = openKernel()
  readonly #length: number
  readonly #padded: number
  #input: Int8Array
  #products: Int32Array
  #stored = 0
  #scales: readonly number[] = []

  /** All vectors are of this length, at most 4,096. */
  constructor(length: number) {
    if (length > MOST_LENGTH) throw new RangeError(`${length} numbers are more than ${MOST_LENGTH}`)
    this.#length = length
    this.#padded = Math.ceil(length / STEP) * STEP
    this.#input = new Int8Array(this.#kernel.memory.buffer, 0, length)
    this.#products = new Int32Array(this.#kernel.memory.buffer, MOST_LENGTH, 0)
  }

  /** Takes vectors in place of those before. The products come in this order. */
  take(stored: readonly Int8Array[], others: readonly Float32Array[] = []): void {
    const count = Math.ceil((stored.length + others.length) / STEP) * STEP
    const numbers = this.#reserve(count)
    numbers.fill(0)
    const write = (vector: Int8Array | Float32Array, place: number, scale: number) => {
      const start = Math.floor(place / STEP) * STEP * this.#padded + (place % STEP) * STEP
      for (let k = 0; k < vector.length; k++)
        numbers[start + (k - (k % STEP)) * STEP + (k % STEP)] = Math.round((vector[k] as number) / scale)
    }
    for (let at = 0; at < stored.length; at++) write(stored[at] as Int8Array, at, 1)
    this.#stored = stored.length
    const most = Math.min(MOST_OTHER, Math.floor(MOST_PRODUCT / (MOST_KEPT * this.#length)))
    this.#scales = others.map((vector, at) => {
      const scale = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / most || 1
      write(vector, stored.length + at, scale)
      return scale
    })
  }

  /** The memory of so many vectors, behind that of the input and of their products. */
  #reserve(count: number): Int16Array {
    const { memory } = this.#kernel
    const vectors = MOST_LENGTH + Int32Array.BYTES_PER_ELEMENT * count
    const size = vectors + Int16Array.BYTES_PER_ELEMENT * count * this.#padded
    const missing = size - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    this.#input = new Int8Array(memory.buffer, 0, this.#length)
    this.#products = new Int32Array(memory.buffer, MOST_LENGTH, count)
    return new Int16Array(memory.buffer, vectors, count * this.#padded)
  }

  /** Writes the products with the vector stored at `start` to `products`, from `to` on. */
  with(kept: Int8Array, start: number, products: Float64Array, to: number): void {
    const input = this.#input
    for (let k = 0; k < input.length; k++) input[k] = kept[start + k] as number
    const sums = this.#products
    const { length } = sums
    this.#kernel.multiply(0, this.#padded, sums.byteOffset + sums.byteLength, length, sums.byteOffset)
    for (let at = 0; at < this.#stored; at++) products[to + at] = sums[at] as number
    for (let at = this.#stored; at < this.#stored + this.#scales.length; at++)
      products[to + at] = (sums[at] as number) * (this.#scales[at - this.#stored] as number)
  }
}
