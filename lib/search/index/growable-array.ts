import type { TypedArray } from './arrays'

const FIRST_CAPACITY = 1024

/** A typed array that grows as it is written to. */
export class Growing<Kind extends TypedArray> {
  length = 0
  #array: Kind

  constructor(readonly create: new (length: number) => Kind) {
    this.#array = new create(FIRST_CAPACITY)
  }

  push(value: number): void {
    if (this.length === this.#array.length) {
      const wider = new this.create(this.length * 2)
      wider.set(this.#array)
      this.#array = wider
    }
    this.#array[this.length++] = value
  }

  at(index: number): number {
    return this.#array[index] as number
  }

  /** A copy of exactly what was written. */
  taken(): Kind {
    return this.#array.slice(0, this.length) as Kind
  }
}
