import { DotProducts } from './dot-products'

/**
 * Small feed-forward networks over a row, whose mean is the logit of "fits": two hidden layers of rectified linear
 * units each. All have the same shape: `hidden` and `second` units over `mean.length` inputs.
 */
export interface Networks {
  hidden: number
  second: number
  /** Inputs are taken off their mean, multiplied by their scale and rounded, at most 127 either way. */
  mean: Float32Array
  scale: Float32Array
  /** Of each network one after another the weights of the first layer's units, and the factor of each unit's sum. */
  units: Int8Array
  unitScale: Float32Array
  /** Of each network its other numbers: the biases of the first layer, then weights and biases layer by layer. */
  others: Float32Array
}

export const NO_NETWORKS: Networks = {
  hidden: 0,
  second: 0,
  mean: new Float32Array(0),
  scale: new Float32Array(0),
  units: new Int8Array(0),
  unitScale: new Float32Array(0),
  others: new Float32Array(0),
}

const MOST_INPUT = 127
/** What is added to this and taken off again is a whole number, as no smaller part fits into the sum. */
const ROUNDS = 1.5 * 2 ** 52

/** Numbers of one network of this shape beside the weights of its first layer. */
export function sizeOfOthers(hidden: number, second: number): number {
  return hidden + second * (hidden + 1) + second + 1
}

/** Asks networks about rows. It keeps working memory and nothing of a row. */
export class NetworkScorer {
  readonly #networks: Networks
  readonly #count: number
  readonly #firstLayers: DotProducts
  readonly #input: Int8Array
  readonly #sums: Float64Array
  readonly #hidden: Float64Array
  readonly #second: Float64Array

  constructor(networks: Networks) {
    const { hidden, second, mean, units, unitScale } = networks
    this.#networks = networks
    this.#count = hidden === 0 ? 0 : unitScale.length / hidden
    const inputs = mean.length
    const vectors = Array.from(unitScale, (_, unit) => units.subarray(unit * inputs, (unit + 1) * inputs))
    this.#firstLayers = new DotProducts(inputs)
    this.#firstLayers.take(vectors)
    this.#input = new Int8Array(inputs)
    this.#sums = new Float64Array(unitScale.length)
    this.#hidden = new Float64Array(hidden)
    this.#second = new Float64Array(second)
  }

  /** For each row the mean of what the networks give it; 0 where there is none. */
  sums(rows: readonly ArrayLike<number>[]): Float64Array {
    return Float64Array.from(rows, (row) => (this.#count === 0 ? 0 : this.#sumOf(row)))
  }

  #sumOf(row: ArrayLike<number>): number {
    const { mean, scale } = this.#networks
    const input = this.#input
    for (let k = 0; k < input.length; k++) {
      const value = ((row[k] as number) - (mean[k] as number)) * (scale[k] as number)
      input[k] = value > MOST_INPUT ? MOST_INPUT : value < -MOST_INPUT ? -MOST_INPUT : value + ROUNDS - ROUNDS
    }
    this.#firstLayers.with(input, 0, this.#sums, 0)
    let sum = 0
    for (let at = 0; at < this.#count; at++) sum += this.#finish(at)
    return sum / this.#count
  }

  /** What one network makes of the sums of its first layer. */
  #finish(network: number): number {
    const { unitScale, others, hidden, second } = this.#networks
    const start = network * sizeOfOthers(hidden, second)
    for (let unit = 0; unit < hidden; unit++) {
      const place = network * hidden + unit
      const sum = (this.#sums[place] as number) * (unitScale[place] as number) + (others[start + unit] as number)
      this.#hidden[unit] = sum > 0 ? sum : 0
    }
    const end = layer(others, start + hidden, this.#hidden, this.#second)
    let sum = others[end + second] as number
    for (let k = 0; k < second; k++) sum += (this.#second[k] as number) * (others[end + k] as number)
    return sum
  }
}

/** A layer of rectified linear units whose numbers begin at `start`, biases last; returns where they end. */
function layer(weights: Float32Array, start: number, input: Float64Array, output: Float64Array): number {
  const [inputs, units] = [input.length, output.length]
  const biases = start + inputs * units
  for (let unit = 0; unit < units; unit++) {
    const from = start + unit * inputs
    let sum = weights[biases + unit] as number
    for (let k = 0; k < inputs; k++) sum += (input[k] as number) * (weights[from + k] as number)
    output[unit] = sum > 0 ? sum : 0
  }
  return biases + units
}
