/** Rows that are taken together, so that each weight is read once for all of them. */
const TOGETHER = 4

/** Rows of a batch with those that fill it up; these are 0. */
export function paddedRows(rows: number): number {
  return Math.ceil(rows / TOGETHER) * TOGETHER
}

/** A fully connected layer over batches of rows, which are stored one after another; see `paddedRows`. */
export class DenseLayer {
  readonly #weights: Float32Array
  readonly #gradient: Float32Array

  /** Of all numbers and gradients those of this layer begin at `start`: the weights of its units, then their biases. */
  constructor(
    readonly inputs: number,
    readonly units: number,
    weights: Float32Array,
    gradient: Float32Array,
    start: number,
  ) {
    this.#weights = weights.subarray(start, start + units * (inputs + 1))
    this.#gradient = gradient.subarray(start, start + units * (inputs + 1))
  }

  /** The sums of its units. */
  forward(input: Float64Array): Float64Array {
    const { inputs, units } = this
    const weights = this.#weights
    const rows = input.length / inputs
    const output = new Float64Array(rows * units)
    for (let row = 0; row < rows; row += TOGETHER) {
      const [p, q, r, s] = [row * inputs, (row + 1) * inputs, (row + 2) * inputs, (row + 3) * inputs]
      for (let unit = 0; unit < units; unit++) {
        const bias = weights[units * inputs + unit] as number
        let [a, b, c, d] = [bias, bias, bias, bias]
        const from = unit * inputs
        for (let k = 0; k < inputs; k++) {
          const weight = weights[from + k] as number
          a += weight * (input[p + k] as number)
          b += weight * (input[q + k] as number)
          c += weight * (input[r + k] as number)
          d += weight * (input[s + k] as number)
        }
        const to = row * units + unit
        output[to] = a
        output[to + units] = b
        output[to + 2 * units] = c
        output[to + 3 * units] = d
      }
    }
    return output
  }

  /** Adds the gradient of its numbers, given the slopes of its sums. */
  addGradient(input: Float64Array, slopes: Float64Array): void {
    const { inputs, units } = this
    const gradient = this.#gradient
    const rows = input.length / inputs
    for (let row = 0; row < rows; row += TOGETHER) {
      const [p, q, r, s] = [row * inputs, (row + 1) * inputs, (row + 2) * inputs, (row + 3) * inputs]
      for (let unit = 0; unit < units; unit++) {
        const at = row * units + unit
        const [a, b] = [slopes[at] as number, slopes[at + units] as number]
        const [c, d] = [slopes[at + 2 * units] as number, slopes[at + 3 * units] as number]
        if (a === 0 && b === 0 && c === 0 && d === 0) continue
        gradient[units * inputs + unit] = (gradient[units * inputs + unit] as number) + a + b + c + d
        const from = unit * inputs
        for (let k = 0; k < inputs; k++)
          gradient[from + k] =
            (gradient[from + k] as number) +
            a * (input[p + k] as number) +
            b * (input[q + k] as number) +
            c * (input[r + k] as number) +
            d * (input[s + k] as number)
      }
    }
  }

  /** The slopes of its inputs, given those of its sums. */
  back(slopes: Float64Array): Float64Array {
    const { inputs, units } = this
    const weights = this.#weights
    const rows = slopes.length / units
    const output = new Float64Array(rows * inputs)
    for (let row = 0; row < rows; row++) {
      for (let unit = 0; unit < units; unit++) {
        const slope = slopes[row * units + unit] as number
        if (slope === 0) continue
        const from = unit * inputs
        const to = row * inputs
        for (let k = 0; k < inputs; k++)
          output[to + k] = (output[to + k] as number) + slope * (weights[from + k] as number)
      }
    }
    return output
  }
}
