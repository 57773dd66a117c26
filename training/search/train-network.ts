import { SIGNALS_LENGTH } from '../../lib/search/fit/fit-signals'
import { type Networks, sizeOfNetwork, standardise } from '../../lib/search/rank/network'
import { randomFrom, sample } from '../random'

/** The candidates of a request: a row of signals and a grade (0-3) each. */
export interface MeasuredRequest {
  rows: readonly Float32Array[]
  grades: readonly number[]
  weight: number
  /** How sure each grade is, 0-1. */
  sure: readonly number[]
  /**
   * The weight of the pointwise loss beside it, 0-1: 0 where a low grade may only mean that nobody labelled the
   * candidate.
   */
  pointShare: number
}

export interface NetworkSettings {
  hidden: number
  second: number
  /** Networks whose mean is used, each from another beginning. */
  count: number
  epochs: number
  /** Requests of a step. */
  batch: number
  rate: number
  decay: number
  /** Shares of inputs and of hidden units that are left out of a step. */
  inputDrop: number
  hiddenDrop: number
  seed: number
}

export const NETWORK_SETTINGS: NetworkSettings = {
  hidden: 64,
  second: 24,
  count: 2,
  epochs: 5,
  batch: 48,
  rate: 0.002,
  decay: 0.003,
  inputDrop: 0.1,
  hiddenDrop: 0.25,
  seed: 1,
}

/**
 * What a candidate's probability to fit is drawn to, by grade: the line between 0 and 1 is the noisiest, that between 1
 * and 2 counts. And its share of what a request's candidates are to get together.
 */
const FIT_OF_GRADE = [0, 0.04, 0.96, 1]
const GAIN_OF_GRADE = [0, 0.3, 4, 7]
const LIST_SHARE = 0.32
const LAST_RATE = 0.05

/**
 * Networks whose mean is the logit of "fits": trained on a pointwise logistic loss, so that sums mean the same for all
 * requests, and on a listwise one over the candidates of each request (ListNet, Cao et al. 2007), so that the order is
 * right; by Adam with decoupled weight decay (Loshchilov and Hutter 2019) and dropout. Deterministic.
 */
export function trainNetworks(
  requests: readonly MeasuredRequest[],
  settings: NetworkSettings = NETWORK_SETTINGS,
): Networks {
  const scales = scalesOf(requests)
  const { hidden, second, count } = settings
  const shape: Networks = { hidden, second, ...scales, weights: new Float32Array(0) }
  const size = sizeOfNetwork(scales.mean.length, hidden, second)
  const weights = new Float32Array(count * size)
  for (let at = 0; at < count; at++)
    weights.set(new NetworkTrainer(shape, settings, settings.seed + at).train(requests), at * size)
  return { ...shape, weights }
}

/** Signals are standardised; products of meanings are of one scale already. */
function scalesOf(requests: readonly MeasuredRequest[]): Pick<Networks, 'mean' | 'scale'> {
  const inputs = requests[0]?.rows[0]?.length ?? 0
  const [mean, scale] = [new Float32Array(inputs), new Float32Array(inputs).fill(1)]
  for (let k = 0; k < Math.min(SIGNALS_LENGTH, inputs); k++) {
    let [count, sum, squares] = [0, 0, 0]
    for (const { rows } of requests) {
      for (const row of rows) {
        const value = row[k] as number
        count += 1
        sum += value
        squares += value * value
      }
    }
    mean[k] = sum / count
    const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
    scale[k] = deviation > 1e-6 ? 1 / deviation : 0
  }
  return { mean, scale }
}

/** What a network computed for a row. */
interface Pass {
  input: Float32Array
  one: Float32Array
  two: Float32Array
  sum: number
}

/** One network's numbers while it is trained. */
class NetworkTrainer {
  readonly #shape: Networks
  readonly #settings: NetworkSettings
  readonly #random: () => number
  readonly #inputs: number
  readonly #weights: Float32Array
  readonly #gradient: Float32Array
  readonly #first: Float32Array
  readonly #squares: Float32Array
  #steps = 0

  constructor(shape: Networks, settings: NetworkSettings, seed: number) {
    this.#shape = shape
    this.#settings = settings
    this.#random = randomFrom(seed)
    this.#inputs = shape.mean.length
    const size = sizeOfNetwork(this.#inputs, shape.hidden, shape.second)
    this.#weights = new Float32Array(size)
    this.#gradient = new Float32Array(size)
    this.#first = new Float32Array(size)
    this.#squares = new Float32Array(size)
    this.#begin()
  }

  train(requests: readonly MeasuredRequest[]): Float32Array {
    const { epochs, batch, rate } = this.#settings
    const steps = epochs * Math.ceil(requests.length / batch)
    let step = 0
    for (let epoch = 0; epoch < epochs; epoch++) {
      const order = sample(requests, requests.length, this.#random)
      for (let at = 0; at < order.length; at += batch) {
        this.#learn(order.slice(at, at + batch))
        this.#move(rate * (1 - (1 - LAST_RATE) * (step / steps)))
        step += 1
      }
    }
    return this.#weights
  }

  /** Normal numbers, such that a unit's sum varies as much as its inputs. */
  #begin(): void {
    const { hidden, second } = this.#shape
    const normal = () => {
      let sum = -6
      for (let k = 0; k < 12; k++) sum += this.#random()
      return sum
    }
    const afterHidden = hidden * (this.#inputs + 1)
    const afterSecond = afterHidden + second * (hidden + 1)
    for (let k = 0; k < hidden * this.#inputs; k++) this.#weights[k] = normal() * Math.sqrt(1.5 / this.#inputs)
    for (let k = 0; k < second * hidden; k++) this.#weights[afterHidden + k] = normal() * Math.sqrt(2 / hidden)
    for (let k = 0; k < second; k++) this.#weights[afterSecond + k] = normal() * 0.2
  }

  #learn(requests: readonly MeasuredRequest[]): void {
    const rows = requests.reduce((sum, request) => sum + request.rows.length, 0)
    this.#gradient.fill(0)
    for (const request of requests) {
      const passes = request.rows.map((row) => this.#pass(row))
      const slopes = slopesOf(
        request,
        passes.map(({ sum }) => sum),
        rows,
        requests.length,
      )
      for (const [place, pass] of passes.entries()) this.#back(pass, slopes[place] as number)
    }
  }

  #pass(row: Float32Array): Pass {
    const { hidden, second } = this.#shape
    const { inputDrop, hiddenDrop } = this.#settings
    const input = new Float32Array(this.#inputs)
    standardise(this.#shape, row, input)
    for (let k = 0; k < input.length; k++)
      input[k] = this.#random() < inputDrop ? 0 : (input[k] as number) / (1 - inputDrop)
    const one = forward(this.#weights, 0, input, new Float32Array(hidden))
    for (let k = 0; k < hidden; k++) one[k] = this.#random() < hiddenDrop ? 0 : (one[k] as number) / (1 - hiddenDrop)
    const two = forward(this.#weights, hidden * (this.#inputs + 1), one, new Float32Array(second))
    const last = hidden * (this.#inputs + 1) + second * (hidden + 1)
    let sum = this.#weights[last + second] as number
    for (let k = 0; k < second; k++) sum += (two[k] as number) * (this.#weights[last + k] as number)
    return { input, one, two, sum }
  }

  #back({ input, one, two }: Pass, slope: number): void {
    if (slope === 0) return
    const { hidden, second } = this.#shape
    const [gradient, weights] = [this.#gradient, this.#weights]
    const afterHidden = hidden * (this.#inputs + 1)
    const last = afterHidden + second * (hidden + 1)
    const ofTwo = new Float32Array(second)
    for (let k = 0; k < second; k++) {
      gradient[last + k] = (gradient[last + k] as number) + slope * (two[k] as number)
      ofTwo[k] = (two[k] as number) > 0 ? slope * (weights[last + k] as number) : 0
    }
    gradient[last + second] = (gradient[last + second] as number) + slope
    const ofOne = new Float32Array(hidden)
    addLayer(gradient, weights, afterHidden, one, ofTwo, ofOne)
    const keep = 1 / (1 - this.#settings.hiddenDrop)
    for (let k = 0; k < hidden; k++) ofOne[k] = (one[k] as number) > 0 ? (ofOne[k] as number) * keep : 0
    addLayer(gradient, weights, 0, input, ofOne, null)
  }

  #move(rate: number): void {
    this.#steps += 1
    const [weights, gradient, first, squares] = [this.#weights, this.#gradient, this.#first, this.#squares]
    const [ofFirst, ofSquares] = [1 - 0.9 ** this.#steps, 1 - 0.99 ** this.#steps]
    const { decay } = this.#settings
    for (let k = 0; k < weights.length; k++) {
      const g = gradient[k] as number
      first[k] = 0.9 * (first[k] as number) + 0.1 * g
      squares[k] = 0.99 * (squares[k] as number) + 0.01 * g * g
      const step = (first[k] as number) / ofFirst / (Math.sqrt((squares[k] as number) / ofSquares) + 1e-8)
      weights[k] = (weights[k] as number) - rate * (step + decay * (weights[k] as number))
    }
  }
}

/** Downhill of both losses by each row's sum. */
function slopesOf(request: MeasuredRequest, sums: readonly number[], rows: number, requests: number): number[] {
  const { grades, sure, weight, pointShare } = request
  const most = Math.max(...sums)
  const odds = sums.map((sum) => Math.exp(sum - most))
  const all = odds.reduce((total, odd) => total + odd, 0)
  const gains = grades.map((grade, at) => (GAIN_OF_GRADE[grade] as number) * (sure[at] as number))
  const gain = gains.reduce((total, one) => total + one, 0)
  return sums.map((sum, at) => {
    const probability = 1 / (1 + Math.exp(-sum))
    const point = (probability - (FIT_OF_GRADE[grades[at] as number] as number)) * (sure[at] as number) * pointShare
    const list = gain === 0 ? 0 : (odds[at] as number) / all - (gains[at] as number) / gain
    return weight * (point / rows + (LIST_SHARE * list) / requests)
  })
}

function forward(weights: Float32Array, start: number, input: Float32Array, output: Float32Array): Float32Array {
  const inputs = input.length
  const biases = start + inputs * output.length
  for (let unit = 0; unit < output.length; unit++) {
    let sum = weights[biases + unit] as number
    const from = start + unit * inputs
    for (let k = 0; k < inputs; k++) sum += (input[k] as number) * (weights[from + k] as number)
    output[unit] = sum > 0 ? sum : 0
  }
  return output
}

/** Adds the gradient of a layer, and to `ofInput` that of its inputs. */
function addLayer(
  gradient: Float32Array,
  weights: Float32Array,
  start: number,
  input: Float32Array,
  ofOutput: Float32Array,
  ofInput: Float32Array | null,
): void {
  const inputs = input.length
  const biases = start + inputs * ofOutput.length
  for (let unit = 0; unit < ofOutput.length; unit++) {
    const slope = ofOutput[unit] as number
    if (slope === 0) continue
    const from = start + unit * inputs
    gradient[biases + unit] = (gradient[biases + unit] as number) + slope
    for (let k = 0; k < inputs; k++) gradient[from + k] = (gradient[from + k] as number) + slope * (input[k] as number)
    if (ofInput === null) continue
    for (let k = 0; k < inputs; k++) ofInput[k] = (ofInput[k] as number) + slope * (weights[from + k] as number)
  }
}
