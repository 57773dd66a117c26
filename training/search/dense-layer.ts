import { COLUMNS_TOGETHER, type Matrices, ROWS_TOGETHER } from './matrices'

/** Numbers that a layer keeps: weights, biases, the slopes of both, and the weights turned. */
export function sizeOfLayer(inputs: number, units: number): number {
  return 3 * units * inputs + 2 * units
}

/**
 * A fully connected layer over batches of rows. `inputs` is a multiple of `ROWS_TOGETHER`, `units` one of
 * `COLUMNS_TOGETHER`; a batch has a multiple of `ROWS_TOGETHER` rows, of which those that fill it up have no slopes.
 */
export class DenseLayer {
  /** Of each input the weights of all units, then the biases. */
  readonly weights: Float32Array
  /** Slopes of the same. */
  readonly gradient: Float32Array
  readonly #turned: Float32Array
  readonly #matrices: Matrices

  constructor(
    readonly inputs: number,
    readonly units: number,
    matrices: Matrices,
  ) {
    if (inputs % ROWS_TOGETHER !== 0 || units % COLUMNS_TOGETHER !== 0)
      throw new RangeError(`a layer of ${inputs} inputs and ${units} units`)
    this.#matrices = matrices
    this.weights = matrices.take(units * (inputs + 1))
    this.gradient = matrices.take(units * (inputs + 1))
    this.#turned = matrices.take(units * inputs)
  }

  /** Writes the sums of its units for `rows` rows. */
  forward(input: Float32Array, rows: number, sums: Float32Array): void {
    const { inputs, units, weights } = this
    const biases = weights.subarray(inputs * units)
    for (let row = 0; row < rows; row++) sums.set(biases, row * units)
    this.#matrices.addProduct({ numbers: input, row: inputs, step: 1 }, weights, sums, {
      rows,
      columns: units,
      steps: inputs,
    })
  }

  /** Adds the gradient of its numbers, given the slopes of its sums. */
  addGradient(input: Float32Array, slopes: Float32Array, rows: number): void {
    const { inputs, units, gradient } = this
    this.#matrices.addProduct({ numbers: input, row: 1, step: inputs }, slopes, gradient, {
      rows: inputs,
      columns: units,
      steps: rows,
    })
    const biases = gradient.subarray(inputs * units)
    for (let row = 0; row < rows; row++)
      for (let unit = 0; unit < units; unit++)
        biases[unit] = (biases[unit] as number) + (slopes[row * units + unit] as number)
  }

  /** Writes the slopes of its inputs, whose number is a multiple of `COLUMNS_TOGETHER`, given those of its sums. */
  back(slopes: Float32Array, rows: number, ofInputs: Float32Array): void {
    const { inputs, units, weights } = this
    const turned = this.#turned
    for (let input = 0; input < inputs; input++)
      for (let unit = 0; unit < units; unit++) turned[unit * inputs + input] = weights[input * units + unit] as number
    ofInputs.fill(0, 0, rows * inputs)
    this.#matrices.addProduct({ numbers: slopes, row: units, step: 1 }, turned, ofInputs, {
      rows,
      columns: inputs,
      steps: units,
    })
  }
}
