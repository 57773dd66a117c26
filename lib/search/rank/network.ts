/**
 * Small feed-forward networks over a row, whose mean is the logit of "fits": two hidden layers of rectified linear
 * units each. All have the same shape: `hidden` and `second` units over `mean.length` inputs.
 */
export interface Networks {
  hidden: number
  second: number
  /** Inputs are taken off their mean and multiplied by their scale, at most `MOST_INPUT` either way. */
  mean: Float32Array
  scale: Float32Array
  /** Of each network one after another the weights of its units, then their biases, layer by layer. */
  weights: Float32Array
}

export const NO_NETWORKS: Networks = {
  hidden: 0,
  second: 0,
  mean: new Float32Array(0),
  scale: new Float32Array(0),
  weights: new Float32Array(0),
}

/** Inputs further from the mean than this, in standard deviations, are as far as this. */
const MOST_INPUT = 4

/** Numbers of one network of this shape. */
export function sizeOfNetwork(inputs: number, hidden: number, second: number): number {
  return hidden * (inputs + 1) + second * (hidden + 1) + second + 1
}

/** Asks networks about rows. It keeps working memory and nothing of a row. */
export class NetworkScorer {
  readonly #networks: Networks
  readonly #input: Float32Array
  readonly #hidden: Float32Array
  readonly #second: Float32Array

  constructor(networks: Networks) {
    this.#networks = networks
    this.#input = new Float32Array(networks.mean.length)
    this.#hidden = new Float32Array(networks.hidden)
    this.#second = new Float32Array(networks.second)
  }

  /** For each row the mean of what the networks give it; 0 where there is none. */
  sums(rows: readonly ArrayLike<number>[]): Float64Array {
    return Float64Array.from(rows, (row) => this.#sumOf(row))
  }

  #sumOf(row: ArrayLike<number>): number {
    const { mean, hidden, second, weights } = this.#networks
    const size = sizeOfNetwork(mean.length, hidden, second)
    const count = hidden === 0 ? 0 : weights.length / size
    standardise(this.#networks, row, this.#input)
    let sum = 0
    for (let at = 0; at < count; at++) sum += this.#ask(at * size)
    return count === 0 ? 0 : sum / count
  }

  #ask(start: number): number {
    const { weights } = this.#networks
    const afterHidden = layer(weights, start, this.#input, this.#hidden)
    const afterSecond = layer(weights, afterHidden, this.#hidden, this.#second)
    let sum = weights[afterSecond + this.#second.length] as number
    for (let k = 0; k < this.#second.length; k++)
      sum += (this.#second[k] as number) * (weights[afterSecond + k] as number)
    return sum
  }
}

/** Writes the inputs of a row. */
export function standardise({ mean, scale }: Networks, row: ArrayLike<number>, input: Float32Array): void {
  for (let k = 0; k < input.length; k++) {
    const value = ((row[k] as number) - (mean[k] as number)) * (scale[k] as number)
    input[k] = value > MOST_INPUT ? MOST_INPUT : value < -MOST_INPUT ? -MOST_INPUT : value
  }
}

/** A layer of rectified linear units whose numbers begin at `start`; returns where they end. */
function layer(weights: Float32Array, start: number, input: Float32Array, output: Float32Array): number {
  const [inputs, units] = [input.length, output.length]
  const biases = start + inputs * units
  for (let unit = 0; unit < units; unit++) {
    const from = start + unit * inputs
    // Four sums, which do not wait for each other.
    let [a, b, c, d] = [weights[biases + unit] as number, 0, 0, 0]
    let k = 0
    for (; k + 3 < inputs; k += 4) {
      a += (input[k] as number) * (weights[from + k] as number)
      b += (input[k + 1] as number) * (weights[from + k + 1] as number)
      c += (input[k + 2] as number) * (weights[from + k + 2] as number)
      d += (input[k + 3] as number) * (weights[from + k + 3] as number)
    }
    for (; k < inputs; k++) a += (input[k] as number) * (weights[from + k] as number)
    const sum = a + b + c + d
    output[unit] = sum > 0 ? sum : 0
  }
  return biases + units
}
